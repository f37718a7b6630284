// What a shop owner does in the console: finding orders, giving money back, pages with pictures, a file of products.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { enter, openSandbox } from './console.mjs'
import { launch } from './chromium.mjs'
import { refused } from './page.mjs'

let browser, shop
before(async () => {
  browser = await launch()
  shop = await openSandbox()
})
beforeEach(() => shop.reset())
after(async () => {
  await browser?.close()
  await shop?.stop()
})

const red = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC', 'base64') // a pixel
const png = (name) => ({ name, mimeType: 'image/png', buffer: red })
const paid = async () => (await shop.call('orders.list', { statuses: ['paid'], limit: 50 })).find((order) => order.discountCode)

test('each view of orders says how many there are, and lists as many', async () => {
  const { page, close } = await enter(browser, shop, { at: '#/orders' })
  const views = page.getByRole('navigation', { name: 'Views' }).locator('a', { has: page.locator('.badge, .chip') })
  await views.first().waitFor()
  const told = await views.evaluateAll((links) => links.map((link) => [link.getAttribute('href'), Number(link.querySelector('span').textContent)]))
  assert.ok(told.length >= 4)
  assert.equal(await page.locator('nav a[href="#/orders"] .badge [aria-hidden]').innerText(), String(told[0][1]))
  for (const [href, count] of told) {
    await page.locator(`main a[href="${href}"]`).click()
    await page.waitForFunction((n) => document.querySelectorAll('tbody tr').length === n, count)
  }
  await close()
})

test('the way back to a list keeps its filters', async () => {
  const { page, close } = await enter(browser, shop, { at: '#/orders' })
  await page.getByRole('link', { name: /^To pack/ }).click()
  await page.locator('tbody a').first().click()
  await page.getByRole('heading', { level: 1, name: /^Order / }).waitFor()
  await page.getByRole('link', { name: '← Orders' }).click()
  await page.getByRole('link', { name: /^To pack/, exact: false }).and(page.locator('[aria-current]')).waitFor()
  assert.match(page.url(), /statuses=pending%2Cpaid/)
  await close()
})

test('the columns of the list of orders are chosen, and stay chosen', async () => {
  const { page, close } = await enter(browser, shop, { at: '#/orders' })
  await page.locator('.columns summary').click()
  await page.getByRole('checkbox', { name: 'E-mail' }).check()
  await page.getByRole('checkbox', { name: 'Pieces' }).uncheck()
  await page.reload()
  await page.getByRole('columnheader', { name: 'E-mail' }).waitFor()
  assert.equal(await page.getByRole('columnheader', { name: 'Pieces' }).count(), 0)
  await close()
})

