// The console as its owner uses it: signing in, undo, what is refused, keys, two hands.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { enter, openSandbox } from './console.mjs'
import { launch } from './chromium.mjs'
import { refused } from './page.mjs'

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

const slug = 'round-metal'
const price = async () => (await shop.call('products.get', { slug })).priceDkk
const setPrice = (priceDkk, key) => shop.call('products.update', { slug, patch: { priceDkk } }, key)
const entry = (page, text) => page.locator('.feed > li').filter({ hasText: text }).first()

test('a wrong key is refused in a sentence, and a right one opens the page that was asked for', async () => {
  const { page, close } = await enter(browser, shop, { key: '', at: '#/keys' })
  await page.locator('.cover input').fill('sfk_wrong')
  await page.locator('.cover footer button').click()
  await page.getByText('no longer works').waitFor()
  await page.locator('.cover input').fill(shop.keys.owner)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Agents and keys' }).waitFor()
  await close(refused(401))
})

test('a reload keeps the session, and signing out ends it and wipes what was read', async () => {
  const { page, close } = await enter(browser, shop)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor()
  await page.locator('.who summary').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.locator('.cover').waitFor()
  await page.reload()
  await page.locator('.cover').waitFor()
  assert.equal(await page.locator('main').count(), 0)
  await close(refused(401), refused(401))
})

test('no cookie opens a tool, and nothing of the session is where a script can find it later', async () => {
  const { page, close } = await enter(browser, shop)
  assert.equal(await page.evaluate(() => fetch('/api/v1/tools/orders.list', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }).then((r) => r.status)), 401)
  assert.equal(await page.evaluate(() => document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)), '{}{}')
  await close(refused(401))
})

