// An address is a page and the request of its list: `#/orders/<id>`, `#/orders?status=paid`. It stays in the browser.
import { store, useStore } from './store'

export interface Route {
  /** The page, such as `orders`. */
  page: string
  /** What follows it: `['01994f5e…']`. */
  rest: string[]
  query: Record<string, string>
}

/** parse reads the fragment of an address. */
export function parse(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s)
  const [page = '', ...rest] = path.split('/').map(decode)
  return { page: page || 'activity', rest: rest.filter((part) => part !== ''), query: Object.fromEntries(new URLSearchParams(search)) }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** href is the address of a page; values of the query that are undefined or empty are left out. */
export function href(page: string, rest: string[] = [], query: Record<string, string | number | undefined> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const path = [page, ...rest].map(encodeURIComponent).join('/')
  return `#/${path}${search.size > 0 ? `?${search}` : ''}`
}

const here = store(parse(location.hash))
const left = new Map<string, string>()

/** back is the address of a list as it was left: with its filters. */
export function back(page: string, rest: string[] = []): string {
  const to = href(page, rest)
  return left.get(to) ?? to
}

/** leave is asked before another page is shown; it returns whether the person stays. */
export const leave: { stays?: (() => boolean) | undefined } = {}

addEventListener('hashchange', (event) => {
  const next = parse(location.hash)
  const other = next.page !== here.get().page || next.rest.join('/') !== here.get().rest.join('/')
  if (other && leave.stays?.()) {
    history.replaceState(null, '', new URL(event.oldURL).hash)
    return
  }
  if (other) {
    const { page, rest, query } = here.get()
    left.set(href(page, rest), href(page, rest, query))
    leave.stays = undefined
  }
  here.set(next)
  if (other) scrollTo(0, 0)
})

/** useRoute is where the person is. */
export function useRoute(): Route {
  return useStore(here)
}

export function route(): Route { return here.get() }

/** go shows another page. */
export function go(to: string): void {
  location.hash = to
}

/** refine changes values of the query of this page; undefined takes one away. */
export function refine(change: Record<string, string | undefined>): void {
  const at = here.get()
  history.replaceState(null, '', href(at.page, at.rest, { ...at.query, ...change }))
  here.set(parse(location.hash))
}
