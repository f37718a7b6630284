// Has the renderer draw the contract, and puts it in the place of the outline that
// came with the page. Everything that would lead to another host is off.
'use strict'

const outline = document.getElementById('outline')
const place = document.getElementById('reference')

// Calls go to where the page comes from, whatever address the contract names:
// the page may talk to no other host.
const here = new URL('.', location.href).href.replace(/\/$/, '')
const address = new URL('openapi.json', location.href).href

// The contract is requested while the renderer is still on its way. It is changed
// for the renderer alone, not for what a visitor calls afterwards.
let contract = fetch(address).then((answer) => answer.ok ? answer.json() : Promise.reject(new Error(`${address}: ${answer.status}`))).then(forRenderer)
contract.catch(() => {}) // what failed is said below, when the renderer has arrived
async function fetchContract(input, init) {
  if (!contract || new Request(input).url !== address) return fetch(input, init)
  const drawn = await contract
  contract = undefined
  return Response.json(drawn)
}

// freshKey returns a value of its own for each call. Pages without TLS have no crypto.randomUUID.
const freshKey = () => crypto.getRandomValues(new Uint8Array(16)).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')

// The renderer has arrived by then, or never will. Without it, or without the
// contract, the outline stays.
addEventListener('load', () => contract.then(draw).catch(() => {
  document.getElementById('failed').hidden = false
}))

function draw() {
  new MutationObserver((_, observer) => {
    if (!place.querySelector('h1')) return
    observer.disconnect()
    takeOver()
  }).observe(place, { childList: true, subtree: true })

  Scalar.createApiReference(place, {
    url: address,
    customFetch: fetchContract,
    servers: [{ url: here, description: 'The host of this page.' }],

    authentication: { preferredSecurityScheme: 'bearer' },
    persistAuth: false, // a key is forgotten with the page
    onRequestBuilt({ request }) { // no key is an anonymous call, not an empty key
      if (request.headers.get('Authorization')?.trim() === 'Bearer') request.headers.delete('Authorization')
      const repeated = request.headers.get('Idempotency-Key')?.trim()
      if (writes.has(new URL(request.url).pathname) && !repeated) request.headers.set('Idempotency-Key', freshKey())
    },

    telemetry: false,
    withDefaultFonts: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',

    hideModels: true, // they stand where they are used
    orderSchemaPropertiesBy: 'preserve',
    defaultOpenAllTags: true,
    documentDownloadType: 'direct',
    generateOperationSlug: ({ operationId }) => operationId,
    setPageTitle: ({ title, document }) => `${title} · ${document.title} API reference`,
  })
}

// takeOver shows what the renderer has drawn, at the section that was being read.
function takeOver() {
  const below = innerHeight / 4 // the beginning of what follows what is read
  const read = [...outline.querySelectorAll('section[id]')].findLast((section) => section.getBoundingClientRect().top < below)
  outline.remove()
  place.hidden = false
  if (!read || read.id === 'description/introduction') return
  history.replaceState(history.state, '', `#${read.id}`)
  dispatchEvent(new PopStateEvent('popstate')) // the renderer goes to the section of the address
}
