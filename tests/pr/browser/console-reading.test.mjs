// What a page says when what it reads is refused: each call of each page, with each code that the contract has for it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { enter, load, openSandbox, payments, sandbox, settled, visit } from './console.mjs'
import { launch } from './chromium.mjs'
import { answer, codesOf, operations, refuser, sentence } from './refusing.mjs'

const press = (name) => (page) => page.getByRole('button', { name }).first().click()
const { order, customer, phone, webhook, delivery } = sandbox

const byName = { 'keys.list': 'who did it is told without the name of the key' }

// pages is the address of each, and what is done there to read more: `of` is what that reads.
// `silent` is what a page also reads and says nothing of, with the reason.
const pages = [
  { at: 'activity', silent: byName },
  { at: 'activity', open: detail, of: ['audit.get'] },
  { at: 'activity?toolPrefix=products.', open: press('Undo all of these'), of: ['audit.list'] },
  { at: 'activity', open: async (page) => { await page.keyboard.press('Control+k'); await page.keyboard.type('metal') }, of: ['products.search'] },
  { at: 'approvals', silent: { ...byName, 'products.get': 'without it what is there now is not shown beside what was' } },
  { at: 'approvals', open: (page) => page.locator('article summary').first().click(), of: ['approvals.get'] },
  { at: 'orders' },
  { at: 'orders', open: (page) => page.locator('[data-select]').first().check(), of: ['orders.transitions'] },
  { at: `orders/${order}`, silent: byName },
  { at: `orders/${order}`, open: press('Begin a payment…'), of: ['payments.methods'] },
  { at: 'payments' },
  { at: 'payments', open: payment, of: ['payments.get', 'audit.list'] },
  { at: 'catalogue' },
  { at: 'catalogue', open: async (page) => { await page.locator('[data-select]').first().check(); await page.getByRole('link', { name: 'Change them' }).click() }, of: ['products.search'] },
  { at: 'catalogue/new?from=round-metal' },
  { at: 'catalogue/round-metal' },
  { at: 'catalogue/bulk' },
  { at: 'catalogue/import' },
  { at: 'catalogue/trash' },
  { at: 'catalogue/categories' },
  { at: 'marketing' },
  { at: 'marketing/codes/VINTER15' },
  { at: 'marketing/campaigns' },
  { at: 'content' },
  { at: 'content/pages/om-os' },
  { at: 'content/pages/om-os', open: press('Preview'), of: ['pages.preview'] },
  { at: 'content/pages/om-os/layout' },
  { at: 'content/services' },
  { at: 'content/services/synsproeve' },
  { at: 'content/redirects' },
  { at: 'customers?q=emil' },
  { at: `customers?q=${phone}` },
  { at: `customers/${customer}` },
  { at: `customers/${customer}`, open: press('Download all'), of: ['customer.export'] },
  { at: 'analytics' },
  { at: 'analytics', open: press('Add a synonym'), of: ['settings.get'] },
  { at: 'keys', silent: { 'analytics.key_activity': 'one of many small pictures' } },
  { at: `keys/${sandbox.key}` },
  { at: 'webhooks' },
  { at: `webhooks/${webhook}` },
  { at: `webhooks/${webhook}/${delivery}`, of: ['webhooks.get_delivery'] },
  { at: 'settings' },
  { at: 'settings/search' },
  { at: 'settings/switches' },
  { at: 'settings/system' },
  { at: 'tools' },
  { at: 'tools', open: press('As another key'), of: ['keys.list'] },
  { at: 'tools/products.search' },
]

// around is what every page reads for what is around it, with what is shown instead.
const around = { 'site.get_shop': 'the shop is called Storefront', 'analytics.attention': 'the menu has no numbers; they are asked for again in five seconds' }

// unread is the operations that no page reads, with the reason.
const unread = {
  'cart.get_summary': 'carts belong to buyers', 'site.get_page': 'the console reads drafts too, by pages.get', 'site.list_pages': 'as site.get_page',
  'products.suggest': 'the palette finds products by products.search', 'customer.lookup_by_email': 'customer.list finds e-mail addresses too',
}

let browser, shop, page, refusing, made
const met = new Set(Object.keys(around))

before(async () => {
  browser = await launch()
  shop = await openSandbox()
  made = await payments(shop)
  await fetch(`${shop.url}/products?q=findesikke`)
  while ((await shop.call('analytics.search_terms', { noResultsOnly: true })).length === 0) await new Promise((later) => setTimeout(later, 200))
  ;({ page } = await enter(browser, shop))
  refusing = await refuser(page)
})
after(async () => {
  await browser?.close()
  await shop?.stop()
})

// payment leads to one.
async function payment(page) {
  await page.getByRole('link', { name: made.taken.paymentId.slice(-6), exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /^Payment / }).waitFor()
}

// detail opens the first entry of the history.
async function detail(page) {
  await page.locator('.feed summary').first().click()
  await page.locator('.feed details[open] > :not(summary)').first().waitFor()
}

