"""The scenario of ../generators.test.mjs with openapi-python-client."""

import os
from datetime import datetime
from typing import Any, cast

from client import AuthenticatedClient, Client
from client.api.orders import orders_list, orders_update_status
from client.api.products import products_attach_image, products_create, products_get, products_search, products_update
from client.models import (
    Attributes,
    OrdersListReply,
    OrdersListRequest,
    OrderStatus,
    OrdersUpdateStatusReply,
    OrdersUpdateStatusRequest,
    Problem,
    Product,
    ProductPatch,
    ProductsAttachImageReply,
    ProductsAttachImageRequest,
    ProductsCreateRequest,
    ProductsGetReply,
    ProductsGetRequest,
    ProductsSearchReply,
    ProductsSearchRequest,
    ProductsUpdateRequest,
)

SLUG = "client-openapi-python-client"
LARGEST = 9007199254740991

shop = AuthenticatedClient(base_url=os.environ["SHOP_URL"], token=os.environ["SHOP_KEY"])
anonymous = Client(base_url=os.environ["SHOP_URL"])


def read() -> Product:
    reply = products_get.sync(client=shop, body=ProductsGetRequest(slug=SLUG))
    assert isinstance(reply, ProductsGetReply), reply
    return reply.result


def update(patch: ProductPatch, expected: datetime | None = None) -> None:
    body = ProductsUpdateRequest(slug=SLUG, patch=patch)
    if expected is not None:
        body.expected_updated_at = expected.isoformat()
    reply = products_update.sync(client=shop, body=body)
    assert not isinstance(reply, Problem), reply.resolution


found = products_search.sync(client=shop, body=ProductsSearchRequest(q="solbriller", limit=3))
assert isinstance(found, ProductsSearchReply), found
assert len(found.result) == 3
for hit in found.result:
    assert hit.name and hit.price_dkk > 0, hit

product: dict[str, Any] = {
    "slug": SLUG,
    "name": "Made by a client",
    "description": "Created through a generated client.",
    "brand": "Client",
    "price_dkk": LARGEST,
    "stock": 1,
    "category_slug": "briller",
    "attributes": Attributes.from_dict({"width_mm": 50, "tags": ["a", "b"]}),
}
created = products_create.sync(client=shop, body=ProductsCreateRequest(**product), idempotency_key="python")
assert products_create.sync(client=shop, body=ProductsCreateRequest(**product), idempotency_key="python") == created
assert not isinstance(created, Problem), created.resolution
assert read().price_dkk == LARGEST
assert read().attributes == product["attributes"]

again = products_create.sync_detailed(client=shop, body=ProductsCreateRequest(**product))
assert again.status_code == 409
assert isinstance(again.parsed, Problem)
assert again.parsed.code == "slug_taken"
assert len(again.parsed.resolution) > 10

invalid = products_create.sync(client=shop, body=ProductsCreateRequest(**{**product, "name": "", "stock": -1}))
assert isinstance(invalid, Problem)
assert invalid.code == "validation_failed"
assert sorted(fault.pointer for fault in invalid.errors or []) == ["/name", "/stock"]

update(ProductPatch(brand=None))
seen = read()
assert seen.brand is None
update(ProductPatch(stock=2), expected=seen.updated_at)
changed = read()
assert changed.stock == 2
assert changed.attributes == product["attributes"]

image = ProductsAttachImageRequest(slug=SLUG, image_url="https://images.example/client.jpg")
attached = products_attach_image.sync(client=shop, body=image)
assert isinstance(attached, ProductsAttachImageReply), attached
assert attached.result.attached == image.image_url
assert attached.result.total_images == 1
attached = products_attach_image.sync(client=shop, body=image)
assert isinstance(attached, ProductsAttachImageReply), attached
assert attached.result.already_attached is True

orders = orders_list.sync(client=shop, body=OrdersListRequest(status=OrderStatus.PAID, limit=1))
assert isinstance(orders, OrdersListReply), orders
order = OrdersUpdateStatusRequest(order_id=orders.result[0].id, status=OrderStatus.PROCESSING)
moved = orders_update_status.sync(client=shop, body=order)
assert isinstance(moved, OrdersUpdateStatusReply), moved
assert moved.result.status is OrderStatus.PROCESSING

# An operation that needs no key is typed as if it did.
keyless = cast(AuthenticatedClient, anonymous)
for _ in range(10):
    limited = products_search.sync_detailed(client=keyless, body=ProductsSearchRequest())
    if limited.status_code != 200:
        break
assert limited.status_code == 429
assert isinstance(limited.parsed, Problem)
assert limited.parsed.code == "rate_limit_exceeded"
assert int(limited.headers["Retry-After"]) > 0
