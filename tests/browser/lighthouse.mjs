// Lighthouse, in the browser of the other tests.
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { launch } from './chromium.mjs'

const { default: lighthouse } = await import(createRequire(join(process.env.BROWSER_TOOLS, '/')).resolve('lighthouse'))

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

// measure returns the scores of pages, from 0 to 100, by category.
export async function measure(addresses) {
  const port = await freePort()
  const browser = await launch(`--remote-debugging-port=${port}`)
  const scores = {}
  try {
    for (const address of addresses) {
      const { lhr } = await lighthouse(address, { port, logLevel: 'error', onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'] })
      scores[new URL(address).pathname] = Object.fromEntries(Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(score * 100)]))
    }
  } finally {
    await browser.close()
  }
  return scores
}
