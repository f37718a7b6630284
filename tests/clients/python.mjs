// The Python SDK, driven by client.py: a process for each connection.
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { installed } from './spawned.mjs'

const program = fileURLToPath(new URL('client.py', import.meta.url))

function python(mode, version) {
  return {
    name: `Python SDK, ${mode}`,
    version,
    async use(url, key, fn) {
      const child = spawn(join(installed, 'python/bin/python'), [program, url, mode, key ?? ''], { stdio: ['pipe', 'pipe', 'inherit'] })
      const ended = once(child, 'close')
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      const told = async () => {
        const { value, done } = await lines.next()
        if (done) throw new Error('the client ended')
        const answer = JSON.parse(value)
        if (answer.error) throw Object.assign(new Error(answer.error), { refused: answer.status })
        return answer
      }
      try {
        const { version, tools } = await told()
        return await fn({
          version,
          list: () => tools,
          call(tool, input = {}) {
            child.stdin.write(`${JSON.stringify({ tool, input })}\n`)
            return told()
          },
        })
      } finally {
        child.stdin.end()
        await ended
      }
    },
  }
}

export const clients = [python('legacy', '2025-11-25'), python('auto', '2026-07-28')]
