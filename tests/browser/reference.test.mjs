// The reference at /docs in a browser.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { answer, call, open, operation, refused } from './page.mjs'
import { launch } from './chromium.mjs'
import { start } from '../program.mjs'

let browser, shop
before(async () => {
  browser = await launch()
  shop = await start()
})
after(async () => {
  await browser?.close()
  await shop?.stop()
})

const menuOf = (page) => page.getByRole('complementary', { name: 'Sidebar for Storefront' })

test('every operation is on the page, with its name and who may call it', async () => {
  const { tools } = await (await fetch(`${shop.url}/api/v1/tools`)).json()
  assert.ok(tools.length >= 27)
  const { page, picture, close } = await open(browser, `${shop.url}/docs`)
  await page.getByRole('heading', { name: 'Storefront', level: 1 }).waitFor()
  await picture('introduction')
  for (const { name, title, scope, anonymous } of tools) {
    await menuOf(page).getByRole('link', { name: title }).first().click()
    for (const word of [name, scope, anonymous ? 'Auth Optional' : 'Auth Required']) {
      await operation(page, title).getByText(word, { exact: true }).first().waitFor()
    }
  }
  await close()
})

test('an address leads to its operation', async () => {
  const { page, picture, close } = await open(browser, `${shop.url}/docs#tag/orders/orders.update_status`)
  await operation(page, 'Move an order to another status').getByText('Legal moves:').waitFor()
  await page.waitForFunction(() => document.title === 'Move an order to another status · Storefront')
  await picture('operation')
  await close()
})

test('an operation can be copied as text', async () => {
  const { page, close } = await open(browser, `${shop.url}/docs#tag/orders/orders.get`, { permissions: ['clipboard-read', 'clipboard-write'] })
  await operation(page, 'Read one order').getByRole('button', { name: 'Copy as Markdown' }).click()
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('/api/v1/tools/orders.get'))
  await close()
})

test('a call without a key shows a product of the shop', async () => {
  const { page, picture, close } = await open(browser, `${shop.url}/docs#tag/products/products.search`)
  const form = await call(page, 'Search the catalogue')
  await form.getByText('200 OK').waitFor()
  await answer(form).getByText('"Round Metal"').waitFor()
  await picture('call')
  await close()
})

test('a call with a key shows the orders, and the key is not kept', async () => {
  const { page, picture, close } = await open(browser, `${shop.url}/docs#tag/orders/orders.list`)
  const form = await call(page, 'List orders', shop.key)
  await form.getByText('200 OK').waitFor()
  await answer(form).getByText('"shippingName"').first().waitFor()
  await picture('call-with-a-key')
  const kept = await page.evaluate(async () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases()]))
  assert.equal(kept, '[{},{},"",[]]')
  await close()
})

test('a bad key shows the problem', async () => {
  const { page, picture, close } = await open(browser, `${shop.url}/docs#tag/products/products.search`)
  const form = await call(page, 'Search the catalogue', 'sfk_invented')
  await form.getByText('401 Unauthorized').waitFor()
  await answer(form).getByText('"invalid_key"').waitFor()
  await picture('bad-key')
  await close(refused(401))
})

test('calls go to the host of the page, even if another address is configured', async () => {
  const elsewhere = await start({ STOREFRONT_BASE_URL: 'https://shop.example' })
  try {
    const { page, close } = await open(browser, `${elsewhere.url}/docs#tag/categories/categories.list`)
    const form = await call(page, 'List the categories')
    await form.getByText('200 OK').waitFor()
    await answer(form).getByText('"Solbriller"', { exact: true }).waitFor()
    await close()
  } finally {
    await elsewhere.stop()
  }
})

test('it fits a telephone', async () => {
  const { page, picture, close } = await open(browser, `${shop.url}/docs`, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  await page.getByRole('heading', { name: 'Storefront', level: 1 }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  await picture('telephone')
  await page.getByRole('button', { name: 'Open Menu' }).tap()
  await menuOf(page).getByRole('link', { name: 'Read one product' }).tap()
  await operation(page, 'Read one product').getByText('products.get', { exact: true }).waitFor()
  await picture('telephone-operation')
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  await close()
})

test('it is dark for those who like it dark', async () => {
  const brightness = async (colorScheme) => {
    const { page, picture, close } = await open(browser, `${shop.url}/docs`, { colorScheme })
    await page.getByRole('heading', { name: 'Storefront', level: 1 }).waitFor()
    await picture(colorScheme)
    const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await close()
    return Math.max(.../\d+, \d+, \d+/.exec(colour)[0].split(', '))
  }
  assert.ok(await brightness('dark') < 64)
  assert.ok(await brightness('light') > 192)
})

test('it says what it is, and every link has a name', async () => {
  const { page, close } = await open(browser, `${shop.url}/docs`)
  await page.getByRole('heading', { name: 'Storefront', level: 1 }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en')
  assert.match(await page.title(), /Storefront/)
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
  assert.doesNotMatch(await page.locator('body').ariaSnapshot(), /^\s*- link(:|$)/m)
  await close()
})

test('without JavaScript it leads to the documents', async () => {
  const { page, close } = await open(browser, `${shop.url}/docs`, { javaScriptEnabled: false })
  for (const name of ['openapi.json', 'openapi.yaml', 'llms.txt']) {
    assert.equal(await page.getByRole('link', { name }).evaluate((link) => link.href), `${shop.url}/${name}`)
  }
  await close()
})
