// The reference at /docs in a browser.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { answer, call, open, operation, refused, send } from './page.mjs'
import { launch } from './chromium.mjs'
import { start } from '../../program.mjs'

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
  await page.locator('#reference h1').waitFor()
  await picture('introduction')
  for (const { name, title, scope, anonymous } of tools) {
    await menuOf(page).getByRole('link', { name: new RegExp(`^${name} `) }).click()
    for (const word of [`${title}.`, scope, anonymous ? 'Auth Optional' : 'Auth Required']) {
      await operation(page, name).getByText(word, { exact: true }).first().waitFor()
    }
  }
  await close()
})

test('an address leads to its operation', async () => {
  const { page, picture, close } = await open(browser, `${shop.url}/docs#tag/orders/orders.update_status`)
  await operation(page, 'orders.update_status').getByText('Legal moves:').waitFor()
  await page.waitForFunction(() => document.title === 'orders.update_status · Storefront API reference')
  await picture('operation')
  await close()
})

test('an operation can be copied as text', async () => {
  const { page, close } = await open(browser, `${shop.url}/docs#tag/orders/orders.get`, { permissions: ['clipboard-read', 'clipboard-write'] })
  await operation(page, 'orders.get').getByRole('button', { name: 'Copy as Markdown' }).click()
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('/api/v1/tools/orders.get'))
  await close()
})

test('a call without a key shows a product of the shop', async () => {
  const { page, picture, close } = await open(browser, `${shop.url}/docs#tag/products/products.search`)
  const form = await call(page, 'products.search')
  await form.getByText('200 OK').waitFor()
  await answer(form).getByText('"Round Metal"').waitFor()
  await picture('call')
  await close()
})

test('a call with a key shows the orders, and the key is not kept', async () => {
  const { page, picture, close } = await open(browser, `${shop.url}/docs#tag/orders/orders.list`)
  const form = await call(page, 'orders.list', shop.key)
  await form.getByText('200 OK').waitFor()
  await answer(form).getByText('"shippingName"').first().waitFor()
  await picture('call-with-a-key')
  const kept = await page.evaluate(async () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases()]))
  assert.equal(kept, '[{},{},"",[]]')
  await close()
})

test('a call that writes is another one each time that it is sent', async () => {
  const { page, close } = await open(browser, `${shop.url}/docs#tag/cart/cart.create`)
  const answers = []
  page.on('response', (response) => { if (new URL(response.url()).pathname.endsWith('/cart.create')) answers.push(response) })
  const form = await call(page, 'cart.create', shop.key)
  await form.getByText('200 OK').waitFor()
  const again = page.waitForResponse('**/cart.create')
  await send(form)
  await again
  const keys = answers.map((response) => response.request().headers()['idempotency-key'])
  assert.equal(new Set(keys).size, 2, `${keys}`)
  for (const response of answers) assert.equal(response.headers()['idempotent-replayed'], undefined)
  await close()
})

test('a bad key shows the problem', async () => {
  const { page, picture, close } = await open(browser, `${shop.url}/docs#tag/products/products.search`)
  const form = await call(page, 'products.search', 'sfk_invented')
  await form.getByText('401 Unauthorized').waitFor()
  await answer(form).getByText('"invalid_key"').waitFor()
  await picture('bad-key')
  await close(refused(401))
})

test('calls go to the host of the page, even if another address is configured', async () => {
  const elsewhere = await start({ STOREFRONT_BASE_URL: 'https://shop.example' })
  try {
    const { page, close } = await open(browser, `${elsewhere.url}/docs#tag/categories/categories.list`)
    const form = await call(page, 'categories.list')
    await form.getByText('200 OK').waitFor()
    await answer(form).getByText('"Solbriller"', { exact: true }).waitFor()
    await close()
  } finally {
    await elsewhere.stop()
  }
})

test('it fits a telephone', async () => {
  const { page, picture, close } = await open(browser, `${shop.url}/docs`, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  await page.locator('#reference h1').waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  await picture('telephone')
  await page.getByRole('button', { name: 'Open Menu' }).tap()
  await menuOf(page).getByRole('link', { name: /^products.get / }).tap()
  await operation(page, 'products.get').getByText('Read one product.', { exact: true }).waitFor()
  await picture('telephone-operation')
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  await close()
})

test('it is dark for those who like it dark', async () => {
  const brightness = async (colorScheme) => {
    const { page, picture, close } = await open(browser, `${shop.url}/docs`, { colorScheme })
    await page.locator('#reference h1').waitFor()
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
  await page.locator('#reference h1').waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en')
  assert.match(await page.title(), /Storefront/)
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
  assert.doesNotMatch(await page.locator('body').ariaSnapshot(), /^\s*- link(:|$)/m)
  await close()
})

test('an operation is found by its name', async () => {
  const { page, picture, close } = await open(browser, `${shop.url}/docs`)
  await menuOf(page).getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox', { name: 'Enter search query' }).fill('products.search')
  const found = page.getByRole('listbox', { name: 'Reference Search Results' }).getByRole('option', { name: /products\.search ,/ })
  await found.waitFor()
  await picture('search')
  await found.click()
  await page.waitForURL('**/docs#tag/products/products.search')
  await close()
})

test('a type reads as what it is, not as the name of its schema', async () => {
  const { page, picture, close } = await open(browser, `${shop.url}/docs`)
  for (const name of ['products.update', 'products.get', 'orders.get', 'cart.get_summary', 'pages.set_layout']) {
    await menuOf(page).getByRole('link', { name: new RegExp(`^${name} `) }).click()
    const section = operation(page, name)
    await section.waitFor()
    await section.getByRole('button', { name: /^200/ }).click()
    const closed = section.locator('button.property-toggle[aria-expanded=false]')
    let opened = 0
    for (; opened < 100 && await closed.count(); opened++) await closed.first().click()
    assert.ok(opened > 1 && opened < 100, `${name}: ${opened} schemas were opened`)
    assert.doesNotMatch(await section.innerText(), /OrNull/)
  }
  const type = operation(page, 'pages.set_layout').locator('.property-type-signature', { hasText: /null/ }).first()
  const shown = await type.locator('.property-type-token--punctuation').evaluate((sign) => [getComputedStyle(sign).fontSize, getComputedStyle(sign, '::after').content])
  assert.deepEqual(shown, ['0px', '"or"'])
  await picture('types')
  await close()
})
