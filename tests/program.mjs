// The built program, with a data folder of its own and the demo shop.
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { execFileSync, spawn } from 'node:child_process'

// freePort returns a port of the loopback address on which nothing listens.
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

// start runs "storefront serve"; more is added to its environment. It returns
// the address, a key with all scopes, a function that calls an operation with that
// key and returns its result, one that runs another command on the same data, and
// one that stops it.
export async function start(more = {}) {
  const data = mkdtempSync('/tmp/storefront-tests-')
  chmodSync(data, 0o755) // when started as root, PostgreSQL's user needs access
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('STOREFRONT_') && name !== 'DATABASE_URL')
  const address = `127.0.0.1:${await freePort()}`
  const env = { ...Object.fromEntries(own), STOREFRONT_DATA: data, STOREFRONT_DEMO: 'true', ...more }
  const program = spawn(process.env.TESTED_PROGRAM, ['serve', '--addr', address], { env })
  const ended = once(program, 'exit')
  const stop = async () => {
    program.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  process.once('exit', () => program.kill('SIGTERM')) // so that the program ends when a test crashes
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop().finally(() => process.exit(1)))
  let log = ''
  program.stderr.on('data', (text) => { log += text })
  const key = await new Promise((resolve, reject) => {
    let told = ''
    program.stdout.on('data', (text) => {
      told += text
      if (told.includes('Storefront serves')) resolve(/sfk_\w+/.exec(told)?.[0])
    })
    ended.then(() => reject(new Error(`the program ended: ${told}${log}`)))
  })
  const url = `http://${address}`
  return {
    url,
    key,
    async call(operation, body) {
      const answer = await fetch(`${url}/api/v1/tools/${operation}`, {
        method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }, body: JSON.stringify(body),
      })
      const text = await answer.text()
      assert.equal(answer.status, 200, `${operation}: ${text}`)
      return JSON.parse(text).result
    },
    run: (...command) => execFileSync(process.env.TESTED_PROGRAM, command, { env, encoding: 'utf8', stdio: 'pipe' }),
    stop,
  }
}
