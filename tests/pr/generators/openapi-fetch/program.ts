// The scenario of ../generators.test.mjs with openapi-typescript and openapi-fetch.
import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { components, paths } from './client/shop.js'

const { SHOP_URL = '', SHOP_KEY = '' } = process.env
const shop = createClient<paths>({ baseUrl: SHOP_URL, headers: { Authorization: `Bearer ${SHOP_KEY}` } })
const anonymous = createClient<paths>({ baseUrl: SHOP_URL })

type Problem = components['schemas']['Problem']

// A call returns data or error, never both.
function done<T>({ data, error }: { data?: T; error?: Problem }): T {
  assert.ok(data, error?.resolution)
  return data
}

const found = done(await shop.POST('/api/v1/tools/products.search', { body: { q: 'solbriller', limit: 3 } }))
assert.equal(found.result.length, 3)
for (const hit of found.result) assert.ok(hit.name.length > 0 && Number.isInteger(hit.priceDkk))

const slug = 'client-openapi-fetch'
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
const once = { header: { 'Idempotency-Key': 'openapi-fetch' } }
done(await shop.POST('/api/v1/tools/products.create', { body: product, params: once }))
done(await shop.POST('/api/v1/tools/products.create', { body: product, params: once })) // answered as the first call was
const read = async () => done(await shop.POST('/api/v1/tools/products.get', { body: { slug } })).result
const made = await read()
assert.equal(made.priceDkk, 9007199254740991)
assert.deepEqual(made.attributes, product.attributes)

const again = await shop.POST('/api/v1/tools/products.create', { body: product })
assert.equal(again.response.status, 409)
assert.equal(again.error?.code, 'slug_taken')
assert.ok(again.error.resolution.length > 10)

const invalid = await shop.POST('/api/v1/tools/products.create', { body: { ...product, name: '', stock: -1 } })
assert.equal(invalid.error?.code, 'validation_failed')
assert.deepEqual(invalid.error.errors?.map((fault) => fault.pointer).sort(), ['/name', '/stock'])

done(await shop.POST('/api/v1/tools/products.update', { body: { slug, patch: { brand: null } } }))
assert.equal((await read()).brand, null)

const seen = new Date((await read()).updatedAt)
done(await shop.POST('/api/v1/tools/products.update', {
  body: { slug, expectedUpdatedAt: seen.toISOString(), patch: { stock: 2 } },
}))
const changed = await read()
assert.equal(changed.stock, 2)
assert.deepEqual(changed.attributes, product.attributes)

const imageUrl = 'https://images.example/client.jpg'
const attached = done(await shop.POST('/api/v1/tools/products.attach_image', { body: { slug, imageUrl } })).result
assert.equal(attached.attached, imageUrl)
assert.equal(attached.totalImages, 1)
const attachedAgain = done(await shop.POST('/api/v1/tools/products.attach_image', { body: { slug, imageUrl } })).result
assert.equal(attachedAgain.alreadyAttached, true)

const orders = done(await shop.POST('/api/v1/tools/orders.list', { body: { status: 'paid', limit: 1 } })).result
const orderId = orders[0]?.id
assert.ok(orderId)
const moved = done(await shop.POST('/api/v1/tools/orders.update_status', { body: { orderId, status: 'processing' } })).result
assert.equal(moved.status, 'processing')

let refused: { response: Response; error?: Problem } | undefined
for (let calls = 0; calls < 10 && !refused?.error; calls++) {
  refused = await anonymous.POST('/api/v1/tools/products.search', { body: {} })
}
assert.equal(refused?.response.status, 429)
assert.equal(refused.error?.code, 'rate_limit_exceeded')
assert.ok(Number(refused.response.headers.get('Retry-After')) > 0)
