// What pages of the console look like, compared with the pictures in the folder console; PICTURES=new takes anew those that changed.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { after, before, test } from 'node:test'
import { enter, load, openSandbox, sandbox } from './console.mjs'
import { launch } from './chromium.mjs'
import { looks } from './sound.mjs'

const now = '2026-11-02T14:05:00Z'
const folder = fileURLToPath(new URL('console/', import.meta.url))
const anew = process.env.PICTURES === 'new'

// Not here are analytics and keys: they count this visit's own calls.
const pages = ['activity', 'approvals', 'orders', `orders/${sandbox.order}`, 'catalogue', 'catalogue/round-metal', 'marketing', 'content/pages/handelsbetingelser', 'customers', 'webhooks', 'settings', 'payments']

const of = (path, look) => `${path.replaceAll('/', '-')}-${look}.png`
const compared = ['desktop', 'phone-dark']

const most = 0.001 // the part of a picture's pixels that may differ
const noise = 2 // of 255, how much a colour differs from one picture of a round corner to the next
const patience = 5_000 // milliseconds until a page looks as it should

let browser, loupe
before(async () => {
  browser = await launch()
  loupe = await browser.newPage()
  mkdirSync(folder, { recursive: true })
})
after(() => browser?.close())

for (const look of compared) {
  test(look, async (t) => {
    const shop = await openSandbox('--clock', `fixed:${now}`)
    t.after(shop.stop)
    const { page, picture, close } = await enter(browser, shop, { ...looks[look], prepare: (page) => page.clock.setFixedTime(now) })
    const other = []
    for (const path of pages) {
      await load(page, path)
      await page.locator('nav .badge').first().waitFor()
      await page.waitForFunction(() => document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight))
      const name = of(path, look)
      const kept = existsSync(folder + name) ? readFileSync(folder + name) : undefined
      const { taken, same } = await looksLike(page, anew ? undefined : kept)
      if (anew) {
        if (!kept || await differing(taken, kept) > 0) writeFileSync(folder + name, taken)
      } else if (!kept || !same) {
        other.push(name)
        await picture(`console-${name.replace('.png', '')}`)
      }
    }
    await close()
    assert.deepEqual(other, [], 'they look otherwise, as SCREENSHOTS has them; PICTURES=new make test-browser takes the pictures anew')
  })
}

test('each picture is of a page', () => {
  assert.deepEqual(readdirSync(folder).toSorted(), compared.flatMap((look) => pages.map((path) => of(path, look))).toSorted())
})

// looksLike takes pictures of a page until one is like what is wanted, or, when nothing is, like the one before.
async function looksLike(page, wanted) {
  const end = Date.now() + patience
  for (let before = wanted; ;) {
    const taken = await page.screenshot({ animations: 'disabled' })
    const same = before !== undefined && await differing(taken, before) <= (wanted ? most : 0)
    if (same || Date.now() > end) return { taken, same }
    before = wanted ?? taken
  }
}

// differing is which part of the pixels of two pictures differs, as people see them: all of it when their sizes do.
async function differing(...pictures) {
  if (pictures[0].equals(pictures[1])) return 0
  return loupe.evaluate(async ({ encoded, noise }) => {
    const [one, other] = await Promise.all(encoded.map(async (png) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context.drawImage(bitmap, 0, 0)
      return context.getImageData(0, 0, bitmap.width, bitmap.height)
    }))
    if (one.width !== other.width || one.height !== other.height) return 1
    let n = 0
    for (let at = 0; at < one.data.length; at += 4) {
      if ([0, 1, 2].some((colour) => Math.abs(one.data[at + colour] - other.data[at + colour]) > noise)) n++
    }
    return n / (one.width * one.height)
  }, { encoded: pictures.map((picture) => picture.toString('base64')), noise })
}
