// What search engines require of JSON-LD.
import assert from 'node:assert/strict'

const text = (value) => typeof value === 'string' && value !== ''
const address = (value) => text(value) && URL.canParse(value)
const each = (check) => (values) => Array.isArray(values) && values.length > 0 && values.every(check)
const all = (checks) => (node) => Object.entries(checks).every(([name, check]) => check(node?.[name]))

const images = (images) => images === undefined || each(address)(images)
const offer = all({
  '@type': (type) => type === 'Offer', url: address, price: (price) => /^\d+\.\d\d$/.test(price), priceCurrency: (currency) => currency === 'DKK',
  availability: (value) => ['https://schema.org/InStock', 'https://schema.org/OutOfStock'].includes(value),
})

const required = {
  Product: { name: text, description: text, sku: text, url: address, image: images, offers: offer },
  ProductGroup: {
    name: text, description: text, productGroupID: text, url: address, image: images, variesBy: (names) => names === undefined || each(text)(names),
    hasVariant: each(all({ '@type': (type) => type === 'Product', name: text, sku: text, url: address, offers: offer })),
  },
  BreadcrumbList: { itemListElement: each(all({ '@type': (type) => type === 'ListItem', position: (number) => Number(number) > 0, name: text, item: address })) },
  FAQPage: { mainEntity: each(all({ '@type': (type) => type === 'Question', name: text, acceptedAnswer: all({ '@type': (type) => type === 'Answer', text }) })) },
  Organization: { name: text, url: address },
  WebSite: { name: text, url: address, potentialAction: all({ target: all({ urlTemplate: text }), 'query-input': text }) },
  Service: { name: text, url: address, description: text, provider: all({ name: text }) },
}

// checkLinked checks all JSON-LD of a page and returns it by type, of which a page
// has one each.
export function checkLinked(html, base) {
  const nodes = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, source]) => {
    const node = JSON.parse(source)
    assert.equal(node['@context'], 'https://schema.org')
    for (const [name, check] of Object.entries(required[node['@type']] ?? assert.fail(`${node['@type']} is not known`))) {
      assert.ok(check(node[name]), `${node['@type']}.${name} is ${JSON.stringify(node[name])}`)
    }
    if (node.url) assert.ok(node.url.startsWith(base), node.url)
    return [node['@type'], node]
  })
  assert.equal(new Map(nodes).size, nodes.length)
  return Object.fromEntries(nodes)
}
