// The messages of the built program, verified by the library of Standard Webhooks for JavaScript.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { start } from '../../program.mjs'

const { Webhook, WebhookVerificationError } = createRequire(`${process.env.TOOLS}/`)('standardwebhooks')

let shop, receiver
const messages = []
before(async () => {
  receiver = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    messages.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  shop = await start({ STOREFRONT_WEBHOOK_ALLOW_LOOPBACK: 'true' })
})
after(async () => {
  await shop?.stop()
  receiver.close()
})

// next waits for a message that is not taken from messages yet.
async function next() {
  for (const end = Date.now() + 30_000; messages.length === 0;) {
    assert.ok(Date.now() < end, 'no message within 30 s')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return messages.shift()
}

test('messages are verified with the secret, also while it is rotated', async () => {
  const { id, secret } = await shop.call('webhooks.create', { url: `http://127.0.0.1:${receiver.address().port}/`, events: ['discount.changed'] })
  await shop.call('discounts.create', { code: 'SIGNED', type: 'percent', value: 10 })
  let { headers, body } = await next()
  const event = new Webhook(secret).verify(body, headers)
  assert.equal(event.type, 'discount.changed')
  assert.equal(event.data.code, 'SIGNED')
  assert.throws(() => new Webhook(secret).verify(body.replace('SIGNED', 'FORGED'), headers), WebhookVerificationError)
  assert.throws(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'another' }), WebhookVerificationError)

  const { secret: renewed } = await shop.call('webhooks.rotate_secret', { id })
  await shop.call('discounts.toggle', { code: 'SIGNED', active: false });
  ({ headers, body } = await next())
  for (const known of [secret, renewed]) assert.equal(new Webhook(known).verify(body, headers).data.active, false)
  assert.throws(() => new Webhook('whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=').verify(body, headers), WebhookVerificationError)
})
