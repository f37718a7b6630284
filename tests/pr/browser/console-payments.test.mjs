// Payments as the owner of a shop uses them: begun on an order, paid by the buyer in the same browser, taken, cancelled, confirmed and given back.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { begun, decide, enter, load, openSandbox, placed, sandbox, settled, visit } from './console.mjs'
import { launch } from './chromium.mjs'
import { refused } from './page.mjs'
import { answer } from './refusing.mjs'
import { looks, sound } from './sound.mjs'

let browser, shop
before(async () => {
  browser = await launch()
  shop = await openSandbox()
})
beforeEach(() => shop.reset())
after(async () => {
  await browser?.close()
  await shop?.stop()
})

const { order } = sandbox // not paid
const number = (id) => id.slice(-6)
const section = (page) => page.getByRole('region', { name: 'Payments' })
const said = (page, text) => page.locator('.toast', { hasText: text }).waitFor()
const chip = (page, words) => page.locator('main h1 .chip').getByText(words, { exact: true })
const statusOf = async (orderId) => (await shop.call('orders.get', { orderId })).status

// paidFor is a new order that its buyer has paid, with the payment.
async function paidFor(captureOn = 'payment') {
  await shop.call('settings.update_payments', { patch: { captureOn } })
  const orderId = await placed(shop)
  const payment = await begun(shop, orderId)
  return { orderId, ...await decide(shop, payment, 'pay', captureOn === 'payment' ? 'captured' : 'authorized') }
}

test('an owner begins a payment, the buyer pays at its page, and a part is given back through it', async () => {
  const { page, picture, close } = await enter(browser, shop, { at: `#/orders/${order}`, locale: 'en-GB' })
  await section(page).getByRole('button', { name: 'Begin a payment…' }).click()
  const dialog = page.locator('dialog')
  await dialog.getByText('Of 899.00, the whole order.').waitFor()
  await settled(page)
  assert.deepEqual(await dialog.getByLabel('How the buyer pays').locator('option').allInnerTexts(), ['Test, no money moves', 'Transfer or on account'])
  await dialog.getByRole('button', { name: 'Begin it' }).click()
  await said(page, 'The payment is: waits for the buyer.')
  const url = await section(page).locator('code').innerText()
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/pay\/[0-9a-f]{32}$/)
  await section(page).getByText(/^Until /).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await section(page).getByRole('button', { name: 'Copy' }).click()
  await section(page).getByText('Copied').waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), url)
  assert.equal(await section(page).getByRole('button', { name: 'Begin a payment…' }).count(), 0)
  await picture('console-payments-begun')

  const [buyer] = await Promise.all([page.waitForEvent('popup'), section(page).getByRole('link', { name: 'Open the page of the buyer' }).click()])
  await buyer.getByRole('button', { name: 'Pay', exact: true }).click()
  await buyer.getByText('paid', { exact: true }).waitFor()
  await buyer.close()
  await section(page).locator('.chip').getByText('paid', { exact: true }).waitFor() // by itself
  await page.getByText('The order has moved on: paid.').waitFor()
  await page.getByRole('status').getByRole('button', { name: 'Read again' }).click()
  await chip(page, 'paid').waitFor()
  await page.locator('.facts').getByText('Test, no money moves: card').waitFor()

  await page.getByRole('group', { name: 'What may come next' }).getByRole('button', { name: 'Refund…' }).click()
  await dialog.getByText('The payment provider gives it to the buyer.').waitFor()
  await dialog.getByRole('spinbutton').fill('1')
  await dialog.getByLabel(/^Refund/).selectOption('amount')
  await dialog.getByLabel('Amount, kr.').fill('200.50')
  await dialog.getByLabel('Why').fill('A scratch')
  await dialog.getByLabel(/^Type/).fill(number(order))
  await dialog.getByRole('button', { name: 'Give it back' }).click()
  await said(page, '200.50 is refunded in all; 698.50 remains.')
  await chip(page, 'partly refunded').waitFor()
  await section(page).getByText('partly given back', { exact: true }).waitFor()
  await section(page).getByText('200.50 given back').waitFor()
  await sound(page)
  await picture('console-payments-refunded')
  const { refundedOere, items } = await shop.call('orders.refunds', { orderId: order })
  assert.deepEqual([refundedOere, items[0].reason], [20050, 'A scratch'])
  await close()
})

