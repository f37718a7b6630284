// Real MCP clients call the built program; each does the same.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { start } from '../../program.mjs'
import * as inspector from './inspector.mjs'
import * as python from './python.mjs'
import { installed, run } from './spawned.mjs'
import * as typescript from './typescript.mjs'
import { askTwice } from './waiting.mjs'

const many = '1000000'
const shop = await start({ STOREFRONT_ANONYMOUS_QUOTA: many, STOREFRONT_AUTH_ATTEMPT_QUOTA: many, STOREFRONT_KEY_QUOTA: many })
after(() => shop.stop())

const address = `${shop.url}/api/mcp`
const everything = shop.key
const orders = shop.run('keys', 'create', '--name', 'clients', '--scopes', 'orders:read').trim()
const contract = await (await fetch(`${shop.url}/openapi.json`)).json()
const operations = (await (await fetch(`${shop.url}/api/v1/tools`)).json()).tools.filter((tool) => !tool.restOnly).map((tool) => tool.name)

const anybody = ['categories.list', 'products.get', 'products.search', 'site.get_page', 'site.list_pages']
const underscored = (names) => names.map((name) => name.replace('.', '_')).sort()
const names = (tools) => tools.map((tool) => tool.name).sort()

// success expects {ok, result}, with the same as text, and returns the result.
function success(answer) {
  assert.ok(!answer.isError, answer.content[0].text)
  assert.deepEqual(JSON.parse(answer.content[0].text), answer.structuredContent)
  assert.equal(answer.structuredContent.ok, true)
  return answer.structuredContent.result
}

// refusal expects the problem with that code, as text only.
function refusal(answer, code) {
  assert.equal(answer.isError, true)
  assert.equal(answer.structuredContent, undefined)
  const problem = JSON.parse(answer.content[0].text)
  assert.equal(problem.code, code)
  assert.ok(problem.resolution.length > 10, 'what to do next')
  return problem
}

// examples are the example inputs of an operation in the contract.
function examples(operation) {
  const { content } = contract.paths[`/api/v1/tools/${operation}`].post.requestBody
  return Object.values(content['application/json'].examples).map((example) => example.value)
}

// The Inspector is a process for each call.
const clients = [...typescript.clients, ...(process.env.WHOLE ? inspector.clients : []), ...python.clients]
clients.forEach((client, i) => describe(client.name, { concurrency: true }, () => {
  const other = clients[(i + 1) % clients.length]

  if (client.version) test('speaks the version that it should', () => client.use(address, null, ({ version }) => {
    assert.equal(version, client.version)
  }))

  test('sees what its key allows', async () => {
    const listed = (url, key) => client.use(url, key, async ({ list }) => names(await list()))
    assert.deepEqual(await listed(address, null), underscored(anybody))
    assert.deepEqual(await listed(`${address}?names=dotted`, null), anybody)
    assert.deepEqual(await listed(address, orders), ['orders_get', 'orders_history', 'orders_list', 'orders_refunds', 'orders_transitions'])
    assert.deepEqual(await listed(address, everything), underscored(operations))
    assert.ok(operations.length >= 27)
  })

  test('reads a product without a key', () => client.use(address, null, async ({ call }) => {
    const product = success(await call('products_get', { slug: 'round-metal' }))
    assert.equal(product.name, 'Round Metal')
    assert.ok(Number.isInteger(product.priceDkk))
    refusal(await call('products_get', { slug: 'findes-ikke' }), 'product_not_found')
  }))

  test('reads everything, and finds each answer as its output schema says', () => client.use(address, everything, async ({ list, call }) => {
    const reading = (await list()).filter((tool) => tool.annotations.readOnlyHint)
    assert.ok(reading.length >= 12)
    for (const tool of reading) {
      assert.ok(tool.outputSchema)
      for (const input of examples(tool._meta.operation)) success(await call(tool.name, input))
    }
  }))

  test('calls by the dotted name', () => client.use(client.listedOnly ? `${address}?names=dotted` : address, null, async ({ call }) => {
    assert.ok(success(await call('products.search', { q: 'solbriller', limit: 3 })).length === 3)
  }))

  if (!client.listedOnly) test('is told what its key lacks', async () => {
    await client.use(address, null, async ({ call }) => refusal(await call('orders_list'), 'authentication_required'))
    await client.use(address, orders, async ({ call }) => refusal(await call('categories_upsert', { slug: 'x', name: 'X' }), 'insufficient_scope'))
  })

  test('does not connect with a bad key', () => assert.rejects(client.use(address, `${everything.slice(0, -1)}!`, ({ list }) => list()), { refused: 401 }))

  test('waits for the owner of the shop', () => askTwice(shop, client.name, { success, refusal }, (key, fn) => client.use(address, key, ({ call }) => fn(call))))

  test(`writes what another sees: ${other.name}`, async () => {
    const category = { slug: `clients-${i}`, name: client.name, description: 'Made over MCP.' }
    await client.use(address, everything, async ({ call }) => success(await call('categories_upsert', category)))
    await other.use(address, null, async ({ call }) => {
      const seen = success(await call('categories_list')).find(({ slug }) => slug === category.slug)
      assert.equal(seen?.name, category.name)
    })
  })
}))

describe('the conformance suite of the protocol', () => {
  const suite = join(installed, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const baseline = fileURLToPath(new URL('conformance.yaml', import.meta.url))
  for (const version of ['2025-06-18', '2025-11-25', '2026-07-28']) {
    // It also fails if something in the baseline passes.
    test(version, async () => {
      const { status, stdout, stderr } = await run('node', [suite, 'server', '--url', address, '--suite', 'all', '--spec-version', version, '--expected-failures', baseline])
      assert.equal(status, 0, stdout.slice(stdout.indexOf('=== SUMMARY')) + stderr)
    })
  }
})
