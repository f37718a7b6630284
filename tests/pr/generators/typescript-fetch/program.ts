// The scenario of ../generators.test.mjs with OpenAPI Generator's typescript-fetch.
import assert from 'node:assert/strict'
import { Configuration, OrdersApi, OrderStatus, type Problem, ProblemFromJSON, ProductsApi, ResponseError } from './client/index.js'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const configuration = new Configuration({ basePath: SHOP_URL, accessToken: SHOP_KEY })
const products = new ProductsApi(configuration)
const orders = new OrdersApi(configuration)
const anonymous = new ProductsApi(new Configuration({ basePath: SHOP_URL }))

type Refusal = { response: Response; problem: Problem }

// refused returns the refusal that the call throws, or undefined if it succeeds.
async function refused(call: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error
    return { response: error.response, problem: ProblemFromJSON(await error.response.json()) }
  }
  return undefined
}

const found = await products.productsSearch({ productsSearchRequest: { q: 'solbriller', limit: 3 } })
assert.equal(found.result.length, 3)
for (const hit of found.result) assert.ok(hit.name.length > 0 && Number.isInteger(hit.priceDkk))

const slug = 'client-typescript-fetch'
const product = {
  slug,
  name: 'Made by a client',
  description: 'Created through a generated client.',
  brand: 'Client',
  priceDkk: Number.MAX_SAFE_INTEGER,
  stock: 1,
  categorySlug: 'briller',
  attributes: { width_mm: 50, tags: ['a', 'b'] },
}
await products.productsCreate({ productsCreateRequest: product, idempotencyKey: 'typescript-fetch' })
await products.productsCreate({ productsCreateRequest: product, idempotencyKey: 'typescript-fetch' }) // answered as the first call was
const read = async () => (await products.productsGet({ productsGetRequest: { slug } })).result
const made = await read()
assert.equal(made.priceDkk, 9007199254740991)
assert.deepEqual(made.attributes, product.attributes)

const again = await refused(products.productsCreate({ productsCreateRequest: product }))
assert.equal(again?.response.status, 409)
assert.equal(again.problem.code, 'slug_taken')
assert.ok(again.problem.resolution.length > 10)

const invalid = await refused(products.productsCreate({ productsCreateRequest: { ...product, name: '', stock: -1 } }))
assert.equal(invalid?.problem.code, 'validation_failed')
assert.deepEqual(invalid.problem.errors?.map((fault) => fault.pointer).sort(), ['/name', '/stock'])

await products.productsUpdate({ productsUpdateRequest: { slug, patch: { brand: null } } })
assert.equal((await read()).brand, null)

const seen: Date = (await read()).updatedAt
await products.productsUpdate({ productsUpdateRequest: { slug, expectedUpdatedAt: seen.toISOString(), patch: { stock: 2 } } })
const changed = await read()
assert.equal(changed.stock, 2)
assert.deepEqual(changed.attributes, product.attributes)

const image = { productsAttachImageRequest: { slug, imageUrl: 'https://images.example/client.jpg' } }
const attached = (await products.productsAttachImage(image)).result
assert.equal(attached.attached, image.productsAttachImageRequest.imageUrl)
assert.equal(attached.totalImages, 1)
assert.equal((await products.productsAttachImage(image)).result.alreadyAttached, true)

const paid = (await orders.ordersList({ ordersListRequest: { status: OrderStatus.Paid, limit: 1 } })).result
const orderId = paid[0]?.id
assert.ok(orderId)
const moved = await orders.ordersUpdateStatus({ ordersUpdateStatusRequest: { orderId, status: OrderStatus.Processing } })
assert.equal(moved.result.status, OrderStatus.Processing)

let limited: Refusal | undefined
for (let calls = 0; calls < 10 && !limited; calls++) {
  limited = await refused(anonymous.productsSearch({ productsSearchRequest: {} }))
}
assert.equal(limited?.response.status, 429)
assert.equal(limited.problem.code, 'rate_limit_exceeded')
assert.ok(Number(limited.response.headers.get('Retry-After')) > 0)
