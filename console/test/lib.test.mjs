// The parts of the console that need no page: addresses, amounts, what differs, and the forms that schemas make.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { h, render } from 'preact'
import { createServer } from 'vite'

// What modules ask a browser for.
let language
Object.assign(globalThis, {
  localStorage: { getItem: () => language }, location: { hash: '' }, addEventListener: () => {},
  document: { createElementNS: (_, name) => new Element(name), createTextNode: () => new Element('') },
})

let server
before(async () => {
  server = await createServer({ appType: 'custom', logLevel: 'error', optimizeDeps: { noDiscovery: true }, server: { middlewareMode: true, hmr: false, ws: false, watch: null } })
})
after(() => server.close())

// load is a module in a language.
async function load(path, of = 'en') {
  if (language !== of) server.environments.ssr.moduleGraph.invalidateAll()
  language = of
  return server.ssrLoadModule(`/src/${path}`)
}

const hostile = ['', '/', '%', '%2', '%E0%A4%A', '?', '#', '&a=b', '../..', 'a/b?c#d', '__proto__', '<img src=x onerror=alert(1)>', '\u202Eabc\u200B', 'Æbleskiver 100 %', '+', ' ', "'\"`", '😀', 'javascript:alert(1)', 'x'.repeat(10_000)]

test('whatever stands in an address comes back from it', async () => {
  const { href, parse } = await load('lib/route.ts')
  for (const text of hostile) {
    const { page, rest, query } = parse(href('orders', [text, 'end'], { q: text, [text]: 'named' }))
    assert.deepEqual([page, rest], ['orders', text === '' ? ['end'] : [text, 'end']], text)
    assert.deepEqual(query, Object.fromEntries([...text === '' ? [] : [['q', text]], [text, 'named']]), text)
    assert.equal(Object.getPrototypeOf(query), Object.prototype, text)
  }
  assert.equal(href('orders', [], { status: undefined, q: '', limit: 0 }), '#/orders?limit=0')
})

test('an address that nobody made is read as far as it goes', async () => {
  const { parse } = await load('lib/route.ts')
  for (const hash of ['', '#', '#/', '#/?']) assert.deepEqual(parse(hash), { page: 'activity', rest: [], query: {} }, hash)
  assert.deepEqual(parse('#orders//1/?q=a?b=c&q=d'), { page: 'orders', rest: ['1'], query: { q: 'd' } })
  assert.deepEqual(parse('#/orders/%E0%A4%A/%2F?q=%E0'), { page: 'orders', rest: ['%E0%A4%A', '/'], query: { q: '\uFFFD' } })
  for (const text of hostile) assert.equal(typeof parse(text).page, 'string', text)
})

for (const of of ['en', 'da']) {
  test(`amounts are read as they are shown, and back (${of})`, async () => {
    const { money, readMoney, typedMoney } = await load('lib/format.ts', of)
    assert.deepEqual([money(109900), typedMoney(109950)], of === 'da' ? ['1.099,00', '1099,50'] : ['1,099.00', '1099.50'])
    for (const ore of [0, 1, 9, 10, 99, 100, 1050, 109900, 123456789, 99999999999, -1, -109950]) {
      assert.equal(readMoney(typedMoney(ore)), ore)
      assert.equal(readMoney(money(ore)), ore, money(ore))
    }
    for (const [typed, ore] of [
      ['1.099,00', 109900], ['1,099.00', 109900], ['1.099', 109900], ['1,099', 109900], ['1.234.567,8', 123456780], ['10,5', 1050], ['10.5', 1050], ['0,05', 5], ['007', 700],
      [' 1 099,00 kr. ', 109900], ['DKK 10', 1000], ['-10,25', -1025], ['90071992547409,91', 9007199254740991],
    ]) assert.equal(readMoney(typed), ore, typed)
    for (const wrong of ['', ' ', 'kr.', '-', ',', '10,', ',5', '1,2,3', '1.09,00', '10,555,5', '1.234,567', '1,234.567', '1099,505', '1e3', '0x10', 'ti', '10 €', '١٠', '--1', '1-', '90071992547409,92', '9'.repeat(400)]) {
      assert.equal(readMoney(wrong), undefined, wrong)
    }
  })
}

