// Undo, whole: every example of the contract that writes is told in Activity, in both languages, and taken back by a click, or it says why not.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { begun, decide, openSandbox, placed } from './console.mjs'
import { launch } from './chromium.mjs'
import { open } from './page.mjs'

const contract = JSON.parse(readFileSync(new URL('../../../gen/openapi.json', import.meta.url), 'utf8'))
const writes = Object.entries(contract.paths).filter(([, { post }]) => post?.['x-agent-hints']?.readOnly === false).map(([path, { post }]) => ({
  operation: path.split('/').at(-1), scope: post.security[0].bearer[0], lasting: post['x-not-revertible'] !== undefined,
  examples: Object.entries(post.requestBody.content['application/json'].examples ?? {}),
}))

let browser, shop, agent, first, asBefore
const tongues = {}
before(async () => {
  browser = await launch()
  shop = await openSandbox()
  for (const [locale, unchanged] of [['en-GB', 'nothing changed'], ['da-DK', 'intet ændret']]) {
    const opened = await open(browser, `${shop.url}/admin`, { locale, prepare: signIn })
    // The words of the page itself.
    const words = await opened.page.evaluate((name) => import(new URL(name, document.querySelector('script[src]').src)).then(({ operations, things, irreversible }) => ({ operations, things, irreversible })), `${locale.slice(0, 2)}.js`)
    tongues[locale] = { ...opened, words, unchanged }
  }
})
after(async () => {
  for (const tongue of Object.values(tongues)) await tongue.close()
  await browser?.close()
  await shop?.stop()
})

// signIn gives a page the cookie of the owner's session: what the form does is tested elsewhere.
async function signIn(page) {
  const answer = await page.context().request.post(`${shop.url}/admin/session`, { headers: { Authorization: `Bearer ${shop.keys.owner}` }, data: {} })
  assert.equal(answer.status(), 200)
}

// begin resets the shop unless it is as before, makes the key of an agent that may do whatever an agent may, and keeps what the shop says of itself.
async function begin() {
  if (asBefore) return
  const pages = Object.values(tongues).map((tongue) => tongue.page)
  await Promise.all(pages.map((page) => page.goto('about:blank'))) // a reset ends the sessions
  await shop.reset()
  await Promise.all(pages.map(async (page) => {
    await signIn(page)
    await page.goto(`${shop.url}/admin`)
  }))
  const scopes = Object.keys(shop.keys).filter((name) => name.includes(':') && !['keys:write', 'approvals:decide'].includes(name))
  agent = await shop.call('keys.create', { name: 'Price agent', holder: 'agent', scopes })
  first = await told()
}

const bySlug = ({ slug }) => ({ slug })
const reads = [ // an operation, its request, and for some another of each thing that the first names
  ['approvals.list'], ['categories.list'], ['discounts.list', { limit: 100 }], ['features.get'], ['keys.list', { limit: 100 }], ['marketing.list_campaigns', { limit: 100 }], ['redirects.list', { limit: 100 }],
  ['settings.get'], ['settings.get', { type: 'search' }], ['site.get_shop'], ['webhooks.list', { limit: 100 }],
  ['products.search', { limit: 100 }, 'products.get', bySlug], ['pages.list', {}, 'pages.get', bySlug], ['services.list', {}, 'services.get', bySlug], ['orders.list', { limit: 100 }, 'orders.get', ({ id }) => ({ orderId: id })],
]
const passing = ['updatedAt', 'lastUsedAt', 'variantsVersion'] // members that say when, or how often, something was changed or used

// told is what the shop says of itself over the API.
async function told() {
  const all = await Promise.all(reads.map(async ([operation, body = {}, each, request]) => {
    const result = await shop.call(operation, body)
    return each ? Promise.all((result.items ?? result).map((one) => shop.call(each, request(one)))) : result
  }))
  return JSON.parse(JSON.stringify(all, (name, value) => passing.includes(name) ? undefined : value))
}

// carryOut makes the call of an example, and returns the entries that it left.
async function carryOut({ operation, scope }, example) {
  const key = agent.scopes.includes(scope) && operation !== 'payments.confirm_manual' ? agent.secret : shop.keys.owner
  await shop.call(operation, await needed(operation, example, key), key)
  const { items } = await shop.call('audit.list', { toolPrefix: operation, kinds: ['change'], limit: 10 })
  return items.filter((entry) => entry.requestId === items[0].requestId)
}

// needed makes what an example needs and the shop lacks: a cart, which belongs to the key that began it, a payment and a picture to take away.
async function needed(operation, example, key) {
  if (example.cartId) return { ...example, cartId: (await shop.call('cart.create', { items: [{ slug: 'round-metal', quantity: 1 }] }, key)).cartId }
  if (operation.startsWith('payments.')) return { ...example, ...await payment(operation) }
  if (operation === 'products.detach_image') {
    await shop.call('products.attach_image', { slug: example.slug, imageUrl: example.imageUrl }, key)
    first = await told()
  }
  return example
}

