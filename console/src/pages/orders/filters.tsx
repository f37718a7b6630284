// The filters of orders; they stand in the address. A search is a look that is recorded, so it begins when a person asks.
import type { Body } from '../../lib/contract'
import { dayStart, readMoney, typedMoney } from '../../lib/format'
import { href, refine } from '../../lib/route'
import { texts } from '../../lib/text'
import { statuses, statusName } from '../../parts/order'
import { ordersWaiting, useAttention } from '../../parts/shell'

const t = texts(
  {
    views: 'Views', all: 'All', attention: 'Need something', pack: 'To pack', unpaid: 'Unpaid', later: 'To be paid later', flagged: 'Held', disputed: 'Disputed', owed: 'Refund owed',
    q: 'Name, e-mail, tracking number or id', status: 'Status', any: 'any', from: 'From', to: 'To', sort: 'Order', newest: 'newest first', oldest: 'oldest first', total: 'largest first',
    more: 'More filters', who: 'Placed by', agents: 'agents', persons: 'persons', channel: 'Came by', code: 'Discount code', min: 'At least, kr.', max: 'At most, kr.', email: 'Customer', product: 'Product', show: 'Show',
  },
  {
    views: 'Visninger', all: 'Alle', attention: 'Kræver noget', pack: 'Skal pakkes', unpaid: 'Ubetalte', later: 'Betales senere', flagged: 'Tilbageholdt', disputed: 'Indsigelser', owed: 'Skyldig refusion',
    q: 'Navn, e-mail, sporingsnummer eller id', status: 'Status', any: 'alle', from: 'Fra', to: 'Til', sort: 'Rækkefølge', newest: 'nyeste først', oldest: 'ældste først', total: 'største først',
    more: 'Flere filtre', who: 'Afgivet af', agents: 'agenter', persons: 'personer', channel: 'Kom via', code: 'Rabatkode', min: 'Mindst, kr.', max: 'Højst, kr.', email: 'Kunde', product: 'Vare', show: 'Vis',
  },
)

export type Filter = Body<'orders.list'>
type Query = Record<string, string>

const text = (value: string) => value
const yes = (value: string) => value === 'true'
const day = (later: number) => (value: string) => Number.isNaN(Date.parse(value.slice(0, 10))) ? undefined : dayStart(value.slice(0, 10), later)

/** How each filter is read from the address. */
const reads = {
  status: text, statuses: (value) => value.split(','), needsAttention: yes, email: text, productId: text, q: text, channel: text, isAiGenerated: yes, discountCode: text,
  minTotalOere: Number, maxTotalOere: Number, fromDate: day(0), toDate: day(1), period: text, sort: text,
} satisfies Record<Exclude<keyof Filter, 'limit' | 'offset' | 'cursor' | 'fields'>, (value: string) => unknown>

/** filterOf is the address as the request of the list. */
export function filterOf(query: Query): Filter {
  const sent = Object.entries(reads).map(([name, read]) => [name, query[name] === undefined ? undefined : read(query[name])] as const)
  return { limit: 50, ...Object.fromEntries(sent.filter(([, value]) => value !== undefined)) as Filter }
}

/** Views is the searches that a shop makes each day. */
export function Views({ query }: { query: Query }) {
  const attention = useAttention()
  const now = attention?.orders
  const views: [string, Query, (number | undefined)?][] = [
    [t.all, {}],
    [t.attention, { needsAttention: 'true', sort: 'oldest' }, attention && ordersWaiting(attention)],
    [t.pack, { statuses: 'pending,paid,processing,partial_refund', needsAttention: 'true', sort: 'oldest' }, now?.toShip],
    [t.unpaid, { statuses: 'pending_payment' }, now?.unpaid],
    [t.later, { statuses: 'pending' }],
    [t.flagged, { statuses: 'flagged_review', sort: 'oldest' }, now?.flagged],
    [t.disputed, { statuses: 'disputed', sort: 'oldest' }, now?.disputed],
    [t.owed, { statuses: 'cancelled', needsAttention: 'true', sort: 'oldest' }, now?.refundOwed],
  ]
  const here = href('orders', [], query)
  return <nav aria-label={t.views}><ul class="tabs">{views.map(([name, of, waiting = 0]) => {
    const to = href('orders', [], of)
    return <li key={name}><a href={to} {...(to === here && { 'aria-current': 'page' as const })}>{name} {waiting > 0 && <span class={name === t.unpaid ? 'chip' : 'badge'}>{waiting}</span>}</a></li>
  })}</ul></nav>
}

/** What stands in a field is read when the form is sent: no look is made while somebody types. */
function inAddress(name: string, typed: string): string | undefined {
  const value = typed.trim()
  if (value === '' || !name.endsWith('TotalOere')) return value || undefined
  return readMoney(value)?.toString()
}

export function Filters({ query }: { query: Query }) {
  const pick = (name: string, label: string, choices: readonly (readonly [string, string])[]) => <label>{label}<select name={name}>
    {choices.map(([value, words]) => <option key={value} value={value} selected={value === (query[name] ?? '')}>{words}</option>)}
  </select></label>
  const type = (name: string, label: string, kind: 'text' | 'search' | 'date' = 'text') => <label>{label}<input name={name} type={kind as 'text'} defaultValue={shown(name, query)} /></label>
  const chosen = query['statuses'] ?? ''
  const several = chosen.includes(',') ? [[chosen, chosen.split(',').map(statusName).join(', ')] as const] : []
  const rare = ['isAiGenerated', 'channel', 'discountCode', 'minTotalOere', 'maxTotalOere', 'email', 'productId'].some((name) => query[name] !== undefined)
  return <form key={JSON.stringify(query)} role="search" autocomplete="off" onSubmit={(e) => {
    e.preventDefault()
    refine(Object.fromEntries([...new FormData(e.currentTarget)].map(([name, value]) => [name, inAddress(name, String(value))])))
  }}>
    <div class="bar">
      {type('q', t.q, 'search')}
      {pick('statuses', t.status, [['', t.any], ...several, ...statuses.map((one) => [one, statusName(one)] as const)])}
      {type('fromDate', t.from, 'date')}
      {type('toDate', t.to, 'date')}
      {pick('sort', t.sort, [['', t.newest], ['oldest', t.oldest], ['total', t.total]])}
      <button>{t.show}</button>
    </div>
    <details open={rare}><summary>{t.more}</summary><div class="bar">
      {pick('isAiGenerated', t.who, [['', t.any], ['true', t.agents], ['false', t.persons]])}
      {pick('channel', t.channel, [['', t.any], ...['web', 'api', 'mcp', 'acp'].map((one) => [one, one] as const)])}
      {type('discountCode', t.code)}
      {type('minTotalOere', t.min)}
      {type('maxTotalOere', t.max)}
      {type('email', t.email)}
      {type('productId', t.product)}
    </div></details>
  </form>
}

function shown(name: string, query: Query): string {
  const value = query[name] ?? ''
  return value !== '' && name.endsWith('TotalOere') ? typedMoney(Number(value)) : value
}