test('pieces of a paid order are given back through its payment, and go to the stock', async () => {
  const { orderId, id } = await paidFor()
  const stock = async () => (await shop.call('products.get', { slug: 'foldeben' })).stock
  const before = await stock()
  const { page, close } = await enter(browser, shop, { at: `#/orders/${orderId}` })
  await section(page).getByRole('button', { name: 'Give money back…' }).click()
  const dialog = page.locator('dialog')
  await dialog.getByRole('spinbutton').fill('1')
  await dialog.getByLabel('The pieces go back to the stock').check()
  await dialog.getByLabel('Why').fill('Returned')
  await dialog.getByLabel(/^Type/).fill(number(orderId))
  await dialog.getByRole('button', { name: 'Give it back' }).click()
  await dialog.waitFor({ state: 'detached' })
  const payment = await shop.call('payments.get', { paymentId: id })
  const { unitPriceDkk } = (await shop.call('orders.get', { orderId })).items[0]
  assert.deepEqual([payment.refunds[0].amountOere, await stock()], [unitPriceDkk, before + 1])
  await close()
})

test('with captureOn the shipment money is reserved, and taken when the owner says so', async () => {
  const { page, close } = await enter(browser, shop, { at: '#/settings' })
  await page.getByLabel('Money is taken').selectOption('shipment')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await said(page, 'Saved.')
  assert.deepEqual((await shop.call('settings.get', {})).payments, { captureOn: 'shipment', refundLatePayments: true })
  const payment = await begun(shop, order)
  await decide(shop, payment, 'pay', 'authorized')
  await visit(page, `orders/${order}`)
  await section(page).getByText('money reserved', { exact: true }).waitFor()
  await section(page).getByText('The money is reserved, and not taken yet.').waitFor()
  await section(page).getByRole('button', { name: 'Take the money…' }).click()
  await page.locator('dialog').getByText('All of 899.00, which is reserved, is taken.').waitFor()
  await page.locator('dialog').getByRole('button', { name: 'Take the money', exact: true }).click()
  await said(page, 'The payment is now: paid.')
  await chip(page, 'paid').waitFor()
  assert.equal(await statusOf(order), 'paid')
  await close()
})

test('a payment is cancelled, and another one begun', async () => {
  await begun(shop, order)
  const { page, close } = await enter(browser, shop, { at: `#/orders/${order}` })
  await section(page).getByRole('button', { name: 'Cancel the payment…' }).click()
  await page.locator('dialog').getByText('The order stays').or(page.locator('dialog').getByText('the order stays')).waitFor()
  await page.locator('dialog').getByRole('button', { name: 'Cancel the payment', exact: true }).click()
  await said(page, 'The payment is now: cancelled.')
  await section(page).getByRole('button', { name: 'Begin a payment…' }).waitFor()
  assert.equal(await statusOf(order), 'pending_payment')
  await close()
})

test('a transfer is confirmed by a person, with its reference', async () => {
  const { page, close } = await enter(browser, shop, { at: `#/orders/${order}` })
  await section(page).getByRole('button', { name: 'Begin a payment…' }).click()
  const dialog = page.locator('dialog')
  await dialog.getByLabel('How the buyer pays').selectOption('manual')
  await dialog.getByText('The buyer pays another way').waitFor()
  await dialog.getByRole('button', { name: 'Begin it' }).click()
  await said(page, 'waits for the money')
  await section(page).getByRole('button', { name: 'The money has come…' }).click()
  await dialog.getByLabel('Reference').fill('FIK 71-000103')
  await dialog.getByLabel('Why').fill('Seen on the account.')
  await dialog.getByRole('button', { name: 'The money has come' }).click()
  await said(page, 'The payment is now: paid.')
  await chip(page, 'paid').waitFor()
  const { items: [payment] } = await shop.call('payments.list', { orderId: order })
  assert.deepEqual([payment.status, payment.providerReference], ['captured', 'FIK 71-000103'])
  await section(page).getByRole('button', { name: 'Give money back…' }).click()
  await dialog.getByText('Give it back yourself').waitFor()
  await close()
})

