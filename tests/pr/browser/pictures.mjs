// Makes the pictures of the docs in a folder: docs/pictures/make.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from './chromium.mjs'
import { start } from '../../program.mjs'

const usual = '127.0.0.1:8080' // the address of make run, which the pictures show
const most = 200_000 // bytes of a picture
const [folder] = process.argv.slice(2)

const shop = await start({ STOREFRONT_BASE_URL: `http://${usual}` })
const browser = await launch(`--host-resolver-rules=MAP ${usual} ${new URL(shop.url).host}, MAP * ~NOTFOUND`)
try {
  await picture('shop', 696, async (page) => { // as high as the first row of products
    await page.goto(`http://${usual}/products?q=solbriller`)
  })
  await picture('reference', 800, async (page) => {
    await page.goto(`http://${usual}/docs`)
    await page.locator('#reference h1').waitFor()
  })
  await picture('terminal', 800, (page) => page.setContent(terminal([
    ['call', 'products.search', '--q', 'solbriller', '--max-price-oere', '150000', '--limit', '1'],
    ['call', 'products.get', '--slug', 'round-metl'],
  ])))
  await work()
  await picture('console-activity', 700, async (page) => {
    await page.goto(`http://${usual}/admin#/activity?kinds=change%2Crefusal&holder=agent`)
    await page.locator('.cover input').fill(await owner())
    await page.locator('.cover footer button').click()
    await page.locator('.feed').waitFor()
  })
} finally {
  await browser.close()
  await shop.stop()
}

// owner is the secret of a new key of a person who may do everything.
function owner() {
  return shop.run('keys', 'create', '--name', 'Mette', '--holder', 'person', '--scopes', 'owner').trim()
}

// work has two agents change the shop, and want what they may not.
async function work() {
  const agent = (name, scopes) => shop.run('keys', 'create', '--name', name, '--holder', 'agent', '--scopes', scopes).trim()
  const price = agent('Price agent', 'products:write')
  const content = agent('Content agent', 'pages:write,products:write')
  const calls = [
    [price, 'products.update', { slug: 'round-metal', patch: { priceDkk: 119900 } }],
    [price, 'products.adjust_stock', { slug: 'round-metal', delta: 4 }],
    [price, 'settings.update_shipping', { patch: { shippingFeeOere: 2900 } }],
    [content, 'products.update', { slug: 'round-metal', patch: { featured: false } }],
    [content, 'services.update', { slug: 'synsproeve', patch: { priceString: 'Fra 425 kr.' } }],
    [price, 'products.update', { slug: 'round-metal', patch: { priceDkk: 1199 } }],
  ]
  for (const [key, operation, body] of calls) {
    await fetch(`${shop.url}/api/v1/tools/${operation}`, {
      method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` }, body: JSON.stringify(body),
    })
  }
}

// picture takes one of what show puts on a page.
async function picture(name, height, show) {
  const context = await browser.newContext({
    viewport: { width: 1280, height }, deviceScaleFactor: 1, colorScheme: 'light', reducedMotion: 'reduce', locale: 'en-GB',
  })
  const page = await context.newPage()
  await show(page)
  await page.waitForLoadState('networkidle')
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, animations: 'disabled' })
  const { size } = statSync(path)
  assert.ok(size <= most, `${path} has ${size} bytes, more than ${most}`)
  console.log(path, size)
  await context.close()
}

// terminal returns a page with commands and what each one prints on a terminal.
function terminal(commands) {
  const bin = mkdtempSync(join(tmpdir(), 'storefront-pictures-'))
  symlinkSync(process.env.TESTED_PROGRAM, join(bin, 'storefront'))
  const env = { ...process.env, STOREFRONT_URL: shop.url, STOREFRONT_KEY: '', TERM: 'xterm', PATH: `${bin}:${process.env.PATH}` }
  try {
    const shown = commands.map((words) => {
      const typed = ['storefront', ...words].join(' ')
      const { stdout, error } = spawnSync('script', ['--quiet', '--command', typed, '/dev/null'], { env, encoding: 'utf8' })
      if (error) throw error
      return `<b>$ ${escaped(typed)}</b>\n${coloured(stdout)}`
    })
    return `<!doctype html><style>
      body { margin: 0; padding: 26px 28px; background: #f6f8fa; color: #24292f }
      pre { margin: 0; font: 14px/19px monospace }
      i { font-style: normal } .s1 { font-weight: bold }
      .s31 { color: #b3261e } .s32 { color: #116329 } .s34 { color: #0550ae } .s35 { color: #8250df } .s90 { color: #57606a }
    </style><pre>${shown.join('\n')}</pre>`
  } finally {
    rmSync(bin, { recursive: true })
  }
}

// escaped is a text in HTML.
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

// coloured turns what a terminal obeys into HTML.
function coloured(text) {
  return escaped(text.replaceAll('\r', '')).replace(/\x1b\[([\d;]*)m/g, (_, codes) => ['', '0'].includes(codes)
    ? '</i>' : `<i class="${codes.split(';').map((code) => `s${code}`).join(' ')}">`)
}
