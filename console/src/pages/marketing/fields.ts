// What of a code is typed.
import type { Body, Patch } from '../../lib/contract'
import type { Field } from '../../parts/fields'
import { t, type Type, typeChoices } from './text'

export type Changeable = Required<Patch<'discounts.update'>>

/** valueField is how much a code takes off: its kind depends on its type. */
export function valueField(type: Type): Field {
  return { label: t.value, kind: type === 'percent' ? 'number' : 'money', hint: type === 'percent' ? t.percentHint : t.fixedHint, required: true }
}

/** changeable is what of a code can be changed later. */
export function changeable(type: Type) {
  return {
    value: valueField(type),
    validUntil: { label: t.until, kind: 'time', nullable: true, hint: t.untilHint },
    usageLimit: { label: t.limit, kind: 'number', nullable: true, hint: t.limitHint },
  } satisfies Record<keyof Changeable, Field>
}

/** creatable is what a new code has. */
export function creatable(type: Type) {
  return {
    code: { label: t.code, kind: 'code', required: true, max: 64, hint: t.codeHint },
    type: { label: t.type, kind: 'choice', choices: typeChoices },
    ...changeable(type),
  } satisfies Record<keyof Body<'discounts.create'>, Field>
}
