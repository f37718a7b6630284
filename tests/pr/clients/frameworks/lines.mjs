// What the JavaScript programs here share, as lines.py does for Python.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const require = createRequire(join(process.env.TOOLS, '/'))
const [address, sent] = process.argv.slice(2)
export const url = new URL('/api/mcp', address)
export const headers = JSON.parse(sent)

const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`)

// serve carries out the calls with call(tool, input), which returns a text.
export async function serve(tools, call) {
  say({ tools: tools.sort() })
  for await (const line of createInterface({ input: process.stdin })) {
    const { tool, input } = JSON.parse(line)
    await call(tool, input).then((seen) => say({ seen }), (error) => say({ raised: error.message }))
  }
}
