# frozen_string_literal: true

# The scenario of ../generators.test.mjs with OpenAPI Generator's Ruby client.
require 'json'
require 'net/http'
require 'shop'
require 'yaml'

SLUG = 'client-ruby'
LARGEST = 9_007_199_254_740_991
IMAGE = 'https://images.example/client.jpg'

def assert(holds, message)
  raise message unless holds
end

def assert_equal(want, got)
  assert(want == got, "want #{want.inspect}, got #{got.inspect}")
end

# client returns an API client; a key of nil makes it anonymous.
def client(key)
  configuration = Shop::Configuration.new
  configuration.scheme, configuration.host = ENV.fetch('SHOP_URL').split('://')
  configuration.access_token = key
  Shop::ApiClient.new(configuration)
end

# refusal returns the error of a refused call, and its body as a problem.
def refusal
  yield
  nil
rescue Shop::ApiError => e
  [e, Shop::Problem.build_from_hash(JSON.parse(e.response_body, symbolize_names: true))]
end

with_key = client(ENV.fetch('SHOP_KEY'))
products = Shop::ProductsApi.new(with_key)
orders = Shop::OrdersApi.new(with_key)

read = -> { products.products_get(Shop::ProductsGetRequest.new(slug: SLUG)).result }
update = lambda do |patch, **more|
  products.products_update(Shop::ProductsUpdateRequest.new(slug: SLUG, patch: Shop::ProductPatch.new(patch), **more))
end

hits = products.products_search(Shop::ProductsSearchRequest.new(q: 'solbriller', limit: 3)).result
assert_equal(3, hits.length)
hits.each { |hit| assert(hit.is_a?(Shop::ProductHit) && hit.price_dkk.positive?, hit.inspect) }

product = {
  slug: SLUG, name: 'Made by a client', description: 'Created through a generated client.', brand: 'Client',
  price_dkk: LARGEST, stock: 1, category_slug: 'briller', attributes: { 'width_mm' => 50, 'tags' => %w[a b] }
}
products.products_create(Shop::ProductsCreateRequest.new(product), idempotency_key: 'ruby')
products.products_create(Shop::ProductsCreateRequest.new(product), idempotency_key: 'ruby') # answered as the first call was
assert_equal(LARGEST, read.call.price_dkk)
assert_equal(product[:attributes], read.call.attributes)

error, problem = refusal { products.products_create(Shop::ProductsCreateRequest.new(product)) }
assert_equal([409, 'slug_taken'], [error.code, problem.code])
assert(problem.resolution.length > 10, problem.resolution)

invalid = Shop::ProductsCreateRequest.new(product.merge(images: %w[front.jpg side.jpg]))
error, problem = refusal { products.products_create(invalid) }
assert_equal([422, 'validation_failed'], [error.code, problem.code])
assert_equal(['/images/0', '/images/1'], problem.errors.map(&:pointer))

assert_equal('Client', read.call.brand)
update.call({ brand: nil })
assert_equal(nil, read.call.brand)

seen = read.call.updated_at
assert(seen.is_a?(Time), seen.class)
update.call({ stock: 2 }, expected_updated_at: seen.iso8601(3))
assert_equal(2, read.call.stock)
assert_equal(product[:attributes], read.call.attributes)

attach = Shop::ProductsAttachImageRequest.new(slug: SLUG, image_url: IMAGE)
attached = products.products_attach_image(attach).result
assert_equal([IMAGE, 1], [attached.attached, attached.total_images])
attached = products.products_attach_image(attach).result
assert_equal([nil, true], [attached.attached, attached.already_attached])

paid = orders.orders_list(Shop::OrdersListRequest.new(status: 'paid', limit: 1)).result.first
move = Shop::OrdersUpdateStatusRequest.new(order_id: paid.id, status: Shop::OrderStatus::PROCESSING)
assert_equal(Shop::OrderStatus::PROCESSING, orders.orders_update_status(move).result.status)

anonymous = Shop::ProductsApi.new(client(nil))
error, problem = (1..10).lazy.filter_map { refusal { anonymous.products_search(Shop::ProductsSearchRequest.new, debug_auth_names: []) } }.first
assert_equal([429, 'rate_limit_exceeded'], [error.code, problem.code])
assert(error.response_headers['Retry-After'].to_i.positive?, error.response_headers)

read = ->(path) { Net::HTTP.get(URI(ENV.fetch('SHOP_URL') + path)) }
assert_equal(JSON.parse(read.call('/openapi.json')), YAML.safe_load(read.call('/openapi.yaml')))
