"""The scenario of ../generators.test.mjs with OpenAPI Generator's python."""

import os
from collections.abc import Callable
from datetime import datetime
from typing import Any

from shop import (
    ApiClient,
    ApiException,
    Configuration,
    OrdersApi,
    OrdersListRequest,
    OrderStatus,
    OrdersUpdateStatusRequest,
    Problem,
    Product,
    ProductPatch,
    ProductsApi,
    ProductsAttachImageRequest,
    ProductsCreateRequest,
    ProductsGetRequest,
    ProductsSearchRequest,
    ProductsUpdateRequest,
)

SLUG = "client-openapi-generator-python"
LARGEST = 9007199254740991

address = os.environ["SHOP_URL"]
keyed = ApiClient(Configuration(host=address, access_token=os.environ["SHOP_KEY"]))
products = ProductsApi(keyed)
orders = OrdersApi(keyed)
anonymous = ProductsApi(ApiClient(Configuration(host=address)))


def refusal(call: Callable[[], object]) -> tuple[ApiException, Problem] | None:
    """Returns the exception of a refused call and its problem, or None if the call succeeds."""
    try:
        call()
    except ApiException as error:
        assert isinstance(error.data, Problem), error
        return error, error.data
    return None


def read() -> Product:
    return products.products_get(ProductsGetRequest(slug=SLUG)).result


def update(patch: ProductPatch, expected: datetime | None = None) -> None:
    at = expected.isoformat() if expected else None
    products.products_update(ProductsUpdateRequest(slug=SLUG, patch=patch, expected_updated_at=at))


found = products.products_search(ProductsSearchRequest(q="solbriller", limit=3)).result
assert len(found) == 3
for hit in found:
    assert hit.name and hit.price_dkk > 0, hit

product: dict[str, Any] = {
    "slug": SLUG,
    "name": "Made by a client",
    "description": "Created through a generated client.",
    "brand": "Client",
    "price_dkk": LARGEST,
    "stock": 1,
    "category_slug": "briller",
    "attributes": {"width_mm": 50, "tags": ["a", "b"]},
}
products.products_create(ProductsCreateRequest(**product), idempotency_key="python")
products.products_create(ProductsCreateRequest(**product), idempotency_key="python")  # answered as the first call was
assert read().price_dkk == LARGEST
assert read().attributes == product["attributes"]

again = refusal(lambda: products.products_create(ProductsCreateRequest(**product)))
assert again
assert again[0].status == 409
assert again[1].code == "slug_taken"
assert len(again[1].resolution) > 10

# The client refuses what breaks a rule of the schema, except for items of arrays.
images = ["front.jpg", "side.jpg"]
invalid = refusal(lambda: products.products_create(ProductsCreateRequest(**product, images=images)))
assert invalid
assert invalid[1].code == "validation_failed"
assert sorted(fault.pointer for fault in invalid[1].errors or []) == ["/images/0", "/images/1"]

update(ProductPatch(brand=None))
seen = read()
assert seen.brand is None
update(ProductPatch(stock=2), expected=seen.updated_at)
changed = read()
assert changed.stock == 2
assert changed.attributes == product["attributes"]

image = ProductsAttachImageRequest(slug=SLUG, image_url="https://images.example/client.jpg")
attached = products.products_attach_image(image).result
assert attached.attached == image.image_url
assert attached.total_images == 1
assert products.products_attach_image(image).result.already_attached is True

paid = orders.orders_list(OrdersListRequest(status=OrderStatus.PAID, limit=1)).result
order = OrdersUpdateStatusRequest(order_id=paid[0].id, status=OrderStatus.PROCESSING)
assert orders.orders_update_status(order).result.status is OrderStatus.PROCESSING

for _ in range(10):
    limited = refusal(lambda: anonymous.products_search(ProductsSearchRequest()))
    if limited:
        break
assert limited
assert limited[0].status == 429
assert limited[1].code == "rate_limit_exceeded"
assert limited[0].headers and int(limited[0].headers["Retry-After"]) > 0
