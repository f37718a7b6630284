// Draws the contract. Everything that would lead to another host is off.
'use strict'

// Calls go to where the page comes from, whatever address the contract names:
// the page may talk to no other host.
const here = new URL('.', location.href).href.replace(/\/$/, '')
const contract = new URL('openapi.json', location.href).href

// The scope of an operation stands beside its title.
function badges(document) {
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item).filter(({ operationId }) => operationId)) {
      const scopes = (operation.security ?? []).flatMap((way) => Object.values(way).flat())
      operation['x-badges'] = scopes.map((name) => ({ name }))
    }
  }
  return document
}

// They are added when the contract is loaded, not to what a visitor calls
// afterwards.
let loaded = false
async function fetchWithBadges(input, init) {
  const answer = await fetch(input, init)
  if (loaded || !answer.ok || answer.url !== contract) return answer
  loaded = true
  return Response.json(badges(await answer.json()))
}

Scalar.createApiReference('#reference', {
  url: contract,
  customFetch: fetchWithBadges,
  servers: [{ url: here, description: 'The host of this page.' }],

  authentication: { preferredSecurityScheme: 'bearer' },
  persistAuth: false, // a key is forgotten with the page
  onRequestBuilt({ request }) { // no key is an anonymous call, not an empty key
    if (request.headers.get('Authorization')?.trim() === 'Bearer') request.headers.delete('Authorization')
  },

  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',

  showOperationId: true,
  hideModels: true, // they stand where they are used
  orderSchemaPropertiesBy: 'preserve',
  defaultOpenAllTags: true,
  documentDownloadType: 'direct',
  generateOperationSlug: ({ operationId }) => operationId,
  setPageTitle: ({ title, document }) => `${title} · ${document.title}`,
})
