// One order: where it is and may go, what was ordered and by whom, its money, and what happened. Each part is read once.
import { useEffect, useState } from 'preact/hooks'
import { useResult } from '../../lib/answers'
import type { Result } from '../../lib/contract'
import { count, dateTime, money } from '../../lib/format'
import { back, href } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { listed } from '../../parts/got'
import { List, Loading } from '../../parts/list'
import { orderNumber, statusName } from '../../parts/order'
import { isCharged, type Payment, useWaiting } from '../../parts/payment'
import { ProblemNote } from '../../parts/problem'
import { Refund } from '../../parts/refund'
import { Facts } from './facts'
import { Moves } from './moves'
import { Payments } from './payments'
import { ofOrder, Story } from './story'
import { Tracking } from './tracking'

const t = texts(
  {
    orders: 'Orders', order: (n: string) => `Order ${n}`, recorded: 'Looking is recorded.', again: 'Read again', moved: (to: string) => `The order has moved on: ${to}.`, deleted: 'What happened to it',
    items: 'Ordered', name: 'Product', pieces: 'Pieces', price: 'Each', sum: 'Together', left: 'Not refunded', refunds: 'Refunds', restocked: 'back to the stock', gave: (who: string, sum: string) => `${who} recorded ${sum}`,
  },
  {
    orders: 'Ordrer', order: (n: string) => `Ordre ${n}`, recorded: 'Opslaget registreres.', again: 'Læs igen', moved: (to: string) => `Ordren er kommet videre: ${to}.`, deleted: 'Hvad der skete med den',
    items: 'Bestilt', name: 'Vare', pieces: 'Stk.', price: 'Stykpris', sum: 'Sammen', left: 'Ikke refunderet', refunds: 'Refusioner', restocked: 'tilbage på lager', gave: (who: string, sum: string) => `${who} registrerede ${sum}`,
  },
)

// How far a parcel has come: it keeps that when money is given back or disputed.
const stages = ['processing', 'shipped', 'delivered', 'completed'] as const

const listOf = ({ items }: Result<'payments.list'>) => items

// The payment through which money of the order goes back: the one that made it paid, of those that took money.
function chargedOf(payments: readonly Payment[], reference: string | null | undefined): Payment | undefined {
  const charged = payments.filter(isCharged)
  return charged.find((one) => one.providerReference === reference) ?? charged.at(-1)
}

export function Order({ id }: { id: string }) {
  const orderId = id
  const order = useResult('orders.get', { orderId })
  const known = { enabled: order.data !== undefined } // of an order that is not there one look is enough
  const next = useResult('orders.transitions', { orderId }, known)
  const paid = useResult('orders.refunds', { orderId }, known)
  const events = useResult('orders.history', { orderId }, known)
  const payments = useWaiting('payments.list', { orderId, limit: 50 }, listOf, known.enabled && may('payments:read'), next.again)
  const [refunds, refund] = useState<Payment | 'order'>()
  const again = () => [order, next, paid, events, ...(may('payments:read') ? [payments] : [])].forEach((read) => read.again())
  const { data } = order
  const charged = payments.data && chargedOf(payments.data.items, data?.cardProcessorPaymentIntentId)
  const reached = stages.findLast((stage) => events.data?.some(({ to }) => to === stage))
  if (!data) {
    return <>
      <h1>{t.order(orderNumber(id))}</h1>
      {order.loading && <Loading />}
      <ProblemNote refused={order.refused} again={order.again}>{order.refused?.code === 'order_not_found' && <a href={href('activity', [], ofOrder(id))}>{t.deleted}</a>}</ProblemNote>
    </>
  }
  return <>
    <p><a href={back('orders')}>← {t.orders}</a></p>
    <header class="row"><h1>{t.order(orderNumber(id))} <span class="chip">{statusName(data.status)}</span> {reached && (data.status === 'partial_refund' || data.status === 'disputed') && <span class="chip">{statusName(reached)}</span>}</h1>
      <span class="row"><span class="quiet">{t.recorded}</span><button type="button" class="second" onClick={again}>{t.again}</button></span></header>
    <ProblemNote refused={order.refused} again={order.again} />
    {next.data?.status && next.data.status !== data.status && <MovedOn key={next.data.status} to={next.data.status} again={again} />}
    <ProblemNote refused={next.refused} again={next.again} />
    {next.data && <Moves order={data} reached={reached} allowed={next.data.allowed} again={again} refundable={(paid.data?.remainingOere ?? 0) > 0} onRefund={() => refund(charged ?? 'order')} refundScope={charged ? 'payments:write' : 'orders:write'} />}
    <div class="split">
      <div>
        <Items order={data} paid={paid.data} />
        <Payments order={data} list={payments} again={again} onRefund={refund} />
        <ProblemNote refused={paid.refused} again={paid.again} />
        {paid.data && paid.data.items.length > 0 && <Refunds order={data} paid={paid.data} />}
        <Tracking order={data} />
        <Story id={id} events={events} />
      </div>
      <div><Facts order={data} paid={paid.data} /></div>
    </div>
    {refunds && paid.data && <Refund orderId={id} of={{ order: data, paid: paid.data }} payment={refunds === 'order' ? charged : payments.data?.items.find((one) => one.id === refunds.id) ?? refunds} again={again} close={() => refund(undefined)} />}
  </>
}

