// A crawler that obeys the sitemap and follows links.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

const get = (url) => fetch(url, { headers: { Accept: 'text/html' }, redirect: 'manual' })

// file returns a file for crawlers, and obeys the answer while it is being written.
async function file(url) {
  for (;;) {
    const answer = await get(url)
    if (answer.status === 200) return answer.text()
    assert.equal(answer.status, 503, url)
    await sleep(1000 * Number(answer.headers.get('retry-after')))
  }
}

// addresses are the addresses in a sitemap, and in the sitemaps that it names.
async function addresses(url) {
  const text = await file(url)
  const found = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address.replaceAll('&amp;', '&'))
  return text.includes('<sitemapindex') ? (await Promise.all(found.map(addresses))).flat() : found
}

// listed returns the paths in the sitemap that robots.txt names.
export async function listed(base) {
  const robots = await file(`${base}/robots.txt`)
  const all = await addresses(/^Sitemap: (.*)$/m.exec(robots)[1])
  assert.ok(all.every((address) => address.startsWith(base)))
  const paths = all.map((address) => address.slice(base.length))
  assert.equal(new Set(paths).size, paths.length)
  return paths
}

// reached returns the paths that links lead to from the home page. There is
// something at each, without a redirect.
export async function reached(base) {
  const paths = new Set(['/'])
  for (const path of paths) {
    const answer = await get(base + path)
    assert.equal(answer.status, 200, path)
    const text = await answer.text()
    if (!answer.headers.get('content-type').startsWith('text/html') || path.startsWith('/docs')) continue
    for (const [, href] of text.matchAll(/<a [^>]*href="([^"]*)"/g)) {
      const { origin, pathname, search } = new URL(href.replaceAll('&amp;', '&'), base + path)
      if (origin === base) paths.add(pathname + search)
    }
  }
  return [...paths]
}

// visit expects a page at each path.
export async function visit(base, paths) {
  for (const path of paths) {
    const answer = await get(base + path)
    assert.equal(answer.status, 200, path)
    await answer.body.cancel()
  }
}
