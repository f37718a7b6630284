// The catalogue: products, one product, many at once, from a file, deleted ones, categories. What not every visit needs is loaded when it is opened.
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { asRefused, type Refused } from '../lib/problem'
import { href, useRoute } from '../lib/route'
import { may } from '../lib/session'
import { texts } from '../lib/text'
import { Loading } from '../parts/list'
import { ProblemNote } from '../parts/problem'
import { Categories } from './catalogue/categories'
import { ListPage } from './catalogue/list'
import { t as shared } from './catalogue/text'
import { Trash } from './catalogue/trash'

const t = texts(
  { products: 'Products', categories: 'Categories', import: 'Import', trash: 'Deleted', parts: 'Parts of the catalogue', new: 'New product' },
  { products: 'Varer', categories: 'Kategorier', import: 'Import', trash: 'Slettede', parts: 'Dele af kataloget', new: 'Ny vare' },
)

const later = {
  new: async (from?: string) => { const { NewProduct } = await import('./catalogue/new'); return <NewProduct from={from} /> },
  bulk: async () => { const { Bulk } = await import('./catalogue/bulk'); return <Bulk /> },
  import: async () => { const { ImportPage } = await import('./catalogue/import'); return <ImportPage /> },
  product: async (slug = '') => { const { ProductPage } = await import('./catalogue/product'); return <ProductPage slug={slug} /> },
}

export default function Catalogue() {
  const { rest: [part, slug], query } = useRoute()
  switch (part) {
    case undefined: return <><Head title={shared.catalogue} /><Tabs at="" /><ListPage /></>
    case 'categories': return <><Head title={t.categories} /><Tabs at={part} /><Categories /></>
    case 'trash': return <><Head title={t.trash} /><Tabs at={part} /><Trash /></>
    case 'import': return <><Head title={t.import} /><Tabs at={part} /><Later key={part} load={later.import} /></>
    case 'bulk': return <Later key={part} load={later.bulk} />
    case 'new': return <Later key={`${part}/${query['from']}`} load={() => later.new(query['from'])} />
    default: {
      const of = part === 'product' ? slug : part
      return <Later key={`product/${of}`} load={() => later.product(of)} />
    }
  }
}

function Later({ load }: { load: () => Promise<JSX.Element> }) {
  const [state, set] = useState<{ shown?: JSX.Element; refused?: Refused }>({})
  const again = () => { load().then((shown) => set({ shown }), (thrown: unknown) => set({ refused: asRefused(thrown) })) }
  useEffect(again, [])
  if (state.refused) return <ProblemNote refused={state.refused} again={again} />
  return state.shown ?? <Loading />
}

function Head({ title }: { title: string }) {
  return <>
    <header class="row"><h1>{title}</h1>{may('products:write') && <a class="button" href={href('catalogue', ['new'])}>{t.new}</a>}</header>
    {!may('products:write') && <p class="note">{shared.readOnly}</p>}
  </>
}

function Tabs({ at }: { at: string }) {
  const parts = [['', t.products], ['categories', t.categories], ['import', t.import], ['trash', t.trash]] as const
  return <nav aria-label={t.parts}><ul class="tabs">{parts.map(([part, name]) =>
    <li key={part}><a href={href('catalogue', part ? [part] : [])} {...(part === at && { 'aria-current': 'page' })}>{name}</a></li>)}</ul></nav>
}
