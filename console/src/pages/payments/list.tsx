// The list of payments, newest first. `#/payments?status=…`; `open` is those that are neither paid nor ended.
import { useList } from '../../lib/answers'
import { href, refine, useRoute } from '../../lib/route'
import { texts } from '../../lib/text'
import { orderNumber } from '../../parts/order'
import { List } from '../../parts/list'
import { columns, open, stateName, type Status } from '../../parts/payment'
import { useAttention } from '../../parts/shell'

const t = texts(
  {
    title: 'Payments', views: 'Views', all: 'All', open: 'Not paid yet', failed: 'Failed', status: 'Status', any: 'any', none: 'No payment is like that.', empty: 'No payments yet. A payment is begun on the page of its order, or by the buyer\'s agent.', orders: 'Orders', showAll: 'Show all',
    hints: { created: 'The payment provider has not answered: what became of them is not known.', requires_action: 'The buyer has not paid, or the money has not been confirmed.', authorized: 'The money is reserved, and not taken yet.' } as Partial<Record<Status, string>>,
  },
  {
    title: 'Betalinger', views: 'Visninger', all: 'Alle', open: 'Ikke betalt endnu', failed: 'Mislykkede', status: 'Status', any: 'alle', none: 'Ingen betaling er sådan.', empty: 'Ingen betalinger endnu. En betaling begyndes på ordrens side eller af køberens agent.', orders: 'Ordrer', showAll: 'Vis alle',
    hints: { created: 'Betalingsudbyderen har ikke svaret: det vides ikke, hvad der blev af dem.', requires_action: 'Køberen har ikke betalt, eller pengene er ikke bekræftet.', authorized: 'Pengene er reserveret, men ikke trukket endnu.' },
  },
)

const all = [...open, 'captured', 'partially_refunded', 'refunded', 'cancelled', 'failed', 'expired'] as const satisfies Status[]

export function Payments() {
  const { query: { status: asked = '' } } = useRoute()
  const attention = useAttention()
  const status = all.find((one) => one === asked)
  const views: [string, string, number][] = [[t.all, '', 0], [t.open, 'open', attention?.paymentsOpen ?? 0], [t.failed, 'failed', attention?.paymentsFailed ?? 0]]
  return <>
    <h1>{t.title}</h1>
    <nav aria-label={t.views}><ul class="tabs">{views.map(([name, value, waiting]) => <li key={value}>
      <a href={href('payments', [], { status: value })} {...(value === asked && { 'aria-current': 'page' as const })}>{name} {waiting > 0 && <span class={value === 'failed' ? 'badge' : 'chip'}>{waiting}</span>}</a></li>)}</ul></nav>
    <form class="bar" role="search" onSubmit={(e) => e.preventDefault()}><label>{t.status}<select name="status" value={status ?? ''} onChange={(e) => refine({ status: e.currentTarget.value || undefined })}>
      {[['', t.any] as const, ...all.map((one) => [one, stateName(one)] as const)].map(([value, words]) => <option key={value} value={value}>{words}</option>)}</select></label></form>
    {asked === 'open' ? open.map((one) => <div key={one}><h2>{stateName(one)}</h2><Listed status={one} /></div>) : <Listed key={status} status={status} />}
  </>
}

function Listed({ status }: { status: Status | undefined }) {
  const list = useList('payments.list', { limit: 50, ...(status && { status }) })
  const hint = status && t.hints[status]
  return <>
    {hint !== undefined && <p class="quiet">{hint}</p>}
    <List label={status ? stateName(status) : t.title} list={list} columns={columns} id={(one) => one.id} name={(one) => orderNumber(one.id)} to={(one) => href('payments', [one.id])}
      empty={status ? <><p>{t.none}</p><a href={href('payments')}>{t.showAll}</a></> : <><p>{t.empty}</p><a href={href('orders')}>{t.orders}</a></>} />
  </>
}