test('the list has each status, leads to a payment, and that says its money, messages and history', async () => {
  const paid = await paidFor()
  await shop.call('payments.refund', { paymentId: paid.id, amountOere: 1000, reason: 'A scratch', confirm: true })
  const failed = await begun(shop, await placed(shop))
  await decide(shop, failed, 'decline', 'failed')
  const waiting = await begun(shop, order)
  const { page, picture, close } = await enter(browser, shop, { at: '#/payments' })
  const rows = page.locator('main tbody tr')
  await rows.nth(2).waitFor()
  assert.deepEqual((await rows.locator('td:first-child').allInnerTexts()).slice(0, 3), [waiting.paymentId, failed.paymentId, paid.id].map(number))
  await picture('console-payments-list')
  await page.getByLabel('Status').selectOption('failed')
  await page.waitForFunction(() => document.querySelectorAll('main tbody tr').length === 1)
  await rows.getByText('failed', { exact: true }).waitFor()
  await page.getByRole('link', { name: /^Not paid yet/ }).click()
  await page.getByRole('region', { name: 'waits for the buyer' }).first().getByText(number(waiting.paymentId)).waitFor()
  await visit(page, 'payments')
  await rows.getByRole('link', { name: number(paid.id) }).click()
  await chip(page, 'partly given back').waitFor()
  const main = page.locator('main')
  await main.getByText('payment.captured').first().waitFor()
  await main.locator('.feed', { hasText: 'A scratch' }).getByText('10.00').waitFor()
  await main.getByText(`began payment ${number(paid.id)}`).waitFor()
  await main.getByText(`the payment provider told of payment ${number(paid.id)}`).first().waitFor() // of the refund too, if its message comes before the answer
  await main.getByText('waits for the buyer → paid').or(main.locator('.changes', { hasText: 'paid' })).first().waitFor()
  await sound(page)
  await picture('console-payments-one')
  await page.getByRole('link', { name: '← Payments' }).click()
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  await close()
})

test('more payments than a page are read on', async () => {
  for (let n = 0; n < 51; n++) {
    const { paymentId } = await begun(shop, order, 'manual')
    await shop.call('payments.cancel', { paymentId, confirm: true })
  }
  const { page, close } = await enter(browser, shop, { at: '#/payments?status=cancelled' })
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.locator('main tbody tr').nth(50).waitFor()
  await close()
})

test('what is not known is said to be so: a provider that does not answer, and a refund that it has not decided', async () => {
  const { orderId, id } = await paidFor()
  const { page, picture, close } = await enter(browser, shop, { at: `#/payments/${id}` })
  const dialog = page.locator('dialog')
  const giveBack = async (kroner) => {
    await dialog.getByLabel('Amount, kr.').fill(kroner)
    await dialog.getByLabel('Why').fill('A scratch')
    await dialog.getByLabel(/^Type/).fill(number(orderId))
    await dialog.getByRole('button', { name: 'Give it back' }).click()
  }
  await page.getByRole('button', { name: 'Give money back…' }).click()
  await giveBack('10.13') // the test provider refuses it
  await dialog.getByText('The payment provider refused: the money was not given back.').waitFor()
  await giveBack('10.17') // and decides this one later
  await said(page, 'It is not known yet whether the money was given back')
  await page.getByText('To be given back, not known yet').waitFor()
  await page.locator('.feed', { hasText: 'A scratch' }).getByText('not known yet').waitFor()
  await page.locator('.feed', { hasText: 'A scratch' }).getByText('not given back').waitFor()
  await picture('console-payments-unknown')

  const waiting = await begun(shop, order)
  await visit(page, `payments/${waiting.paymentId}`)
  await page.route('**/payments.cancel', (route) => answer(route, 'payments.cancel', ['provider_unavailable', 503], { retryAfter: 600 }))
  await page.getByRole('button', { name: 'Cancel the payment…' }).click()
  await dialog.getByRole('button', { name: 'Cancel the payment', exact: true }).click()
  await dialog.getByText('it is not known whether money moved').waitFor()
  assert.equal(await page.getByText('The payment is now').count(), 0)
  await page.keyboard.press('Escape')

  const told = { ...(await shop.call('payments.get', { paymentId: waiting.paymentId })), status: 'created', url: null }
  await page.route('**/payments.get', (route) => route.fulfill({ json: { ok: true, result: told } }))
  await page.getByRole('button', { name: 'Read again' }).click()
  await chip(page, 'not known yet').waitFor()
  await page.getByText('whether the payment was begun is not known').waitFor()
  await close(refused(503))
})