// payment makes one with which that can be done, or the order of one that is to be begun.
async function payment(operation) {
  const orderId = await placed(shop)
  if (operation === 'payments.create') return { orderId }
  if (operation === 'payments.capture') await shop.call('settings.update_payments', { patch: { captureOn: 'shipment' } })
  const made = await begun(shop, orderId, operation === 'payments.confirm_manual' ? 'manual' : 'test')
  if (operation === 'payments.capture') await decide(shop, made, 'pay', 'authorized')
  if (operation === 'payments.refund') await decide(shop, made, 'pay', 'captured')
  return { paymentId: made.paymentId }
}

// show opens Activity at the entries of a call, each on a line of its own, and returns what the lines say.
async function show({ page }, [{ requestId, sameRequest }]) {
  await page.evaluate((to) => { location.hash = to }, `#/activity?requestId=${requestId}&kinds=change`)
  await page.locator('main', { hasText: requestId }).locator('.feed > li').first().waitFor()
  if (sameRequest > 1) await page.locator('.feed summary').first().click()
  return page.locator(lines).allInnerTexts()
}
const lines = '.feed .said:not(:has(.feed))'

// wantSentence checks what is said of an entry: who, the words of the operation, what the thing is called, and nothing as programs call it.
function wantSentence(said, { tool, actorName, entityType, entityLabel, entityId, changedFields = [] }, { operations, things }) {
  const [begins, ends] = operations[tool][1].split('{}')
  const named = entityType === 'approval' ? operations[entityLabel][0] : things[entityId] ?? entityLabel ?? things[entityType] ?? entityId.slice(-6)
  for (const part of [actorName, begins, ends === undefined ? '' : named + ends]) assert.ok(said.includes(part), `${said}: ${part}`)
  const fields = changedFields.map((path) => path.split('/').at(-1)).filter((name) => /[a-z][A-Z]/.test(name))
  for (const raw of [/\d/.test(entityId) ? entityId : '{}', 'undefined', ...fields, ...Object.keys(operations)]) assert.ok(!said.split(/\s/).includes(raw), `${said}: ${raw}`)
}

test('every operation that writes has an example and words; those of a look name no thing, as its entry does not', () => {
  assert.ok(writes.length > 50)
  for (const { operation, examples } of writes) assert.ok(examples.length > 0, operation)
  for (const { words } of Object.values(tongues)) {
    for (const [operation, [, said = '']] of Object.entries(words.operations)) {
      const writing = writes.some((one) => one.operation === operation)
      assert.ok(writing ? said !== '' : !said.includes('{}'), operation)
    }
  }
})

for (const write of writes) {
  test(write.operation, async () => {
    for (const [name, { value }] of write.examples) {
      await begin()
      asBefore = false
      const entries = await carryOut(write, value)
      const revertible = entries.every((entry) => entry.revertible)
      assert.ok(!revertible || !write.lasting, name)
      const changed = revertible && !isDeepStrictEqual(await told(), first)
      for (const tongue of Object.values(tongues)) {
        const said = await show(tongue, entries)
        assert.equal(said.length, entries.length, name)
        entries.forEach((entry, at) => wantSentence(said[at], entry, tongue.words))
        if (!revertible) await wantReason(tongue, entries)
        else if (!changed) await tongue.page.locator('.feed').getByText(tongue.unchanged, { exact: true }).waitFor()
        assert.equal(await tongue.page.locator('.feed button').count() > 0, changed, name)
      }
      if (!revertible) continue
      if (changed) await undo(tongues['en-GB'], entries)
      assert.deepEqual(await told(), first)
      asBefore = true
    }
  })
}

// undo clicks the button of a call, confirms it, and waits until each entry is marked.
async function undo({ page, words }, entries) {
  await page.locator('section > .feed > li > button').click()
  await page.locator('dialog footer button:not(.second)').click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  for (let n = 0; n < entries.length; n++) await page.locator('.feed').getByText('undone', { exact: true }).nth(n).waitFor()
  const { items: [last] } = await shop.call('audit.list', { toolPrefix: 'audit.revert', kinds: ['change'], limit: 1 })
  const said = await show({ page }, [last])
  wantSentence(said[0], last, words)
}

// wantReason checks that entries that stay say why, in words of their own.
async function wantReason({ page, words: { irreversible } }, entries) {
  for (const [n, { tool }] of entries.entries()) {
    await page.locator(`${lines} > details > summary`).nth(n).click()
    const why = irreversible[tool] ?? irreversible[tool.split('.')[0]]
    assert.ok(why, tool)
    await page.locator('.feed .note').nth(n).getByText(why).waitFor()
  }
}
