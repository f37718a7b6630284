// The pages of a real catalogue: icecat-products.jsonl.gz and icecat-categories.jsonl in the
// folder that CATALOGUE names.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { listed } from './crawler.mjs'
import { checkLinked } from './linked.mjs'
import { open } from './page.mjs'
import { launch } from './chromium.mjs'
import { looks, sound } from './sound.mjs'
import { start } from '../../program.mjs'

const files = { categories: 'icecat-categories.jsonl', products: 'icecat-products.jsonl.gz' }
const path = (kind) => join(process.env.CATALOGUE, files[kind])
const lines = (text) => text.toString().trim().split('\n').map((line) => JSON.parse(line))
const categories = lines(readFileSync(path('categories')))
const products = lines(gunzipSync(readFileSync(path('products'))))
const imagesOf = [...new Set(products.flatMap(({ images }) => images).map((image) => new URL(image).host))]
const every = (nth, all) => all.filter((_, i) => i % nth === 0)

let browser, shop
before(async () => {
  browser = await launch()
  shop = await start({ STOREFRONT_DEMO: 'false', STOREFRONT_PAGES_QUOTA: '100000' })
  for (const kind of Object.keys(files)) assert.match(shop.run('import', kind, path(kind)), / 0 skipped, 0 refused\n$/)
})
after(async () => {
  await browser?.close()
  await shop?.stop()
})

const visit = (address, look) => open(browser, shop.url + address, { ...looks[look], imagesOf })
const numberOf = async (page) => Number((await page.getByRole('status').innerText()).replace(/\D/g, ''))

for (const look of ['desktop', 'phone-dark']) {
  describe(look, () => {
    const addresses = ['/', '/products', '/products?q=laptop&inStock=true&sort=price_desc', '/categories/toner-and-ink', ...every(5000, products).map(({ slug }) => `/products/${slug}`)]
    for (const address of addresses) {
      test(address, async () => {
        const { page, close } = await visit(address, look)
        await sound(page)
        await close()
      })
    }
  })
}

test('a search is narrowed by what its filters count', async () => {
  const { page, close } = await visit('/products', 'desktop')
  assert.equal(await numberOf(page), products.length)
  await page.getByRole('searchbox').fill('toner cartridge')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products?q=toner+cartridge')
  const brand = page.getByRole('group', { name: 'Mærke' }).locator('label').first()
  const [name, count] = [await brand.locator('input').inputValue(), Number(await brand.locator('small').innerText())]
  assert.ok(count > 24 && count < await numberOf(page))
  await brand.click()
  await page.getByRole('button', { name: 'Vis' }).click()
  await page.waitForURL(({ searchParams }) => searchParams.get('brand') === name)
  assert.equal(await numberOf(page), count)
  assert.deepEqual([...new Set(await page.locator('.card .brand').allInnerTexts())], [name])
  await close()
})

test('the pages of a list have an end', async () => {
  const { page, close } = await visit('/categories/cables', 'desktop')
  const number = await numberOf(page)
  assert.equal(number, products.filter(({ categorySlug }) => categorySlug === 'cables').length)
  const last = Math.ceil(number / 24)
  await page.goto(`${shop.url}/categories/cables?page=${last - 1}`)
  await page.getByRole('link', { name: 'Næste' }).click()
  await page.getByText(`Side ${last} af ${last}`, { exact: true }).waitFor()
  assert.equal(await page.locator('.card').count(), number - 24 * (last - 1))
  assert.equal(await page.getByRole('link', { name: 'Næste' }).count(), 0)
  await page.goto(`${shop.url}/products?page=1000000`)
  assert.equal(await page.getByRole('link', { name: 'Næste' }).count(), 0)
  assert.ok(await page.getByRole('link', { name: 'Forrige' }).count() > 0)
  await close()
})

test('the sitemap has every product and every category', async () => {
  const map = await listed(shop.url)
  const things = [...categories.map(({ slug }) => `/categories/${slug}`), ...products.map(({ slug }) => `/products/${slug}`)]
  assert.deepEqual(map.sort(), [...things, '/', '/products', '/docs', '/llms.txt'].sort())
  for (const address of every(97, products).map(({ slug }) => `/products/${slug}`)) {
    const answer = await fetch(shop.url + address, { headers: { Accept: 'text/html' } })
    assert.equal(answer.status, 200, address)
    assert.deepEqual(Object.keys(checkLinked(await answer.text(), shop.url)).sort(), ['BreadcrumbList', 'Product'], address)
  }
})
