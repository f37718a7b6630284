// localstripe: a stateful double of Stripe by other people.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { freePort } from '../../program.mjs'

export const key = 'sk_test_localstripe', secret = 'whsec_localstripe'

// localstripe starts it, and returns its address, a function that asks it, and one that stops it.
export async function localstripe() {
  const port = await freePort()
  const child = spawn(join(process.env.TOOLS, 'localstripe/bin/python'), [fileURLToPath(new URL('serve.py', import.meta.url)), `${port}`], {
    stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  })
  process.once('exit', () => child.kill())
  const ended = once(child, 'exit')
  let log = ''
  child.stderr.on('data', (text) => { log += text })
  await Promise.race([once(child.stdout, 'data'), ended.then(() => assert.fail(`localstripe ended: ${log}`))])
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    async ask(path, parameters) {
      const answer = await fetch(url + path, {
        method: parameters ? 'POST' : 'GET', headers: { Authorization: `Bearer ${key}` }, body: parameters && new URLSearchParams(parameters),
      })
      const text = await answer.text()
      assert.equal(answer.status, 200, `${path}: ${text}`)
      return text && JSON.parse(text)
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}
