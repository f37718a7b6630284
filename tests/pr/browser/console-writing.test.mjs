// What a form says and keeps when what it sends is refused: each operation that writes, with each code that the contract has for it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { enter, load, openSandbox, payments, sandbox, settled } from './console.mjs'
import { launch } from './chromium.mjs'
import { allCodes, answer, codesOf, operations, refuser, retryable, said, sentence, unmet } from './refusing.mjs'

const { order, customer, webhook, delivery, key } = sandbox
const orderOf = (tail) => order.replace(/101$/, tail)
const press = (name) => (page) => page.getByRole('button', { name }).first().click()
const submit = (page) => page.locator('form.inplace').evaluate((form) => form.requestSubmit())
const choose = (page) => page.locator('input[type=file]').setInputFiles(pixel)
const pixel = { name: 'pixel.png', mimeType: 'image/png', buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64') }
const file = (text) => async (page) => {
  await page.locator('input[type=file]').first().setInputFiles({ name: 'rows.jsonl', mimeType: 'application/json', buffer: Buffer.from(text) })
  await press('Check it')(page)
  await settled(page)
}
const name = 'input[name=name]', title = 'input[name=title]'

// act opens a payment of its page, and presses a button there.
const act = (of, name) => async (page) => {
  await page.getByRole('link', { name: made[of].paymentId.slice(-6), exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /^Payment / }).waitFor()
  await press(name)(page)
}

// forms is, by operation, where one is filled in and sent: `fill` is what is typed where, after `open`; `send` is the button, the
// last of that name, or what is done; `again` is the button that sends once more, if that is another; `fault` is a value at
// fault, and its field; `note` is where the refusal stands, if not in a note of its own.
const forms = [
  ['products.update', { at: 'catalogue/round-metal', fill: { [name]: 'Another name' }, send: 'Save', fault: ['/patch/name', name] }],
  ['products.update', { at: 'catalogue', open: press('Price of'), fill: { 'form.inplace input': '1234.50' }, send: submit, fault: ['/patch/priceDkk', 'form.inplace input'], note: 'form.inplace .fault' }],
  ['products.adjust_stock', { at: 'catalogue', open: press('Stock of'), fill: { 'form.inplace input': '+5' }, send: submit, fault: ['/delta', 'form.inplace input'], note: 'form.inplace .fault' }],
  ['products.adjust_stock', { at: 'catalogue/minuet', fill: { 'input[name=delta]': '3', 'input[name=reason]': 'It came' }, send: 'Add to the stock', fault: ['/delta', 'input[name=delta]'] }],
  ['products.create', { at: 'catalogue/new', fill: { [name]: 'New', 'textarea[name=description]': 'It is new.', 'select[name=categorySlug]': 'briller', 'input[name=priceDkk]': '10', 'input[name=stock]': '1' }, send: 'Create', fault: ['/name', name] }],
  ['products.set_variants', { at: 'catalogue/langelinie', fill: { '[aria-label^=SKU]': 'ABC' }, send: 'Save the variants', fault: ['/variants/0/sku', '[aria-label^=SKU]'] }],
  ['products.attach_image', { at: 'catalogue/round-metal', fill: { '.bar input[inputmode=url]': 'https://images.example/9.jpg' }, send: 'Add' }],
  ['products.detach_image', { at: 'catalogue/minuet', send: 'Remove picture 1' }],
  ['images.upload', { at: 'catalogue/round-metal', send: choose }],
  ['products.delete', { at: 'catalogue/krydsord', send: 'Delete' }],
  ['products.restore', { at: 'catalogue/trash', send: 'Restore Retro Square' }],
  ['products.bulk_upsert', { at: 'catalogue/bulk', fill: { '#rows': 'slug\tprice\nsejler\t777' }, send: 'Show what would change' }],
  ['products.bulk_upsert', { at: 'catalogue/bulk', open: async (page) => { await page.locator('#rows').fill('slug\tprice\nsejler\t778'); await press('Show what would change')(page) }, send: 'Change 1 products', again: true }],
  ['products.import', { at: 'catalogue/import', open: file('{"slug":"sejler","name":"Sejler igen"}\n'), send: 'Check it' }],
  ['products.import', { at: 'catalogue/import', open: file('{"slug":"sejler","name":"Sejler igen"}\n'), send: 'Import', again: true }],
  ['categories.import', { at: 'catalogue/import', open: async (page) => { await page.getByLabel('What is in the file').selectOption('categories'); await file('{"slug":"nyt","name":"Nyt"}\n')(page) }, send: 'Import', again: true }],
  ['categories.upsert', { at: 'catalogue/categories?edit=gavekort', fill: { [name]: 'Gaver' }, send: 'Save', fault: ['/name', name] }],
  ['categories.delete', { at: 'catalogue/categories', send: /^Delete Ga/ }],
  ['orders.update_status', { at: `orders/${orderOf('103')}`, send: 'Start packing' }],
  ['orders.update_status', { at: `orders/${orderOf('104')}`, open: press('Ship…'), fill: { 'dialog input[name=carrier]': 'PostNord', 'dialog input[name=trackingNumber]': '1' }, send: 'Ship the order', fault: ['/carrier', 'dialog input[name=carrier]'] }],
  ['orders.update_status', { at: `orders/${orderOf('102')}`, open: press('Cancel the order…'), send: 'Cancel the order' }],
  ['orders.set_tracking', { at: `orders/${orderOf('105')}`, fill: { 'input[name=carrier]': 'Budstikken', 'input[name=trackingNumber]': '2' }, send: 'Save', fault: ['/carrier', 'input[name=carrier]'] }],
  ['orders.add_note', { at: `orders/${orderOf('105')}`, fill: { 'textarea[name=text]': 'A note' }, send: 'Add the note', fault: ['/text', 'textarea[name=text]'] }],
  ['orders.refund', { at: `orders/${orderOf('107')}`, open: async (page) => { await press('Refund…')(page); await page.locator('select[name=by]').selectOption('amount') },
    fill: { 'input[name=amountOere]': '10', 'input[name=reason]': 'Broken', 'dialog form > .field:last-of-type input': '000107' }, send: 'Record the refund', fault: ['/reason', 'input[name=reason]'] }],
  ['customer.erase', { at: `customers/${customer}`, open: press('Erase the customer…'), fill: { 'dialog input': 'emil@example.com' }, send: 'Erase for good' }],
  ['payments.create', { at: `orders/${order}`, open: press('Begin a payment…'), send: 'Begin it' }],
  ['payments.capture', { at: 'payments', open: act('reserved', 'Take the money…'), send: 'Take the money' }],
  ['payments.cancel', { at: 'payments', open: act('waiting', 'Cancel the payment…'), send: 'Cancel the payment' }],
  ['payments.confirm_manual', { at: 'payments', open: act('transfer', 'The money has come…'), fill: { 'input[name=reference]': 'FIK 1', 'input[name=reason]': 'Seen' }, send: 'The money has come', fault: ['/reference', 'input[name=reference]'] }],
  ['payments.refund', { at: 'payments', open: act('taken', 'Give money back…'), fill: { 'input[name=amountOere]': '10', 'input[name=reason]': 'Broken', 'dialog form > .field:last-of-type input': () => made.taken.orderId.slice(-6) }, send: 'Give it back', fault: ['/reason', 'input[name=reason]'] }],
  ['discounts.create', { at: 'marketing/new/code', fill: { 'input[name=code]': 'NYKODE', 'input[name=value]': '5' }, send: 'Create the code', fault: ['/code', 'input[name=code]'] }],
  ['discounts.update', { at: 'marketing/codes/VELKOMMEN10', fill: { 'input[name=value]': '11' }, send: 'Save', fault: ['/patch/value', 'input[name=value]'] }],
  ['discounts.toggle', { at: 'marketing', send: /VELKOMMEN10/ }],
  ['discounts.delete', { at: 'marketing/codes/FORAAR20', send: 'Delete' }],
  ['marketing.create_campaign', { at: 'marketing/new/campaign', fill: { 'input[name=announcement]': 'Ten per cent off', 'input[name=discountCode]': 'NU10', 'input[name=discountValue]': '10' }, send: 'Begin the campaign', fault: ['/announcement', 'input[name=announcement]'] }],
  ['marketing.end_campaign', { at: 'marketing/campaigns', send: /^End Vinter/ }],
  ['pages.upsert', { at: 'content/pages/om-os', fill: { [title]: 'Os' }, send: 'Save', fault: ['/title', title] }],
  ['pages.upsert', { at: 'content/pages/handelsbetingelser', send: 'Unpublish' }],
  ['pages.upsert', { at: 'content/new/page', fill: { [title]: 'New', 'textarea[name=body]': 'A text of the page.' }, send: 'Create the page', fault: ['/title', title] }],
  ['pages.delete', { at: 'content/pages/vinterkampagne', send: 'Delete' }],
  ['pages.set_layout', { at: 'content/pages/om-os/layout', open: press('Add'), fill: { '.sections input[type=text]': 'Heading' }, send: 'Save', fault: ['/layout/sections/0/props/title', '.sections input[type=text]'] }],
  ['services.update', { at: 'content/services/synsproeve', fill: { [title]: 'Syn' }, send: 'Save', fault: ['/patch/title', title] }],
  ['services.create', { at: 'content/new/service', fill: { [title]: 'New', 'textarea[name=body]': 'A text of the page.' }, send: 'Create the service', fault: ['/title', title] }],
  ['services.delete', { at: 'content/services/tilpasning', send: 'Delete' }],
  ['redirects.import', { at: 'content/redirects', fill: { 'input[name=from]': '/old', 'input[name=to]': '/new' }, send: 'Save the redirect' }],
  ['redirects.import', { at: 'content/redirects', fill: { 'textarea[name=lines]': '/old,/newer' }, send: 'Check', fault: ['/csv', 'textarea[name=lines]'] }],
  ['redirects.delete', { at: 'content/redirects', send: 'Delete /butikken' }],
  ['settings.update_branding', { at: 'settings', fill: { 'input[name=storeName]': 'Optik' }, send: 'Save', nth: 0, fault: ['/patch/storeName', 'input[name=storeName]'] }],
  ['settings.update_shipping', { at: 'settings', fill: { 'input[name=shippingFeeOere]': '50' }, send: 'Save', nth: 1, fault: ['/shippingFeeOere', 'input[name=shippingFeeOere]'] }],
  ['settings.update_tax', { at: 'settings', fill: { 'input[aria-label^=VAT]': '24' }, send: 'Save', nth: 2, fault: ['/patch/vatRatePercent', '[role=group]:has(input[aria-label^=VAT])'] }],
  ['settings.update_payments', { at: 'settings', fill: { 'select[name=captureOn]': 'shipment' }, send: 'Save', nth: 3, fault: ['/patch/captureOn', 'select[name=captureOn]'] }],
  ['settings.update_search', { at: 'settings/search', fill: { 'textarea[name=synonyms]': 'sol, solbrille' }, send: 'Save', fault: ['/synonyms/0/0', 'textarea[name=synonyms]'] }],
  ['settings.update_search', { at: 'analytics', open: press('Add a synonym'), fill: { 'input[name=words]': 'brille' }, send: 'Save', fault: ['/synonyms/1', 'input[name=words]'] }],
  ['features.set', { at: 'settings/switches', send: 'Turn off' }],
  ['keys.create', { at: 'keys/new?preset=price', fill: { [name]: 'Mine' }, send: 'Make the key', fault: ['/limits/maxWritesPerDay', 'input[name=maxWritesPerDay]'] }],
  ['keys.create', { at: 'tools', open: press('As another key'), fill: { 'dialog input[type=checkbox]': true }, send: 'Make it' }],
  ['keys.update', { at: `keys/${key}`, fill: { 'input[name=maxDeletesPerDay]': '7' }, send: 'Save', fault: ['/patch/limits/maxDeletesPerDay', 'input[name=maxDeletesPerDay]'] }],
  ['keys.rotate', { at: `keys/${key}`, open: press('New secret'), fill: { 'input[name=graceHours]': '1' }, send: 'New secret', fault: ['/graceHours', 'input[name=graceHours]'] }],
  ['keys.revoke', { at: `keys/${key}`, open: press('Revoke'), fill: { 'dialog input': 'Price agent' }, send: 'Revoke' }],
  ['keys.pause_all', { at: 'customers', open: press('Stop agents'), send: 'Stop agents' }],
  ['keys.resume_all', { at: 'customers', send: 'Let agents work' }],
  ['webhooks.create', { at: 'webhooks/new', fill: { 'input[name=url]': 'https://hooks.example/', '#event-order\\.created': true }, send: 'Make a webhook', fault: ['/url', 'input[name=url]'] }],
  ['webhooks.update', { at: `webhooks/${webhook}`, fill: { 'input[name=description]': 'Books' }, send: 'Save', fault: ['/patch/description', 'input[name=description]'] }],
  ['webhooks.rotate_secret', { at: `webhooks/${webhook}`, open: press('New secret'), send: 'New secret' }],
  ['webhooks.send_test', { at: `webhooks/${webhook}`, send: 'Send a test' }],
  ['webhooks.redeliver', { at: `webhooks/${webhook}/${delivery}`, send: 'Send again' }],
  ['webhooks.delete', { at: `webhooks/${webhook}`, open: press('Delete'), fill: { 'dialog input': 'Books' }, send: 'Delete' }],
  ['approvals.decide', { at: 'approvals', open: press('Approve…'), fill: { 'textarea[name=note]': 'Fine' }, send: 'Approve', fault: ['/note', 'textarea[name=note]'] }],
  ['audit.revert', { at: 'activity', open: async (page) => { await page.locator('[data-undo]').first().click(); await page.locator('dialog table').waitFor() }, send: /^(Undo|Redo)/ }],
  ['audit.revert_many', { at: 'activity?toolPrefix=products.adjust_stock', open: async (page) => { await press('Undo all of these')(page); await page.locator('dialog .scroll li').first().waitFor() }, send: /^Undo \d/ }],
]

// unwritten is the operations that no page sends, with the reason.
const unwritten = Object.fromEntries(['create', 'add', 'update_quantity', 'remove', 'apply_discount', 'clear'].map((one) => [`cart.${one}`, 'carts belong to buyers']))
unwritten['orders.create'] = 'a buyer places an order'

let browser, shop, page, refusing, made
before(async () => {
  browser = await launch()
  shop = await openSandbox()
  made = await payments(shop)
  for (const delta of [1, 2]) await shop.call('products.adjust_stock', { slug: 'foldeben', delta })
  await fetch(`${shop.url}/products?q=findesikke`)
  while ((await shop.call('analytics.search_terms', { noResultsOnly: true })).length === 0) await new Promise((later) => setTimeout(later, 200))
  ;({ page } = await enter(browser, shop))
  refusing = await refuser(page)
})
after(async () => {
  await browser?.close()
  await shop?.stop()
})

// type fills in a field as a person does.
async function type(selector, value) {
  const field = page.locator(selector).first()
  if (value === true) return field.check()
  if (typeof value === 'function') return field.fill(value())
  return await field.evaluate((one) => one.localName) === 'select' ? field.selectOption(value) : field.fill(value)
}

// typed is what stands in the fields of the form.
const typed = () => page.evaluate(() => [...([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main')).querySelectorAll('input:not([type=file]), select, textarea')]
  .map((field) => field.type === 'checkbox' ? field.checked : field.value))

// says waits until the only refusal on the page is this.
async function says(words, note) {
  const shown = await page.evaluate(async ([selector, wanted]) => {
    const notes = () => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => one.innerText)
    const end = performance.now() + 5_000
    while (performance.now() < end && notes().map((one) => one.includes(wanted)).join() !== 'true') await new Promise(requestAnimationFrame)
    return notes()
  }, [note, words])
  assert.equal(shown.length, 1, `${shown.join(' | ')}; expected only: ${words}`)
  assert.ok(shown[0].includes(words), `${shown[0]}; expected: ${words}`)
}

for (const [operation, { at, open, fill = {}, send, nth = -1, again = false, fault, note = '.problem[role=alert]' }] of forms) {
  test(`${operation} on ${at}: ${send.name ?? send}`, async () => {
    refusing.with()
    await load(page, at)
    await open?.(page)
    await settled(page)
    for (const [field, value] of Object.entries(fill)) await type(field, value)
    const form = await page.locator('dialog[open]').count() > 0 ? page.locator('dialog[open]') : page
    const sends = (more) => {
      if (typeof send === 'function') return send(page)
      const button = form.getByRole('button', { name: more && again ? /^(Try again|Again in)/ : send, exact: true }).nth(nth)
      return more ? button.evaluate((one) => one.click()) : button.click()
    }
    const before = await typed()
    const codes = codesOf(operation)
    if (again) codes.push(codes.shift()) // as there is no button after it
    refusing.took(operation)
    let last
    for (const [n, [code, status]] of codes.entries()) {
      const wrong = code === 'validation_failed'
      refusing.with(operation, [code, status], wrong && fault ? { errors: [{ pointer: fault[0], code: 'type', detail: 'It is of another kind.' }] } : {})
      const asked = page.waitForRequest((request) => request.url().endsWith(`/${operation}`))
      await sends(n > 0)
      await asked
      await settled(page) // another code may be told in the same words
      await says(sentence(code, operation), note)
      assert.deepEqual(await typed(), before, code)
      const sent = refusing.took(operation)
      assert.equal(sent.length, status === 401 ? 2 : 1, code) // with a new bearer it is sent once more
      if (last && retryable(last.code)) assert.equal(sent[0].key, last.key, `${code} after ${last.code}`)
      last = { code: [code, status], key: sent.at(-1).key }
      if (wrong && !fault) assert.match(await page.locator(note).innerText(), /It is of another kind\./)
      if (wrong && fault) assert.ok(await page.locator(fault[1]).first().evaluate(saysFault), 'the fault stands at its field')
    }
    if (!again) {
      refusing.with()
      const answered = page.waitForResponse((response) => response.url().endsWith(`/${operation}`))
      await sends(true)
      const response = await answered
      assert.equal(response.status(), 200, await response.text())
      await settled(page)
      assert.equal(await page.locator(note).count(), 0)
      assert.equal(refusing.took(operation).length, 1)
    }
    assert.deepEqual(refusing.broken.splice(0), [])
  })
}

// saysFault is whether a field, or a group of them, is marked and described as wrong.
function saysFault(field) {
  const said = (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.innerText)
  return said.join(' ').includes('It is of another kind.') && (field.role === 'group' || field.ariaInvalid === 'true')
}

test('several orders that are moved at once are told one by one', async () => {
  await load(page, 'orders?statuses=paid,processing')
  for (const code of [['order_changed', 409], ['beyond_limit', 403], ['offline', 0]]) {
    refusing.with('orders.update_status', code)
    const boxes = page.locator('[data-select]')
    const n = await boxes.count()
    for (let at = 0; at < n; at++) await boxes.nth(at).check()
    await page.getByLabel('Move the chosen to').selectOption({ index: 1 })
    await press('Move them')(page)
    await page.getByRole('dialog').getByRole('listitem').filter({ hasText: sentence(code[0]) }).nth(n - 1).waitFor()
    assert.equal(refusing.took('orders.update_status').length, n)
    await page.keyboard.press('Escape')
    await settled(page)
  }
  assert.deepEqual(refusing.broken.splice(0), [])
})

test('what is counted down to is sent by itself as the same call, but nothing that somebody is typing', async () => {
  const { page: other } = await enter(browser, shop, { prepare: (opened) => opened.clock.install() })
  const refusingToo = await refuser(other)
  await load(other, 'catalogue/minuet')
  const pieces = other.locator('input[name=delta]')
  const add = async (typed) => {
    await pieces.fill(typed)
    refusingToo.with('products.adjust_stock', ['key_rate_limit_exceeded', 429], { retryAfter: 30 })
    await press('Add to the stock')(other)
    await other.getByRole('button', { name: /^Again in/ }).waitFor()
    refusingToo.with()
  }
  await add('4')
  await other.clock.runFor(31_000)
  await other.locator('.toast').waitFor()
  const calls = refusingToo.took('products.adjust_stock')
  assert.deepEqual(calls.map((one) => one.key), [calls[0].key, calls[0].key])

  await add('5')
  await pieces.pressSequentially('0')
  await other.getByRole('button', { name: 'Try again' }).waitFor()
  await other.clock.runFor(31_000)
  assert.equal(refusingToo.took('products.adjust_stock').length, 1)
  await other.context().close()
})

test('a session that ends in a dialog opens the sign-in over it, and the dialog keeps what was typed', async () => {
  await load(page, `orders/${orderOf('112')}`)
  await press('Refund…')(page)
  await page.locator('input[name=reason]').fill('Broken')
  await page.locator('select[name=by]').selectOption('amount')
  await page.locator('input[name=amountOere]').fill('1')
  await page.locator('dialog form > .field:last-of-type input').fill('000112')
  refusing.with('orders.refund', ['invalid_key', 401])
  await page.route('**/admin/session/renew', (route) => answer(route, 'orders.list', ['session_expired', 401]))
  await press('Record the refund')(page)
  await page.locator('.cover input').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.locator('.cover input:focus').waitFor()
  await page.keyboard.insertText(shop.keys.owner)
  refusing.with()
  await page.keyboard.press('Enter')
  await page.locator('.cover').waitFor({ state: 'detached' })
  assert.equal(await page.locator('input[name=reason]').inputValue(), 'Broken')
  await press('Record the refund')(page)
  await page.locator('.toast').waitFor()
  await page.unroute('**/admin/session/renew')
})

test('every code of the contract is met, or has a reason; each sentence is of one that is met', () => {
  const met = new Set([...operations.read, ...operations.write].flatMap(codesOf).map(([code]) => code))
  assert.deepEqual(allCodes.filter((code) => met.has(code) === code in unmet), [])
  assert.deepEqual(Object.keys(unmet).filter((code) => !allCodes.includes(code)), [])
  const own = ['unreached', 'console_error'] // the console's words for what no service says
  assert.deepEqual(Object.keys(said.en).filter((code) => !met.has(code) && !own.includes(code) && code !== 'not_found'), [])
})

test('every operation that writes was refused in a form, or has a reason', () => {
  const met = new Set(forms.map(([operation]) => operation))
  assert.deepEqual(operations.write.filter((name) => met.has(name) === name in unwritten), [])
})
