// Who delivers an order, and where to follow the parcel. It is set as a whole.
import { useWrite } from '../../lib/answers'
import type { Body, Result } from '../../lib/contract'
import { texts } from '../../lib/text'
import { Edit } from '../../parts/edit'
import type { Field } from '../../parts/fields'
import { needs } from '../../parts/needs'
import { say } from '../../parts/toast'

const t = texts(
  { title: 'Tracking', carrier: 'Carrier', number: 'Tracking number', url: 'Link to follow it', https: 'Begins with https://', from: 'Expected from', to: 'Expected no later than', set: 'The tracking was set.', follow: 'Follow the parcel', stays: 'Saving does not ship the order.' },
  { title: 'Sporing', carrier: 'Transportør', number: 'Sporingsnummer', url: 'Link til at følge den', https: 'Begynder med https://', from: 'Ventes tidligst', to: 'Ventes senest', set: 'Sporingen er angivet.', follow: 'Følg pakken', stays: 'At gemme afsender ikke ordren.' },
)

type Order = Result<'orders.get'>
type Parcel = Omit<Body<'orders.set_tracking'>, 'orderId' | 'expectedUpdatedAt'>

export const parcelFields = {
  carrier: { label: t.carrier, required: true, max: 100 },
  trackingNumber: { label: t.number, kind: 'code', required: true, max: 100 },
  trackingUrl: { label: t.url, kind: 'url', hint: t.https },
  estDeliveryFrom: { label: t.from, kind: 'time' },
  estDeliveryTo: { label: t.to, kind: 'time' },
} satisfies Record<keyof Parcel, Field>

/** parcelOf is the tracking of an order as it stands in a form. */
export function parcelOf(order: Order): Parcel {
  return {
    carrier: order.carrier ?? '', trackingNumber: order.trackingNumber ?? '', trackingUrl: order.trackingUrl ?? '',
    estDeliveryFrom: order.estDeliveryFrom ?? '', estDeliveryTo: order.estDeliveryTo ?? '',
  }
}

export function Tracking({ order }: { order: Order }) {
  const write = useWrite('orders.set_tracking')
  const save = async (all: Parcel) => {
    const { carrier, trackingNumber, ...rest } = all
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value))
    const done = await write.send({ orderId: order.id, carrier, trackingNumber, ...given })
    if (done) say(t.set, done.requestId)
  }
  return <section class="card" aria-labelledby="tracking">
    <h2 id="tracking">{t.title}</h2>
    {order.trackingUrl?.startsWith('https://') && <p><a href={order.trackingUrl} target="_blank" rel="noreferrer">{t.follow}</a></p>}
    <p class="hint">{t.stays}</p>
    <Edit stored={parcelOf(order)} fields={parcelFields} writing={write} barred={needs('orders:write').title} save={(_, __, all) => void save(all)} />
  </section>
}
