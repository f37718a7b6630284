// A page that records every request, message and error.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { join } from 'node:path'

const pictures = process.env.SCREENSHOTS
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#8aa"/></svg>'

// open goes to an address and records each request, console message and error.
// Images of the hosts in imagesOf are answered with a drawing. prepare is called before,
// and until is what to wait for.
export async function open(browser, address, { imagesOf = [], prepare, until = 'load', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 950 }, ...options })
  context.setDefaultTimeout(15_000)
  const isImage = (url) => url.protocol === 'https:' && imagesOf.includes(url.host)
  await context.route(isImage, (route) => route.fulfill({ contentType: 'image/svg+xml', body: drawing }))
  const page = await context.newPage()
  const hosts = new Set()
  const faults = []
  const sent = (what) => {
    const url = new URL(what.url())
    if (['data:', 'blob:'].includes(url.protocol) || what.resourceType?.() === 'image' && isImage(url)) return
    hosts.add(url.host)
  }
  page.on('request', sent)
  page.on('websocket', sent)
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (said) => { if (['error', 'warning'].includes(said.type())) faults.push(said.text()) })
  await prepare?.(page)
  await page.goto(address, { waitUntil: until })
  return {
    page,
    // picture takes a screenshot for people.
    async picture(name) {
      mkdirSync(pictures, { recursive: true })
      await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
    },
    // close fails unless these are the only errors, and no other host was
    // called.
    async close(...expected) {
      await context.close()
      assert.deepEqual([...hosts], [new URL(address).host])
      assert.deepEqual(faults, expected)
    },
  }
}

// operation returns the section about the operation with this title.
export const operation = (page, title) => page.getByRole('region', { name: title, exact: true })

// call sends the example of an operation from its form, with a key if there is
// one, and returns the form.
export async function call(page, title, key) {
  await operation(page, title).getByRole('button', { name: /^Test Request/ }).click()
  const form = page.getByRole('dialog', { name: 'API Client' })
  if (key) await form.getByRole('textbox', { name: 'Bearer Token' }).fill(key)
  await send(form)
  return form
}

// send sends what is in a form, with the button that stays when there is an answer.
export const send = (form) => form.getByRole('button', { name: /^Send (get|post) request to / }).click()

// answer is the body of the response.
export const answer = (form) => form.getByTestId('response-body-raw')

// refused is the browser's message about a response with this status.
export const refused = (status) => `Failed to load resource: the server responded with a status of ${status} (${STATUS_CODES[status]})`
