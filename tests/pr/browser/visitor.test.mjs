// What visitors do: with a keyboard alone, without JavaScript, and while the shop changes.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { open, refused } from './page.mjs'
import { launch } from './chromium.mjs'
import { imagesOf, open as openShop } from './shop.mjs'
import { looks } from './sound.mjs'

let browser, shop
before(async () => {
  browser = await launch()
  shop = await openShop()
})
after(async () => {
  await browser?.close()
  await shop?.stop()
})

const visit = (path, options) => open(browser, shop.url + path, { ...looks.desktop, imagesOf, ...options })
const path = (page) => decodeURI(page.url().slice(shop.url.length))

test('a visitor with a keyboard alone searches, filters, pages and opens a product', async () => {
  const { page, close } = await visit('/', looks.phone)
  const press = (key) => page.keyboard.press(key)
  // reach presses Tab until the focus is on an element that matches, and expects that
  // it can be seen there.
  const reach = async (selector) => {
    for (let i = 0; i < 120; i++) {
      const focus = await page.evaluate((wanted) => {
        const { outlineStyle } = getComputedStyle(document.activeElement)
        return { there: document.activeElement.matches(wanted), outlineStyle }
      }, selector)
      if (focus.there) return assert.notEqual(focus.outlineStyle, 'none', selector)
      await press('Tab')
    }
    assert.fail(`${selector} is not reached`)
  }
  // lead presses Enter and waits for the page with this address and these parameters.
  const lead = (to, wanted = {}) => Promise.all([press('Enter'), page.waitForURL(({ pathname, hash, searchParams }) => {
    const filled = Object.fromEntries([...searchParams].filter(([, value]) => value !== ''))
    return pathname + hash === to && isDeepStrictEqual(filled, wanted)
  })])

  await press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the content')
  await lead('/#content')
  await press('Tab')
  assert.ok(await page.evaluate(() => document.querySelector('main').contains(document.activeElement)))

  await page.reload()
  await reach('input[name=q]')
  await page.keyboard.type('solbriller')
  await lead('/products', { q: 'solbriller' })
  const searched = await page.locator('.card').count()
  assert.ok(searched > 1)
  await reach('.filters summary')
  await press('Enter')
  await reach('input[name=brand]')
  await press('Space')
  const brand = await page.evaluate(() => document.activeElement.value)
  await reach('select[name=sort]')
  await press('ArrowDown')
  await reach('.filters button')
  await lead('/products', { q: 'solbriller', brand, sort: 'name' })
  const filtered = await page.locator('.card .brand').allInnerTexts()
  assert.ok(filtered.length > 0 && filtered.length < searched && filtered.every((each) => each === brand), filtered.join())

  await reach('nav a[href="/products"]')
  await lead('/products')
  await reach('.filters summary')
  await press('Enter')
  await reach('input[name=inStock]')
  await press('Space')
  await reach('.filters button')
  await lead('/products', { inStock: 'true', sort: 'name' })
  await reach('a[rel=next]')
  await lead('/products', { inStock: 'true', sort: 'name', page: '2' })
  await reach('a[rel=prev]')
  await reach('.card a')
  const name = await page.evaluate(() => document.activeElement.querySelector('.title').textContent)
  await press('Enter')
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await close()
})

