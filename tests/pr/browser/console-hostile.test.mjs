// Hostile text in every place that takes text: it is shown as text, within the page, wherever it is shown.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { begun, enter, load, openSandbox, sandbox, settled } from './console.mjs'
import { launch } from './chromium.mjs'
import { looks } from './sound.mjs'

// evil is markup, a letter of no width, text from right to left that never ends, and a word that no line can hold; text is it with
// as many characters as a field takes.
const evil = '<img src=x onerror="alert(1)"><script>alert(2)</script>\u200B\u202E<svg onload=alert(3)>'
const text = (max) => (evil + 'W'.repeat(max)).slice(0, max)
const { order, webhook, delivery } = sandbox
const lines = [{ slug: 'x', name: evil, priceDkk: 'W'.repeat(500) }, { [evil]: 1 }].map((line) => JSON.stringify(line))
const file = { name: `${evil.replaceAll('/', '')}.jsonl`, mimeType: 'application/json', buffer: Buffer.from(lines.join('\n')) }

let browser, shop, made
before(async () => {
  browser = await launch()
  shop = await openSandbox()
  const { call } = shop
  await call('categories.upsert', { slug: 'ond', name: text(300), description: text(2_000) })
  await call('products.create', {
    slug: 'ond', name: text(300), description: text(100_000), categorySlug: 'ond', priceDkk: 12_345, stock: 1,
    brand: text(200), frameColor: text(200), lensColor: text(200), answerSummary: text(500),
    attributes: { [text(200)]: text(10_000), list: [text(1_000)] }, comparisonFacts: { [text(200)]: text(2_000) },
    faq: [{ q: text(10_000), a: text(10_000) }], useCases: [{ title: text(300), description: text(10_000) }],
    options: [{ name: text(50), values: [text(100)] }], variants: [{ attributes: { [text(50)]: text(100) }, sku: text(100), priceOere: 12_345, stock: 1 }],
  })
  await call('products.update', { slug: 'minuet', patch: { name: text(300), priceDkk: 54_321 } })
  await call('products.create', { slug: 'ond-slettet', name: text(300), description: text(100), categorySlug: 'ond', priceDkk: 100, stock: 1 })
  await call('products.delete', { slug: 'ond-slettet', confirm: true })
  const { cartId } = await call('cart.create', { items: [{ slug: 'minuet', quantity: 2 }] })
  const placed = await call('orders.create', {
    cartId, email: 'ond@example.com', phoneNumber: '+4599999999', paymentMethod: 'card', aiAgentSource: text(100),
    shippingName: text(200), shippingAddress: text(200), shippingZip: '1165', shippingCity: text(100),
  })
  const { paymentId } = await begun(shop, placed.id, 'manual')
  await call('payments.confirm_manual', { paymentId, reference: text(100), reason: text(500), confirm: true })
  await call('payments.refund', { paymentId, amountOere: 100, reason: text(500), confirm: true })
  await call('orders.add_note', { orderId: placed.id, text: text(2_000) })
  await call('orders.set_tracking', { orderId: order, carrier: text(100), trackingNumber: text(100) })
  await call('discounts.create', { code: 'OND<IMG>', type: 'percent', value: 5 })
  await call('marketing.create_campaign', { announcement: text(200), discountCode: 'OND', discountType: 'percent', discountValue: 5 })
  await call('pages.upsert', { slug: 'ond', title: text(300), body: text(100_000), metaDescription: text(300) })
  await call('pages.set_layout', { slug: 'ond', confirm: true, layout: { sections: [{ id: 'hero', key: 'hero', enabled: true, props: { title: text(200), subtitle: text(500) } }] } })
  await call('services.create', { slug: 'ond', title: text(200), shortDescription: text(500), priceString: text(100), body: text(100_000), features: [text(300)] })
  await call('redirects.import', { csv: `"/ond${'W'.repeat(400)}<img/src=x/onerror=alert(1)>","/info/om-os"`, confirm: true })
  await call('settings.update_branding', { patch: { storeName: text(100), tagline: text(200), announcement: text(200) } })
  const picture = await call('images.upload', { fileName: text(200), contentType: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' })
  const agent = await call('keys.create', { name: text(200), holder: 'agent', scopes: ['products:write'], limits: { maxPriceChangePercent: 1, approval: true } })
  await assert.rejects(call('products.update', { slug: 'ond', patch: { name: text(299), priceDkk: 1 } }, agent.secret), /approval_required|has_variants/)
  await assert.rejects(call('products.update', { slug: 'minuet', patch: { name: text(299), priceDkk: 1 } }, agent.secret), /approval_required/)
  const hook = await call('webhooks.create', { url: `https://hooks.example/${'W'.repeat(500)}`, description: text(300), events: ['order.created'] })
  const owner = await call('keys.create', { name: text(200), holder: 'person', scopes: Object.keys(shop.keys).filter((scope) => scope.includes(':')) })
  await call('products.search', { q: 'V'.repeat(100) }) // a longer one is not counted, nor are signs
  while ((await call('analytics.search_terms', { noResultsOnly: true })).length === 0) await setTimeout(200) // it appears some seconds after the search
  const customers = await call('customer.list', { q: 'ond@example.com' })
  made = { order: placed.id, payment: paymentId, customer: customers.items[0].id, agent: agent.id, hook: hook.id, secret: owner.secret }
}, { timeout: 60_000 })
after(async () => {
  await browser?.close()
  await shop?.stop()
})

const first = (selector) => (page) => page.locator(selector).first().click()
const tried = async (page) => {
  await first('main form .row button:not(.small)')(page)
  await page.locator('#answer').waitFor()
}

// places is the pages that show such text, and what is done there to show it.
const places = () => [
  ['activity', first('.feed summary')], ['activity', first('[data-undo]')], ['approvals', first('article summary')],
  ['orders'], [`orders/${made.order}`], [`payments/${made.payment}`], [`orders/${order}`],
  ['catalogue'], ['catalogue?q=ond'], ['catalogue/ond'], ['catalogue/new?from=ond'], ['catalogue/trash'], ['catalogue/categories'], ['catalogue/categories?edit=ond'],
  ['catalogue?q=ond', async (page) => {
    await page.locator('[data-select]').first().check()
    await page.locator('.note .button').click()
    await page.locator('main fieldset input').fill('1')
    await page.locator('main form p > button:not([type])').click()
    await page.locator('tbody tr').first().waitFor()
  }],
  ['catalogue/bulk', (page) => page.locator('#rows').fill(`slug\t${evil}\n${evil}\t1`)],
  ['catalogue/import', async (page) => {
    await page.locator('input[type=file]').setInputFiles(file)
    await page.locator('main form button').click()
    await page.locator('tbody tr').first().waitFor()
  }],
  ['marketing'], ['marketing/campaigns'], ['marketing/codes/OND%3CIMG%3E'],
  ['content'], ['content/pages/ond'], ['content/pages/ond/layout'], ['content/services'], ['content/services/ond'], ['content/redirects'],
  ['customers?q=ond@example.com'], ['customers?q=%2B4599999999'], [`customers/${made.customer}`], [`customers?${new URLSearchParams({ q: evil })}`], ['analytics'],
  ['keys'], [`keys/${made.agent}`], ['webhooks'], [`webhooks/${made.hook}`], [`webhooks/${webhook}/${delivery}`], ['settings'], ['settings/system'],
  ['tools/products.search', tried], ['tools/audit.list', tried],
  ['customers', async (page) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText(evil)
  }],
]

for (const look of ['phone', 'desktop']) {
  test(`hostile text stays text: ${look}`, async () => {
    const { page, picture, close } = await enter(browser, shop, { ...looks[look], key: made.secret })
    page.on('dialog', () => assert.fail('a script ran'))
    // What a receiver of webhooks answers is of the receiver: no program of ours says such a thing.
    await page.route('**/webhooks.get_delivery', async (route) => {
      const answer = await route.fetch()
      const told = await answer.json()
      told.result.attempts = [{ at: told.result.at, status: 500, durationMs: 1, responseBody: text(1_000), error: text(300) }]
      return route.fulfill({ response: answer, json: told })
    })
    for (const [n, [path, act]] of places().entries()) {
      await load(page, path)
      await act?.(page)
      await settled(page)
      await picture(`hostile-${look}-${n}`)
      assert.deepEqual(await page.evaluate(inPage), { shown: true, markup: 0, mirrored: [], width: looks[look].viewport.width }, path)
    }
    await close()
  })
}

// inPage is what a page makes of such text: whether it shows it, what became markup, which other texts its direction turned
// around, and how wide it makes the page.
function inPage() {
  const within = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main')
  const shown = [within.textContent, ...[...within.querySelectorAll('input, textarea')].map((field) => field.value)]
  const mirrored = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.data.search(/[\p{L}\d]{2}/u)
    if (at < 0 || node.data.includes('\u202E')) continue
    const [one, next] = [at, at + 1].map((from) => {
      const range = document.createRange()
      range.setStart(node, from)
      range.setEnd(node, from + 1)
      return range.getBoundingClientRect()
    })
    if (one.top === next.top && one.left > next.left) mirrored.push(node.data)
  }
  return {
    shown: shown.some((one) => /onerror|<img>|[WV]{20}/i.test(one)),
    markup: document.querySelectorAll('body script, img[src="x"], svg[onload], [onerror]').length,
    mirrored,
    width: document.documentElement.scrollWidth,
  }
}
