// The MCP Inspector's command line: a process for each call.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { installed, run } from './spawned.mjs'

const program = join(installed, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')

function inspector(era, version) {
  const inspect = async (url, key, ...rest) => {
    const header = key ? ['--header', `Authorization: Bearer ${key}`] : []
    const said = await run('node', [program, '--cli', url, '--transport', 'http', '--protocol-era', era, '--stored-auth-only', ...header, ...rest])
    const code = said.stderr && /^{"error":/m.test(said.stderr) ? JSON.parse(/^{"error":.*$/m.exec(said.stderr)[0]).error.code : ''
    if (code === 'auth_required') throw Object.assign(new Error(said.stderr), { refused: 401 })
    if (said.status !== 0 && code !== 'tool_is_error') throw new Error(`status ${said.status}: ${said.stderr}`)
    return { ...said, code, result: JSON.parse(said.stdout) }
  }
  return {
    name: `Inspector, ${era}`,
    listedOnly: true, // it calls only tools that the list contains
    use(url, key, fn) {
      return fn({
        async list() {
          const { result, stderr } = await inspect(url, key, '--method', 'tools/list', '--strict')
          assert.equal(stderr, '', 'the strict inspection of the tools')
          return result.tools
        },
        async call(tool, input = {}) {
          const { result, code } = await inspect(url, key, '--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(input))
          assert.equal(code === 'tool_is_error', result.isError === true)
          assert.equal('_meta' in result, version === '2026-07-28', 'only the newest era tells who answered')
          return result
        },
      })
    },
  }
}

export const clients = [inspector('legacy', '2025-11-25'), inspector('modern', '2026-07-28')]
