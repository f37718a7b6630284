// A refund: by pieces or by amount. Money that a payment took goes back through it; of other money it is recorded that it was given back. It
// cannot be undone.
import { useEffect, useState } from 'preact/hooks'
import { useWrite } from '../lib/answers'
import type { Body, Result } from '../lib/contract'
import { money } from '../lib/format'
import { href } from '../lib/route'
import { texts } from '../lib/text'
import { Confirm } from './dialog'
import { Fields, type Field } from './fields'
import { useForm } from './form'
import { mailless, orderNumber } from './order'
import { left, type Payment } from './payment'
import { ProblemNote } from './problem'
import { say } from './toast'

const t = texts(
  {
    title: 'Record a refund', act: 'Record the refund', text: 'Give the money back at the payment provider too: no money moves here. This cannot be undone.', by: 'Refund', pieces: 'pieces', sum: 'an amount',
    giving: 'Give money back', give: 'Give it back', through: 'The payment provider gives it to the buyer. This cannot be undone.', byHand: 'Give it back yourself, as by a transfer: here it is recorded that you have. This cannot be undone.',
    amount: 'Amount, kr.', items: 'Pieces', restock: 'The pieces go back to the stock', reason: 'Why', reasonHint: 'For those who run the shop.', remains: (sum: string) => `${sum} remains of what was paid.`,
    all: (sum: string) => `All: ${sum}`, half: (sum: string) => `Half: ${sum}`, gives: (sum: string) => `They give back ${sum}: their price less their share of the discount, without shipping.`, none: 'Choose how many pieces, or write an amount.',
    of: (left: number) => `of ${left}`, done: (sum: string, left: string) => `${sum} is refunded in all; ${left} remains.`, order: 'Give pieces back: on the page of the order',
    pending: 'It is not known yet whether the money was given back: the payment provider has not decided. The payment shows when it has.', failed: 'The payment provider refused: the money was not given back.',
  },
  {
    title: 'Registrér en refusion', act: 'Registrér refusionen', text: 'Giv også pengene tilbage hos betalingsudbyderen: her flyttes ingen penge. Det kan ikke fortrydes.', by: 'Refundér', pieces: 'varer', sum: 'et beløb',
    giving: 'Giv penge tilbage', give: 'Giv dem tilbage', through: 'Betalingsudbyderen giver dem til køberen. Det kan ikke fortrydes.', byHand: 'Giv dem selv tilbage, fx ved en overførsel: her registreres, at du har gjort det. Det kan ikke fortrydes.',
    amount: 'Beløb, kr.', items: 'Varer', restock: 'Varerne går tilbage på lager', reason: 'Hvorfor', reasonHint: 'Til dem, der driver butikken.', remains: (sum: string) => `${sum} er tilbage af det betalte.`,
    all: (sum: string) => `Alt: ${sum}`, half: (sum: string) => `Halvdelen: ${sum}`, gives: (sum: string) => `De giver ${sum} tilbage: deres pris minus deres del af rabatten, uden fragt.`, none: 'Vælg, hvor mange varer, eller skriv et beløb.',
    of: (left: number) => `af ${left}`, done: (sum: string, left: string) => `${sum} er refunderet i alt; ${left} er tilbage.`, order: 'Tag varer tilbage: på ordrens side',
    pending: 'Det vides ikke endnu, om pengene er givet tilbage: betalingsudbyderen har ikke afgjort det. Betalingen viser det, når det er sket.', failed: 'Betalingsudbyderen afslog: pengene er ikke givet tilbage.',
  },
)

type Order = Result<'orders.get'>
type Money = Result<'orders.refunds'>
type Body_ = Body<'orders.refund'> & Body<'payments.refund'>
type Draft = Pick<Body_, 'reason'> & { by: 'items' | 'amount'; amountOere: number | undefined; items: NonNullable<Body_['items']>; restock: boolean }

interface Props {
  orderId: string
  /** The order and what remains of it; without them only an amount is given back. */
  of: { order: Order; paid: Money } | undefined
  /** The payment that took the money. */
  payment: Payment | undefined
  /** Reads what remains, and the order, again. */
  again: () => void
  close: () => void
}

