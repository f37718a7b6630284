// A crawler that obeys the sitemap and follows links.
import assert from 'node:assert/strict'

// addresses are the addresses in a sitemap, and in the sitemaps that it names.
async function addresses(url) {
  const text = await (await fetch(url)).text()
  const found = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address.replaceAll('&amp;', '&'))
  return text.includes('<sitemapindex') ? (await Promise.all(found.map(addresses))).flat() : found
}

// crawl returns the paths that the sitemap lists and those that links lead to from
// the home page. All of them have to be there.
export async function crawl(base) {
  const robots = await (await fetch(`${base}/robots.txt`)).text()
  const listed = new Set((await addresses(/^Sitemap: (.*)$/m.exec(robots)[1])).map((address) => address.slice(base.length)))
  const reached = new Set(['/'])
  for (const path of reached) {
    const answer = await fetch(base + path, { headers: { Accept: 'text/html' } })
    assert.equal(answer.status, 200, path)
    if (!answer.headers.get('content-type').startsWith('text/html') || path.startsWith('/docs')) continue
    for (const [, href] of (await answer.text()).matchAll(/<a [^>]*href="([^"]*)"/g)) {
      const { origin, pathname, search } = new URL(href.replaceAll('&amp;', '&'), base + path)
      if (origin === base) reached.add(pathname + search)
    }
  }
  for (const path of listed) assert.equal((await fetch(base + path, { headers: { Accept: 'text/html' } })).status, 200, path)
  return { listed, reached }
}
