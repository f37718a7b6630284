import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import shop.ApiClient;
import shop.ApiException;
import shop.api.OrdersApi;
import shop.api.ProductsApi;
import shop.model.FieldFault;
import shop.model.OrderStatus;
import shop.model.OrdersListRequest;
import shop.model.OrdersUpdateStatusRequest;
import shop.model.Problem;
import shop.model.Product;
import shop.model.ProductHit;
import shop.model.ProductPatch;
import shop.model.ProductsAttachImageRequest;
import shop.model.ProductsCreateRequest;
import shop.model.ProductsGetRequest;
import shop.model.ProductsSearchRequest;
import shop.model.ProductsUpdateRequest;

/** The scenario of ../generators.test.mjs with OpenAPI Generator's Java client. */
final class Program {
    private static final String SLUG = "client-java";
    private static final long LARGEST = 9007199254740991L;
    private static final URI IMAGE = URI.create("https://images.example/client.jpg");
    private static final ObjectMapper JSON = ApiClient.createDefaultObjectMapper();

    private final ProductsApi products;
    private final OrdersApi orders;
    private final ProductsApi anonymous;

    private Program(String url, String key) {
        ApiClient withKey = client(url);
        withKey.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + key));
        products = new ProductsApi(withKey);
        orders = new OrdersApi(withKey);
        anonymous = new ProductsApi(client(url));
    }

    private static ApiClient client(String url) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(url);
        return client;
    }

    public static void main(String[] arguments) throws Exception {
        Program program = new Program(System.getenv("SHOP_URL"), System.getenv("SHOP_KEY"));
        program.search();
        program.create();
        program.refused();
        program.clear();
        program.timestamp();
        program.image();
        program.order();
        program.limit();
    }

    private void search() throws ApiException {
        List<ProductHit> hits = products.productsSearch(new ProductsSearchRequest().q("solbriller").limit(3L)).getResult();
        equal(3, hits.size());
        for (ProductHit hit : hits) {
            check(!hit.getName().isEmpty() && hit.getPriceDkk() > 0, hit);
        }
    }

    private static ProductsCreateRequest product() {
        return new ProductsCreateRequest()
            .slug(SLUG)
            .name("Made by a client")
            .description("Created through a generated client.")
            .brand("Client")
            .priceDkk(LARGEST)
            .stock(1L)
            .categorySlug("briller")
            .attributes(Map.of("width_mm", 50, "tags", List.of("a", "b")));
    }

    private Product read() throws ApiException {
        return products.productsGet(new ProductsGetRequest().slug(SLUG)).getResult();
    }

    private void create() throws ApiException {
        products.productsCreate(product(), "java");
        products.productsCreate(product(), "java"); // answered as the first call was
        equal(LARGEST, read().getPriceDkk());
        equal(product().getAttributes(), read().getAttributes());
    }

    private void refused() throws Exception {
        ApiException taken = refusal(() -> products.productsCreate(product(), null));
        equal(409, taken.getCode());
        equal("slug_taken", problem(taken).getCode());
        check(problem(taken).getResolution().length() > 10, problem(taken));

        ApiException invalid = refusal(() -> products.productsCreate(product().name("").stock(-1L), null));
        equal(422, invalid.getCode());
        equal("validation_failed", problem(invalid).getCode());
        equal(List.of("/name", "/stock"), problem(invalid).getErrors().stream().map(FieldFault::getPointer).sorted().toList());
    }

    private void clear() throws ApiException {
        equal("Client", read().getBrand());
        products.productsUpdate(new ProductsUpdateRequest().slug(SLUG).patch(new ProductPatch().brand(null)), null);
        equal(null, read().getBrand());
    }

    private void timestamp() throws ApiException {
        OffsetDateTime seen = read().getUpdatedAt();
        products.productsUpdate(new ProductsUpdateRequest()
            .slug(SLUG).patch(new ProductPatch().stock(2L)).expectedUpdatedAt(seen.toString()), null);
        equal(2L, read().getStock());
        equal(product().getAttributes(), read().getAttributes());
    }

    private void image() throws ApiException {
        ProductsAttachImageRequest request = new ProductsAttachImageRequest().slug(SLUG).imageUrl(IMAGE);
        var first = products.productsAttachImage(request, null).getResult();
        equal(IMAGE, first.getAttached());
        equal(1L, first.getTotalImages());
        var second = products.productsAttachImage(request, null).getResult();
        equal(null, second.getAttached());
        equal(true, second.getAlreadyAttached());
    }

    private void order() throws ApiException {
        var paid = orders.ordersList(new OrdersListRequest().status(OrderStatus.PAID).limit(1L)).getResult().get(0);
        var moved = orders.ordersUpdateStatus(
            new OrdersUpdateStatusRequest().orderId(paid.getId()).status(OrderStatus.PROCESSING), null).getResult();
        equal(OrderStatus.PROCESSING, moved.getStatus());
    }

    private void limit() throws Exception {
        ApiException refusal = null;
        for (int calls = 0; calls < 10 && refusal == null; calls++) {
            refusal = refusal(() -> anonymous.productsSearch(new ProductsSearchRequest()));
        }
        equal(429, refusal.getCode());
        equal("rate_limit_exceeded", problem(refusal).getCode());
        check(refusal.getResponseHeaders().firstValueAsLong("Retry-After").orElse(0) > 0, refusal);
    }

    private interface Call {
        void run() throws ApiException;
    }

    /** Returns the exception of a call that is refused, or null. */
    private static ApiException refusal(Call call) {
        try {
            call.run();
            return null;
        } catch (ApiException refused) {
            return refused;
        }
    }

    private static Problem problem(ApiException refused) throws Exception {
        return JSON.readValue(refused.getResponseBody(), Problem.class);
    }

    private static void equal(Object want, Object got) {
        check(Objects.equals(want, got), "want " + want + ", got " + got);
    }

    private static void check(boolean holds, Object message) {
        if (!holds) {
            throw new AssertionError(message);
        }
    }
}
