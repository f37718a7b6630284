//! The scenario of ../../generators.test.mjs with OpenAPI Generator's Rust client.
use shop::apis::configuration::Configuration;
use shop::apis::{orders_api, products_api, Error};
use shop::models::{
    OrderStatus, OrdersListRequest, OrdersUpdateStatusRequest, Problem, Product, ProductPatch, ProductsAttachImageRequest,
    ProductsCreateRequest, ProductsGetRequest, ProductsSearchRequest, ProductsUpdateRequest,
};

const SLUG: &str = "client-rust";
const LARGEST: i64 = 9_007_199_254_740_991;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let url = std::env::var("SHOP_URL").expect("SHOP_URL");
    let key = std::env::var("SHOP_KEY").expect("SHOP_KEY");
    let anonymous = Configuration { base_path: url, ..Configuration::new() };
    let shop = Configuration { bearer_access_token: Some(key), ..anonymous.clone() };

    search(&shop).await;
    create(&shop).await;
    refused(&shop).await;
    clear(&shop).await;
    timestamp(&shop).await;
    image(&shop).await;
    order(&shop).await;
    limit(&anonymous).await;
}

async fn search(shop: &Configuration) {
    let request = ProductsSearchRequest { q: Some("solbriller".into()), limit: Some(3), ..Default::default() };
    let hits = products_api::products_search(shop, request).await.unwrap().result;
    assert_eq!(hits.len(), 3);
    assert!(hits.iter().all(|hit| !hit.name.is_empty() && hit.price_dkk > 0));
}

fn product() -> ProductsCreateRequest {
    ProductsCreateRequest {
        brand: Some(Some("Client".into())),
        category_slug: Some("briller".into()),
        attributes: Some([("width_mm".into(), 50.into()), ("tags".into(), vec!["a", "b"].into())].into()),
        ..ProductsCreateRequest::new("Made by a client".into(), SLUG.into(), "Created through a generated client.".into(), LARGEST, 1)
    }
}

async fn read(shop: &Configuration) -> Product {
    *products_api::products_get(shop, ProductsGetRequest::new(SLUG.into())).await.unwrap().result
}

async fn create(shop: &Configuration) {
    products_api::products_create(shop, product(), Some("rust")).await.unwrap();
    products_api::products_create(shop, product(), Some("rust")).await.unwrap(); // answered as the first call was
    let product = read(shop).await;
    assert_eq!(product.price_dkk, LARGEST);
    assert_eq!(product.attributes["width_mm"], 50);
    assert_eq!(product.attributes["tags"][1], "b");
}

/// The status and the problem of a refusal. The client's error types differ for
/// each operation and status; the content is always a Problem.
fn problem<T>(error: Error<T>) -> (u16, Problem) {
    match error {
        Error::ResponseError(answer) => (answer.status.as_u16(), serde_json::from_str(&answer.content).unwrap()),
        other => panic!("{other}"),
    }
}

async fn refused(shop: &Configuration) {
    let (status, taken) = problem(products_api::products_create(shop, product(), None).await.unwrap_err());
    assert_eq!((status, taken.code.as_str()), (409, "slug_taken"));
    assert!(taken.resolution.len() > 10);

    let invalid = ProductsCreateRequest { name: "".into(), stock: -1, ..product() };
    let (status, invalid) = problem(products_api::products_create(shop, invalid, None).await.unwrap_err());
    assert_eq!((status, invalid.code.as_str()), (422, "validation_failed"));
    let mut pointers: Vec<_> = invalid.errors.unwrap().into_iter().map(|fault| fault.pointer).collect();
    pointers.sort();
    assert_eq!(pointers, ["/name", "/stock"]);
}

async fn update(shop: &Configuration, request: ProductsUpdateRequest) {
    products_api::products_update(shop, request, None).await.unwrap();
}

async fn clear(shop: &Configuration) {
    assert_eq!(read(shop).await.brand.as_deref(), Some("Client"));
    let patch = ProductPatch { brand: Some(None), ..Default::default() };
    update(shop, ProductsUpdateRequest::new(SLUG.into(), patch)).await;
    assert_eq!(read(shop).await.brand, None);
}

async fn timestamp(shop: &Configuration) {
    let patch = ProductPatch { stock: Some(2), ..Default::default() };
    let expected_updated_at = Some(read(shop).await.updated_at.to_rfc3339());
    update(shop, ProductsUpdateRequest { expected_updated_at, ..ProductsUpdateRequest::new(SLUG.into(), patch) }).await;
    let changed = read(shop).await;
    assert_eq!(changed.stock, 2);
    assert_eq!(Some(changed.attributes), product().attributes);
}

async fn image(shop: &Configuration) {
    let image = "https://images.example/client.jpg";
    let request = ProductsAttachImageRequest::new(SLUG.into(), image.into());
    let first = products_api::products_attach_image(shop, request.clone(), None).await.unwrap().result;
    assert_eq!((first.attached.as_deref(), first.total_images), (Some(image), 1));
    let second = products_api::products_attach_image(shop, request, None).await.unwrap().result;
    assert_eq!((second.attached, second.already_attached), (None, Some(true)));
}

async fn order(shop: &Configuration) {
    let request = OrdersListRequest { status: Some(OrderStatus::Paid), limit: Some(1), ..Default::default() };
    let order = orders_api::orders_list(shop, request).await.unwrap().result.remove(0);
    let request = OrdersUpdateStatusRequest::new(order.id, OrderStatus::Processing);
    let moved = orders_api::orders_update_status(shop, request, None).await.unwrap().result;
    assert_eq!(moved.status, OrderStatus::Processing);
}

async fn limit(anonymous: &Configuration) {
    for _ in 0..10 {
        let Err(error) = products_api::products_search(anonymous, ProductsSearchRequest::new()).await else { continue };
        let (status, problem) = problem(error);
        assert_eq!((status, problem.code.as_str()), (429, "rate_limit_exceeded"));
        assert!(problem.retry_after.unwrap() > 0);
        return;
    }
    panic!("no call was refused");
}
