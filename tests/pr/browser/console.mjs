// The owner's console on a sandbox of its own.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { freePort } from '../../program.mjs'
import { open, refused } from './page.mjs'

// openSandbox starts "storefront serve --sandbox"; keys are its constant ones, by the scope that they have, `owner` among them.
export async function openSandbox(...flags) {
  const address = `127.0.0.1:${await freePort()}`
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('STOREFRONT_') && name !== 'DATABASE_URL')
  const program = spawn(process.env.TESTED_PROGRAM, ['serve', '--sandbox', '--addr', address, '--admin-addr', 'off', ...flags], {
    env: { ...Object.fromEntries(own), STOREFRONT_PAGES_QUOTA: '100000', STOREFRONT_ANONYMOUS_QUOTA: '100000', STOREFRONT_AUTH_ATTEMPT_QUOTA: '100000', STOREFRONT_KEY_QUOTA: '1000000' },
  })
  const ended = once(program, 'exit')
  process.once('exit', () => program.kill('SIGTERM'))
  let told = ''
  const keys = await new Promise((resolve, reject) => {
    const read = (text) => {
      told += text
      if (/owner\s+sfk_\w+\n/.test(told)) {
        resolve(Object.fromEntries([...told.matchAll(/^\s*(\S+)\s+(sfk_\w+)/gm)].map(([, name, key]) => [name, key])))
      }
    }
    program.stdout.on('data', read)
    program.stderr.on('data', read)
    ended.then(() => reject(new Error(`the sandbox ended: ${told}`)))
  })
  const url = `http://${address}`
  return {
    url,
    keys,
    // call makes a call of an operation as an agent would, with the owner's key or another.
    async call(operation, body, key = keys.owner) {
      const answer = await fetch(`${url}/api/v1/tools/${operation}`, {
        method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }, body: JSON.stringify(body),
      })
      const text = await answer.text()
      assert.equal(answer.status, 200, `${operation}: ${text}`)
      return JSON.parse(text).result
    },
    reset: async () => assert.equal((await fetch(`${url}/sandbox/reset`, { method: 'POST' })).status, 204),
    async stop() {
      program.kill('SIGTERM')
      await ended
    },
  }
}

// enter opens the console and signs in with a key, unless there is none.
export async function enter(browser, shop, { key = shop.keys.owner, at = '', ...options } = {}) {
  const opened = await open(browser, `${shop.url}/admin${at}`, options)
  const { page } = opened
  if (key) {
    await page.locator('.cover input').fill(key)
    await page.locator('.cover footer button').click()
    await page.locator('main h1').waitFor()
  }
  // Whether a session can be renewed is asked first, and refused.
  return { ...opened, close: (...expected) => opened.close(refused(401), ...expected) }
}
