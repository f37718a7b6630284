// One payment: what it waits for and what can be done, its money, what was given back, what the provider has said, and what happened.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Result } from '../../lib/contract'
import { dateTime, money } from '../../lib/format'
import { back, href } from '../../lib/route'
import { texts } from '../../lib/text'
import { statuses } from '../../lib/vocabulary'
import { History } from '../../parts/history'
import { Loading } from '../../parts/list'
import { orderNumber } from '../../parts/order'
import { Actions } from '../../parts/pay'
import { left, Next, reversing, stateOf, useWaiting, wayName } from '../../parts/payment'
import { ProblemNote } from '../../parts/problem'
import { Refund } from '../../parts/refund'

const t = texts(
  {
    payments: 'Payments', payment: (n: string) => `Payment ${n}`, again: 'Read again', money: 'Money', order: 'Order', amount: 'Amount', taken: 'Taken', refunded: 'Given back', pending: 'To be given back, not known yet', remains: 'Remains', fee: 'The provider keeps',
    way: 'Through', reference: 'Reference of the provider', begun: 'Begun', until: 'Can be paid until', reserved: 'Reserved until', currency: 'Currency', refunds: 'Given back', messages: 'What the provider has sent', none: 'Nothing yet.',
    dispute: 'Dispute', disputes: { open: 'open', won: 'won', lost: 'lost' } as Record<string, string>, surplus: 'Not for the order', otherwise: 'it was paid otherwise: give it back',
  },
  {
    payments: 'Betalinger', payment: (n: string) => `Betaling ${n}`, again: 'Læs igen', money: 'Penge', order: 'Ordre', amount: 'Beløb', taken: 'Trukket', refunded: 'Givet tilbage', pending: 'Skal gives tilbage, vides ikke endnu', remains: 'Tilbage', fee: 'Udbyderen beholder',
    way: 'Gennem', reference: 'Udbyderens reference', begun: 'Begyndt', until: 'Kan betales indtil', reserved: 'Reserveret indtil', currency: 'Valuta', refunds: 'Givet tilbage', messages: 'Hvad udbyderen har sendt', none: 'Intet endnu.',
    dispute: 'Indsigelse', disputes: { open: 'åben', won: 'vundet', lost: 'tabt' }, surplus: 'Ikke til ordren', otherwise: 'den er betalt på anden vis: giv det tilbage',
  },
)

type Payment = Result<'payments.get'>

const itself = (payment: Payment) => [payment]

export function One({ id }: { id: string }) {
  const read = useWaiting('payments.get', { paymentId: id }, itself)
  const [refunds, refund] = useState(false)
  const payment = read.data
  return <>
    <p><a href={back('payments')}>← {t.payments}</a></p>
    <header class="row"><h1>{t.payment(orderNumber(id))} {payment && <span class="chip">{stateOf(payment)}</span>}</h1>{payment && <button type="button" class="second" onClick={read.again}>{t.again}</button>}</header>
    {read.loading && <Loading />}
    <ProblemNote refused={read.refused} again={read.again} />
    {payment && <>
      <Next payment={payment} />
      <Actions payment={payment} again={read.again} onRefund={() => refund(true)} />
      <div class="split">
        <div>
          <Refunds payment={payment} />
          <Messages payment={payment} />
          <History of={{ entityType: 'payment', entityId: id }} />
        </div>
        <div><Facts payment={payment} /></div>
      </div>
      {refunds && <Refund orderId={payment.orderId} of={undefined} payment={payment} again={read.again} close={() => refund(false)} />}
    </>}
  </>
}

const when = (at: string | null) => at === null ? null : <time dateTime={at} title={at}>{dateTime(at)}</time>

/** What is not known, or nothing, is left out. */
function Facts({ payment }: { payment: Payment }) {
  const { amountOere, capturedOere, refundedOere, feeOere } = payment
  const pending = reversing(payment)
  const facts: (readonly [string, ComponentChildren])[] = [
    [t.order, <a href={href('orders', [payment.orderId])}>{orderNumber(payment.orderId)}</a>], [t.amount, <strong>{money(amountOere)}</strong>], [t.taken, money(capturedOere)],
    [t.refunded, refundedOere > 0 && money(refundedOere)], [t.pending, pending > 0 && <span class="warn">{money(pending)}</span>], [t.remains, capturedOere > 0 && money(left(payment))],
    [t.fee, feeOere !== null && money(feeOere)], [t.way, wayName(payment.provider, payment.method)], [t.reference, payment.providerReference && <code>{payment.providerReference}</code>],
    [t.begun, when(payment.createdAt)], [t.until, payment.status === 'requires_action' && when(payment.expiresAt)], [t.reserved, payment.status === 'authorized' && when(payment.authorizedUntil)], [t.currency, payment.currency !== 'DKK' && payment.currency],
    [t.dispute, payment.dispute !== null && <span class={payment.dispute === 'won' ? '' : 'warn'}>{t.disputes[payment.dispute]}</span>], [t.surplus, payment.surplus && left(payment) > 0 && <span class="warn">{t.otherwise}</span>],
  ]
  return <section class="card" aria-labelledby="money">
    <h2 id="money">{t.money}</h2>
    <dl class="facts">{facts.filter(([, value]) => value !== null && value !== false && value !== '').map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
  </section>
}

function Refunds({ payment: { refunds } }: { payment: Payment }) {
  if (refunds.length === 0) return null
  return <section aria-labelledby="refunds">
    <h2 id="refunds">{t.refunds}</h2>
    <ul class="feed">{refunds.map((one) => <li key={one.id}>
      {when(one.at)}
      <span class="said">{money(one.amountOere)} <span class={one.status === 'succeeded' ? 'chip' : 'chip warn'}>{statuses[`payment_refund.${one.status}`]}</span> <q>{one.reason}</q> {one.failure}</span>
    </li>)}</ul>
  </section>
}

function Messages({ payment: { messages } }: { payment: Payment }) {
  return <section aria-labelledby="messages">
    <h2 id="messages">{t.messages}</h2>
    {messages.length === 0 && <p class="quiet">{t.none}</p>}
    <ul class="feed">{messages.map((one, at) => <li key={at}>{when(one.at)}<span class="said"><code>{one.type}</code></span></li>)}</ul>
  </section>
}
