// Orders are paid at localstripe by the built program, over HTTP.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { start } from '../../program.mjs'
import { key, localstripe, secret } from './localstripe.mjs'

const stripe = await localstripe()
const shop = await start({ STOREFRONT_STRIPE_SECRET_KEY: key, STOREFRONT_STRIPE_WEBHOOK_SECRET: secret, STOREFRONT_STRIPE_URL: stripe.url, STOREFRONT_TEST_PAYMENTS: 'true' })
after(() => Promise.all([shop.stop(), stripe.stop()]))
const hook = `${shop.url}/hooks/payments/stripe`
await stripe.ask('/_config/webhooks/storefront', { url: hook, secret })

// ordered places an order, and returns its id.
async function ordered() {
  const { cartId } = await shop.call('cart.create', { items: [{ slug: 'round-metal', quantity: 1 }] })
  const { id } = await shop.call('orders.create', {
    cartId, email: 'freja@example.com', shippingName: 'Freja Holm', shippingAddress: 'Nørregade 12', shippingZip: '1165', shippingCity: 'København K',
  })
  return id
}

// card returns the id of a card with a number.
const card = async (number) => (await stripe.ask('/v1/payment_methods', {
  type: 'card', 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '2030', 'card[cvc]': '123',
})).id

const create = (orderId, token) => shop.call('payments.create', { orderId, provider: 'stripe', token, returnUrl: `${shop.url}/paid` })
const payment = (paymentId) => shop.call('payments.get', { paymentId })
const order = (orderId) => shop.call('orders.get', { orderId })

// heard waits until a payment was told of by a message of some type, and returns it.
async function heard(paymentId, type) {
  for (let i = 0; i < 100; i++) {
    const found = await payment(paymentId)
    if (found.messages.some((message) => message.type === type)) return found
    await sleep(100)
  }
  assert.fail(`no message ${type}`)
}

test('a token pays an order, its message is taken, and money is given back', async () => {
  const id = await ordered()
  const begun = await create(id, 'pm_card_visa')
  assert.equal(begun.status, 'captured')
  const paid = await heard(begun.paymentId, 'payment_intent.succeeded')
  const intent = await stripe.ask(`/v1/payment_intents/${paid.providerReference}`)
  assert.deepEqual(intent.metadata, { paymentId: begun.paymentId, orderId: id })
  assert.equal(intent.amount, paid.amountOere)
  assert.equal(intent.currency, 'dkk')
  const bought = await order(id)
  assert.equal(bought.status, 'paid')
  assert.equal(bought.cardProcessorPaymentIntentId, intent.id)
  assert.equal(bought.paymentMethod, 'stripe:card')

  const refund = { paymentId: begun.paymentId, amountOere: 10000, reason: 'A scratch.', confirm: true }
  const part = await shop.call('payments.refund', refund)
  assert.equal(part.status, 'succeeded')
  const rest = await shop.call('payments.refund', { ...refund, amountOere: part.remainingOere })
  assert.equal(rest.remainingOere, 0)
  assert.equal((await payment(begun.paymentId)).status, 'refunded')
  assert.equal((await order(id)).status, 'refunded')
  const { data } = await stripe.ask(`/v1/refunds?payment_intent=${intent.id}`)
  assert.deepEqual(data.map((one) => one.metadata.refundId).sort(), [part.refundId, rest.refundId].sort())
  assert.equal(data.reduce((sum, one) => sum + one.amount, 0), paid.amountOere)
})

test('a card that is declined fails, and another one pays', async () => {
  const id = await ordered()
  const failed = await create(id, await card('4000000000000341'))
  assert.equal(failed.status, 'failed')
  assert.equal((await payment(failed.paymentId)).failure, 'Your card was declined.')
  assert.equal((await order(id)).status, 'pending_payment')
  assert.equal((await create(id, 'pm_card_visa')).status, 'captured')
})