test('without JavaScript a visitor searches, filters, opens a product and reads an answer', async () => {
  const { page, close } = await visit('/', { javaScriptEnabled: false })
  await page.getByRole('searchbox').fill('pilotbriller')
  await page.getByRole('button', { name: 'Søg' }).click()
  await page.waitForURL(`${shop.url}/products?q=pilotbriller`)
  await page.getByRole('link', { name: 'Produkter', exact: true }).first().click()
  await page.getByLabel('Kategori', { exact: true }).selectOption('solbriller')
  await page.getByLabel('Til', { exact: true }).fill('1300')
  await page.getByRole('button', { name: 'Vis' }).click()
  await page.waitForURL(({ searchParams }) => searchParams.get('categorySlug') === 'solbriller' && searchParams.get('maxPrice') === '1300')
  await page.getByRole('main').getByRole('link', { name: /Round Metal/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Round Metal' }).waitFor()
  assert.equal(await page.getByText('Ja, alle glas er polariserede.').isVisible(), false)
  await page.getByText('Er glassene polariserede?').click()
  await page.getByText('Ja, alle glas er polariserede.').waitFor()
  await close()
})

test('a redirect is followed', async () => {
  await shop.call('redirects.import', { csv: '/gamle-briller,/categories/briller,308\n', confirm: true })
  const { page, close } = await visit('/gamle-briller?sort=price_asc')
  assert.equal(path(page), '/categories/briller?sort=price_asc')
  await page.getByRole('heading', { level: 1, name: 'Briller' }).waitFor()
  await page.goto(`${shop.url}/butikken`)
  assert.equal(path(page), '/info/om-os')
  await close()
})

test('the page of an address of nothing leads on', async () => {
  const { page, close } = await visit('/produkter/briller')
  await page.getByText('endpoint_not_found').waitFor()
  await page.getByRole('searchbox').fill('etui')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${shop.url}/products?q=etui`)
  assert.ok(await page.locator('.card').count() > 0)
  await close(refused(404))
})

test('while the pages are switched off they say so', async () => {
  const { page, close } = await visit('/products')
  await shop.call('features.set', { key: 'storefront_pages', enabled: false, confirm: true })
  for (const closed of ['/products', '/', '/products/round-metal']) {
    const answer = await page.goto(shop.url + closed)
    assert.equal(answer.status(), 403)
    await page.getByRole('heading', { level: 1, name: 'Butikkens sider er lukket' }).waitFor()
    await page.getByText('feature_disabled').waitFor()
  }
  await shop.call('features.set', { key: 'storefront_pages', enabled: true, confirm: true })
  assert.equal((await page.reload()).status(), 200)
  await close(refused(403), refused(403), refused(403))
})

const upsert = (status) => ['pages.upsert', { slug: 'ny', title: 'En ny side', body: 'Med en tekst.', status }]
const service = (status) => ['services.update', { slug: 'ny', patch: { status } }]
const states = {
  product: {
    at: '/products/ny', listed: '/products?q=nyhed', heading: 'En nyhed', steps: [
      [['products.create', { slug: 'ny', name: 'En nyhed', description: 'Lige kommet hjem.', priceDkk: 10000, stock: 1, categorySlug: 'solbriller' }], true],
      [['products.delete', { slug: 'ny', confirm: true }], false],
      [['products.restore', { slug: 'ny' }], true],
    ],
  },
  category: {
    at: '/categories/ny', listed: '/', heading: 'En ny kategori', steps: [
      [['categories.upsert', { slug: 'ny', name: 'En ny kategori' }], true],
      [['categories.delete', { slug: 'ny', confirm: true }], false],
      [['categories.upsert', { slug: 'ny', name: 'En ny kategori' }], true],
    ],
  },
  page: {
    at: '/info/ny', listed: '/', heading: 'En ny side', steps: [
      [upsert('draft'), false], [upsert('published'), true], [upsert('draft'), false], [upsert('published'), true], [['pages.delete', { slug: 'ny', confirm: true }], false],
    ],
  },
  service: {
    at: '/services/ny', listed: '/services', heading: 'En ny ydelse', steps: [
      [['services.create', { slug: 'ny', title: 'En ny ydelse', body: 'Med en tekst.', status: 'draft' }], false],
      [service('published'), true], [service('draft'), false], [service('published'), true], [['services.delete', { slug: 'ny', confirm: true }], false],
    ],
  },
}
for (const [kind, { at, listed, heading, steps }] of Object.entries(states)) {
  test(`a ${kind} is seen while it is live, from the write on`, async () => {
    const { page, close } = await visit(listed)
    const absent = steps.filter(([, live]) => !live)
    for (const [write, live] of steps) {
      await shop.call(...write)
      await page.reload()
      assert.equal(await page.locator(`a[href="${at}"]`).count() > 0, live, `${write[0]}: listed on ${listed}`)
      const answer = await page.goto(shop.url + at)
      assert.equal(answer.status(), live ? 200 : 404, write[0])
      await page.getByRole('heading', { level: 1, name: live ? heading : 'Siden findes ikke', exact: true }).waitFor()
      await page.goto(shop.url + listed)
    }
    await close(...absent.map(() => refused(404)))
  })
}
