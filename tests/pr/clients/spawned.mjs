import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const installed = process.env.TOOLS // where tests/install puts what is pinned here

// The clients keep data about servers here, not in the user's home folder.
const home = mkdtempSync(join(tmpdir(), 'storefront-clients-'))
process.once('exit', () => rmSync(home, { recursive: true, force: true }))

const env = { ...process.env, HOME: home, NO_COLOR: '1' }

// run runs a program to its end.
export function run(program, args, input = '') {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, timeout: 60_000 })
    const said = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr']) child[stream].setEncoding('utf8').on('data', (text) => { said[stream] += text })
    child.on('error', reject).on('close', (status) => resolve({ status, ...said }))
    child.stdin.on('error', () => {}).end(input) // a program that has ended reads nothing
  })
}

// converse runs a program that answers each line of input with a line of output, both JSON. It gives fn a function that
// reads the next line and one that sends a line and reads the answer.
export async function converse(program, args, fn) {
  const child = spawn(program, args, { env })
  const ended = once(child, 'close')
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text) => { complaints += text })
  child.stdin.on('error', () => {}) // a program that has ended reads nothing
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const told = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`the program ended: ${complaints}`)
    return JSON.parse(value)
  }
  const ask = (question) => {
    child.stdin.write(`${JSON.stringify(question)}\n`)
    return told()
  }
  try {
    return await fn({ told, ask })
  } finally {
    child.stdin.end()
    await ended
  }
}
