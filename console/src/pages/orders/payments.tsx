// The payments of an order: what each waits for and what can be done, and beginning one.
import { useState } from 'preact/hooks'
import { type Read, useResult, useWrite } from '../../lib/answers'
import type { Body, Result } from '../../lib/contract'
import { dateTime, money } from '../../lib/format'
import { href } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { Dialog } from '../../parts/dialog'
import { Input } from '../../parts/fields'
import { Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { orderNumber } from '../../parts/order'
import { Actions, useStale } from '../../parts/pay'
import { isOpen, Next, type Payment, State, stateOf, wayName } from '../../parts/payment'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'

const t = texts(
  {
    title: 'Payments', payment: (n: string) => `Payment ${n}`, back: (sum: string) => `${sum} given back`, begin: 'Begin a payment…', beginTitle: 'Begin a payment', act: 'Begin it', way: 'How the buyer pays',
    text: (sum: string) => `Of ${sum}, the whole order.`, page: 'You get an address at which the buyer pays: send it to them, as no mail is sent.', transfer: 'The buyer pays another way, and a person confirms here that the money has come.', none: 'No way to pay is on.',
    now: (state: string) => `The payment is: ${state}.`, unknown: 'It is not known yet whether the payment was begun: the payment provider has not answered. It is shown here when it is.',
  },
  {
    title: 'Betalinger', payment: (n: string) => `Betaling ${n}`, back: (sum: string) => `${sum} givet tilbage`, begin: 'Begynd en betaling…', beginTitle: 'Begynd en betaling', act: 'Begynd den', way: 'Hvordan køberen betaler',
    text: (sum: string) => `På ${sum}, hele ordren.`, page: 'Du får en adresse, hvor køberen betaler: send den til køberen, for der sendes ingen mail.', transfer: 'Køberen betaler på anden måde, og en person bekræfter her, at pengene er kommet.', none: 'Der kan ikke betales på nogen måde.',
    now: (state: string) => `Betalingen er: ${state}.`, unknown: 'Det vides ikke endnu, om betalingen blev begyndt: betalingsudbyderen har ikke svaret. Det vises her, når det vides.',
  },
)

type Order = Result<'orders.get'>

interface Props {
  order: Order
  list: Read<Result<'payments.list'>>
  /** Reads the order and its payments again. */
  again: () => void
  onRefund: (payment: Payment) => void
}

export function Payments({ order, list, again, onRefund }: Props) {
  const [begins, begin] = useState(false)
  const payments = list.data?.items
  if (!may('payments:read')) return null
  const waits = order.paidAt === null && order.status !== 'cancelled' && order.status !== 'flagged_review' && payments?.some(isOpen) === false
  if (payments?.length === 0 && !waits && !begins && !list.refused) return null
  return <section aria-labelledby="payments">
    <h2 id="payments">{t.title}</h2>
    <ProblemNote refused={list.refused} again={list.again} />
    {list.loading && <Loading />}
    {payments?.map((payment) => <article key={payment.id} class="card" data-row aria-label={t.payment(orderNumber(payment.id))}>
      <div class="row"><a href={href('payments', [payment.id])} data-open>{t.payment(orderNumber(payment.id))}</a> <span><State payment={payment} /></span> <strong>{money(payment.amountOere)}</strong>
        {payment.refundedOere > 0 && <span>{t.back(money(payment.refundedOere))}</span>} <span>{wayName(payment.provider, payment.method)}</span>
        <time class="quiet" dateTime={payment.createdAt} title={payment.createdAt}>{dateTime(payment.createdAt)}</time></div>
      <Next payment={payment} />
      <Actions payment={payment} again={again} onRefund={() => onRefund(payment)} />
    </article>)}
    {waits && <p><button type="button" {...needs('payments:write')} onClick={() => begin(true)}>{t.begin}</button></p>}
    {begins && <Begin order={order} again={again} close={() => begin(false)} />}
  </section>
}

type Provider = NonNullable<Body<'payments.create'>['provider']>

function Begin({ order, again, close }: Pick<Props, 'order' | 'again'> & { close: () => void }) {
  const methods = useResult('payments.methods', {})
  const write = useWrite('payments.create')
  useStale(write.refused, again)
  const [chosen, choose] = useState<Provider>()
  const ways = methods.data?.filter((one) => one.kind !== 'token') // with a token an agent pays that holds one
  const way = ways?.find((one) => one.provider === chosen) ?? ways?.[0]
  const send = async () => {
    if (!way) return
    const done = await write.send({ orderId: order.id, provider: way.provider as Provider })
    if (!done) return
    const { status } = done.answer.result
    close()
    say(status === 'created' ? t.unknown : t.now(stateOf({ provider: way.provider, status })))
  }
  return <Dialog title={t.beginTitle} close={close}>
    <form onSubmit={(e) => { e.preventDefault(); void send() }}>
      <p>{t.text(money(order.totalDkk))}</p>
      <ProblemNote refused={methods.refused} again={methods.again} />
      {methods.loading && <Loading />}
      {ways?.length === 0 && <p>{t.none}</p>}
      {way && <>
        <Input name="provider" field={{ label: t.way, kind: 'choice', choices: ways?.map(({ provider }) => [provider, wayName(provider)] as const) ?? [] }} value={way.provider} set={(value) => choose(value as Provider)} faults={write.refused?.faults('/provider')} />
        <p>{way.kind === 'manual' ? t.transfer : t.page}</p>
      </>}
      <ProblemNote refused={write.refused} />
      <footer><button disabled={write.busy || !way}>{t.act}</button></footer>
    </form>
  </Dialog>
}
