<?php
// The scenario of ../generators.test.mjs with OpenAPI Generator's PHP client.
declare(strict_types=1);

use Shop\Api\OrdersApi;
use Shop\Api\ProductsApi;
use Shop\ApiException;
use Shop\Configuration;
use Shop\Model\OrdersListRequest;
use Shop\Model\OrderStatus;
use Shop\Model\OrdersUpdateStatusRequest;
use Shop\Model\Problem;
use Shop\Model\Product;
use Shop\Model\ProductHit;
use Shop\Model\ProductPatch;
use Shop\Model\ProductsAttachImageRequest;
use Shop\Model\ProductsCreateRequest;
use Shop\Model\ProductsGetRequest;
use Shop\Model\ProductsSearchRequest;
use Shop\Model\ProductsUpdateRequest;

require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    if (str_starts_with($class, 'Shop\\')) {
        require __DIR__ . '/client/lib/' . strtr(substr($class, 5), '\\', '/') . '.php';
    }
});
set_error_handler(fn(int $level, string $message, string $file, int $line) => throw new ErrorException($message, 0, $level, $file, $line));

const SLUG = 'client-php';
const LARGEST = 9007199254740991;
const IMAGE = 'https://images.example/client.jpg';

function check(bool $holds, string $message): void
{
    $holds || throw new Exception($message);
}

function equal(mixed $want, mixed $got): void
{
    check($want === $got, 'want ' . json_encode($want) . ', got ' . json_encode($got));
}

/** The status, headers and problem of a call that is refused, or null. */
function refusal(callable $call): ?array
{
    try {
        $call();
        return null;
    } catch (ApiException $e) {
        $problem = $e->getResponseObject();
        check($problem instanceof Problem, $e->getMessage());
        return [$e->getCode(), $problem, $e->getResponseHeaders()];
    }
}

$anonymous = (new Configuration())->setHost(getenv('SHOP_URL'));
$withKey = (clone $anonymous)->setAccessToken(getenv('SHOP_KEY'));
$products = new ProductsApi(config: $withKey);
$orders = new OrdersApi(config: $withKey);

$read = fn(): Product => $products->productsGet(new ProductsGetRequest(['slug' => SLUG]))->getResult();
$update = fn(array $patch, array $more = []) => $products->productsUpdate(
    new ProductsUpdateRequest(['slug' => SLUG, 'patch' => new ProductPatch($patch)] + $more)
);

$hits = $products->productsSearch(new ProductsSearchRequest(['q' => 'solbriller', 'limit' => 3]))->getResult();
equal(3, count($hits));
foreach ($hits as $hit) {
    check($hit instanceof ProductHit && $hit->getPriceDkk() > 0, (string) $hit);
}

$product = [
    'slug' => SLUG,
    'name' => 'Made by a client',
    'description' => 'Created through a generated client.',
    'brand' => 'Client',
    'price_dkk' => LARGEST,
    'stock' => 1,
    'category_slug' => 'briller',
    'attributes' => ['width_mm' => 50, 'tags' => ['a', 'b']],
];
$products->productsCreate(new ProductsCreateRequest($product), idempotency_key: 'php');
$products->productsCreate(new ProductsCreateRequest($product), idempotency_key: 'php'); // answered as the first call was
equal(LARGEST, $read()->getPriceDkk());
equal($product['attributes'], $read()->getAttributes());

[$status, $problem] = refusal(fn() => $products->productsCreate(new ProductsCreateRequest($product)));
equal([409, 'slug_taken'], [$status, $problem->getCode()]);
check(strlen($problem->getResolution()) > 10, $problem->getResolution());

$invalid = new ProductsCreateRequest(['name' => '', 'stock' => -1] + $product);
[$status, $problem] = refusal(fn() => $products->productsCreate($invalid));
equal([422, 'validation_failed'], [$status, $problem->getCode()]);
$pointers = array_map(fn($fault) => $fault->getPointer(), $problem->getErrors());
sort($pointers);
equal(['/name', '/stock'], $pointers);

equal('Client', $read()->getBrand());
$update(['brand' => null]);
equal(null, $read()->getBrand());

$seen = $read()->getUpdatedAt();
check($seen instanceof DateTime, 'updatedAt is no DateTime');
$update(['stock' => 2], ['expected_updated_at' => $seen->format(DateTimeInterface::RFC3339_EXTENDED)]);
equal(2, $read()->getStock());
equal($product['attributes'], $read()->getAttributes());

$attach = new ProductsAttachImageRequest(['slug' => SLUG, 'image_url' => IMAGE]);
$attached = $products->productsAttachImage($attach)->getResult();
equal([IMAGE, 1], [$attached->getAttached(), $attached->getTotalImages()]);
$attached = $products->productsAttachImage($attach)->getResult();
equal([null, true], [$attached->getAttached(), $attached->getAlreadyAttached()]);

[$paid] = $orders->ordersList(new OrdersListRequest(['status' => OrderStatus::PAID, 'limit' => 1]))->getResult();
$move = new OrdersUpdateStatusRequest(['order_id' => $paid->getId(), 'status' => OrderStatus::PROCESSING]);
equal(OrderStatus::PROCESSING, $orders->ordersUpdateStatus($move)->getResult()->getStatus());

$search = fn() => (new ProductsApi(config: $anonymous))->productsSearch(new ProductsSearchRequest());
for ($calls = 0, $refused = null; $calls < 10 && !$refused; $calls++) {
    $refused = refusal($search);
}
[$status, $problem, $headers] = $refused;
equal([429, 'rate_limit_exceeded'], [$status, $problem->getCode()]);
check((int) $headers['Retry-After'][0] > 0, 'Retry-After');
