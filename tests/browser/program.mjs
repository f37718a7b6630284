// The built program, with a data folder of its own and the demo shop.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { spawn } from 'node:child_process'

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

// start runs "storefront serve"; more is environment. It returns the address,
// a key for everything, and a function that stops it.
export async function start(more = {}) {
  const data = mkdtempSync('/tmp/storefront-browser-')
  chmodSync(data, 0o755) // started as root, PostgreSQL's user has to get in
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('STOREFRONT_') && name !== 'DATABASE_URL')
  const address = `127.0.0.1:${await freePort()}`
  const program = spawn(process.env.STOREFRONT_BINARY, ['serve', '--addr', address], {
    env: { ...Object.fromEntries(own), STOREFRONT_DATA: data, STOREFRONT_DEMO: 'true', ...more },
  })
  const ended = once(program, 'exit')
  let log = ''
  program.stderr.on('data', (text) => { log += text })
  const key = await new Promise((resolve, reject) => {
    let told = ''
    program.stdout.on('data', (text) => {
      told += text
      if (told.includes('Storefront serves')) resolve(/sfk_\w+/.exec(told)[0])
    })
    ended.then(() => reject(new Error(`the program ended: ${told}${log}`)))
  })
  return {
    url: `http://${address}`,
    key,
    async stop() {
      program.kill('SIGTERM')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}
