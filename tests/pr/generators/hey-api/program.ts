// The scenario of ../generators.test.mjs with @hey-api/openapi-ts.
import assert from 'node:assert/strict'
import { createClient } from './client/client/index.js'
import * as shop from './client/sdk.gen.js'
import type { Problem } from './client/types.gen.js'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const client = createClient({ baseUrl: SHOP_URL, auth: SHOP_KEY })
const anonymous = createClient({ baseUrl: SHOP_URL })

// A call returns data or error, never both.
type Answer<T> = { data: T | undefined; error: Problem | undefined }

async function done<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error } = await call
  assert.ok(data, error?.resolution)
  return data
}

const found = await done(shop.productsSearch({ client, body: { q: 'solbriller', limit: 3 } }))
assert.equal(found.result.length, 3)
for (const hit of found.result) assert.ok(hit.name.length > 0 && Number.isInteger(hit.priceDkk))

const slug = 'client-hey-api'
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
const once = { 'Idempotency-Key': 'hey-api' }
await done(shop.productsCreate({ client, body: product, headers: once }))
await done(shop.productsCreate({ client, body: product, headers: once })) // answered as the first call was
const read = async () => (await done(shop.productsGet({ client, body: { slug } }))).result
const made = await read()
assert.equal(made.priceDkk, 9007199254740991)
assert.deepEqual(made.attributes, product.attributes)

const again = await shop.productsCreate({ client, body: product })
assert.equal(again.response?.status, 409)
assert.equal(again.error?.code, 'slug_taken')
assert.ok(again.error.resolution.length > 10)

const invalid = await shop.productsCreate({ client, body: { ...product, name: '', stock: -1 } })
assert.equal(invalid.error?.code, 'validation_failed')
assert.deepEqual(invalid.error.errors?.map((fault) => fault.pointer).sort(), ['/name', '/stock'])

await done(shop.productsUpdate({ client, body: { slug, patch: { brand: null } } }))
assert.equal((await read()).brand, null)

const seen: Date = (await read()).updatedAt
await done(shop.productsUpdate({ client, body: { slug, expectedUpdatedAt: seen.toISOString(), patch: { stock: 2 } } }))
const changed = await read()
assert.equal(changed.stock, 2)
assert.deepEqual(changed.attributes, product.attributes)

const image = { slug, imageUrl: 'https://images.example/client.jpg' }
const attached = (await done(shop.productsAttachImage({ client, body: image }))).result
assert.equal(attached.attached, image.imageUrl)
assert.equal(attached.totalImages, 1)
assert.equal((await done(shop.productsAttachImage({ client, body: image }))).result.alreadyAttached, true)

const orders = (await done(shop.ordersList({ client, body: { status: 'paid', limit: 1 } }))).result
const orderId = orders[0]?.id
assert.ok(orderId)
const moved = (await done(shop.ordersUpdateStatus({ client, body: { orderId, status: 'processing' } }))).result
assert.equal(moved.status, 'processing')

let refused = await shop.productsSearch({ client: anonymous, body: {} })
for (let calls = 1; calls < 10 && !refused.error; calls++) {
  refused = await shop.productsSearch({ client: anonymous, body: {} })
}
assert.equal(refused.response?.status, 429)
assert.equal(refused.error?.code, 'rate_limit_exceeded')
assert.ok(Number(refused.response.headers.get('Retry-After')) > 0)