test('a day of the shop begins at its midnight, in summer and winter time', async () => {
  const { dayStart, localDay } = await load('lib/format.ts')
  for (const [day, days, start] of [
    ['2026-01-01', 0, '2025-12-31T23:00'], ['2026-07-01', 0, '2026-06-30T22:00'], ['2026-03-29', 0, '2026-03-28T23:00'], ['2026-03-29', 1, '2026-03-29T22:00'],
    ['2026-10-25', 0, '2026-10-24T22:00'], ['2026-10-25', 1, '2026-10-25T23:00'], ['2026-12-31', 1, '2026-12-31T23:00'], ['2028-02-28', 1, '2028-02-28T23:00'],
  ]) {
    assert.equal(dayStart(day, days), `${start}:00.000Z`, `${day} ${days}`)
    if (days === 0) assert.deepEqual([localDay(dayStart(day)), localDay(new Date(Date.parse(dayStart(day)) - 1)) < day], [day, true])
  }
})

test('a form sends the fields that differ, and no others', async () => {
  const { changes, same, under, pointer } = await load('lib/json.ts')
  const before = { name: 'A', stock: 0, brand: null, tags: ['a', 'b'], facts: { w: 1, h: { d: [1, null] } }, kept: 'x' }
  assert.deepEqual(changes(before, structuredClone(before)), {})
  assert.deepEqual(changes(before, { ...before, facts: { h: { d: [1, null] }, w: 1 } }), {}) // the order of fields is none
  assert.deepEqual(changes(before, { name: 'B' }), { name: 'B' }) // what is not in the form is not sent
  assert.deepEqual(changes({}, { brand: null }), { brand: null })
  for (const [name, value] of [
    ['stock', null], ['stock', '0'], ['stock', false], ['brand', ''], ['brand', undefined], ['tags', ['b', 'a']], ['tags', ['a']], ['tags', { 0: 'a', 1: 'b' }], ['facts', {}], ['facts', null],
    ['facts', { w: 1, h: { d: [1] } }], ['facts', { w: 1, h: { d: [1, null] }, more: 1 }], ['facts', { w: 1, constructor: 1 }],
  ]) {
    assert.deepEqual(changes(before, { ...before, [name]: value }), { [name]: value }, `${name} ${JSON.stringify(value)}`)
    assert.equal(same(value, before[name]), same(before[name], value))
  }
  assert.deepEqual(pointer('/a~1b/m~0n/~01'), ['a/b', 'm~n', '~1'])
  assert.deepEqual([['/a', '/a'], ['/a/b', '/a'], ['/ab', '/a'], ['/a', '/a/b'], ['/a', '']].map(([text, at]) => under(text, at)), [true, true, false, false, true])
})

for (const of of ['en', 'da']) {
  test(`what a provider has not decided is said to be so, and is no money that can be given back (${of})`, async () => {
    const { isCharged, isOpen, left, reversing, stateOf } = await load('parts/payment.tsx', of)
    const refund = (status, amountOere) => ({ status, amountOere })
    const payment = { provider: 'test', status: 'partially_refunded', capturedOere: 10_000, refundedOere: 1_000, refunds: [refund('pending', 2_000), refund('succeeded', 1_000), refund('failed', 4_000)] }
    assert.deepEqual([left(payment), reversing(payment), isCharged(payment), isOpen(payment)], [7_000, 2_000, true, false])
    assert.equal(isCharged({ ...payment, provider: 'none' }), false)
    const states = ['created', 'requires_action', 'authorized', 'captured', 'partially_refunded', 'refunded', 'cancelled', 'failed', 'expired'].map((status) => stateOf({ provider: 'test', status }))
    assert.equal(new Set([...states, stateOf({ provider: 'manual', status: 'requires_action' })]).size, 10)
    assert.equal(states[0], of === 'da' ? 'vides ikke endnu' : 'not known yet')
    assert.equal(stateOf({ provider: 'test', status: 'unheard_of' }), 'unheard_of')
  })
}

