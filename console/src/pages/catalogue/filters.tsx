// What narrows the list of products: words, an order, and what the products have, all kept in the address.
import { useEffect, useRef } from 'preact/hooks'
import { useResult } from '../../lib/answers'
import type { Body, Schemas } from '../../lib/contract'
import { count, money, readMoney, typedMoney } from '../../lib/format'
import { href, refine } from '../../lib/route'
import { texts } from '../../lib/text'
import { ProblemNote } from '../../parts/problem'
import { t as shared } from './text'

const t = texts(
  {
    search: 'Search', sort: 'Order', filters: 'Filters', all: 'Show everything', inStock: 'In stock', featured: 'Featured', from: 'Price from', to: 'Price to',
    sorts: { relevance: 'best match', updated: 'last changed', newest: 'newest', name: 'name', price_asc: 'cheapest', price_desc: 'dearest' } satisfies Record<Schemas['ProductSort'], string>,
    frameColor: 'Frame colour', lensColor: 'Lens colour',
  },
  {
    search: 'Søg', sort: 'Rækkefølge', filters: 'Filtre', all: 'Vis alt', inStock: 'På lager', featured: 'Fremhævet', from: 'Pris fra', to: 'Pris til',
    sorts: { relevance: 'passer bedst', updated: 'sidst ændret', newest: 'nyeste', name: 'navn', price_asc: 'billigste', price_desc: 'dyreste' },
    frameColor: 'Stelfarve', lensColor: 'Glasfarve',
  },
)

type Filter = Body<'products.facets'>

/** filterOf is the address as filters; an attribute stands in it as `a.material=metal`. */
export function filterOf(query: Record<string, string>): Filter {
  const { q, categorySlug, brand, frameColor, lensColor, featured, inStock, minPriceOere, maxPriceOere } = query
  const attributes = Object.entries(query).filter(([name]) => name.startsWith('a.')).map(([name, value]) => [name.slice(2), plain(value)])
  return {
    ...Object.fromEntries(Object.entries({ q, categorySlug, brand, frameColor, lensColor }).filter(([, value]) => value !== undefined)),
    ...(featured === 'true' && { featured: true }),
    ...(inStock === 'true' && { inStock: true }),
    ...(Number(minPriceOere) > 0 && { minPriceOere: Number(minPriceOere) }),
    ...(Number(maxPriceOere) > 0 && { maxPriceOere: Number(maxPriceOere) }),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
  }
}

// Facets write numbers as text; so does the address.
function plain(value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true'
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
}

/** sortOf is the chosen order, or the usual one. */
export function sortOf({ sort, q }: Record<string, string>): Schemas['ProductSort'] {
  const usual = q ? 'relevance' : 'updated'
  return sort !== undefined && sort in t.sorts && (sort !== 'relevance' || q) ? sort as Schemas['ProductSort'] : usual
}

/** SearchBar is the words and the order. */
export function SearchBar({ query }: { query: Record<string, string> }) {
  const timer = useRef(0)
  const field = useRef<HTMLInputElement>(null)
  const q = query['q'] ?? ''
  useEffect(() => { if (field.current && document.activeElement !== field.current) field.current.value = q }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = () => {
    clearTimeout(timer.current)
    refine({ q: field.current?.value.trim() })
  }
  return <form class="bar" role="search" onSubmit={(e) => { e.preventDefault(); search() }}>
    <label>{t.search}<input ref={field} type="search" defaultValue={q} maxLength={500} onInput={() => {
      clearTimeout(timer.current)
      timer.current = setTimeout(search, 300)
    }} /></label>
    <label>{t.sort}<select value={sortOf(query)} onChange={(e) => refine({ sort: e.currentTarget.value })}>
      {Object.entries(t.sorts).filter(([sort]) => sort !== 'relevance' || q !== '').map(([sort, words]) => <option key={sort} value={sort}>{words}</option>)}
    </select></label>
  </form>
}

const desk = matchMedia('(min-width: 48rem)').matches

/** Facets is what the found products have, each with how many; one press narrows, another takes it back. */
export function Facets({ query }: { query: Record<string, string> }) {
  const { data, refused, again } = useResult('products.facets', filterOf(query))
  const categories = useResult('categories.list', {})
  const names = new Map(categories.data?.map((one) => [one.slug, one.name]))
  const set = Object.keys(query).filter((name) => !['q', 'sort'].includes(name)).length
  return <details open={desk}>
    <summary>{t.filters}{set > 0 && ` (${set})`}</summary>
    <ProblemNote refused={refused ?? categories.refused} again={() => { again(); categories.again() }} />
    {set > 0 && <p><a href={href('catalogue', [], { q: query['q'] })}>{t.all}</a></p>}
    <Check name="inStock" label={data ? `${t.inStock} (${count(data.inStockCount)})` : t.inStock} query={query} />
    <Check name="featured" label={t.featured} query={query} />
    <div class="bar">
      {(['minPriceOere', 'maxPriceOere'] as const).map((name) => <label key={name}>{name === 'minPriceOere' ? t.from : t.to}
        <input inputMode="decimal" size={8} defaultValue={Number(query[name]) > 0 ? typedMoney(Number(query[name])) : ''}
          {...(data?.priceRange && { placeholder: money(name === 'minPriceOere' ? data.priceRange.minOere : data.priceRange.maxOere) })}
          onChange={(e) => refine({ [name]: readMoney(e.currentTarget.value)?.toString() })} />
      </label>)}
    </div>
    {data && <>
      <Facet at="categorySlug" label={shared.category} values={data.categories} query={query} name={(slug) => names.get(slug) ?? slug} />
      <Facet at="brand" label={shared.brand} values={data.brands} query={query} />
      <Facet at="frameColor" label={t.frameColor} values={data.frameColors} query={query} />
      <Facet at="lensColor" label={t.lensColor} values={data.lensColors} query={query} />
      {data.attributes.map((one) => <Facet key={one.name} at={`a.${one.name}`} label={one.name} values={one.values} query={query} />)}
    </>}
  </details>
}

function Check({ name, label, query }: { name: string; label: string; query: Record<string, string> }) {
  return <label class="row"><input type="checkbox" checked={query[name] === 'true'} onChange={(e) => refine({ [name]: e.currentTarget.checked ? 'true' : undefined })} />{label}</label>
}

interface FacetProps {
  at: string
  label: string
  values: Schemas['FacetValue'][]
  query: Record<string, string>
  name?: (value: string) => string
}

function Facet({ at, label, values, query, name = (value) => value }: FacetProps) {
  const now = query[at]
  const gone = now !== undefined && !values.some((one) => one.value === now)
  if (values.length === 0 && !gone) return null
  const shown = gone ? [{ value: now, count: 0 }, ...values] : values
  return <details open={shown.length <= 12 || now !== undefined}>
    <summary>{label}</summary>
    <ul class="facet" aria-label={label}>{shown.map((one) => <li key={one.value}>
      <button type="button" class="small" aria-pressed={one.value === now} onClick={() => refine({ [at]: one.value === now ? undefined : one.value })}>
        {name(one.value)} <span class="quiet">{count(one.count)}</span></button>
    </li>)}</ul>
  </details>
}
