// What crawlers and search engines find.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listed, reached, visit } from './crawler.mjs'
import { checkLinked } from './linked.mjs'
import { open, pages } from './shop.mjs'

let shop
before(async () => { shop = await open() })
after(() => shop?.stop())

// linked returns the JSON-LD of a page by its type.
async function linked(path) {
  const html = await (await fetch(shop.url + path, { headers: { Accept: 'text/html' } })).text()
  return checkLinked(html, shop.url)
}

const types = {
  home: ['Organization', 'WebSite'], products: ['BreadcrumbList'], search: ['BreadcrumbList'], nothing: ['BreadcrumbList'],
  product: ['BreadcrumbList', 'FAQPage', 'Product'], images: ['BreadcrumbList', 'Product'], bare: ['BreadcrumbList', 'Product'], category: ['BreadcrumbList'],
  services: ['BreadcrumbList'], service: ['BreadcrumbList', 'Service'], info: ['BreadcrumbList'], layout: ['BreadcrumbList', 'FAQPage'],
}
for (const [name, path] of Object.entries(pages)) {
  test(`JSON-LD of ${name} has what search engines require`, async () => {
    assert.deepEqual(Object.keys(await linked(path)).sort(), types[name])
  })
}

test('an offer is what the operations say', async () => {
  const offer = async () => (await linked(pages.product)).Product.offers
  const { priceDkk } = await shop.call('products.get', { slug: 'round-metal' })
  assert.equal((await offer()).price, (priceDkk / 100).toFixed(2))
  assert.equal((await offer()).availability, 'https://schema.org/InStock')
  await shop.call('products.update', { slug: 'round-metal', patch: { priceDkk: priceDkk + 50, stock: 0 } })
  assert.equal((await offer()).price, (priceDkk / 100 + 0.5).toFixed(2))
  assert.equal((await offer()).availability, 'https://schema.org/OutOfStock')
})

test('a crawler that knows only the address finds every live thing, and nothing else', async () => {
  await shop.call('products.delete', { slug: 'cat-eye', confirm: true })
  await shop.call('services.update', { slug: 'tilpasning', patch: { status: 'draft' } })
  await shop.call('pages.upsert', { slug: 'kladde', title: 'Kladde', body: 'Ikke færdig.', status: 'draft' })
  const slugs = async (folder, operation, body = {}) => (await shop.call(operation, body)).map(({ slug }) => folder + slug)
  const live = (await Promise.all([
    slugs('/products/', 'products.search', { limit: 100 }), slugs('/categories/', 'categories.list'), slugs('/info/', 'site.list_pages'),
    slugs('/services/', 'services.list', { status: 'published' }),
  ])).flat().sort()
  assert.ok(live.length > 50)
  assert.ok(!live.includes('/products/cat-eye'))
  const things = (paths) => paths.filter((path) => /^\/(products|info|categories|services)\/[^/?]*$/.test(path)).sort()
  const map = await listed(shop.url)
  assert.deepEqual(things(map), live)
  assert.deepEqual(map.filter((path) => !live.includes(path)).sort(), ['/', '/docs', '/llms.txt', '/products', '/services'])
  await visit(shop.url, map)
  assert.deepEqual(things(await reached(shop.url)), live)
})
