// The owner's console on a sandbox of its own.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { freePort } from '../../program.mjs'
import { open, refused } from './page.mjs'

// sandbox is what is in each sandbox.
const id = (tail) => `01994f5e-0000-7000-8000-${tail.padStart(12, '0')}`
export const sandbox = { order: id('101'), customer: id('701'), phone: '+4521234501', webhook: id('eb01'), delivery: id('de01'), key: id('ce01'), approval: id('af01') }

// openSandbox starts "storefront serve --sandbox"; keys are its constant ones, by the scope that they have, `owner` among them.
export async function openSandbox(...flags) {
  const address = `127.0.0.1:${await freePort()}`
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('STOREFRONT_') && name !== 'DATABASE_URL')
  const program = spawn(process.env.TESTED_PROGRAM, ['serve', '--sandbox', '--addr', address, '--admin-addr', 'off', ...flags], {
    env: { ...Object.fromEntries(own), STOREFRONT_PAGES_QUOTA: '100000', STOREFRONT_ANONYMOUS_QUOTA: '100000', STOREFRONT_AUTH_ATTEMPT_QUOTA: '100000', STOREFRONT_KEY_QUOTA: '1000000' },
  })
  const ended = once(program, 'exit')
  process.once('exit', () => program.kill('SIGTERM'))
  let told = ''
  const keys = await new Promise((resolve, reject) => {
    const read = (text) => {
      told += text
      if (/owner\s+sfk_\w+\n/.test(told)) {
        resolve(Object.fromEntries([...told.matchAll(/^\s*(\S+)\s+(sfk_\w+)/gm)].map(([, name, key]) => [name, key])))
      }
    }
    program.stdout.on('data', read)
    program.stderr.on('data', read)
    ended.then(() => reject(new Error(`the sandbox ended: ${told}`)))
  })
  const url = `http://${address}`
  return {
    url,
    keys,
    // call makes a call of an operation as an agent would, with the owner's key or another.
    async call(operation, body, key = keys.owner) {
      const answer = await fetch(`${url}/api/v1/tools/${operation}`, {
        method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }, body: JSON.stringify(body),
      })
      const text = await answer.text()
      assert.equal(answer.status, 200, `${operation}: ${text}`)
      return JSON.parse(text).result
    },
    reset: async () => assert.equal((await fetch(`${url}/sandbox/reset`, { method: 'POST' })).status, 204),
    async stop() {
      program.kill('SIGTERM')
      await ended
    },
  }
}

// asking is the calls and parts of each page that have no answer yet.
const asking = new WeakMap()

// enter opens the console and signs in with a key, unless there is none.
export async function enter(browser, shop, { key = shop.keys.owner, at = '', ...options } = {}) {
  const calls = new Set()
  const prepare = async (page) => {
    asking.set(page, calls)
    page.on('request', (request) => { if (['fetch', 'script'].includes(request.resourceType())) calls.add(request) })
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => calls.delete(request))
    await options.prepare?.(page)
  }
  const opened = await open(browser, `${shop.url}/admin${at}`, { ...options, prepare })
  const { page } = opened
  if (key) {
    await page.locator('.cover input').fill(key)
    await page.locator('.cover footer button').click()
    await settled(page) // so that it hears keys
  }
  // Whether a session can be renewed is asked first, and refused.
  return { ...opened, close: (...expected) => opened.close(refused(401), ...expected) }
}

// settled waits until a page of the console has all that it reads, and shows it.
export async function settled(page) {
  const end = Date.now() + 15_000, calls = asking.get(page)
  for (let quiet = 0; ;) {
    const drawn = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame)
      await new Promise((later) => setTimeout(later)) // after the effects of what was drawn, which begin to read
      return document.querySelector('main h1') !== null && document.querySelector('[data-loading]') === null // in a dialog too
    })
    quiet = drawn && calls.size === 0 ? quiet + 1 : 0
    if (quiet === 2) return // an answer may be followed by another call
    assert.ok(Date.now() < end, `the page waits for ${[...calls].map((call) => call.url()).join()}`)
  }
}

// visit shows a page of a console that is open.
export async function visit(page, path) {
  await page.evaluate((to) => { location.hash = `#/${to}` }, path)
  await settled(page)
}

// load is visit in a console that has just been opened: nothing was read before.
export async function load(page, path) {
  await page.evaluate((to) => {
    sessionStorage.clear()
    history.replaceState(null, '', `#/${to}`)
  }, path)
  await page.reload()
  await settled(page)
}

// placed is a new order that waits for its payment: its id.
export async function placed(shop) {
  const { cartId } = await shop.call('cart.create', { items: [{ slug: 'foldeben', quantity: 2 }] })
  const order = await shop.call('orders.create', {
    cartId, email: 'gry@example.com', phoneNumber: '+4521234599', paymentMethod: 'card', shippingName: 'Gry Bech', shippingAddress: 'Algade 1', shippingZip: '4000', shippingCity: 'Roskilde',
  })
  return order.id
}

// begun is a new payment of an order, at the provider test unless another is named.
export const begun = async (shop, orderId, provider = 'test') => shop.call('payments.create', { orderId, provider })

// decide does at the page of a payment what its buyer decides, and waits until the shop knows.
export async function decide(shop, { paymentId, url }, action, status) {
  await fetch(url, { method: 'POST', redirect: 'manual', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: `action=${action}` })
  const end = Date.now() + 15_000
  for (;;) {
    const payment = await shop.call('payments.get', { paymentId })
    if (payment.status === status) return payment
    assert.ok(Date.now() < end, `the payment is ${payment.status}`)
    await new Promise((later) => setTimeout(later, 100))
  }
}

// payments makes one that was paid, one whose money is reserved, one that a transfer pays and one that waits for its buyer, each of an order of its own.
export async function payments(shop) {
  const made = async (provider) => {
    const orderId = await placed(shop)
    return { orderId, ...await begun(shop, orderId, provider) }
  }
  const taken = await made()
  await decide(shop, taken, 'pay', 'captured')
  await shop.call('settings.update_payments', { patch: { captureOn: 'shipment' } })
  const reserved = await made()
  await decide(shop, reserved, 'pay', 'authorized')
  await shop.call('settings.update_payments', { patch: { captureOn: 'payment' } })
  return { taken, reserved, transfer: await made('manual'), waiting: await made() }
}
