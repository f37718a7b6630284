// What pages of the console look like, compared with the pictures in the folder console; PICTURES=new takes those anew.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { after, before, test } from 'node:test'
import { enter, openSandbox, sandbox, visit } from './console.mjs'
import { launch } from './chromium.mjs'
import { looks } from './sound.mjs'

const now = '2026-11-02T14:05:00Z'
const folder = fileURLToPath(new URL('console/', import.meta.url))
const pages = ['activity', 'approvals', 'orders', `orders/${sandbox.order}`, 'catalogue', 'catalogue/round-metal', 'marketing', 'content', 'content/pages/handelsbetingelser', 'customers', 'analytics',
  'keys', 'webhooks', 'settings', 'tools/products.search']

// most is the part of a picture's pixels that may differ.
const most = 0.001

let browser, loupe
before(async () => {
  browser = await launch()
  loupe = await browser.newPage()
})
after(() => browser?.close())

for (const [look, options] of Object.entries(looks)) {
  test(look, async (t) => {
    const shop = await openSandbox('--clock', `fixed:${now}`)
    t.after(shop.stop)
    const { page, close } = await enter(browser, shop, { ...options, timezoneId: 'Europe/Copenhagen', prepare: (page) => page.clock.setFixedTime(now) })
    const other = []
    for (const path of look.endsWith('dark') ? pages.slice(0, 5) : pages) {
      await visit(page, path)
      const name = `${path.replaceAll('/', '-')}-${look}.png`
      const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
      if (process.env.PICTURES === 'new') {
        mkdirSync(folder, { recursive: true })
        writeFileSync(folder + name, taken)
      } else if (!existsSync(folder + name) || await differing(taken, readFileSync(folder + name)) > most) {
        mkdirSync(process.env.SCREENSHOTS, { recursive: true })
        writeFileSync(`${process.env.SCREENSHOTS}/console-${name}`, taken)
        other.push(name)
      }
    }
    await close()
    assert.deepEqual(other, [], `they look otherwise, as SCREENSHOTS has them; PICTURES=new takes the pictures anew`)
  })
}

// differing returns which part of the pixels of two pictures differ; 1 for pictures of different sizes.
async function differing(...pictures) {
  return loupe.evaluate(async (encoded) => {
    const [one, other] = await Promise.all(encoded.map(async (png) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context.drawImage(bitmap, 0, 0)
      return context.getImageData(0, 0, bitmap.width, bitmap.height)
    }))
    if (one.width !== other.width || one.height !== other.height) return 1
    const [a, b] = [one, other].map(({ data }) => new Uint32Array(data.buffer))
    return a.reduce((n, pixel, at) => n + (pixel === b[at] ? 0 : 1), 0) / a.length
  }, pictures.map((picture) => picture.toString('base64')))
}
