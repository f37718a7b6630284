// What the contract says of refusals, and what the console says of each: the calls of a page are answered with them.
import { readFileSync } from 'node:fs'

const contract = JSON.parse(readFileSync(new URL('../../../gen/openapi.json', import.meta.url)))

// texts is what the console says in a language, as it is built.
async function texts(language) {
  const built = readFileSync(new URL(`../../../gen/console/assets/${language}.js`, import.meta.url))
  return (await import(`data:text/javascript;base64,${built.toString('base64')}`)).refusals
}
export const said = { en: await texts('en'), da: await texts('da') }

// allCodes is every code of the contract.
export const allCodes = contract.components.schemas.Problem.properties.code['x-extensible-enum']

// described is an operation of the contract by its name, or by the address that is read.
const described = (name) => contract.paths[name.startsWith('/') ? name : `/api/v1/tools/${name}`][name.startsWith('/') ? 'get' : 'post']

// operations is the names of those that read, and of those that write.
const names = Object.keys(contract.paths).filter((path) => /^\/api\/v1\/tools\/./.test(path)).map((path) => path.split('/').at(-1))
const reads = (name) => described(name)['x-agent-hints'].readOnly
export const operations = { read: names.filter(reads), write: names.filter((name) => !reads(name)) }

// unmet is the codes that no page of the console is answered with, each with its reason.
export const unmet = {
  invalid_json: 'the console sends JSON', body_required: 'the console sends a body', unsupported_media_type: 'the console says that it sends JSON', not_acceptable: 'the console takes any answer', method_not_allowed: 'the console sends POST',
  endpoint_not_found: 'the types name no other addresses', tool_not_found: 'the types name no other operations', problem_not_found: 'the console reads no page about a problem', rest_only: 'it is of MCP', origin_not_allowed: 'the console is of the shop\'s origin',
  invalid_signature: 'it is of the messages of payment providers', invalid_code: 'the sign-in has a sentence of its own', session_expired: 'the sign-in opens',
  idempotency_key_invalid: 'the console sends a UUID', idempotency_key_reused: 'another body has another key', slug_immutable: 'no form sends the slug of what exists', category_mismatch: 'the console names a category once', category_required: 'no product is sent without a category',
  cart_not_found: 'carts are for "Try a tool", which shows what came', cart_empty: 'as carts', cart_ordered: 'as carts', discount_not_applicable: 'as carts', total_changed: 'as carts', amount_too_large: 'as carts',
}

// codesOf is the codes with which the contract lets an operation be refused, with their statuses, first `validation_failed`; 413 and 503 may come anywhere.
export function codesOf(name) {
  const { responses } = described(name)
  const own = Object.entries(responses).flatMap(([status, answer]) => {
    const { 'x-extensible-enum': codes = [] } = answer.$ref ? contract.components.responses[answer.$ref.split('/').at(-1)] : answer
    return codes.map((code) => [code, Number(status)])
  })
  const all = new Map([...own, ['unavailable', 503], ['offline', 0]])
  if (operations.write.includes(name)) all.set('body_too_large', 413)
  if (['payments.capture', 'payments.cancel'].includes(name)) all.set('provider_unavailable', 503)
  const met = [...all].filter(([code]) => !(code in unmet))
  return met.sort(([a], [b]) => (b === 'validation_failed') - (a === 'validation_failed'))
}

// sentence is what the console says of a code; it has one of its own, in both languages, for all that it meets.
export function sentence(code, name, { language = 'en', reads = false } = {}) {
  if (code === 'insufficient_scope') return described(name).security?.find((one) => one.bearer)?.bearer[0] ?? '?'
  return said[language][code.endsWith('_not_found') ? 'not_found' : code === 'offline' && reads ? 'unreached' : code]
}

// retryable is whether the same call may succeed later.
const again = ['approval_required', 'idempotency_in_flight', 'insufficient_stock', 'order_changed', 'internal_error', 'unavailable', 'provider_unavailable', 'offline']
export const retryable = ([code, status]) => status === 429 || again.includes(code)

// refuser answers the calls of a page: `with` says which operation is refused, with which code and status, and what
// else the problem says; without a name, none is. `asked` is what was called, `took` the calls of an operation since it was asked
// last, and `broken` what broke.
export async function refuser(page) {
  let refused = {}
  const sent = []
  const it = { asked: new Set(), broken: [], took: (name) => sent.splice(0).filter((one) => one.name === name), with: (name, code, more) => { refused = { name, code, more } } }
  page.on('pageerror', (error) => it.broken.push(error.message))
  page.on('console', (said) => { if (['error', 'warning'].includes(said.type()) && !said.text().startsWith('Failed to load resource')) it.broken.push(said.text()) })
  await page.route((url) => /^\/(api\/v1\/.*|readyz|)$/.test(url.pathname), (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const name = pathname.startsWith('/api/v1/tools/') ? pathname.split('/').at(-1) : pathname
    it.asked.add(name)
    sent.push({ name, key: request.headers()['idempotency-key'] })
    return name === refused.name ? answer(route, name, refused.code, refused.more) : route.continue()
  })
  return it
}

// answer answers a call of an operation with a code.
export function answer(route, name, [code, status], more) {
  if (code === 'offline') return route.abort('internetdisconnected')
  const requestId = crypto.randomUUID()
  const detail = `It was ${code}.`
  const waits = status === 429 || ['approval_required', 'idempotency_in_flight', 'unavailable', 'provider_unavailable'].includes(code)
  return route.fulfill({
    status, contentType: 'application/problem+json', headers: { 'X-Request-Id': requestId }, body: JSON.stringify({
      type: 'about:blank', title: code, status, detail, instance: `urn:uuid:${requestId}`, code, resolution: 'Do this.', ok: false, error: detail,
      ...(retryable([code, status]) && { retryable: true }), ...(waits && { retryAfter: 600 }),
      ...(code === 'insufficient_scope' && { requiredScope: sentence(code, name) }), ...(code === 'validation_failed' && { errors: [{ pointer: '/nowhere', code: 'type', detail: 'It is of another kind.' }] }), ...more,
    }),
  })
}