// says waits until the only problem on the page is this, after pressing "Try again" if that is asked for.
async function says(words, pressed = false, on = page) {
  const shown = await on.evaluate(async ([wanted, presses]) => {
    const notes = () => [...document.querySelectorAll('.problem[role=alert]')].filter((note) => note.checkVisibility())
    if (presses) [...notes()[0].querySelectorAll('button')].find((button) => /^(Try again|Again in|Prøv igen|Igen om)/.test(button.innerText)).click()
    const end = performance.now() + 5_000
    while (performance.now() < end && notes().map((note) => note.firstElementChild.innerText.includes(wanted)).join() !== 'true') await new Promise(requestAnimationFrame)
    return notes().map((note) => note.firstElementChild.innerText)
  }, [words, pressed])
  assert.equal(shown.length, 1, `${shown.join(' | ')}; expected only: ${words}`)
  assert.ok(shown[0].includes(words), `${shown[0]}; expected: ${words}`)
}

const text = async () => (await page.locator('main').innerText()).replace(/\d+/g, '0')
const problems = () => page.locator('.problem[role=alert]:visible')

for (const { at, open, of, silent = {} } of pages) {
  test(`${at}: ${of ?? 'what it reads'}`, async () => {
    const show = async (go, ...refused) => { // what is opened is refused, not the page that it is opened on
      refusing.with(...open ? [] : refused)
      await go(page, at)
      refusing.with(...refused)
      await open?.(page)
      await settled(page)
    }
    refusing.asked.clear()
    await show(load)
    const whole = await text()
    assert.equal(await problems().count(), 0)

    for (const name of of ?? [...refusing.asked].filter((one) => !(one in around) && !(one in silent))) {
      met.add(name)
      // The history of a thing is the same part on every page: there one code is enough.
      const codes = name === 'audit.list' && at !== 'activity' ? [['unavailable', 503]] : codesOf(name)
      for (const [n, code] of codes.entries()) {
        const before = codes[n - 1]?.[0]
        refusing.with(name, code)
        if (n === 0 || open && before === 'validation_failed') await show(load, name, code)
        else if (before === 'validation_failed') { // which is not tried again
          await visit(page, 'keys/new')
          await show(visit, name, code)
        }
        await says(sentence(code[0], name, { reads: true }), n > 0 && before !== 'validation_failed')
        await settled(page) // the next code may be told in the same words
        if (code[0] === 'validation_failed') assert.match(await problems().innerText(), /nowhere\s+It is of another kind/)
      }
      refusing.with()
      await problems().getByRole('button', { name: /^(Try again|Again in)/ }).click()
      await problems().waitFor({ state: 'detached' })
      await settled(page)
      assert.equal(await text(), whole, name)
    }
    assert.deepEqual(refusing.broken.splice(0), [])
  })
}

test('what is around a page fails without a word, as the page is whole', async () => {
  for (const name of Object.keys(around)) {
    refusing.with(name, ['unavailable', 503])
    await load(page, 'customers')
    assert.equal(await problems().count(), 0)
  }
  assert.deepEqual(refusing.broken.splice(0), [])
})

test('a bearer that is renewed makes no look at personal data again', async () => {
  await load(page, 'orders')
  refusing.asked.clear()
  refusing.with('orders.transitions', ['invalid_key', 401])
  await page.locator('[data-select]').first().check()
  await says(sentence('invalid_key'))
  await settled(page)
  assert.deepEqual([...refusing.asked].filter((name) => !(name in around)), ['orders.transitions'])
})

test('without a session, signing in opens over the page, which is read after it', async () => {
  await load(page, 'customers')
  refusing.with('orders.list', ['invalid_key', 401])
  await page.route('**/admin/session/renew', (route) => answer(route, 'orders.list', ['session_expired', 401]))
  await page.evaluate(() => { location.hash = '#/orders' })
  await page.locator('.cover input').fill(shop.keys.owner)
  await says(sentence('invalid_key'))
  refusing.with()
  await page.keyboard.press('Enter')
  await page.locator('.cover').waitFor({ state: 'detached' })
  await page.locator('main tbody tr').first().waitFor()
  assert.equal(await problems().count(), 0)
  await page.unroute('**/admin/session/renew')
})

test('in Danish it says the same, and what may be sent again is, when its time has come', async () => {
  const danish = await enter(browser, shop, { locale: 'da-DK', at: `#/orders/${order}` })
  const refusingToo = await refuser(danish.page)
  const [wrong, ...codes] = codesOf('orders.get')
  for (const [n, code] of [...codes, wrong].entries()) {
    refusingToo.with('orders.get', code)
    if (n === 0) await load(danish.page, `orders/${order}`)
    await says(sentence(code[0], 'orders.get', { language: 'da', reads: true }), n > 0, danish.page)
  }
  refusingToo.with('orders.get', ['unavailable', 503], { retryAfter: 2 })
  await load(danish.page, `orders/${order}`)
  await danish.page.getByRole('button', { name: /^Igen om [12] s$/ }).waitFor()
  refusingToo.with()
  await danish.page.locator('main .problem').waitFor({ state: 'detached' })
  await danish.page.getByRole('heading', { level: 1, name: /^Ordre/ }).waitFor()
  await danish.page.context().close()
})

test('every operation that reads was refused on a page, or has a reason', () => {
  assert.deepEqual(operations.read.filter((name) => met.has(name) === name in unread), [])
})