test('3-D Secure leads the buyer to a page, and the message afterwards makes the order paid', async () => {
  const id = await ordered()
  const begun = await create(id, await card('4000002760003184'))
  assert.equal(begun.status, 'requires_action')
  const { providerReference: intent } = await payment(begun.paymentId)
  assert.equal(begun.url, `https://hooks.stripe.example/3ds/${intent}`)
  const { client_secret, next_action } = await stripe.ask(`/v1/payment_intents/${intent}`)
  assert.equal(next_action.redirect_to_url.return_url, `${shop.url}/paid`)
  await stripe.ask(`/v1/payment_intents/${intent}/_authenticate`, { client_secret, success: 'true' })
  assert.equal((await heard(begun.paymentId, 'payment_intent.succeeded')).status, 'captured')
  assert.equal((await order(id)).status, 'paid')
})

test('a buyer who does not confirm has the payment cancelled', async () => {
  const id = await ordered()
  const begun = await create(id, await card('4000002760003184'))
  assert.equal((await shop.call('payments.cancel', { paymentId: begun.paymentId, confirm: true })).status, 'cancelled')
  const { providerReference: intent } = await payment(begun.paymentId)
  assert.equal((await stripe.ask(`/v1/payment_intents/${intent}`)).status, 'canceled')
  assert.equal((await create(id, 'pm_card_visa')).status, 'captured')
})

test('money is reserved, and taken later', async () => {
  await shop.call('settings.update_payments', { patch: { captureOn: 'shipment' } })
  const id = await ordered()
  const begun = await create(id, 'pm_card_visa')
  assert.equal(begun.status, 'authorized')
  assert.equal((await order(id)).paidAt, null)
  assert.equal((await shop.call('payments.capture', { paymentId: begun.paymentId, confirm: true })).status, 'captured')
  assert.equal((await stripe.ask(`/v1/payment_intents/${(await payment(begun.paymentId)).providerReference}`)).status, 'succeeded')
  assert.notEqual((await order(id)).paidAt, null)
  await shop.call('settings.update_payments', { patch: { captureOn: 'payment' } })
})

test('a message that localstripe did not sign is not taken', async () => {
  const id = await ordered()
  const begun = await create(id, await card('4000002760003184'))
  const { providerReference: intent } = await payment(begun.paymentId)
  const now = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', livemode: false, data: { object: { id: intent, object: 'payment_intent', metadata: {} } } })
  const send = async (by, at) => (await fetch(hook, {
    method: 'POST', body, headers: { 'Stripe-Signature': `t=${at},v1=${createHmac('sha256', by).update(`${at}.${body}`).digest('hex')}` },
  })).status
  assert.equal(await send('whsec_forged', now), 400)
  assert.equal(await send(secret, now - 600), 400)
  assert.deepEqual((await payment(begun.paymentId)).messages, [])
  assert.equal(await send(secret, now), 200) // it is read, and nothing has changed
  assert.equal((await heard(begun.paymentId, 'payment_intent.succeeded')).status, 'requires_action')
})

test('the books agree with those of localstripe, until money is taken there that the shop does not know', async () => {
  const books = /^stripe +taken +(\d+): ([\d.,]+ kr) +(\d+): ([\d.,]+ kr)$/m
  const agreeing = shop.run('payments', 'reconcile', '--since', '1h')
  const [, count, sum, theirCount, theirSum] = books.exec(agreeing)
  assert.match(agreeing, /\nThe books agree\.\n$/)
  assert.ok(Number(count) > 0 && count === theirCount && sum === theirSum, agreeing)
  const { id } = await stripe.ask('/v1/payment_intents', { amount: '12345', currency: 'dkk', payment_method: 'pm_card_visa', confirm: 'true' })
  assert.throws(() => shop.run('payments', 'reconcile', '--since', '1h'), ({ status, stdout }) => {
    const [, ours, , theirs] = books.exec(stdout)
    assert.deepEqual([status, ours, theirs], [1, count, `${Number(count) + 1}`])
    assert.match(stdout, new RegExp(`^stripe +- +${id} +- +123,45 kr taken, 0,00 kr given back$`, 'm'))
    return true
  })
})
