// Every kind of page, at phone and desktop width, in light and dark, in Danish and English.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { open, refused } from './page.mjs'
import { launch } from './chromium.mjs'
import { imagesOf, layout, open as openShop, pages } from './shop.mjs'
import { looks, sound } from './sound.mjs'

let browser, shop
before(async () => {
  browser = await launch()
  shop = await openShop()
})
after(async () => {
  await browser?.close()
  await shop?.stop()
})

for (const [look, options] of Object.entries(looks)) {
  describe(look, () => {
    for (const [name, path] of Object.entries(pages)) {
      test(name, async () => {
        const { page, picture, close } = await open(browser, shop.url + path, { ...options, imagesOf })
        await sound(page)
        await picture(`${look}-${name}`)
        await close()
      })
    }
    test('an address of nothing', async () => {
      const { page, picture, close } = await open(browser, `${shop.url}/nowhere`, { ...options, imagesOf })
      await page.getByRole('heading', { level: 1, name: options.locale === 'da-DK' ? 'Siden findes ikke' : 'This page does not exist' }).waitFor()
      await sound(page)
      await picture(`${look}-missing`)
      await close(refused(404))
    })
  })
}

test('the page that is built of sections has every type of section, and shows each', async () => {
  const keys = layout.sections.map(({ key }) => key)
  const missing = (await shop.call('pages.section_types', {})).filter(({ key }) => !keys.includes(key))
  assert.deepEqual(missing, [])
  const { page, close } = await open(browser, shop.url + pages.layout, { imagesOf })
  assert.deepEqual(await page.locator('.section').evaluateAll((all) => all.map(({ classList }) => classList[1])), keys)
  assert.deepEqual(await page.locator('.section').evaluateAll((all) => all.filter((each) => each.innerText.trim() === '').map(({ id }) => id)), [])
  await close()
})

test('images of other hosts are shown, and nothing else is asked of them', async () => {
  const { page, close } = await open(browser, shop.url + pages.images, { ...looks.desktop, imagesOf })
  const images = page.locator('.pictures img')
  assert.equal(await images.count(), 2)
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded()
    await image.evaluate((each) => each.decode())
    assert.equal(await image.evaluate((each) => each.naturalWidth), 400)
  }
  await close()
})
