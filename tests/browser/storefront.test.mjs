// The public pages in a browser: at phone and desktop width, in light and dark, by
// keyboard, for people who cannot see them, and for crawlers.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { crawl } from './crawler.mjs'
import { checkLinked } from './linked.mjs'
import { open } from './page.mjs'
import { launch } from './chromium.mjs'
import { measure } from './lighthouse.mjs'
import { start } from '../program.mjs'

const axe = readFileSync(createRequire(join(process.env.BROWSER_TOOLS, '/')).resolve('axe-core/axe.min.js'), 'utf8')

let browser, shop
before(async () => {
  browser = await launch()
  shop = await start({ STOREFRONT_PAGES_QUOTA: '100000' })
  const call = async (tool, body) => {
    const answer = await fetch(`${shop.url}/api/v1/tools/${tool}`, {
      method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${shop.key}` }, body: JSON.stringify(body),
    })
    assert.equal(answer.status, 200, await answer.text())
  }
  await call('pages.upsert', { slug: 'byg', title: 'Bygget af sektioner', body: 'Vises ikke, for siden har et layout.' })
  await call('pages.set_layout', { slug: 'byg', layout: JSON.parse(readFileSync(new URL('layout.json', import.meta.url), 'utf8')), confirm: true })
  await call('products.create', { name: 'Uden billede', slug: 'uden-billede', description: 'En vare uden billede.', priceDkk: 4950, stock: 2, categorySlug: 'gavekort' })
})
after(async () => {
  await browser?.close()
  await shop?.stop()
})

const pages = {
  home: '/', products: '/products', search: '/products?q=solbriler&inStock=true', nothing: '/products?q=findesslet%20ikke', product: '/products/round-metal',
  bare: '/products/uden-billede', category: '/categories/solbriller', services: '/services', service: '/services/synsproeve', info: '/info/om-os', layout: '/info/byg',
}
const looks = {
  desktop: { viewport: { width: 1300, height: 900 }, locale: 'da-DK' },
  phone: { viewport: { width: 360, height: 740 }, locale: 'en-GB' },
  dark: { viewport: { width: 1300, height: 900 }, locale: 'da-DK', colorScheme: 'dark' },
}

// sound expects that a page fits its window and that nobody is kept out.
async function sound(page, name) {
  const { wide, shown } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, shown: document.documentElement.clientWidth }))
  assert.ok(wide <= shown, `${name} is ${wide} pixels wide in a window of ${shown}`)
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => globalThis.axe.run())
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`), [], name)
}

for (const [look, options] of Object.entries(looks)) {
  describe(look, () => {
    for (const [name, path] of Object.entries(pages)) {
      test(name, async () => {
        const { page, picture, close } = await open(browser, shop.url + path, options)
        await sound(page, name)
        await picture(`${look}-${name}`)
        await close()
      })
    }
    test('an address of nothing', async () => {
      const { page, picture, close } = await open(browser, `${shop.url}/nowhere`, options)
      await page.getByRole('heading', { level: 1, name: look === 'phone' ? 'This page does not exist' : 'Siden findes ikke' }).waitFor()
      await sound(page, 'nothing')
      await picture(`${look}-missing`)
      await close('Failed to load resource: the server responded with a status of 404 (Not Found)')
    })
  })
}

test('a visitor with a keyboard alone searches, filters, pages and opens a product', async () => {
  const { page, close } = await open(browser, shop.url, looks.phone)
  const press = async (key, times = 1) => { for (let i = 0; i < times; i++) await page.keyboard.press(key) }
  // reach presses Tab until the focus is on an element that matches.
  const reach = async (selector) => {
    for (let i = 0; i < 120; i++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
      await press('Tab')
    }
    assert.fail(`${selector} is not reached`)
  }
  await press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the content')
  await reach('input[name=q]')
  await page.keyboard.type('solbriller')
  await press('Enter')
  await page.waitForURL('**/products?q=solbriller')
  await reach('input[name=inStock]')
  await press('Space')
  await reach('select[name=sort]')
  await press('ArrowDown')
  await reach('.filters button')
  await press('Enter')
  await page.waitForURL('**inStock=true**')
  await page.goto(`${shop.url}/products`)
  await reach('a[rel=next]')
  await press('Enter')
  await page.waitForURL('**/products?page=2')
  await reach('.card a')
  const name = await page.evaluate(() => document.activeElement.querySelector('.title').textContent)
  await press('Enter')
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await close()
})

test('questions open without scripts', async () => {
  const { page, close } = await open(browser, `${shop.url}/products/round-metal`, { ...looks.desktop, javaScriptEnabled: false })
  await page.getByText('Er glassene polariserede?').click()
  await page.getByText('Ja, alle glas er polariserede.').waitFor()
  await close()
})

test('JSON-LD has what search engines require', async () => {
  const kinds = new Set()
  for (const path of Object.values(pages)) {
    for (const kind of checkLinked(await (await fetch(shop.url + path, { headers: { Accept: 'text/html' } })).text(), shop.url)) kinds.add(kind)
  }
  assert.deepEqual([...kinds].sort(), ['BreadcrumbList', 'FAQPage', 'Organization', 'Product', 'Service', 'WebSite'])
})

test('a crawler that knows only the address finds every live thing, and nothing else', async () => {
  const { listed, reached } = await crawl(shop.url)
  const products = (await (await fetch(`${shop.url}/api/v1/tools/products.search`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ limit: 100 }),
  })).json()).result.map(({ slug }) => `/products/${slug}`)
  const below = (all, folder) => [...all].filter((path) => path.startsWith(folder)).sort()
  assert.deepEqual(below(listed, '/products/'), products.sort())
  assert.deepEqual(below(reached, '/products/'), products)
  for (const folder of ['/categories/', '/services/', '/info/']) assert.deepEqual(below(reached, folder), below(listed, folder))
})

test('Lighthouse', async () => {
  const scores = await measure(['home', 'products', 'product', 'layout'].map((name) => shop.url + pages[name]))
  for (const [page, { performance, ...others }] of Object.entries(scores)) {
    console.log(`${page}: performance ${performance}`, others)
    for (const [category, score] of Object.entries(others)) assert.ok(score >= 95, `${page}: ${category} ${score}`)
  }
})
