// What has to be true of every page at every size.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const axe = readFileSync(createRequire(join(process.env.TOOLS, '/')).resolve('axe-core/axe.min.js'), 'utf8')

// looks are how the pages are looked at: each language, width and scheme with each other.
const desktop = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
export const looks = {
  desktop: { ...desktop, locale: 'da-DK', colorScheme: 'light' },
  'desktop-dark': { ...desktop, locale: 'en-GB', colorScheme: 'dark' },
  phone: { ...phone, locale: 'en-GB', colorScheme: 'light' },
  'phone-dark': { ...phone, locale: 'da-DK', colorScheme: 'dark' },
}

// sound expects that a page fits its window, is in the language of the visitor and
// that axe-core finds nothing that keeps people out.
export async function sound(page) {
  const { width, language, wanted } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth, language: document.documentElement.lang, wanted: navigator.language,
  }))
  assert.equal(width, page.viewportSize().width)
  assert.equal(language, wanted.slice(0, 2))
  await page.evaluate(axe)
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run())
  assert.ok(passes.length > 10)
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`), [])
}
