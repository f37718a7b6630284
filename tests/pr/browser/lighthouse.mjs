// Lighthouse, in the browser of the other tests.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { freePort } from '../../program.mjs'
import { launch } from './chromium.mjs'

const { default: lighthouse } = await import(createRequire(join(process.env.TOOLS, '/')).resolve('lighthouse'))

// measure returns the scores of pages by category, from 0 to 100, and the audits that
// they fail.
export async function measure(addresses) {
  const port = await freePort()
  const browser = await launch(`--remote-debugging-port=${port}`)
  const scores = []
  try {
    for (const address of addresses) {
      const { lhr } = await lighthouse(address, {
        port, logLevel: 'error', disableFullPageScreenshot: true, onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
      })
      for (const { id, score, auditRefs } of Object.values(lhr.categories)) {
        const failed = auditRefs.filter((audit) => audit.weight > 0 && lhr.audits[audit.id].score < 1)
        const faults = failed.map((audit) => `${audit.id} ${JSON.stringify(lhr.audits[audit.id].details?.items)}`)
        scores.push({ page: new URL(address).pathname, category: id, score: Math.round(score * 100), faults })
      }
    }
  } finally {
    await browser.close()
  }
  return scores
}
