// Every page of the console: in each look, and with the key of each scope.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enter, openSandbox, payments, visit } from './console.mjs'
import { launch } from './chromium.mjs'
import { looks, sound } from './sound.mjs'

const pages = ['activity', 'approvals', 'orders', 'payments', 'payments?status=open', 'catalogue', 'catalogue/new', 'catalogue/round-metal', 'catalogue/bulk', 'catalogue/import', 'catalogue/trash', 'catalogue/categories',
  'marketing', 'marketing/campaigns', 'content', 'content/services', 'content/redirects', 'customers', 'analytics', 'keys', 'keys/new', 'webhooks', 'settings', 'tools', 'tools/products.search']

let browser, shop, order, made
before(async () => {
  browser = await launch()
  shop = await openSandbox()
  const [first] = await shop.call('orders.list', { limit: 1 })
  order = first.id
  made = await payments(shop)
})
after(async () => {
  await browser?.close()
  await shop?.stop()
})

for (const [look, options] of Object.entries(looks)) {
  describe(look, () => {
    test('every page', async () => {
      const { page, picture, close } = await enter(browser, shop, options)
      for (const path of [...pages, `orders/${order}`, ...Object.values(made).flatMap((one) => [`orders/${one.orderId}`, `payments/${one.paymentId}`])]) {
        await visit(page, path)
        await assert.doesNotReject(sound(page), path)
        await picture(`console-${look}-${path.replaceAll(/[/?=]/g, '-').slice(0, 40)}`)
      }
      await close()
    })
  })
}

test('with the key of each scope every page opens, and says what is not allowed', async () => {
  for (const [scope, key] of Object.entries(shop.keys)) {
    if (scope === 'all' || scope === 'owner') continue
    const { page } = await enter(browser, shop, { key })
    const broken = []
    page.on('pageerror', (error) => broken.push(error.message))
    for (const path of pages) {
      await visit(page, path)
      assert.equal(await page.getByText('console itself failed').count(), 0, `${scope}: ${path}`)
    }
    assert.deepEqual(broken, [], scope)
    await page.context().close()
  }
})
