// What a mistake of a key may cost at most.
import type { Schemas } from '../../lib/contract'
import type { Refused } from '../../lib/problem'
import { type Field, Input } from '../../parts/fields'
import { fieldName } from '../../parts/story'

export type Limits = NonNullable<Schemas['NewKeyLimits']>

// As in the history, with a capital.
const label = (name: keyof Limits) => fieldName(`/${name}`).replace(/^./u, (letter) => letter.toUpperCase())

const fields = {
  maxPriceChangePercent: { label: label('maxPriceChangePercent'), kind: 'number' },
  maxWritesPerDay: { label: label('maxWritesPerDay'), kind: 'number' },
  maxDeletesPerDay: { label: label('maxDeletesPerDay'), kind: 'number' },
  maxDiscountPercent: { label: label('maxDiscountPercent'), kind: 'number' },
  maxDiscountOere: { label: label('maxDiscountOere'), kind: 'money' },
  maxRefundOere: { label: label('maxRefundOere'), kind: 'money' },
  maxRefundOerePerDay: { label: label('maxRefundOerePerDay'), kind: 'money' },
  maxOrderOere: { label: label('maxOrderOere'), kind: 'money' },
  maxOrderOerePerDay: { label: label('maxOrderOerePerDay'), kind: 'money' },
  approval: { label: label('approval'), kind: 'check' },
} satisfies Record<keyof Limits, Field>

/** set is the limits that are set, as they were typed: null is none. */
export function set(limits: Limits | null): Limits | null {
  const these = Object.entries(limits ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== false)
  return these.length === 0 ? null : Object.fromEntries(these)
}

/** LimitFields edits the limits as a whole, which stand at a place in the request; null is none. */
export function LimitFields({ value, set: change, refused, at }: { value: Limits | null; set: (limits: Limits | null) => void; refused: Refused | undefined; at: string }) {
  return <div class="grid">{Object.entries(fields).map(([name, field]) =>
    <Input key={name} name={name} field={field} value={value?.[name as keyof Limits]} faults={refused?.faults(`${at}/${name}`)} set={(one) => change(set({ ...value, [name]: one }))} />)}</div>
}
