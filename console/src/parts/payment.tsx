// What a payment is in words, what is left of it, and where its buyer pays.
import { useEffect, useState } from 'preact/hooks'
import { type Read, useResult } from '../lib/answers'
import type { Body, Item, Operation, Result } from '../lib/contract'
import { dateTime, money, orderNumber } from '../lib/format'
import { href } from '../lib/route'
import { texts } from '../lib/text'
import { statuses } from '../lib/vocabulary'
import { Copy } from './copy'
import type { Column } from './list'

export type Payment = Item<'payments.list'>
export type Status = Payment['status']

const t = texts(
  {
    providers: { stripe: 'Stripe', test: 'Test, no money moves', manual: 'Transfer or on account', none: 'Nothing to pay' } as Record<string, string>, methods: { card: 'card', link: 'Link', mobilepay: 'MobilePay' } as Record<string, string>,
    transfer: 'waits for the money', reversing: (sum: string) => `of ${sum} it is not known yet whether it was given back`,
    hints: {
      created: 'The payment provider has not answered: whether the payment was begun is not known. It is shown here when it is.', requires_action: 'The buyer pays at this address:', authorized: 'The money is reserved, and not taken yet.',
      failed: 'No money was taken.', cancelled: 'No money was taken.', expired: 'No money was taken.',
    } as Partial<Record<Status, string>>,
    arrives: 'When the money has come, confirm it here.', until: (at: string) => `Until ${at}.`, page: 'Open the page of the buyer',
    payment: 'Payment', begun: 'Begun', state: 'Status', amount: 'Amount', back: 'Given back', way: 'Through', order: 'Order',
  },
  {
    providers: { stripe: 'Stripe', test: 'Test, ingen penge flyttes', manual: 'Overførsel eller på regning', none: 'Intet at betale' }, methods: { card: 'kort', link: 'Link', mobilepay: 'MobilePay' },
    transfer: 'venter på pengene', reversing: (sum: string) => `af ${sum} vides det ikke endnu, om de er givet tilbage`,
    hints: {
      created: 'Betalingsudbyderen har ikke svaret: det vides ikke, om betalingen blev begyndt. Det vises her, når det vides.', requires_action: 'Køberen betaler på denne adresse:', authorized: 'Pengene er reserveret, men ikke trukket endnu.',
      failed: 'Ingen penge blev trukket.', cancelled: 'Ingen penge blev trukket.', expired: 'Ingen penge blev trukket.',
    },
    arrives: 'Bekræft det her, når pengene er kommet.', until: (at: string) => `Indtil ${at}.`, page: 'Åbn køberens side',
    payment: 'Betaling', begun: 'Begyndt', state: 'Status', amount: 'Beløb', back: 'Givet tilbage', way: 'Gennem', order: 'Ordre',
  },
)

/** stateOf is the status of a payment in words. */
export function stateOf({ provider, status }: Pick<Payment, 'provider' | 'status'>): string {
  return provider === 'manual' && status === 'requires_action' ? t.transfer : stateName(status)
}

/** stateName is a status in words; one that is not known is shown as it came. */
export function stateName(status: string): string {
  return statuses[`payment.${status as Status}`] ?? status
}

/** wayName is who takes the money and what the buyer pays with; `test:card` of an order too. */
export function wayName(provider: string, method: string | null = null): string {
  const name = t.providers[provider] ?? provider
  return method === null ? name : `${name}: ${t.methods[method] ?? method}`
}

/** reversing is what is to be given back and not known to be, in ore. */
export function reversing({ refunds }: Payment): number {
  return refunds.reduce((sum, one) => one.status === 'pending' ? sum + one.amountOere : sum, 0)
}

/** left is what can still be given back, in ore. */
export function left(payment: Payment): number {
  return payment.capturedOere - payment.refundedOere - reversing(payment)
}

/** isCharged is whether money of an order was taken, which only a payment gives back. */
export function isCharged({ capturedOere, provider }: Payment): boolean {
  return capturedOere > 0 && provider !== 'none'
}

/** open is the statuses of a payment that is neither paid nor ended. */
export const open = ['created', 'requires_action', 'authorized'] as const satisfies Status[]

/** isOpen is whether an order has to wait for what becomes of a payment. */
export function isOpen({ status }: Payment): boolean {
  return open.some((one) => one === status)
}

const told = (payments: readonly Payment[]) => payments.map(({ status, refundedOere, refunds }) => [status, refundedOere, ...refunds.map((one) => one.status)].join()).join(';')

/** useWaiting reads payments, and again every five seconds while the buyer or the provider decides; `onChange` is told that one went on. */
export function useWaiting<O extends Operation>(operation: O, body: Body<O>, of: (result: Result<O>) => readonly Payment[], enabled = true, onChange?: () => void): Read<Result<O>> {
  const [waits, wait] = useState(false)
  const read = useResult(operation, body, { enabled, ...(waits && { every: 5_000 }) })
  const payments = read.data === undefined ? undefined : of(read.data)
  const now = payments && told(payments)
  const [first, begin] = useState<string>()
  useEffect(() => {
    if (payments === undefined) return
    wait(payments.some((one) => one.status === 'created' || one.status === 'requires_action' || reversing(one) > 0))
    if (first !== undefined && first !== now) onChange?.()
    begin(now)
  }, [now])
  return read
}

/** State is a status, with what of it is not known. */
export function State({ payment }: { payment: Payment }) {
  const pending = reversing(payment)
  return <><span class="chip">{stateOf(payment)}</span>{pending > 0 && <> <span class="warn">{t.reversing(money(pending))}</span></>}</>
}

/** Next says what a payment waits for, or why it ended, with the address where the buyer pays. */
export function Next({ payment }: { payment: Payment }) {
  const { provider, status, url, failure, expiresAt, authorizedUntil } = payment
  const until = status === 'authorized' ? authorizedUntil : status === 'requires_action' ? expiresAt : null
  const buyer = status === 'requires_action' && url !== null && /^https?:\/\//.test(url)
  const hint = status !== 'requires_action' ? t.hints[status] : provider === 'manual' ? t.arrives : buyer ? t.hints.requires_action : undefined
  return <>
    {hint !== undefined && <p>{hint} {until !== null && !buyer && t.until(dateTime(until))}</p>}
    {buyer && <p class="row"><code>{url}</code> <Copy text={url} /> <a href={url} target="_blank" rel="noreferrer">{t.page}</a> {until !== null && <span class="quiet">{t.until(dateTime(until))}</span>}</p>}
    {failure !== null && <p class="warn">{failure}</p>}
  </>
}

/** columns is what a list shows of a payment; its first column is the link. */
export const columns: Column<Payment>[] = [
  { head: t.payment, cell: (one) => <code>{orderNumber(one.id)}</code> },
  { head: t.begun, cell: (one) => <time dateTime={one.createdAt} title={one.createdAt}>{dateTime(one.createdAt)}</time> },
  { head: t.state, cell: (one) => <span><State payment={one} /></span> },
  { head: t.amount, right: true, cell: (one) => money(one.amountOere) },
  { head: t.back, right: true, cell: (one) => one.refundedOere > 0 && money(one.refundedOere) },
  { head: t.way, cell: (one) => wayName(one.provider, one.method) },
  { head: t.order, cell: (one) => <a href={href('orders', [one.orderId])}>{orderNumber(one.orderId)}</a> },
]
