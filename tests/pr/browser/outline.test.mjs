// What /docs shows before the renderer has drawn the reference, and how that takes over.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { open, refused } from './page.mjs'
import { launch } from './chromium.mjs'
import { start } from '../../program.mjs'
import { looks, sound } from './sound.mjs'

let browser, shop, contract
before(async () => {
  browser = await launch()
  shop = await start()
  contract = await (await fetch(`${shop.url}/openapi.json`)).json()
})
after(async () => {
  await browser?.close()
  await shop?.stop()
})

// operations are those of the contract, with their addresses in the page.
const operations = () => Object.entries(contract.paths).flatMap(([path, item]) => Object.entries(item)
  .filter(([, { operationId }]) => operationId)
  .map(([method, { operationId, summary, tags }]) => ({ method, path, name: operationId, summary, address: `tag/${tags[0]}/${operationId}` })))

// slow opens the reference, whose renderer arrives when the test says so.
async function slow(address, options) {
  let arrive
  const arrived = new Promise((resolve) => { arrive = resolve })
  const prepare = (page) => page.route('**/scalar.js?*', (route) => arrived.then(() => route.continue()))
  const opened = await open(browser, address, { prepare, until: 'domcontentloaded', ...options })
  await opened.page.getByRole('heading', { name: 'Storefront', level: 1 }).waitFor()
  return { ...opened, arrive }
}

test('the introduction and every operation are there without the renderer', async () => {
  const { page, close } = await open(browser, `${shop.url}/docs`, { javaScriptEnabled: false })
  for (const text of ['This call needs no key', `curl ${shop.url}/api/v1/tools/products.search`, 'storefront keys create', 'claude mcp add']) {
    await page.locator('#outline .introduction').getByText(text).first().waitFor()
  }
  const shown = await page.evaluate(() => [...document.querySelectorAll('#outline .group > section')].map((section) => ({
    address: section.id, name: section.querySelector('h3').innerText, summary: section.querySelector('.summary').innerText,
    call: section.querySelector('.facts code').innerText, linked: document.querySelector(`nav a[href="#${CSS.escape(section.id)}"]`)?.innerText.split(/\s/)[0],
  })))
  const wanted = operations().map(({ address, name, summary, method, path }) => ({ address, name, summary, call: `${method.toUpperCase()} ${path}`, linked: name }))
  const byAddress = (a, b) => a.address < b.address ? -1 : 1
  assert.ok(wanted.length > 100)
  assert.deepEqual(shown.sort(byAddress), wanted.sort(byAddress))
  for (const name of ['openapi.json', 'openapi.yaml', 'llms.txt']) {
    assert.equal(await page.getByRole('complementary').getByRole('link', { name }).evaluate((link) => link.href), `${shop.url}/${name}`)
  }
  await page.getByRole('navigation').getByRole('link', { name: 'webhooks.create' }).click()
  assert.ok(Math.abs(await page.locator('[id="tag/webhooks/webhooks.create"]').evaluate((section) => section.getBoundingClientRect().top)) < 60)
  await close()
})

for (const [name, look] of Object.entries(looks)) {
  test(`it is sound before and after the renderer takes over: ${name}`, async () => {
    const { page, picture, close, arrive } = await slow(`${shop.url}/docs`, { ...look, locale: 'en-GB' })
    await sound(page)
    await picture(`outline-${name}`)
    const heading = () => page.getByRole('heading', { name: 'Storefront', level: 1 }).boundingBox()
    const before = await heading()
    arrive()
    await page.locator('#reference h1').waitFor()
    const now = await heading()
    assert.equal(await page.locator('#outline').count(), 0)
    assert.ok(Math.abs(before.y - now.y) < 8 && before.x === now.x, `${JSON.stringify(before)} is now ${JSON.stringify(now)}`)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), look.viewport.width)
    await picture(`renderer-${name}`)
    await close()
  })
}

test('an address leads to its operation before the renderer takes over, and after', async () => {
  const { page, close, arrive } = await slow(`${shop.url}/docs#tag/orders/orders.update_status`)
  const atTop = (within) => page.waitForFunction((where) => {
    const section = document.querySelector(`${where} section[id$="tag/orders/orders.update_status"]`)
    return section && Math.abs(section.getBoundingClientRect().top) < 60
  }, within)
  await atTop('#outline')
  arrive()
  await atTop('#reference')
  await page.waitForFunction(() => document.title.startsWith('orders.update_status'))
  await close()
})

test('who has read on stays there when the renderer takes over', async () => {
  const { page, close, arrive } = await slow(`${shop.url}/docs`)
  await page.evaluate(() => document.getElementById('tag/webhooks/webhooks.create').scrollIntoView())
  const pages = await page.evaluate(() => history.length)
  arrive()
  await page.waitForFunction(() => Math.abs(document.querySelector('#reference section[id$="tag/webhooks/webhooks.create"]')?.getBoundingClientRect().top) < 60)
  assert.equal(await page.evaluate(() => location.hash), '#tag/webhooks/webhooks.create')
  assert.equal(await page.evaluate(() => history.length), pages)
  await close()
})

for (const file of ['docs/assets/scalar.js', 'openapi.json']) {
  test(`without ${file} the page says so, and stays`, async () => {
    const prepare = (page) => page.route((url) => url.pathname === `/${file}`, (route) => route.fulfill({ status: 503 }))
    const { page, close } = await open(browser, `${shop.url}/docs`, { prepare })
    await page.getByText('could not be loaded').waitFor()
    assert.equal(await page.locator('#outline h3').count(), operations().length)
    await close(refused(503))
  })
}
