// What a mistake of a key may cost at most.
import type { Schemas } from '../../lib/contract'
import type { Refused } from '../../lib/problem'
import { texts } from '../../lib/text'
import { type Field, Input } from '../../parts/fields'

export type Limits = NonNullable<Schemas['NewKeyLimits']>

const t = texts(
  {
    price: 'Price change, %', discount: 'Discount code, %', discountOf: 'Discount code, kr.', refund: 'Refund of one order, kr.', refundDay: 'Refunds a day, kr.', order: 'One order, kr.', orderDay: 'Orders a day, kr.',
    deletes: 'Deletions a day', writes: 'Changes a day', approval: 'Beyond a limit: ask for approval instead of being refused',
  },
  {
    price: 'Prisændring, %', discount: 'Rabatkode, %', discountOf: 'Rabatkode, kr.', refund: 'Refusion af én ordre, kr.', refundDay: 'Refusioner om dagen, kr.', order: 'Én ordre, kr.', orderDay: 'Ordrer om dagen, kr.',
    deletes: 'Sletninger om dagen', writes: 'Ændringer om dagen', approval: 'Ud over en grænse: spørg om godkendelse i stedet for at blive afvist',
  },
)

const fields = {
  maxPriceChangePercent: { label: t.price, kind: 'number' },
  maxWritesPerDay: { label: t.writes, kind: 'number' },
  maxDeletesPerDay: { label: t.deletes, kind: 'number' },
  maxDiscountPercent: { label: t.discount, kind: 'number' },
  maxDiscountOere: { label: t.discountOf, kind: 'money' },
  maxRefundOere: { label: t.refund, kind: 'money' },
  maxRefundOerePerDay: { label: t.refundDay, kind: 'money' },
  maxOrderOere: { label: t.order, kind: 'money' },
  maxOrderOerePerDay: { label: t.orderDay, kind: 'money' },
  approval: { label: t.approval, kind: 'check' },
} satisfies Record<keyof Limits, Field>

/** LimitFields edits the limits as a whole, which stand at a place in the request; null is none. */
export function LimitFields({ value, set, refused, at }: { value: Limits | null; set: (limits: Limits | null) => void; refused: Refused | undefined; at: string }) {
  const put = (name: string, one: unknown) => {
    const next = Object.fromEntries(Object.entries({ ...value, [name]: one }).filter(([at, what]) => what !== undefined && what !== null && !(at === 'approval' && what === false)))
    set(Object.keys(next).length === 0 ? null : next)
  }
  return <div class="grid">{Object.entries(fields).map(([name, field]) =>
    <Input key={name} name={name} field={field} value={value?.[name as keyof Limits]} faults={refused?.faults(`${at}/${name}`)} set={(one) => put(name, one)} />)}</div>
}
