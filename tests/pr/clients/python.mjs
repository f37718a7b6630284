// The Python SDK, driven by client.py: a process for each connection.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { converse, installed } from './spawned.mjs'

const program = fileURLToPath(new URL('client.py', import.meta.url))

// checked returns an answer, and throws the error that it reports.
function checked(answer) {
  if (answer.error) throw Object.assign(new Error(answer.error), { refused: answer.status })
  return answer
}

function python(mode, version) {
  return {
    name: `Python SDK, ${mode}`,
    version,
    use: (url, key, fn) => converse(join(installed, 'mcp2/bin/python'), [program, url, mode, key ?? ''], async ({ told, ask }) => {
      const { version, tools } = checked(await told())
      return fn({ version, list: () => tools, call: async (tool, input = {}) => checked(await ask({ tool, input })) })
    }),
  }
}

export const clients = [python('legacy', '2025-11-25'), python('auto', '2026-07-28')]
