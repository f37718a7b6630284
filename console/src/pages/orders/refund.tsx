// A refund: by pieces or by amount. It records what was given back at the payment provider, and cannot be undone.
import { useEffect, useState } from 'preact/hooks'
import { useWrite } from '../../lib/answers'
import type { Body, Result } from '../../lib/contract'
import { money } from '../../lib/format'
import { texts } from '../../lib/text'
import { Confirm } from '../../parts/dialog'
import { Fields, type Field } from '../../parts/fields'
import { useForm } from '../../parts/form'
import { orderNumber } from '../../parts/order'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { mailless } from './tracking'

const t = texts(
  {
    title: 'Record a refund', act: 'Record the refund', text: 'Give the money back at the payment provider too: no money moves here. This cannot be undone.', by: 'Refund', pieces: 'pieces', sum: 'an amount',
    amount: 'Amount, kr.', items: 'Pieces', restock: 'The pieces go back to the stock', reason: 'Why', reasonHint: 'For those who run the shop.', remains: (sum: string) => `${sum} remains of what was paid.`,
    all: (sum: string) => `All: ${sum}`, half: (sum: string) => `Half: ${sum}`, gives: (sum: string) => `They give back ${sum}: their price less their share of the discount, without shipping.`, none: 'Choose how many pieces, or write an amount.',
    of: (left: number) => `of ${left}`, done: (sum: string, left: string) => `${sum} is refunded in all; ${left} remains.`,
  },
  {
    title: 'Registrér en refusion', act: 'Registrér refusionen', text: 'Giv også pengene tilbage hos betalingsudbyderen: her flyttes ingen penge. Det kan ikke fortrydes.', by: 'Refundér', pieces: 'varer', sum: 'et beløb',
    amount: 'Beløb, kr.', items: 'Varer', restock: 'Varerne går tilbage på lager', reason: 'Hvorfor', reasonHint: 'Til dem, der driver butikken.', remains: (sum: string) => `${sum} er tilbage af det betalte.`,
    all: (sum: string) => `Alt: ${sum}`, half: (sum: string) => `Halvdelen: ${sum}`, gives: (sum: string) => `De giver ${sum} tilbage: deres pris minus deres del af rabatten, uden fragt.`, none: 'Vælg, hvor mange varer, eller skriv et beløb.',
    of: (left: number) => `af ${left}`, done: (sum: string, left: string) => `${sum} er refunderet i alt; ${left} er tilbage.`,
  },
)

type Order = Result<'orders.get'>
type Money = Result<'orders.refunds'>
type Body_ = Body<'orders.refund'>
type Draft = Pick<Body_, 'reason'> & { by: 'items' | 'amount'; amountOere: number | undefined; items: NonNullable<Body_['items']>; restock: boolean }

interface Props {
  order: Order
  paid: Money
  /** Reads what remains, and the order, again. */
  again: () => void
  close: () => void
}

export function Refund({ order, paid, again, close }: Props) {
  const write = useWrite('orders.refund')
  const [empty, setEmpty] = useState(false)
  const [filled, fill] = useState(0)
  const owed = paid.refundOwedOere
  const [start] = useState<Draft>({ by: owed > 0 || paid.remainingItems.length === 0 ? 'amount' : 'items', amountOere: owed > 0 ? owed : undefined, items: [], restock: false, reason: '' })
  const form = useForm<Draft>(start, { refused: write.refused })
  const { by, amountOere, items, restock, reason } = form.value
  const stale = write.refused?.code === 'order_changed' || write.refused?.code === 'refund_exceeds_paid'
  useEffect(() => { if (stale) again() }, [write.refused])
  const send = async () => {
    const none = by === 'items' ? items.length === 0 : amountOere === undefined
    setEmpty(none)
    if (none) return
    const what = by === 'items' ? { items, restock } : { amountOere: amountOere ?? 0 }
    const done = await write.send({ orderId: order.id, reason, confirm: true, ...what })
    if (!done) return
    const { refundedOere, remainingOere } = done.answer.result
    say(t.done(money(refundedOere), money(remainingOere)))
    close()
  }
  const take = (amount: number) => {
    form.set('by', 'amount')
    form.set('amountOere', amount)
    fill(filled + 1)
    write.clear()
  }
  const left = paid.remainingOere
  const whole = <button type="button" class="second" onClick={() => take(left)}>{t.all(money(left))}</button>
  const all = {
    amountOere: { label: t.amount, kind: 'money' },
    items: { label: t.items, own: () => <Pieces order={order} paid={paid} chosen={items} set={(next) => form.set('items', next)} /> },
    restock: { label: t.restock, kind: 'check' },
    reason: { label: t.reason, hint: t.reasonHint, required: true, max: 500 },
  } satisfies Record<Exclude<keyof Body_, 'orderId' | 'confirm'>, Field>
  const how: Field = { label: t.by, kind: 'choice', choices: [['items', t.pieces], ['amount', t.sum]] }
  return <Confirm title={t.title} act={t.act} typed={orderNumber(order.id)} busy={write.busy} close={close} onConfirm={() => void send()}>
    <p>{t.text} {mailless}</p>
    <p><strong>{t.remains(money(left))}</strong></p>
    <ProblemNote refused={write.refused}>
      {stale && whole}
    </ProblemNote>
    <Fields key={filled} form={form} fields={by === 'items' ? { by: how, items: all.items, restock: all.restock } : { by: how, amountOere: all.amountOere }} />
    {by === 'amount' && <p class="row"><button type="button" class="second" onClick={() => take(Math.round(left / 2))}>{t.half(money(Math.round(left / 2)))}</button> {whole}</p>}
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