test('a value that a schema does not fit is shown in a field that keeps it', async () => {
  const { blank, expanded, kindOf, shownAs } = await load('lib/schema.ts')
  const object = { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } }, required: ['a'] }
  for (const [schema, value, kind] of [
    [object, { a: 1 }, 'object'], [object, { a: '', b: 1 }, 'json'], [object, { constructor: 1 }, 'json'], [object, [], 'json'], [object, undefined, 'object'],
    [{ type: 'string' }, 'a\nb', 'lines'], [{ type: 'string' }, 7, 'json'], [{ enum: ['a', 'b'] }, 'c', 'json'], [{ enum: [1, 2] }, 2, 'choice'],
    [{ type: 'integer', 'x-unit': 'ore' }, 5, 'money'], [{ type: 'integer' }, 1.5, 'json'], [{ type: 'boolean' }, 'true', 'lines'], [{ type: 'boolean' }, 1, 'json'], [{ type: ['string', 'null'] }, null, 'text'],
    [{ type: 'array', items: { type: 'string' } }, ['a\nb'], 'array'], [{ type: 'array', items: { type: 'string' } }, ['a'], 'list'], [{}, { any: 1 }, 'json'],
  ]) assert.equal(shownAs(schema, value), kind, JSON.stringify([schema, value]))
  assert.equal(kindOf({ type: 'integer' }, 'priceDkk'), 'money')
  assert.deepEqual(blank(object), { a: '' })
  const tree = { $ref: '#/$defs/Tree', $defs: { Tree: { type: 'object', properties: { below: { $ref: '#/$defs/Tree' } } } } } // of itself
  assert.deepEqual(expanded(tree), { type: 'object', properties: { below: {} } })
})

// Element is as much of an element of a page as Preact needs.
class Element {
  childNodes = []
  value = ''
  checked = false
  events = {}
  constructor(name) {
    this.localName = name
    this.nodeType = name === '' ? 3 : 1
  }
  get firstChild() { return this.childNodes[0] ?? null }
  get nextSibling() { return this.parentNode?.childNodes[this.parentNode.childNodes.indexOf(this) + 1] ?? null }
  insertBefore(node, next) {
    node.parentNode?.removeChild(node)
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, node)
    node.parentNode = this
  }
  removeChild(node) {
    this.childNodes.splice(this.childNodes.indexOf(node), 1)
    node.parentNode = null
  }
  setAttribute(name, value) { this[name] = value }
  removeAttribute(name) { delete this[name] }
  setCustomValidity() {}
  addEventListener(type, told) { this.events[type] = told }
  named() { return [...(this.name === undefined ? [] : [[this.name, this]]), ...this.childNodes.flatMap((node) => node.named())] }
}

const state = (control) => control.type === 'checkbox' ? control.checked : control.value

// type has the control hold what a person typed or chose.
function type(control, typed) {
  control[control.type === 'checkbox' ? 'checked' : 'value'] = typed
  for (const [name, told] of Object.entries(control.events)) told.call(control, { type: name, currentTarget: control })
}

// emptied is a form with the groups and items of a value, in which nothing is typed yet.
function emptied({ blank, filled, shownAs }, schema, value, name) {
  const inside = (one, its, called) => emptied({ blank, filled, shownAs }, one, its, called)
  if (value === null) return null
  switch (shownAs(schema, value, name)) {
    case 'object': return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, inside(schema.properties[field], one, field)]).filter(([, one]) => one !== undefined))
    case 'array': return value.map((one) => inside(schema.items, one) ?? blank(filled(schema.items)))
    case 'list': return value.map(() => '')
    case 'json': return {}
    default: return undefined
  }
}

// typedAnew types what a filled form shows into an empty one, and returns what that holds.
async function typedAnew(SchemaForm, schema, value, empty) {
  const open = (held) => {
    const form = { page: new Element('form'), held }
    const show = () => render(h(SchemaForm, { schema, value: form.held, set: (next) => { form.held = next; show() } }), form.page)
    show()
    return form
  }
  const form = open(empty)
  for (const [name, from] of open(value).page.named()) {
    if (state(from) === '') continue
    const [, to] = form.page.named().find(([other]) => other === name) ?? assert.fail(`${name} is not in the form`)
    type(to, state(from))
    await null // for what the field itself holds
  }
  return form.held
}

for (const of of ['en', 'da']) {
  test(`every example of the contract, typed into an empty form, is what is sent (${of})`, async () => {
    const { SchemaForm } = await load('parts/schema-form.tsx', of)
    const schemas = await load('lib/schema.ts', of)
    const { same } = await load('lib/json.ts', of)
    const read = (name) => JSON.parse(readFileSync(new URL(`../../gen/${name}`, import.meta.url), 'utf8'))
    const { paths } = read('openapi.json')
    let typed = 0
    for (const [operation, { input }] of Object.entries(read('tools.json').operations)) {
      for (const [name, { value }] of Object.entries(paths[`/api/v1/tools/${operation}`].post.requestBody.content['application/json'].examples)) {
        const sent = await typedAnew(SchemaForm, input, value, emptied(schemas, schemas.expanded(input), value))
        assert.ok(same(sent, value), `${operation} ${name}: ${JSON.stringify(sent)}`)
        typed++
      }
    }
    assert.ok(typed > 150)
  })
}
