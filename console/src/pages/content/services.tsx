// All services, in the order of the shop.
import { useAnswer } from '../../lib/answers'
import { count, dateTime } from '../../lib/format'
import { href } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { listed } from '../../parts/got'
import { List } from '../../parts/list'
import { needs } from '../../parts/needs'
import { t as shared } from './text'

const t = texts(
  { label: 'Services', make: 'New service', price: 'Price', order: 'Place', none: 'No services yet. Describe one, such as an eye test.', first: (n: string) => `The first 100 of ${n}.` },
  { label: 'Ydelser', make: 'Ny ydelse', price: 'Pris', order: 'Plads', none: 'Ingen ydelser endnu. Beskriv en, for eksempel en synsprøve.', first: (n: string) => `De første 100 af ${n}.` },
)

export function Services() {
  const read = useAnswer('services.list', { limit: 100 }, { enabled: may('pages:read') })
  const lacking = needs('pages:read').title
  if (lacking !== undefined) return <p class="note">{lacking}</p>
  const page = read.data?.page
  return <>
    <p class="bar"><a class="button" href={href('content', ['new', 'service'])}>{t.make}</a></p>
    <List label={t.label} list={listed({ ...read, data: read.data?.result })} id={(one) => one.slug} name={(one) => one.title} to={(one) => href('content', ['services', one.slug])} empty={t.none} columns={[
      { head: shared.title, cell: (one) => one.title },
      { head: t.price, cell: (one) => one.priceString },
      { head: t.order, right: true, cell: (one) => count(one.navOrder) },
      { head: shared.status, cell: (one) => <span class="chip">{shared.statuses[one.status]}</span> },
      { head: shared.changed, cell: (one) => <time dateTime={one.updatedAt} title={one.updatedAt}>{dateTime(one.updatedAt)}</time> },
    ]} />
    {page && page.nextOffset !== null && <p class="quiet">{t.first(count(page.total))}</p>}
  </>
}
