// What opens over a page: by keyboard, with the focus inside, nothing that keeps people out, and closed by Escape.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enter, load, openSandbox, payments, sandbox, settled } from './console.mjs'
import { launch } from './chromium.mjs'
import { answer } from './refusing.mjs'
import { looks, sound } from './sound.mjs'

const { order, customer, webhook, key } = sandbox
const orderOf = (tail) => order.replace(/101$/, tail)
const button = (name) => (page) => page.getByRole('button', { name }).first()
const at = (selector) => (page) => page.locator(selector).first()

// layers is what opens: on which page, from what has the focus, by which keys; then, what is done in it to open the next one.
const layers = {
  undo: { on: 'activity', from: at('[data-undo]'), keys: ['u'] },
  'undo several': { on: 'activity?toolPrefix=products.', from: button(/^(Undo all|Fortryd alle)/) },
  palette: { on: 'customers', from: at('main a, main input'), keys: ['Control+k'], type: 'metal' },
  'the calls behind': { on: 'orders', from: at('main a'), keys: ['.'] },
  help: { on: 'orders', from: at('main a'), keys: ['?'] },
  'who is signed in': { on: 'customers', from: at('.who summary'), layer: '.who[open]' },
  more: { on: 'customers', from: at('.more summary'), layer: '.more details[open]', phone: true },
  'stop agents': { on: 'customers', from: button(/Stop agent/) },
  'value in place': { on: 'catalogue', from: at('button.inplace'), layer: 'form.inplace' },
  approve: { on: 'approvals', from: button(/^(Approve|Godkend)…/) },
  reject: { on: 'approvals', from: button(/^(Reject|Afvis)…/) },
  ship: { on: `orders/${orderOf('104')}`, from: button(/^(Ship|Afsend)…/) },
  cancel: { on: `orders/${orderOf('102')}`, from: button(/^(Cancel the order|Annuller ordren)…/) },
  refund: { on: `orders/${orderOf('107')}`, from: button(/^(Refund|Refundér)…/) },
  'begin a payment': { on: `orders/${order}`, from: button(/^(Begin a payment|Begynd en betaling)…/) },
  'take the money': { on: () => `payments/${made.reserved.paymentId}`, from: button(/^(Take the money|Træk pengene)…/) },
  'cancel a payment': { on: () => `orders/${made.waiting.orderId}`, from: button(/^(Cancel the payment|Annuller betalingen)…/) },
  'the money has come': { on: () => `orders/${made.transfer.orderId}`, from: button(/^(The money has come|Pengene er kommet)…/) },
  'give money back': { on: () => `payments/${made.taken.paymentId}`, from: button(/^(Give money back|Giv penge tilbage)…/) },
  'several orders': { on: 'orders', before: async (page) => { await page.locator('[data-select]').nth(2).check(); await page.locator('.bar select:not([name]) option').nth(1).waitFor({ state: 'attached' }) }, from: at('.bar select:not([name])'), keys: ['ArrowDown'] },
  erase: { on: `customers/${customer}`, from: button(/^(Erase the customer|Slet kundens)/) },
  synonym: { on: 'analytics', from: button(/synonym/) },
  'as another key': { on: 'tools', from: button(/As another key|Som en anden/) },
  'new secret of a key': { on: `keys/${key}`, from: button(/^(New secret|Ny hemmelighed)/) },
  'the secret of a key': { on: `keys/${key}`, from: button(/^(New secret|Ny hemmelighed)/), within: (page) => page.locator('dialog .danger').press('Enter') },
  revoke: { on: `keys/${key}`, from: button(/^(Revoke|Tilbagekald)/) },
  delivery: { on: `webhooks/${webhook}`, from: at('[aria-labelledby=deliveries] [data-open]') },
  'secret of a webhook': { on: `webhooks/${webhook}`, from: button(/^(New secret|Ny hemmelighed)/), within: (page) => page.locator('dialog .danger').press('Enter') },
  'delete a webhook': { on: `webhooks/${webhook}`, from: button(/^(Delete|Slet)/) },
}

let browser, shop, made
before(async () => {
  browser = await launch()
  shop = await openSandbox()
  made = await payments(shop)
  for (const delta of [1, 2]) await shop.call('products.adjust_stock', { slug: 'foldeben', delta })
  await fetch(`${shop.url}/products?q=findesikke`)
  while ((await shop.call('analytics.search_terms', { noResultsOnly: true })).length === 0) await new Promise((later) => setTimeout(later, 200))
})
after(async () => {
  await browser?.close()
  await shop?.stop()
})

