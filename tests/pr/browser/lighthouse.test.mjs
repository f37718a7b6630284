// Lighthouse's opinion of the pages. The performance depends on the machine and is
// only printed.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { measure } from './lighthouse.mjs'
import { open, pages } from './shop.mjs'

let shop
before(async () => { shop = await open() })
after(() => shop?.stop())

test('accessibility, best practices and SEO are at least 95', async () => {
  const scores = await measure(['home', 'products', 'product', 'category', 'services', 'layout'].map((name) => shop.url + pages[name]))
  for (const { page, category, score, faults } of scores) {
    if (category === 'performance') console.log(`${page}: performance ${score}`)
    else assert.ok(score >= 95, `${page}: ${category} ${score}: ${faults}`)
  }
})