export function Refund({ orderId, of, payment, again, close }: Props) {
  const recorded = useWrite('orders.refund')
  const given = useWrite('payments.refund')
  const busy = recorded.busy || given.busy
  const refused = payment ? given.refused ?? recorded.refused : recorded.refused
  const [empty, setEmpty] = useState(false)
  const [failed, fail] = useState(false)
  const [filled, fill] = useState(0)
  const owed = of?.paid.refundOwedOere ?? 0
  const [start] = useState<Draft>({ by: owed > 0 || !of || of.paid.remainingItems.length === 0 ? 'amount' : 'items', amountOere: owed > 0 ? owed : undefined, items: [], restock: false, reason: '' })
  const form = useForm<Draft>(start, { refused })
  const { by, amountOere, items, restock, reason } = form.value
  const exceeds = refused?.code === 'order_changed' || refused?.code === 'refund_exceeds_paid'
  useEffect(() => { if (exceeds || refused?.code.startsWith('payment_')) again() }, [refused])
  const clear = () => {
    recorded.clear()
    given.clear()
    fail(false)
  }
  const send = async () => {
    const none = by === 'items' ? items.length === 0 : amountOere === undefined
    setEmpty(none)
    if (none) return
    clear()
    const what = { reason, confirm: true, ...(by === 'items' ? { items, restock } : { amountOere: amountOere ?? 0 }) }
    const done = await (payment ? given.send({ paymentId: payment.id, ...what }) : recorded.send({ orderId, ...what }))
    if (!done) return
    const { refundedOere, remainingOere } = done.answer.result
    const status = 'status' in done.answer.result ? done.answer.result.status : 'succeeded'
    if (status === 'failed') return fail(true)
    say(status === 'pending' ? t.pending : t.done(money(refundedOere), money(remainingOere)))
    close()
  }
  const take = (amount: number) => {
    form.set('by', 'amount')
    form.set('amountOere', amount)
    fill(filled + 1)
    clear()
  }
  const rest = payment ? left(payment) : of?.paid.remainingOere ?? 0
  const whole = <button type="button" class="second" onClick={() => take(rest)}>{t.all(money(rest))}</button>
  const all = {
    amountOere: { label: t.amount, kind: 'money' },
    items: { label: t.items, own: () => of && <Pieces {...of} chosen={items} set={(next) => form.set('items', next)} /> },
    restock: { label: t.restock, kind: 'check' },
    reason: { label: t.reason, hint: t.reasonHint, required: true, max: 500 },
  } satisfies Record<Exclude<keyof Body_, 'orderId' | 'paymentId' | 'confirm'>, Field>
  const how: Field = { label: t.by, kind: 'choice', choices: [['items', t.pieces], ['amount', t.sum]] }
  return <Confirm title={payment ? t.giving : t.title} act={payment ? t.give : t.act} typed={orderNumber(orderId)} busy={busy} close={close} onConfirm={() => void send()}>
    <p>{!payment ? t.text : payment.provider === 'manual' ? t.byHand : t.through} {mailless}</p>
    <p><strong>{t.remains(money(rest))}</strong></p>
    <ProblemNote refused={refused}>
      {exceeds && whole}
    </ProblemNote>
    {failed && <p class="problem" role="alert">{t.failed}</p>}
    <Fields key={filled} form={form} fields={by === 'items' ? { by: how, items: all.items, restock: all.restock } : of ? { by: how, amountOere: all.amountOere } : { amountOere: all.amountOere }} />
    {by === 'amount' && <p class="row"><button type="button" class="second" onClick={() => take(Math.round(rest / 2))}>{t.half(money(Math.round(rest / 2)))}</button> {whole}</p>}
    {!of && <p><a href={href('orders', [orderId])}>{t.order}</a></p>}
    {empty && <p class="fault" role="alert">{t.none}</p>}
    <Fields form={form} fields={{ reason: all.reason }} />
  </Confirm>
}

function Pieces({ order, paid, chosen, set }: { order: Order; paid: Money; chosen: Draft['items']; set: (items: Draft['items']) => void }) {
  return <>
    <ul class="rows">{paid.remainingItems.map(({ itemId, quantity }) => {
      const item = order.items.find((one) => one.id === itemId)
      const name = `${item?.productName ?? itemId} ${item?.variantSku ?? ''}`.trim()
      return <li key={itemId}><input type="number" min={0} max={quantity} aria-label={name} value={chosen.find((one) => one.itemId === itemId)?.quantity ?? 0} onInput={(e) => {
        const pieces = Math.min(quantity, Math.max(0, Math.trunc(e.currentTarget.valueAsNumber || 0)))
        const others = chosen.filter((one) => one.itemId !== itemId)
        set(pieces === 0 ? others : [...others, { itemId, quantity: pieces }])
      }} /> <span>{t.of(quantity)} · {name}</span></li>
    })}</ul>
    {chosen.length > 0 && <p role="status">{t.gives(money(worth(order, paid, chosen)))}</p>}
  </>
}

/** worth is what the chosen pieces give back, as the service counts it: the share of the discount is rounded for all pieces given back so far. */
function worth(order: Order, { remainingItems }: Money, chosen: Draft['items']): number {
  const before = order.items.reduce((sum, item) => sum + item.unitPriceDkk * (item.quantity - quantityOf(remainingItems, item.id)), 0)
  const more = order.items.reduce((sum, item) => sum + item.unitPriceDkk * quantityOf(chosen, item.id), 0)
  return net(order, before + more) - net(order, before)
}

function quantityOf(of: Draft['items'], id: string): number {
  return of.find((one) => one.itemId === id)?.quantity ?? 0
}

// Goods of a price after the discount, whose share is rounded half up.
function net({ subtotalDkk, discountDkk }: Order, price: number): number {
  if (discountDkk === 0) return price
  const whole = BigInt(subtotalDkk)
  return price - Number((2n * BigInt(price) * BigInt(discountDkk) + whole) / (2n * whole))
}