test('a change of an agent appears as a sentence, and a click undoes it', async () => {
  const was = await price()
  await setPrice(was * 3)
  const { page, close } = await enter(browser, shop)
  await entry(page, 'Round Metal').getByRole('button', { name: 'Undo' }).click()
  await page.locator('dialog').getByRole('row', { name: /price/ }).waitFor()
  await page.locator('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  assert.equal(await price(), was)
  await entry(page, 'undid a change').getByRole('button', { name: 'Redo' }).click()
  await page.locator('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.equal(await price(), was * 3)
  await close()
})

test('what was changed since is said, with who changed it, and undone first', async () => {
  const was = await price()
  await setPrice(was + 1000)
  await setPrice(was + 2000)
  const { page, close } = await enter(browser, shop)
  await page.locator('.feed > li').filter({ hasText: 'Round Metal' }).nth(1).getByRole('button', { name: 'Undo' }).click()
  await page.locator('dialog').getByText('Changed since').waitFor()
  await page.locator('dialog').getByRole('button', { name: 'Undo that one first' }).click()
  await page.locator('dialog footer').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  assert.equal(await price(), was + 1000)
  await close()
})

test('all that the filters find is undone at once', async () => {
  const found = (await shop.call('products.search', { limit: 20 })).filter((one) => one.variantCount === 0)
  for (const one of found) await shop.call('products.adjust_stock', { slug: one.slug, delta: 7 })
  const { page, close } = await enter(browser, shop, { at: '#/activity?toolPrefix=products.adjust_stock' })
  await page.getByRole('button', { name: 'Undo all of these…' }).click()
  await page.locator('dialog footer').getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/\d+ undone/).waitFor()
  for (const one of found) assert.equal((await shop.call('products.get', { slug: one.slug })).stock, one.stock)
  await close()
})

test('the stop of all agents holds at once, and ends', async () => {
  const agent = await shop.call('keys.create', { name: 'Price agent', holder: 'agent', scopes: ['products:write'] })
  const { page, close } = await enter(browser, shop)
  await page.getByRole('button', { name: 'Stop agents' }).click()
  await page.locator('dialog').getByRole('button', { name: 'Stop agents' }).click()
  await page.getByText('are stopped').first().waitFor()
  await assert.rejects(setPrice(100, agent.secret), /agents_paused|key_paused/)
  await page.getByRole('button', { name: 'Let agents work' }).click()
  await page.getByText('work again').waitFor()
  await setPrice(123400, agent.secret)
  await close()
})

test('without a mouse: sign in, find, open, undo; the focus goes back', async () => {
  await setPrice(99900)
  const { page, close } = await enter(browser, shop, { key: '' })
  await page.keyboard.press('Tab')
  await page.locator('.cover input').focus()
  await page.keyboard.type(shop.keys.owner)
  await page.keyboard.press('Enter')
  await page.locator('main h1').waitFor()
  await page.locator('.feed > li').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j') // below the entry of signing in
  await page.keyboard.press('u')
  await page.locator('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => document.activeElement?.closest('[data-row]') !== null), true)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('round metal')
  await page.getByRole('option', { name: /Round Metal/ }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await close()
})

test('when the key is revoked in the middle, signing in opens over the form, which keeps what was typed', async () => {
  const mine = await shop.call('keys.create', { name: 'Mette', holder: 'person', scopes: ['catalog:read', 'categories:read', 'products:write', 'audit:read', 'pages:read'] })
  const { page, close } = await enter(browser, shop, { key: mine.secret, at: `#/catalogue/${slug}` })
  const name = page.locator('main input[name=name]')
  await name.fill('A new name')
  await shop.call('keys.revoke', { id: mine.id, confirm: true })
  await page.keyboard.press('Control+s')
  await page.locator('.cover input').waitFor()
  await page.locator('.cover input').fill(shop.keys.owner)
  await page.locator('.cover footer button').click()
  await page.locator('.cover').waitFor({ state: 'detached' })
  assert.equal(await name.inputValue(), 'A new name')
  await page.context().setOffline(false)
  await page.keyboard.press('Control+s')
  await page.locator('.toast').waitFor()
  assert.equal((await shop.call('products.get', { slug })).name, 'A new name')
  await page.context().close()
  void close
})

test('two hands on one product: what an agent changed is shown by field, and both stay', async () => {
  const { page, close } = await enter(browser, shop, { at: `#/catalogue/${slug}` })
  await page.locator('main input[name=name]').fill('Named by hand')
  await setPrice(77700)
  await page.keyboard.press('Control+s')
  await page.getByText('Somebody else changed this').first().waitFor()
  await page.locator('.problem').getByRole('row', { name: /777/ }).waitFor()
  await page.getByRole('button', { name: 'Keep mine and save' }).click()
  await page.locator('.toast').waitFor()
  const now = await shop.call('products.get', { slug })
  assert.deepEqual([now.name, now.priceDkk], ['Named by hand', 77700])
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click() // what was just saved, and nothing else
  await page.locator('dialog').getByRole('row', { name: /Named by hand/ }).waitFor()
  await page.locator('dialog footer').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  const then = await shop.call('products.get', { slug })
  assert.deepEqual([then.name, then.priceDkk], ['Round Metal', 77700])
  await close(refused(409))
})

test('a call without an answer is said, and sent again is one call', async () => {
  const { page, close } = await enter(browser, shop, { at: `#/catalogue/${slug}` })
  await page.locator('main input[name=name]').fill('Sent twice')
  const keys = []
  await page.route('**/products.update', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) {
      await route.fetch() // it arrives, and its answer is lost
      return route.abort()
    }
    return route.continue()
  })
  await page.keyboard.press('Control+s')
  await page.getByText('sending it again does it once').waitFor()
  await page.keyboard.press('Control+s')
  await page.locator('.toast').waitFor()
  assert.equal(keys.length, 2)
  assert.equal(keys[0], keys[1])
  const { items } = await shop.call('audit.list', { toolPrefix: 'products.update' })
  assert.equal(items.length, 1)
  await close('Failed to load resource: net::ERR_FAILED')
})

test('what cannot be read as an amount is not sent, not even in part', async () => {
  await setPrice(99900)
  const { page, close } = await enter(browser, shop, { at: `#/catalogue/${slug}` })
  const price = page.locator('main input[name=priceDkk]')
  await price.fill('15')
  await price.pressSequentially('oo')
  await page.keyboard.press('Control+s')
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'priceDkk')
  assert.equal(await price.inputValue(), '15oo')
  assert.equal((await shop.call('products.get', { slug })).priceDkk, 99900)
  page.once('dialog', (dialog) => dialog.accept())
  await page.evaluate(() => { location.hash = '#/orders' })
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await page.evaluate((to) => { location.hash = `#/catalogue/${to}` }, slug)
  await price.waitFor()
  assert.equal(await price.inputValue(), '999.00')
  await close()
})

test('a name that every object of a program has is a name like another', async () => {
  const setFact = (constructor) => shop.call('products.update', { slug, patch: { attributes: { constructor } } })
  await setFact('one')
  await setFact('two')
  const { page, close } = await enter(browser, shop, { at: '#/constructor' })
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor()
  await entry(page, 'Round Metal').getByText('constructor one → two').waitFor()
  await close()
})
