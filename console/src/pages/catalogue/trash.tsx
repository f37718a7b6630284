// Deleted products, and the way back.
import { useList, useWrite } from '../../lib/answers'
import type { Item } from '../../lib/contract'
import { dateTime } from '../../lib/format'
import { refine, useRoute } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { List } from '../../parts/list'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { productHref } from './address'
import { t as shared } from './text'

const t = texts(
  { search: 'Search', deleted: 'Deleted', none: 'Nothing was deleted.', nothing: 'No deleted product has that in its name.', restore: 'Restore', act: 'Restore it', restored: (name: string) => `${name} is back in the catalogue.` },
  { search: 'Søg', deleted: 'Slettet', none: 'Intet er slettet.', nothing: 'Ingen slettet vare har det i navnet.', restore: 'Gendan', act: 'Gendan den', restored: (name: string) => `${name} er tilbage i kataloget.` },
)

type Deleted = Item<'products.list_deleted'>

export function Trash() {
  const { query } = useRoute()
  const q = query['q']
  const list = useList('products.list_deleted', { limit: 50, ...(q && { q }) }, { enabled: may('products:write') })
  const write = useWrite('products.restore')
  const restore = async (product: Deleted) => {
    const done = await write.send({ id: product.id })
    if (done) say(t.restored(product.name), done.requestId)
  }
  if (!may('products:write')) return null
  return <>
    <form class="bar" role="search" onSubmit={(e) => { e.preventDefault(); refine({ q: String(new FormData(e.currentTarget).get('q') ?? '').trim() }) }}>
      <label>{t.search}<input type="search" name="q" defaultValue={q ?? ''} maxLength={200} /></label>
    </form>
    <ProblemNote refused={write.refused} />
    <List label={t.deleted} list={list} id={(row) => row.id} name={(row) => row.name} empty={q ? t.nothing : t.none} columns={[
      { head: shared.product, cell: (row) => row.name },
      { head: shared.slug, cell: (row) => <a href={productHref(row.slug)}><code>{row.slug}</code></a> },
      { head: t.deleted, cell: (row) => <time dateTime={row.deletedAt} title={row.deletedAt}>{dateTime(row.deletedAt)}</time> },
      { head: t.act, cell: (row) => <button type="button" class="small" data-undo disabled={write.busy} onClick={() => void restore(row)}>{t.restore}<span class="unseen"> {row.name}</span></button> },
    ]} />
  </>
}