const english = { ...looks['desktop-dark'], colorScheme: 'light' }
for (const [look, options] of Object.entries({ 'desktop, English, light': english, 'phone, Danish, dark': looks['phone-dark'] })) {
  describe(look, () => {
    let opened
    before(async () => {
      opened = await enter(browser, shop, options)
      opened.page.on('dialog', (asks) => asks.accept()) // that the secret was kept
    })
    after(() => opened.close())

    for (const [name, { on, before: first, from, keys = ['Enter'], type, within, layer = 'dialog[open]', phone = false }] of Object.entries(layers)) {
      if (phone && !options.isMobile) continue
      test(name, async () => {
        const { page, picture } = opened
        await load(page, typeof on === 'function' ? on() : on)
        await first?.(page)
        await from(page).focus()
        for (const one of keys) await page.keyboard.press(one)
        if (type) await page.keyboard.type(type)
        await page.locator(layer).waitFor()
        await settled(page)
        if (within) {
          await within(page)
          await page.locator('dialog pre, dialog code').first().waitFor()
        }
        const inside = () => page.evaluate((selector) => document.activeElement?.closest(selector) !== null, layer)
        assert.ok(await inside(), 'the focus is inside')
        await sound(page)
        await picture(`dialog-${look.slice(0, 5)}-${name.replaceAll(' ', '-')}`)
        if (layer.startsWith('dialog')) {
          for (let n = 0; n < 30; n++) {
            await page.keyboard.press('Tab')
            assert.ok(await inside() || await page.evaluate(() => document.activeElement === document.body), 'the focus stays inside')
          }
          await page.locator(`${layer} :is(button, input)`).first().focus()
        }
        await page.keyboard.press('Escape')
        await page.locator(layer).waitFor({ state: 'detached' })
        const isBack = () => from(page).evaluate((one) => one === document.activeElement)
        for (let frames = 0; frames < 60 && !await isBack(); frames++) await page.evaluate(() => new Promise(requestAnimationFrame))
        assert.ok(await isBack(), `the focus goes back, not to ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))}`)
      })
    }
  })
}

for (const [look, options] of Object.entries({ english, danish: looks['phone-dark'] })) {
  test(`the sign-in, ${look}: it is over the page, stays, and gives the focus back`, async () => {
    const { page, picture } = await enter(browser, shop, { ...options, key: '', at: '#/catalogue/round-metal' })
    const field = page.locator('.cover input')
    await page.locator('.cover input:focus').waitFor()
    await sound(page)
    await field.fill(shop.keys.owner)
    await page.keyboard.press('Enter')
    await page.locator('main input[name=name]').fill('Another')
    await page.route(/renew$|products\.update$/, (route) => answer(route, 'products.update', ['invalid_key', 401]))
    await page.keyboard.press('Control+s')
    await page.locator('.cover input:focus').waitFor()
    await sound(page)
    await picture(`dialog-${look}-sign-in`)
    for (let n = 0; n < 5; n++) await page.keyboard.press('Escape')
    for (let n = 0; n < 5; n++) {
      await page.keyboard.press('Tab')
      assert.ok(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('.cover') !== null))
    }
    await field.fill(shop.keys.owner)
    await page.keyboard.press('Enter')
    await page.locator('.cover').waitFor({ state: 'detached' })
    assert.equal(await page.locator('main input[name=name]:focus').inputValue(), 'Another')
    await page.context().close()
  })
}

test('a secret stays until somebody says that it is kept', async () => {
  const { page, close } = await enter(browser, shop)
  let asked = 0, kept = false
  page.on('dialog', (asks) => {
    asked++
    return kept ? asks.accept() : asks.dismiss()
  })
  await load(page, `keys/${key}`)
  await layers['the secret of a key'].from(page).click()
  await layers['the secret of a key'].within(page)
  const secret = page.locator('dialog code').filter({ hasText: /^sfk_/ })
  await secret.waitFor()
  for (let n = 1; n <= 3; n++) {
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelector('dialog').open)
    assert.equal(asked, n)
    assert.ok(await secret.isVisible())
  }
  kept = true
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await close()
})
