import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const installed = process.env.CLIENT_TOOLS // where the Makefile installs the clients

// The clients keep data about servers here, not in the user's home folder.
const home = mkdtempSync(join(tmpdir(), 'storefront-clients-'))
process.once('exit', () => rmSync(home, { recursive: true, force: true }))

// run runs a program to its end.
export function run(program, args, input = '') {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, HOME: home, NO_COLOR: '1' }, timeout: 60_000 })
    const said = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr']) child[stream].setEncoding('utf8').on('data', (text) => { said[stream] += text })
    child.on('error', reject).on('close', (status) => resolve({ status, ...said }))
    child.stdin.on('error', () => {}).end(input) // a program that has ended reads nothing
  })
}
