// The fields of a webhook, and the events that it can be sent.
import type { Patch, Schemas } from '../../lib/contract'
import { texts } from '../../lib/text'
import type { Field } from '../../parts/fields'

export type EventType = Schemas['EventType']

interface Words { url: string; urlHint: string; description: string; events: string; active: string; activeHint: string; types: Record<EventType, string> }

const t = texts<Words>(
  {
    url: 'Address', urlHint: 'It begins with https:// and leads to a public address.', description: 'What it is for', events: 'Events', active: 'Active', activeHint: 'Not active: nothing is sent, and events are not kept for it.',
    types: {
      'order.created': 'an order was placed', 'order.status_changed': 'an order moved', 'order.refunded': 'a refund was recorded', 'payment.captured': 'money was taken', 'payment.failed': 'a payment failed', 'payment.refunded': 'money was given back', 'payment.disputed': 'a buyer disputes a payment', 'product.created': 'a product was created', 'product.updated': 'a product was changed', 'product.deleted': 'a product was deleted', 'product.restored': 'a product came back',
      'stock.low': 'few are left', 'stock.out': 'none is left', 'stock.back': 'it is in stock again', 'discount.changed': 'a code was changed', 'page.published': 'a page was published', 'page.updated': 'a page was changed', 'page.unpublished': 'a page was taken away',
      'service.updated': 'a service was changed', 'audit.reverted': 'a change was undone', 'approval.requested': 'an agent asks for approval', 'approval.decided': 'an approval was decided', 'webhook.test': 'a test',
    },
  },
  {
    url: 'Adresse', urlHint: 'Den begynder med https:// og fører til en offentlig adresse.', description: 'Hvad den er til', events: 'Hændelser', active: 'Aktiv', activeHint: 'Ikke aktiv: intet sendes, og hændelser gemmes ikke til den.',
    types: {
      'order.created': 'en ordre blev afgivet', 'order.status_changed': 'en ordre blev flyttet', 'order.refunded': 'en refusion blev registreret', 'payment.captured': 'penge blev trukket', 'payment.failed': 'en betaling mislykkedes', 'payment.refunded': 'penge blev givet tilbage', 'payment.disputed': 'en køber gør indsigelse mod en betaling', 'product.created': 'en vare blev oprettet', 'product.updated': 'en vare blev ændret', 'product.deleted': 'en vare blev slettet', 'product.restored': 'en vare kom tilbage',
      'stock.low': 'der er få tilbage', 'stock.out': 'der er ingen tilbage', 'stock.back': 'den er på lager igen', 'discount.changed': 'en kode blev ændret', 'page.published': 'en side blev udgivet', 'page.updated': 'en side blev ændret', 'page.unpublished': 'en side blev fjernet',
      'service.updated': 'en ydelse blev ændret', 'audit.reverted': 'en ændring blev fortrudt', 'approval.requested': 'en agent beder om godkendelse', 'approval.decided': 'en godkendelse blev afgjort', 'webhook.test': 'en test',
    },
  },
)

/** eventWords is when an event occurs. */
export const eventWords: Record<EventType, string> = t.types

const types = Object.keys(t.types) as EventType[]

function Events({ chosen, set }: { chosen: readonly EventType[]; set: (events: EventType[]) => void }) {
  return <div class="grid">{types.map((type) => {
    const id = `event-${type}`
    return <div key={type} class="field check">
      <input id={id} type="checkbox" checked={chosen.includes(type)} onChange={(e) => set(e.currentTarget.checked ? [...chosen, type] : chosen.filter((one) => one !== type))} />
      <label for={id}>{t.types[type]} <span class="quiet">{type}</span></label>
    </div>
  })}</div>
}

export const fields = {
  url: { label: t.url, hint: t.urlHint, kind: 'url', required: true },
  description: { label: t.description, nullable: true, max: 300 },
  events: { label: t.events, own: (value, set) => <Events chosen={value as EventType[]} set={set} /> },
  active: { label: t.active, hint: t.activeHint, kind: 'check' },
} satisfies Record<keyof Patch<'webhooks.update'>, Field>
