// The two major versions of the TypeScript SDK, in this process.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(join(process.env.TOOLS, '/')) // where tests/install puts what is pinned here
const first = { ...require('@modelcontextprotocol/sdk/client/index.js'), ...require('@modelcontextprotocol/sdk/client/streamableHttp.js') }
const second = require('@modelcontextprotocol/client')

// A warning of the schema validators, for example about an unknown format, is an
// error.
console.warn = (...words) => { throw new Error(words.join(' ')) }

function typescript(name, { Client, StreamableHTTPClientTransport }, version, options) {
  return {
    name,
    version,
    // use connects and gives fn the connection.
    async use(url, key, fn) {
      const headers = key ? { Authorization: `Bearer ${key}` } : {}
      const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
      const client = new Client({ name: 'storefront-tests', version: '1.0.0' }, options)
      await client.connect(transport).catch((error) => { throw Object.assign(error, { refused: error.status ?? error.code }) })
      try {
        const { tools } = await client.listTools() // from here on it validates results against the output schemas
        return await fn({
          version: client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion,
          list: () => tools,
          call: (tool, input = {}) => client.callTool({ name: tool, arguments: input }),
        })
      } finally {
        await client.close()
      }
    },
  }
}

export const clients = [
  typescript('TypeScript SDK 1', first, '2025-11-25'),
  typescript('TypeScript SDK 2, older era', second, '2025-11-25', { versionNegotiation: { mode: 'legacy' } }),
  typescript('TypeScript SDK 2, newest era', second, '2026-07-28', { versionNegotiation: { mode: 'auto' } }),
]