test('what the buyer disputes is told in the history of the payment, and by the order', async () => {
  const orderId = await placed(shop)
  const payment = await begun(shop, orderId)
  await decide(shop, payment, 'pay', 'captured')
  await decide(shop, payment, 'dispute', 'captured')
  while (await statusOf(orderId) !== 'disputed') await new Promise((later) => setTimeout(later, 100))
  const { page, close } = await enter(browser, shop, { at: `#/payments/${payment.paymentId}` })
  await page.locator('.changes', { hasText: 'dispute none → not decided' }).waitFor()
  await visit(page, `orders/${orderId}`)
  await chip(page, 'disputed').waitFor()
  await page.locator('.feed', { hasText: 'the payment provider moved it from paid to disputed' }).waitFor()
  await close()
})

test('an order that was paid meanwhile is refunded through its payment, not by hand', async () => {
  const orderId = await placed(shop)
  const payment = await begun(shop, orderId, 'manual')
  const { page, close } = await enter(browser, shop, { at: `#/orders/${orderId}` })
  await settled(page)
  await page.route('**/payments.list', (route) => route.fulfill({ json: { ok: true, result: { items: [], nextCursor: null } } })) // as if it had been read before
  await shop.call('payments.confirm_manual', { paymentId: payment.paymentId, reference: 'FIK 1', reason: 'Seen', confirm: true })
  await page.getByRole('button', { name: 'Read again' }).first().click()
  await page.getByRole('button', { name: 'Refund…' }).click()
  const dialog = page.locator('dialog')
  await dialog.getByText('Record a refund').waitFor()
  await page.unroute('**/payments.list')
  await dialog.getByLabel(/^Refund/).selectOption('amount')
  await dialog.getByLabel('Amount, kr.').fill('10')
  await dialog.getByLabel('Why').fill('A scratch')
  await dialog.getByLabel(/^Type/).fill(number(orderId))
  await dialog.getByRole('button', { name: 'Record the refund' }).click()
  await dialog.getByText('This goes through a payment').waitFor()
  await dialog.getByRole('button', { name: 'Give it back' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal((await shop.call('payments.get', { paymentId: payment.paymentId })).refundedOere, 1000)
  await close(refused(409))
})

test('what waits and what failed stands on the first page, with the way there', async () => {
  const { page, close } = await enter(browser, shop, {
    prepare: (page) => page.route('**/analytics.attention', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      if (json.result) Object.assign(json.result, { paymentsOpen: 3, paymentsFailed: 2 })
      return route.fulfill({ response, json })
    }),
  })
  await page.locator('nav a[href="#/payments"] .badge [aria-hidden]').getByText('2').waitFor()
  await page.getByRole('link', { name: 'Payments that are not paid yet: 3' }).click()
  await page.getByRole('heading', { level: 2, name: 'money reserved' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Payments that failed: 2' }).click()
  assert.equal(await page.getByLabel('Status').inputValue(), 'failed')
  await close()
})

test('the menu has payments for a key that may read them, and what it may not do is said', async () => {
  const { orderId } = await paidFor()
  const seer = await shop.call('keys.create', { name: 'Bookkeeper', holder: 'person', scopes: ['payments:read', 'orders:read'] })
  const other = await enter(browser, shop, { key: shop.keys['orders:read'], at: `#/orders/${orderId}` })
  await settled(other.page)
  assert.equal(await other.page.locator('a[href^="#/payments"]').count(), 0)
  await other.page.context().close()
  const { page } = await enter(browser, shop, { key: seer.secret, at: `#/orders/${orderId}` })
  await page.locator('nav a[href="#/payments"]').first().waitFor()
  const back = section(page).getByRole('button', { name: 'Give money back…' })
  await back.waitFor()
  assert.deepEqual([await back.isDisabled(), await back.getAttribute('title')], [true, 'Your key lacks payments:write.'])
  await page.context().close()
})

test('by keyboard alone: to the list, to a payment, and money is given back', async () => {
  const { orderId, id } = await paidFor()
  const { page, close } = await enter(browser, shop)
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  await page.locator('main tbody tr').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await chip(page, 'paid').waitFor()
  const tabTo = async (name) => {
    for (let n = 0; n < 60; n++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate((text) => document.activeElement?.textContent === text || document.activeElement?.labels?.[0]?.textContent.startsWith(text) === true, name)) return
    }
    assert.fail(`no way to ${name}`)
  }
  await page.locator('main').focus()
  await tabTo('Give money back…')
  await page.keyboard.press('Enter')
  await page.locator('dialog[open]').waitFor()
  await tabTo('Amount, kr.')
  await page.keyboard.type('12')
  await tabTo('Why')
  await page.keyboard.type('A scratch')
  await tabTo('Type')
  await page.keyboard.type(number(orderId))
  await page.keyboard.press('Enter')
  await said(page, '12.00 is refunded in all')
  assert.equal((await shop.call('payments.get', { paymentId: id })).refundedOere, 1200)
  await close()
})

test('on a phone, in Danish, a payment fits, and its buttons say what they do', async () => {
  const { orderId, id } = await paidFor()
  await begun(shop, order)
  const { page, picture, close } = await enter(browser, shop, { ...looks['phone-dark'], at: `#/orders/${order}` })
  const betalinger = page.getByRole('region', { name: 'Betalinger' })
  await betalinger.getByText('venter på køberen', { exact: true }).waitFor()
  await sound(page)
  await picture('console-payments-phone-order')
  await visit(page, 'payments')
  await sound(page)
  await visit(page, `payments/${id}`)
  await sound(page)
  await picture('console-payments-phone-one')
  await page.getByRole('button', { name: 'Giv penge tilbage…' }).click()
  await page.locator('dialog').getByText('Betalingsudbyderen giver dem til køberen.').waitFor()
  await sound(page)
  await page.keyboard.press('Escape')
  await page.locator('.more summary').click()
  await page.locator('.more a[href="#/payments"]').waitFor()
  await visit(page, `orders/${orderId}`)
  await close()
})

const evil = '<img src=x onerror="alert(1)">\u200B\u202E<svg onload=alert(2)>'

test('what people type of a payment stays text', async () => {
  const long = (max) => (evil + 'W'.repeat(max)).slice(0, max)
  const { page, close } = await enter(browser, shop, { ...looks.phone, at: `#/orders/${order}` })
  page.on('dialog', () => assert.fail('a script ran'))
  const dialog = page.locator('dialog')
  await begun(shop, order, 'manual')
  await load(page, `orders/${order}`)
  await section(page).getByRole('button', { name: 'The money has come…' }).click()
  await dialog.getByLabel('Reference').fill(long(100))
  await dialog.getByLabel('Why').fill(long(500))
  await dialog.getByRole('button', { name: 'The money has come' }).click()
  await said(page, 'The payment is now: paid.')
  const { items: [payment] } = await shop.call('payments.list', { orderId: order })
  await shop.call('payments.refund', { paymentId: payment.id, amountOere: 100, reason: long(500), confirm: true })
  for (const path of [`payments/${payment.id}`, `orders/${order}`, 'payments', 'activity?toolPrefix=payments.']) {
    await load(page, path)
    assert.deepEqual(await page.evaluate(() => [document.querySelectorAll('body script, img[src="x"], svg[onload], [onerror]').length, document.documentElement.scrollWidth]), [0, looks.phone.viewport.width], path)
  }
  await close()
})
