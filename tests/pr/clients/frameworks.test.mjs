// Agents' frameworks use the built program, without a model: each lists the tools, calls one, is refused, and calls on
// beyond the limit; the session survives, and what the framework gives to the model holds the problem. So it does when a call
// waits for the owner of the shop.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { start } from '../../program.mjs'
import { converse, installed } from './spawned.mjs'
import { askTwice } from './waiting.mjs'

const limits = { STOREFRONT_ANONYMOUS_QUOTA: '20', STOREFRONT_ANONYMOUS_REFILL: '500ms', STOREFRONT_KEY_QUOTA: '20', STOREFRONT_KEY_REFILL: '500ms' }
const shop = await start({ ...limits, STOREFRONT_TRUSTED_PROXIES: '127.0.0.0/8' })
after(() => shop.stop())

const contract = await (await fetch(`${shop.url}/openapi.json`)).json()
const operations = Object.keys(contract.paths).filter((path) => path.startsWith('/api/v1/tools/')).map((path) => path.split('/').pop())

const file = (name) => fileURLToPath(new URL(`frameworks/${name}`, import.meta.url))
const python = (environment, name, ...more) => ({ command: join(installed, environment, 'bin/python'), file: file(name), more })
const node = (name) => ({ command: 'node', file: file(name) })
const java = (libraries, name) => ({ command: 'java', options: ['-cp', join(installed, libraries, '*')], file: file(name) })

const without = (words) => (text) => text.replace(words, '')
const ofPython = (text) => /text='(.*?)', annotations=/s.exec(text)[1].replace(/\\(.)/g, '$1')
const orError = (text) => (JSON.parse(text).ok ? text : JSON.parse(text).error)

// A refusal is given to the model as a text, or raised as an error with that text ("raises"); "document" finds the problem,
// or the result, in it. Where "hides" or "hidesLimit" is set, that error is all there is.
const frameworks = [
  { name: 'langchain-mcp-adapters', program: python('mcp1', 'with_langchain.py') },
  { name: 'semantic-kernel', program: python('mcp1', 'with_semantic_kernel.py'), rest: true, hides: /^Error occurred while invoking function: 'shop-\w+'$/ },
  { name: 'semantic-kernel, with the hook', program: python('mcp1', 'with_semantic_kernel.py', 'shown'), rest: true },
  { name: 'fastmcp', program: python('mcp2', 'with_fastmcp.py'), raises: true },
  { name: 'llama-index-tools-mcp', program: python('mcp2', 'with_llama_index.py'), document: ofPython, hidesLimit: /^unhandled errors in a TaskGroup \(1 sub-exception\)$/ },
  { name: 'openai-agents', program: python('mcp2', 'with_openai_agents.py') },
  { name: 'pydantic-ai', program: python('mcp2', 'with_pydantic_ai.py'), document: orError },
  { name: '@ai-sdk/mcp', program: node('with_ai_sdk.mjs') },
  { name: '@langchain/mcp-adapters', program: node('with_langchain.mjs'), raises: true, document: without(/^MCP tool '\w+' on server 'shop' returned an error: /) },
  { name: '@mastra/mcp', program: node('with_mastra.mjs'), raises: true },
  { name: 'langchain4j-mcp', program: java('langchain4j', 'WithLangchain4j.java'), raises: true },
]

const anybody = ['categories_list', 'products_get', 'products_search', 'site_get_page', 'site_list_pages']
const withKey = ['orders_get', 'orders_history', 'orders_list', 'orders_refunds', 'orders_transitions', 'products_facets', 'products_get', 'products_search', 'products_suggest']
const key = (name) => shop.run('keys', 'create', '--name', name, '--scopes', 'catalog:read,orders:read').trim()

// use starts a framework and gives fn the tools that it lists and a function that calls one.
function use({ program, raises, document = (text) => text }, headers, fn) {
  const { command, options = [], file, more = [] } = program
  return converse(command, [...options, file, shop.url, JSON.stringify(headers), ...more], async ({ told, ask }) => fn({
    tools: (await told()).tools,
    async call(tool, input) {
      const answer = await ask({ tool, input })
      return {
        answer,
        result: () => JSON.parse(document(answer.seen)).result,
        problem: () => JSON.parse(document(raises ? answer.raised : answer.seen)),
      }
    },
    get(slug) { return this.call('products_get', { slug }) },
  }))
}

const succeeded = ({ answer }) => /"ok":\s?true/.test(answer.seen)

frameworks.forEach((framework, i) => {
  describe(framework.name, { concurrency: true }, () => {
    const callers = [
      { who: 'anonymous', headers: { 'X-Forwarded-For': `192.0.2.${i + 1}` }, tools: anybody, limited: 'rate_limit_exceeded' },
      { who: 'with a key', headers: { Authorization: `Bearer ${key(framework.name)}` }, tools: withKey, limited: 'key_rate_limit_exceeded' },
    ]
    for (const { who, headers, tools, limited } of callers) {
      test(who, () => use(framework, headers, async (shown) => {
        assert.deepEqual(shown.tools, framework.rest ? operations.map((name) => name.replace('.', '_')).sort() : tools)
        assert.equal((await shown.get('round-metal')).result().name, 'Round Metal')

        const refused = await shown.get('findes-ikke')
        if (framework.hides) assert.match(refused.answer.raised, framework.hides)
        else {
          const problem = refused.problem()
          assert.equal(problem.code, 'product_not_found')
          assert.equal(problem.resolution, `Call ${framework.rest ? 'products.search' : 'products_search'} and set "slug" to the slug of a product.`)
        }

        let last = await shown.get('round-metal')
        for (let calls = 0; calls < 200 && succeeded(last); calls++) last = await shown.get('round-metal')
        const hidden = framework.hides ?? framework.hidesLimit
        if (hidden && last.answer.raised) assert.match(last.answer.raised, hidden)
        else {
          const problem = last.problem()
          assert.equal(problem.code, limited)
          assert.equal(problem.resolution, 'Wait 1 s before the next call.')
          assert.equal(problem.retryAfter, 1)
        }

        await sleep(4000) // eight tokens: enough for a framework that opens a session for each call
        assert.ok(succeeded(await shown.get('round-metal')), 'the session survives')
      }))
    }

    test('waits for the owner of the shop', () => askTwice(shop, framework.name, {
      success: (answer) => answer.result(),
      refusal({ answer, problem }, code) {
        if (framework.hides) return assert.match(answer.raised, framework.hides)
        assert.equal(problem().code, code)
        return problem()
      },
    }, (key, fn) => use(framework, { Authorization: `Bearer ${key}` }, (shown) => fn(shown.call))))
  })
})
