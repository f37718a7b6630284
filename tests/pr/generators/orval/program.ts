// The scenario of ../generators.test.mjs with orval's client for fetch.
import assert from 'node:assert/strict'
import * as shop from './client/shop.js'

const options = { headers: { Authorization: `Bearer ${process.env.SHOP_KEY}` } }

// done returns the data of a success. A refusal has another status, and a
// problem as its data.
async function done<A extends { status: number; data: unknown }>(call: Promise<A>) {
  const answer = await call
  assert.ok(answer.status === 200, JSON.stringify(answer.data))
  return answer.data as Extract<A, { status: 200 }>['data']
}

const found = await done(shop.productsSearch({ q: 'solbriller', limit: 3 }, options))
assert.equal(found.result.length, 3)
for (const hit of found.result) assert.ok(hit.name.length > 0 && Number.isInteger(hit.priceDkk))

const slug = 'client-orval'
const product: shop.ProductsCreateRequest = {
  slug,
  name: 'Made by a client',
  description: 'Created through a generated client.',
  brand: 'Client',
  priceDkk: Number.MAX_SAFE_INTEGER,
  stock: 1,
  categorySlug: 'briller',
  attributes: { width_mm: 50, tags: ['a', 'b'] } as unknown as shop.Attributes, // takes every value for an array
}
await done(shop.productsCreate(product, options))
const read = async () => (await done(shop.productsGet({ slug }, options))).result
const made = await read()
assert.equal(made.priceDkk, 9007199254740991)
assert.deepEqual(made.attributes, product.attributes)

const again = await shop.productsCreate(product, options)
assert.ok(again.status !== 200)
assert.equal(again.status, 409)
assert.equal(again.data.code, 'slug_taken')
assert.ok(again.data.resolution.length > 10)

const invalid = await shop.productsCreate({ ...product, name: '', stock: -1 }, options)
assert.ok(invalid.status === 422)
assert.equal(invalid.data.code, 'validation_failed')
assert.deepEqual(invalid.data.errors?.map((fault) => fault.pointer).sort(), ['/name', '/stock'])

await done(shop.productsUpdate({ slug, patch: { brand: null } }, options))
assert.equal((await read()).brand, null)

const seen = new Date((await read()).updatedAt)
await done(shop.productsUpdate({ slug, expectedUpdatedAt: seen.toISOString(), patch: { stock: 2 } }, options))
const changed = await read()
assert.equal(changed.stock, 2)
assert.deepEqual(changed.attributes, product.attributes)

const image = { slug, imageUrl: 'https://images.example/client.jpg' }
const attached = (await done(shop.productsAttachImage(image, options))).result
assert.equal(attached.attached, image.imageUrl)
assert.equal(attached.totalImages, 1)
assert.equal((await done(shop.productsAttachImage(image, options))).result.alreadyAttached, true)

const orders = (await done(shop.ordersList({ status: 'paid', limit: 1 }, options))).result
const orderId = orders[0]?.id
assert.ok(orderId)
const moved = (await done(shop.ordersUpdateStatus({ orderId, status: 'processing' }, options))).result
assert.equal(moved.status, 'processing')

let refused = await shop.productsSearch({})
for (let calls = 1; calls < 10 && refused.status === 200; calls++) refused = await shop.productsSearch({})
assert.ok(refused.status === 429)
assert.equal(refused.data.code, 'rate_limit_exceeded')
assert.ok(Number(refused.headers.get('Retry-After')) > 0)