test('a refund says what pieces give back, fills in half or all of the money, and that nobody is told', async () => {
  const order = await paid()
  const { page, picture, close } = await enter(browser, shop, { at: `#/orders/${order.id}` })
  await page.getByRole('button', { name: 'Refund…' }).click()
  const dialog = page.locator('dialog')
  await dialog.getByText('no mail is sent').waitFor()
  await dialog.getByRole('spinbutton').fill('1')
  const told = Number(/give back ([\d,.]+):/.exec(await dialog.getByRole('status').innerText())[1].replace(/\D/g, ''))
  await picture('console-shop-refund')
  await dialog.getByLabel(/^Refund/).selectOption('amount')
  await dialog.getByRole('button', { name: /^Half/ }).click()
  assert.equal(await dialog.getByLabel('Amount, kr.').inputValue(), (order.totalDkk / 200).toFixed(2))
  await dialog.getByRole('button', { name: /^All/ }).click()
  assert.equal(await dialog.getByLabel('Amount, kr.').inputValue(), (order.totalDkk / 100).toFixed(2))
  await dialog.getByLabel(/^Refund/).selectOption('items')
  await dialog.getByLabel('Why').fill('It was broken')
  await dialog.getByLabel(/^Type/).fill(order.id.slice(-6))
  await dialog.getByRole('button', { name: 'Record the refund' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal((await shop.call('orders.refunds', { orderId: order.id })).refundedOere, told)
  await close()
})

test('an order that was shipped stays shipped when money is given back', async () => {
  const { id } = await paid()
  await shop.call('orders.update_status', { orderId: id, status: 'shipped' })
  await shop.call('orders.refund', { orderId: id, amountOere: 100, reason: 'A scratch', confirm: true })
  const { page, close } = await enter(browser, shop, { at: `#/orders/${id}` })
  await page.getByRole('heading', { name: 'partly refunded shipped' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Ship…' }).count(), 0)
  await page.getByRole('button', { name: 'Show as shipped again' }).click()
  await page.locator('.toast', { hasText: 'The order is now: shipped.' }).waitFor()
  await close()
})

test('a click beside a dialog closes it as long as nothing was typed', async () => {
  const { id } = await paid()
  const { page, close } = await enter(browser, shop, { at: `#/orders/${id}` })
  const refund = page.getByRole('button', { name: 'Refund…' }), dialog = page.locator('dialog')
  await refund.click()
  await page.mouse.click(5, 5)
  await dialog.waitFor({ state: 'detached' })
  await refund.click()
  await dialog.getByLabel('Why').fill('It was broken')
  await page.mouse.click(5, 5)
  assert.equal(await dialog.getByLabel('Why').inputValue(), 'It was broken')
  await close()
})

test('a day is typed as its digits come, and one that is over is marked', async () => {
  const { page, close } = await enter(browser, shop, { at: '#/marketing/new' })
  const until = page.getByLabel(/^Valid until/)
  await until.focus()
  await page.keyboard.type('010120240930A') // whatever the order of day and month, and whether the clock has 12 hours
  await page.getByText('This is in the past.').waitFor()
  assert.equal(await until.inputValue(), '2024-01-01T09:30')
  await until.blur()
  await until.focus()
  await page.keyboard.type('01012099')
  await page.getByText('This is in the past.').waitFor({ state: 'detached' })
  assert.equal(await until.inputValue(), '2099-01-01T09:30')
  await close()
})

test('the limits of a key are saved once, and again; what another changed of them is said in words', async () => {
  const agent = await shop.call('keys.create', { name: 'Price agent', holder: 'agent', scopes: ['products:write'], limits: { maxRefundOere: 20000 } })
  const { page, close } = await enter(browser, shop, { at: `#/keys/${agent.id}` })
  const limit = page.getByLabel('Refund of one order, kr.'), save = page.getByRole('button', { name: 'Save', exact: true })
  for (const typed of ['500', '600']) {
    await limit.fill(typed)
    await save.click()
    await page.locator('.toast', { hasText: 'The key is changed.' }).waitFor()
    await page.waitForFunction(() => document.querySelector('main form button').disabled)
    await page.locator('.toast button').last().click()
  }
  await shop.call('keys.update', { id: agent.id, patch: { limits: { maxRefundOere: 150000 } } })
  await limit.fill('700')
  await save.click()
  await page.getByRole('row', { name: /Limits.*refund of one order, kr\.: 1,500\.00/ }).waitFor()
  await close(refused(409))
})

test('what was said of one order is not said on another, and the newest takes the place of what it contradicts', async () => {
  const order = await paid()
  const { page, close } = await enter(browser, shop, { at: `#/orders/${order.id}` })
  await page.getByRole('button', { name: 'Start packing' }).click()
  await page.locator('.toast', { hasText: 'being packed' }).waitFor()
  await page.getByRole('button', { name: 'Hold for review' }).click()
  await page.locator('.toast', { hasText: 'held for review' }).waitFor()
  assert.equal(await page.locator('.toast').count(), 1)
  await page.waitForFunction((since) => Date.now() - since > 1_000, Date.now()) // what is said in the moment of leaving is of the next page
  await page.getByRole('link', { name: '← Orders' }).click()
  await page.locator('.toast').waitFor({ state: 'detached' })
  await close()
})

test('what was made is said on the page that shows it', async () => {
  const { page, close } = await enter(browser, shop, { at: '#/marketing/new/code' })
  await page.getByLabel('Code').fill('SOMMER')
  await page.locator('main input[inputmode=decimal]').first().fill('10')
  await page.getByRole('button', { name: 'Create the code' }).click()
  await page.getByRole('heading', { level: 1, name: /SOMMER/ }).waitFor()
  await page.locator('.toast', { hasText: 'SOMMER' }).waitFor()
  await close()
})

test('on a phone what is said stands above the menu, and the top is one line', async () => {
  const order = await paid()
  const { page, picture, close } = await enter(browser, shop, { at: `#/orders/${order.id}`, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'da-DK' })
  await page.getByRole('button', { name: 'Begynd at pakke' }).click()
  await page.locator('.toast').waitFor()
  await picture('console-shop-phone')
  const toast = await page.locator('.toast').boundingBox()
  const menu = await page.locator('.frame > nav').boundingBox()
  assert.ok(toast.y + toast.height <= menu.y)
  assert.ok((await page.locator('.top').boundingBox()).height < 70)
  await close()
})

test('times are typed on the clock of the shop, wherever the browser is', async () => {
  const order = await paid()
  const { page, close } = await enter(browser, shop, { at: `#/orders/${order.id}`, timezoneId: 'America/New_York' })
  await page.getByLabel('Carrier').fill('GLS')
  await page.getByLabel('Tracking number').fill('1234')
  await page.getByLabel('Expected from').fill('2027-01-15T09:30')
  await page.getByLabel('Expected no later than').fill('2027-07-15T09:30')
  await page.keyboard.press('Control+s')
  await page.locator('.toast').waitFor()
  const { estDeliveryFrom, estDeliveryTo } = await shop.call('orders.get', { orderId: order.id })
  assert.deepEqual([estDeliveryFrom, estDeliveryTo], ['2027-01-15T08:30:00.000Z', '2027-07-15T07:30:00.000Z'])
  assert.equal(await page.getByLabel('Expected no later than').inputValue(), '2027-07-15T09:30')
  await close()
})

test('a page of sections: made without a text, a picture in its place, previewed by one press, published beside Save', async () => {
  const { page, close } = await enter(browser, shop, { at: '#/content/new/page' })
  await page.getByLabel('Title').fill('Forår')
  await page.getByLabel('What it shows').selectOption('sections')
  assert.equal(await page.getByLabel('Text', { exact: true }).count(), 0)
  await page.getByRole('button', { name: 'Create the page' }).click()
  await page.getByLabel('New section').selectOption('hero')
  await page.locator('main').getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Heading *').fill('Foråret er her')
  await page.getByRole('button', { name: 'Add: Picture' }).click()
  await page.getByLabel('Upload a picture').setInputFiles(png('spring.png'))
  await page.locator('.sections img').waitFor()
  await page.getByLabel('What it shows').fill('En eng')
  const [preview] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Preview' }).click()])
  await preview.getByRole('heading', { name: 'Foråret er her' }).waitFor()
  await preview.close()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.toast', { hasText: 'saved' }).waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.locator('.toast', { hasText: 'is public' }).waitFor()
  const { layout } = await shop.call('site.get_page', { slug: 'foraar' })
  assert.match(layout.sections[0].props.image.url, /\/images\//)
  await close()
})

test('a preview that is refused leaves no tab behind', async () => {
  const { page, close } = await enter(browser, shop, { at: '#/content/pages/om-os' })
  await page.route('**/pages.preview', (route) => route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify({ code: 'internal_error', detail: 'It failed.', instance: '', resolution: '' }) }))
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Preview' }).click()])
  if (!tab.isClosed()) await tab.waitForEvent('close')
  await page.locator('.problem').waitFor()
  await close(refused(500))
})

test('the logo is uploaded where it stands', async () => {
  const { page, close } = await enter(browser, shop, { at: '#/settings' })
  await page.getByLabel('Upload a picture').setInputFiles(png('logo.png'))
  await page.locator('img.hero').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.locator('.toast').waitFor()
  assert.match((await shop.call('settings.get', {})).branding.logoUrl, /\/images\//)
  await close()
})

test('pictures of a product change places by dragging and by keys', async () => {
  const slug = 'round-metal'
  const all = (await shop.call('products.search', { limit: 20 })).map((hit) => hit.firstImage).filter((url) => url !== null).slice(0, 3)
  await shop.call('products.update', { slug, patch: { images: all } })
  const { page, close } = await enter(browser, shop, { at: `#/catalogue/${slug}` })
  const pictures = page.locator('ol.cards > li')
  await pictures.nth(2).locator('img').dragTo(pictures.nth(0).locator('img'))
  await pictures.nth(0).and(page.locator(`:has(img[src$="${new URL(all[2], shop.url).pathname}"])`)).waitFor()
  const stored = async () => (await shop.call('products.get', { slug })).images
  assert.deepEqual(await stored(), [all[2], all[0], all[1]])
  await page.getByRole('button', { name: 'Later: picture 1' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Later: picture 2')
  assert.deepEqual(await stored(), [all[0], all[2], all[1]])
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Earlier: picture 3')
  assert.deepEqual(await stored(), all)
  await close()
})

test('sections change places by dragging', async () => {
  await shop.call('pages.set_layout', { slug: 'om-os', confirm: true, layout: { sections: ['Et', 'To'].map((title, at) => ({ id: `h${at}`, key: 'hero', props: { title } })) } })
  const { page, close } = await enter(browser, shop, { at: '#/content/pages/om-os/layout' })
  const cards = page.locator('.sections > li')
  await cards.nth(1).locator('.handle').dragTo(cards.nth(0))
  await page.getByText('is now 1 of 2').waitFor({ state: 'attached' })
  await page.keyboard.press('Control+s')
  await page.locator('.toast').waitFor()
  assert.deepEqual((await shop.call('pages.get_layout', { slug: 'om-os' })).layout.sections.map((one) => one.id), ['h1', 'h0'])
  await close()
})

test('a file of products: new categories and columns that are left out are said first, then what was made', async () => {
  const { page, close } = await enter(browser, shop, { at: '#/catalogue/import' })
  const text = ['Handle,Title,Body (HTML),Vendor,Type,Tags,Variant SKU,Variant Price,Variant Compare At Price,Variant Barcode,Variant Inventory Qty',
    'pudsespray,Pudsespray 50 ml,Til glas og stel.,Klit,Tilbehør,pleje,PUDS-1,49.00,59.00,,40', 'kaede,Kæde,Holder brillen fast.,Klit,Solbriller,,,129.00,,,5'].join('\n')
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByText('New categories, which are made: Tilbehør').waitFor()
  await page.getByText('Columns that are not imported: Tags, Variant Compare At Price').waitFor()
  await page.getByRole('button', { name: 'Check it' }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('row', { name: /Pudsespray 50 ml 1 variant Tilbehør 49.00 40/ }).waitFor()
  await page.getByRole('row', { name: /Kæde Solbriller 129.00 5/ }).waitFor()
  await close()
})

test('a switch says whether it is on', async () => {
  const { page, close } = await enter(browser, shop, { at: '#/settings/switches' })
  const campaigns = page.locator('[data-row]', { has: page.getByRole('heading', { name: /^Campaigns/ }) })
  await campaigns.getByRole('heading', { name: 'Campaigns On' }).waitFor()
  await campaigns.getByText('While it is off:').waitFor()
  await campaigns.getByRole('button', { name: 'Turn off' }).click()
  await campaigns.getByRole('heading', { name: 'Campaigns Off' }).waitFor()
  await campaigns.getByRole('button', { name: 'Turn on' }).click()
  await page.locator('.toast', { hasText: 'is on' }).waitFor()
  assert.equal(await page.locator('.toast').count(), 1)
  await close()
})

test('analytics says which orders each sum counts, with dates as they are written', async () => {
  const { page, close } = await enter(browser, shop, { at: '#/analytics' })
  const card = (name) => page.locator('.figures > li', { hasText: name })
  await card('Orders').getByText('placed, paid or not').waitFor()
  await card('Average order').getByText('revenue for each paid order').waitFor()
  await page.locator('.chart .ends').getByText(/^\d{1,2} \w+ \d{4}$/).first().waitFor()
  assert.equal(await page.getByText(/\d{4}-\d\d-\d\d/).count(), 0)
  await close()
})

test('a copy that fails says so', async () => {
  const order = await paid()
  const { page, close } = await enter(browser, shop, { at: `#/orders/${order.id}` })
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')) })
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByText('Not copied').waitFor()
  await close()
})

test('the chosen kind of key is marked', async () => {
  const { page, close } = await enter(browser, shop, { at: '#/keys/new' })
  await page.getByRole('button', { name: 'Support agent' }).click()
  await page.getByRole('button', { name: 'Support agent', pressed: true }).waitFor()
  assert.equal(await page.getByRole('button', { pressed: true }).count(), 1)
  await close()
})

test('a product and its variants each say what their Save saves, and Ctrl S saves the one that was changed', async () => {
  const { slug } = (await shop.call('products.search', { limit: 100 })).find((hit) => hit.variantCount > 1)
  const { page, close } = await enter(browser, shop, { at: `#/catalogue/${slug}` })
  await page.getByRole('button', { name: 'Save the product' }).waitFor()
  await page.getByLabel(/^Stock: /).first().fill('77')
  await page.getByRole('button', { name: 'Save the variants' }).waitFor()
  await page.keyboard.press('Control+s')
  await page.locator('.toast', { hasText: 'Variants saved' }).waitFor()
  assert.equal((await shop.call('products.get', { slug })).variants[0].stock, 77)
  await close()
})

test('a plan for many products says what will change, and afterwards what was changed', async () => {
  const { page, close } = await enter(browser, shop, { at: '#/catalogue/bulk' })
  await page.getByLabel('Rows').fill('slug\tprice\nround-metal\t999')
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await page.getByRole('cell', { name: 'will change', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Change 1 products' }).click()
  await page.getByRole('cell', { name: 'changed', exact: true }).waitFor()
  await close()
})
