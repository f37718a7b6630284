// The products that a search finds; price and stock are changed where they stand, and what is selected is changed at once.
import { useState } from 'preact/hooks'
import { useList } from '../../lib/answers'
import { call } from '../../lib/api'
import type { Body, Item, Patch } from '../../lib/contract'
import { count, dateTime, money, readMoney, typedMoney } from '../../lib/format'
import { asRefused, type Refused } from '../../lib/problem'
import { href, useRoute } from '../../lib/route'
import { may } from '../../lib/session'
import { useStore } from '../../lib/store'
import { texts } from '../../lib/text'
import { List } from '../../parts/list'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { productHref } from './address'
import { choose, chosen } from './chosen'
import { Facets, filterOf, SearchBar, sortOf } from './filters'
import { InPlace } from './in-place'
import { t as shared, warned } from './text'
import { write } from '../../lib/write'

const t = texts(
  {
    none: 'No products yet.', nothing: 'Nothing found. Change the words or the filters.', make: 'Create one', import: 'Import a file', variants: (n: number) => n === 1 ? '1 variant' : `${n} variants`,
    stockHint: '12 sets it; +5 or -2 adds or takes away', priceOf: (name: string) => `Price of ${name}`, stockOf: (name: string) => `Stock of ${name}`,
    changed: (name: string) => `${name} changed.`, chosen: (n: string) => `${n} selected`, bulk: 'Change them…', clear: 'Clear the selection', all: (n: string) => `Select all ${n}`,
    first: 'The 100 best matches. Choose another order to see them all.', from: (low: string) => `from ${low}`, featured: 'featured',
  },
  {
    none: 'Ingen varer endnu.', nothing: 'Intet fundet. Ret ordene eller filtrene.', make: 'Opret en', import: 'Importér en fil', variants: (n: number) => n === 1 ? '1 variant' : `${n} varianter`,
    stockHint: '12 sætter det; +5 eller -2 lægger til eller trækker fra', priceOf: (name: string) => `Pris på ${name}`, stockOf: (name: string) => `Lager af ${name}`,
    changed: (name: string) => `${name} er ændret.`, chosen: (n: string) => `${n} valgt`, bulk: 'Ret dem…', clear: 'Ryd valget', all: (n: string) => `Vælg alle ${n}`,
    first: 'De 100, der passer bedst. Vælg en anden rækkefølge for at se alle.', from: (low: string) => `fra ${low}`, featured: 'fremhævet',
  },
)

type Hit = Item<'products.search'>

export function ListPage() {
  const { query } = useRoute()
  const sort = sortOf(query)
  const filter = filterOf(query)
  const list = useList('products.search', { ...filter, sort, limit: sort === 'relevance' ? 100 : 50 })
  const selected = useStore(chosen)
  const filtered = Object.keys(filter).length > 0
  const cut = sort === 'relevance' && (list.total ?? 0) > (list.data?.length ?? 0) && list.more === undefined
  return <div class="catalogue">
    <aside aria-label={shared.catalogue}><Facets query={query} /></aside>
    <div>
      <SearchBar query={query} />
      <Selection selected={selected} total={list.total} filter={filter} />
      <List label={shared.catalogue} list={list} id={(row) => row.slug} name={(row) => row.name} to={(row) => productHref(row.slug)} selected={selected} onSelect={choose}
        empty={filtered ? t.nothing : <><p>{t.none}</p><p><a class="button" href={href('catalogue', ['new'])}>{t.make}</a> <a class="button second" href={href('catalogue', ['import'])}>{t.import}</a></p></>}
        columns={[
          { head: shared.product, cell: (row) => <span class="titled">{row.firstImage !== null && <img class="thumb" src={row.firstImage} alt="" loading="lazy" />}<span>{row.name}
            {row.brand !== null && <span class="quiet"> {row.brand}</span>} {row.featured && <span class="chip">{t.featured}</span>}</span></span> },
          { head: shared.category, cell: (row) => row.categoryName },
          { head: shared.price, right: true, cell: (row) => <Price row={row} /> },
          { head: shared.stock, right: true, cell: (row) => <Stock row={row} /> },
          { head: shared.changed, cell: (row) => <time dateTime={row.updatedAt} title={row.updatedAt}>{dateTime(row.updatedAt)}</time> },
        ]} />
      {cut && <p class="quiet">{t.first}</p>}
    </div>
  </div>
}

async function change(row: Hit, patch: Patch<'products.update'>): Promise<undefined> {
  const { answer, requestId } = await write('products.update', { slug: row.slug, patch, expectedUpdatedAt: row.updatedAt })
  say(`${t.changed(row.name)} ${warned(answer.result.warnings)}`, requestId, row.slug)
}

function Price({ row }: { row: Hit }) {
  if (row.priceMaxOere > row.priceDkk) return <>{t.from(money(row.priceDkk))}</>
  return <InPlace label={t.priceOf(row.name)} typed={typedMoney(row.priceDkk)} disabled={!may('products:write')} save={async (typed) => {
    const priceDkk = readMoney(typed)
    return priceDkk === undefined || priceDkk < 1 ? shared.amount : change(row, { priceDkk })
  }}>{money(row.priceDkk)}</InPlace>
}

function Stock({ row }: { row: Hit }) {
  if (row.variantCount > 0) return <>{count(row.stock)} <span class="quiet">{t.variants(row.variantCount)}</span></>
  return <InPlace label={t.stockOf(row.name)} typed={String(row.stock)} hint={t.stockHint} disabled={!may('products:write')} save={async (typed) => {
    const text = typed.trim().replace('−', '-')
    const adds = /^[+-]/.test(text)
    if (!/^[+-]?\d{1,6}$/.test(text) || (adds && Number(text) === 0)) return shared.whole
    if (!adds) return change(row, { stock: Number(text) })
    const { requestId } = await write('products.adjust_stock', { slug: row.slug, delta: Number(text) })
    say(t.changed(row.name), requestId, row.slug)
    return undefined
  }}>{count(row.stock)}</InPlace>
}

interface SelectionProps {
  selected: ReadonlySet<string>
  total: number | undefined
  filter: Body<'products.facets'>
}

const most = 5_000

/** Selection says how many are chosen, and what can be done with them. */
function Selection({ selected, total = 0, filter }: SelectionProps) {
  const [refused, setRefused] = useState<Refused>()
  const [busy, setBusy] = useState(false)
  if (selected.size === 0) return null
  const all = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      const slugs = new Set(selected)
      let cursor: string | undefined
      do {
        const { answer } = await call('products.search', { ...filter, sort: 'name', limit: 100, fields: ['slug'], ...(cursor !== undefined && { cursor }) })
        for (const hit of answer.result) slugs.add(hit.slug)
        cursor = answer.page.nextCursor ?? undefined
      } while (cursor !== undefined && slugs.size < most)
      choose(slugs)
    } catch (thrown) {
      setRefused(asRefused(thrown))
    }
    setBusy(false)
  }
  return <div class="note row" role="status">
    <strong>{t.chosen(count(selected.size))}</strong>
    <a class="button" href={href('catalogue', ['bulk'])}>{t.bulk}</a>
    {total > selected.size && total <= most && <button type="button" class="second" disabled={busy} onClick={() => void all()}>{t.all(count(total))}</button>}
    <button type="button" class="second" onClick={() => choose([])}>{t.clear}</button>
    <ProblemNote refused={refused} again={() => void all()} />
  </div>
}
