// An entry of the audit as a sentence: who did what to which thing, and what changed.
import type { ComponentChildren } from 'preact'
import type { Item, Operation, Schemas } from '../lib/contract'
import { count, dateTime, money } from '../lib/format'
import { pointer } from '../lib/json'
import { texts } from '../lib/text'
import { fields, operations, things } from '../lib/vocabulary'

export type Entry = Item<'audit.list'>

const t = texts(
  {
    refused: (what: string) => `was refused: ${what}`, failed: (what: string) => `failed: ${what}`, order: (number: string) => `order ${number}`, signedIn: 'signed in to the console', none: 'none', yes: 'yes', no: 'no',
    more: (n: string) => `and ${n} more`, field: 'Field', before: 'Before', after: 'After', holders: { agent: 'agent', person: 'person', program: 'program' } as Record<string, string>,
  },
  {
    refused: (what: string) => `fik nej til at ${what}`, failed: (what: string) => `mislykkedes: ${what}`, order: (number: string) => `ordre ${number}`, signedIn: 'loggede ind i konsollen', none: 'ingen', yes: 'ja', no: 'nej',
    more: (n: string) => `og ${n} til`, field: 'Felt', before: 'Før', after: 'Efter', holders: { agent: 'agent', person: 'person', program: 'program' } as Record<string, string>,
  },
)

/** operationName is what an operation is called; one that is not known is shown as it came. */
export function operationName(operation: string): string {
  return operations[operation as Operation]?.[0] ?? operation
}

/** holderMark is a sign for who holds a key. */
export function holderMark(holder: string | null | undefined): string {
  return holder === 'agent' ? '⚙' : holder === 'person' ? '☺' : '▸'
}

/** Actor is who did it. */
export function Actor({ entry }: { entry: Entry }) {
  return <span class="actor"><span aria-hidden="true">{holderMark(entry.holder)}</span> {entry.actorName ?? entry.actor}
    {entry.holder && <span class="unseen"> ({t.holders[entry.holder]})</span>}</span>
}

/** done is what was done, as text after the name of who did it. */
export function done(entry: Entry): string {
  if (entry.tool === 'system.sign_in') return t.signedIn
  const [name, past] = operations[entry.tool as Operation] ?? [entry.tool]
  if (entry.outcome === 'denied') return t.refused(name)
  if (entry.outcome === 'failure') return t.failed(name)
  return (past ?? name).replace('{}', () => thing(entry))
}

// What has no name, such as an order, is known by the end of its id.
function thing({ tool, entityType, entityId, entityLabel }: Entry): string {
  if (entityType === 'approval') return operationName(entityLabel ?? '')
  const name = things[entityId ?? ''] ?? entityLabel ?? things[entityType ?? '']
  if (name !== undefined) return name
  const number = (entityId ?? '').slice(-6)
  return entityType === 'order' && tool.startsWith('audit.') ? t.order(number) : number
}

/** fieldName is a field in the words of a person: the last part of its path that is no number or id. */
export function fieldName(path: string): string {
  const name = pointer(path).findLast((part) => !/^(\d+|[0-9a-f-]{36})$/.test(part)) ?? ''
  return Object.hasOwn(fields, name) ? fields[name] ?? '' : spelt(name)
}

// `trackingNumber` as "tracking number", `refundedOere` as "refunded".
function spelt(name: string): string {
  return name.replace(/(Oere|Dkk|Id|Slug)$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** shownValue is a value of a field as a person reads it: amounts as kroner, times as local ones. */
export function shownValue(path: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t.none
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (typeof value === 'number') return /(Oere|Dkk)$/.test(path) ? money(value) : count(value)
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? dateTime(value) : value
  return JSON.stringify(value)
}

type Change = Schemas['AuditChange']

/** Changes is the first changes of an entry, in a line. */
export function Changes({ entry }: { entry: Entry }): ComponentChildren {
  if (/\.(create|sign_in)$/.test(entry.tool)) return null // what a new thing has, it has from the call
  const changes = entry.changes ?? []
  const shown = changes.filter((change) => short(change.previousValue) && short(change.nextValue)).slice(0, 3)
  const others = Math.max((entry.changedFields?.length ?? 0), changes.length) - shown.length
  if (shown.length === 0) {
    const names = entry.changedFields?.slice(0, 4).map(fieldName) ?? []
    return names.length > 0 ? <span class="changes">{names.join(', ')}</span> : null
  }
  return <span class="changes">{shown.map((change) => <span key={change.path}>{fieldName(change.path)}{' '}
    <del>{shownValue(change.path, change.previousValue)}</del> → <ins class={big(change) ? 'warn' : ''}>{shownValue(change.path, change.nextValue)}</ins> </span>)}
    {others > 0 && t.more(count(others))}</span>
}

function short(value: unknown): boolean {
  return typeof value !== 'object' && String(value).length <= 60 || value === null
}

// A price that changes by more than half is marked.
function big({ path, previousValue: a, nextValue: b }: Change): boolean {
  return /(Oere|Dkk)$/.test(path) && typeof a === 'number' && typeof b === 'number' && Math.abs(b - a) * 2 > a
}

/** ChangeTable is every field with its value before and after. */
export function ChangeTable({ changes }: { changes: Change[] }) {
  return <div class="table" role="region" aria-label={`${t.before} · ${t.after}`} tabIndex={0}><table class="diff">
    <thead><tr><th scope="col">{t.field}</th><th scope="col">{t.before}</th><th scope="col">{t.after}</th></tr></thead>
    <tbody>{changes.map((change) => <tr key={change.path}>
      <th scope="row">{fieldName(change.path)}</th>
      <td data-label={t.before}><del>{shownValue(change.path, change.previousValue)}</del></td>
      <td data-label={t.after}><ins>{shownValue(change.path, change.nextValue)}</ins></td>
    </tr>)}</tbody>
  </table></div>
}
