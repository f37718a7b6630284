// All pages, with what of them is public.
import { useResult } from '../../lib/answers'
import { dateTime } from '../../lib/format'
import { href, refine, useRoute } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { listed } from '../../parts/got'
import { List } from '../../parts/list'
import { needs } from '../../parts/needs'
import { statusChoices, t as shared } from './text'

const t = texts(
  { label: 'Pages', make: 'New page', none: 'No pages yet. Write one, such as what the shop is and where it lies.', nothing: 'No such page.', all: 'all' },
  { label: 'Sider', make: 'Ny side', none: 'Ingen sider endnu. Skriv en, for eksempel om butikken, og hvor den ligger.', nothing: 'Ingen sådan side.', all: 'alle' },
)

export function Pages() {
  const { query: { q = '', status = '' } } = useRoute()
  const read = useResult('pages.list', {}, { enabled: may('pages:read') })
  const lacking = needs('pages:read').title
  if (lacking !== undefined) return <p class="note">{lacking}</p>
  const words = q.toLowerCase()
  const data = read.data?.filter((one) => (status === '' || one.status === status) && `${one.title} ${one.slug}`.toLowerCase().includes(words))
  return <>
    <form class="bar" role="search" onSubmit={(e) => e.preventDefault()}>
      <label>{shared.search}<input type="search" value={q} maxLength={200} onInput={(e) => refine({ q: e.currentTarget.value })} /></label>
      <label>{shared.status}<select value={status} onChange={(e) => refine({ status: e.currentTarget.value })}>
        <option value="">{t.all}</option>{statusChoices.map(([one, name]) => <option key={one} value={one}>{name}</option>)}</select></label>
      <a class="button" href={href('content', ['new', 'page'])}>{t.make}</a>
    </form>
    <List label={t.label} list={listed({ ...read, data })} id={(page) => page.slug} name={(page) => page.title} to={(page) => href('content', ['pages', page.slug])}
      empty={read.data?.length === 0 ? t.none : t.nothing} columns={[
        { head: shared.title, cell: (page) => page.title },
        { head: shared.slug, cell: (page) => <code>/info/{page.slug}</code> },
        { head: shared.status, cell: (page) => <span class="chip">{shared.statuses[page.status]}</span> },
        { head: shared.changed, cell: (page) => <time dateTime={page.updatedAt} title={page.updatedAt}>{dateTime(page.updatedAt)}</time> },
      ]} />
  </>
}