// Where the order may go is read anew when somebody returns to the page, as that is no look at a person: what it tells is
// said, and the order is read again when the person asks. A write reads both, one a moment before the other.
function MovedOn({ to, again }: { to: string; again: () => void }) {
  const [late, set] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => set(true), 1_500)
    return () => clearTimeout(timer)
  }, [])
  return late ? <p class="note" role="status">{t.moved(statusName(to))} <button type="button" class="small" onClick={again}>{t.again}</button></p> : null
}

interface Props {
  order: Result<'orders.get'>
  paid: Result<'orders.refunds'> | undefined
}

function Items({ order, paid }: Props) {
  const goods = listed({ data: order.items, refused: undefined, loading: false, again: () => undefined })
  return <>
    <h2>{t.items}</h2>
    <List label={t.items} list={goods} id={(item) => item.id} name={(item) => item.productName} empty="–" columns={[
      { head: t.name, cell: (item) => <span>{item.productName} {item.variantAttributes && <span class="chip">{Object.values(item.variantAttributes).join(', ')}</span>} {item.variantSku && <code>{item.variantSku}</code>}</span> },
      { head: t.pieces, right: true, cell: (item) => count(item.quantity) },
      { head: t.price, right: true, cell: (item) => money(item.unitPriceDkk) },
      { head: t.sum, right: true, cell: (item) => money(item.unitPriceDkk * item.quantity) },
      { head: t.left, right: true, cell: (item) => paid ? count(paid.remainingItems.find((one) => one.itemId === item.id)?.quantity ?? 0) : '…' },
    ]} />
  </>
}

function Refunds({ order, paid }: { order: Props['order']; paid: NonNullable<Props['paid']> }) {
  const name = (itemId: string) => order.items.find((item) => item.id === itemId)?.productName ?? itemId
  return <section aria-labelledby="refunds">
    <h2 id="refunds">{t.refunds}</h2>
    <ul class="feed">{paid.items.map((one, at) => <li key={at}>
      <time dateTime={one.at} title={one.at}>{dateTime(one.at)}</time>
      <span class="said">{t.gave(one.actorName, money(one.amountOere))} {one.items.map((item) => `${item.quantity} × ${name(item.itemId)}`).join(', ')}
        {one.restock && <span class="chip">{t.restocked}</span>} {one.reason !== null && <q>{one.reason}</q>}</span>
    </li>)}</ul>
  </section>
}
