// An entry of the audit as a sentence: who did what to which thing, and what changed; and its undo.
import type { ComponentChildren } from 'preact'
import { useList } from '../lib/answers'
import type { Item, Operation, Schemas } from '../lib/contract'
import { count, dateTime, money, orderNumber } from '../lib/format'
import { pointer } from '../lib/json'
import { href } from '../lib/route'
import { may, session } from '../lib/session'
import { texts } from '../lib/text'
import { fields, operations, reasons, refusals, statuses, things } from '../lib/vocabulary'
import { changedNothing, openUndo } from './asked'

export type Entry = Item<'audit.list'>

const t = texts(
  {
    refused: (what: string) => `was refused: ${what}`, failed: (what: string) => `tried to ${what}`, signedIn: 'signed in to the console', none: 'none', yes: 'yes', no: 'no',
    kinds: { order: 'order', payment: 'payment', payment_refund: 'refund' } as Record<string, string>, paying: (number: string) => `the payment of order ${number}`,
    tasks: { 'payments.receive_message': ['the payment provider', 'told of {}'], 'payments.carry_out': ['the shop itself', 'recorded what became of {}'], 'payments.look': ['the shop itself', 'looked what became of {}'] } as Record<string, [who: string, done: string]>,
    more: (n: string) => `and ${n} more`, also: (names: string) => `also ${names}`, holders: { agent: 'agent', person: 'person', program: 'program' } as Record<string, string>,
    you: 'you', key: 'a key', undo: 'Undo', redo: 'Redo', undone: 'undone', same: 'nothing changed', redone: 'undone, and done again', partly: (names: string) => `partly undone: ${names}`, gone: 'no such thing',
  },
  {
    refused: (what: string) => `fik nej til at ${what}`, failed: (what: string) => `forsøgte at ${what}`, signedIn: 'loggede ind i konsollen', none: 'ingen', yes: 'ja', no: 'nej',
    kinds: { order: 'ordre', payment: 'betaling', payment_refund: 'refusion' } as Record<string, string>, paying: (number: string) => `betalingen af ordre ${number}`,
    tasks: { 'payments.receive_message': ['betalingsudbyderen', 'fortalte om {}'], 'payments.carry_out': ['butikken selv', 'registrerede, hvad der skete med {}'], 'payments.look': ['butikken selv', 'så efter, hvad der skete med {}'] } as Record<string, [who: string, done: string]>,
    more: (n: string) => `og ${n} til`, also: (names: string) => `også ${names}`, holders: { agent: 'agent', person: 'person', program: 'program' } as Record<string, string>,
    you: 'dig', key: 'en nøgle', undo: 'Fortryd', redo: 'Gentag', undone: 'fortrudt', same: 'intet ændret', redone: 'fortrudt og gentaget', partly: (names: string) => `delvist fortrudt: ${names}`, gone: 'findes ikke',
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
  return <span class="actor"><span aria-hidden="true">{holderMark(entry.holder)}</span> {taskOf(entry.actor)?.[0] ?? entry.actorName ?? entry.actor}
    {entry.holder && <span class="unseen"> ({t.holders[entry.holder]})</span>}</span>
}

/** useKeys is all keys, where the caller may list them. */
export function useKeys(): Item<'keys.list'>[] {
  return useList('keys.list', { limit: 100 }, { enabled: may('keys:read') }).data ?? []
}

// What the service does by itself about payments, in words: who is said to have done it, and what.
function taskOf(name: string): readonly [who: string, done: string] | undefined {
  return t.tasks[name.replace(/^system[:.]/, '')]
}

/** By is who an actor such as `apikey:<id>` is. */
export function By({ actor }: { actor: string }) {
  const keys = useKeys()
  if (!actor.startsWith('apikey:')) return <>{taskOf(actor)?.[0] ?? actor.replace(/^\w+:/, '')}</>
  const id = actor.slice(7)
  return <a href={href('keys', [id])}>{id === session.get()?.key.id ? t.you : keys.find((key) => key.id === id)?.name ?? t.key}</a>
}

// What has no name of its own is called by the end of its id, as an order is everywhere.
function thing({ tool, entityType, entityId, entityLabel }: Entry): string {
  if (entityType === 'approval') return operationName(entityLabel ?? '')
  const name = things[entityId ?? ''] ?? entityLabel ?? things[entityType ?? '']
  if (name !== undefined) return name
  const number = orderNumber(entityId ?? '')
  if (tool.startsWith('payments.') && entityType === 'order') return t.paying(number)
  const kind = /^(audit|system|payments)\./.test(tool) ? t.kinds[entityType ?? ''] : undefined
  return kind === undefined ? number : `${kind} ${number}`
}

/** done is what was done, as text after the name of who did it. */
export function done(entry: Entry): string {
  if (entry.tool === 'system.sign_in') return t.signedIn
  const tool = entry.tool.replace(/^cli\./, '')
  const [name, past] = operations[tool as Operation] ?? [tool]
  if (entry.outcome === 'denied') return t.refused(name)
  if (entry.outcome === 'failure') return t.failed(name)
  return (past ?? taskOf(entry.tool)?.[1] ?? name).replace('{}', () => thing(entry))
}

/** reason is why a call was refused. */
export function reason(code: string): string {
  return reasons[code] ?? (refusals as Record<string, string>)[code] ?? (code.endsWith('_not_found') ? t.gone : code)
}

/** fieldName is a field in the words of a person: the last part of its path that is no number or id. */
export function fieldName(path: string): string {
  const parts = pointer(path).filter((part) => !/^(\d+|[\da-f-]{36})$/.test(part))
  const name = parts.at(-1) ?? ''
  return [parts.join('/'), name].map((one) => Object.hasOwn(fields, one) ? fields[one] : undefined).find((words) => words !== undefined) ?? spelt(name)
}

// `trackingNumber` as "tracking number", `refundedOere` as "refunded".
function spelt(name: string): string {
  return name.replace(/(Oere|Dkk|Id|Slug)$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** fieldNames is some fields in words, each once. */
export function fieldNames(paths: readonly string[]): string {
  return [...new Set(paths.map(fieldName))].join(', ')
}

/** follows is whether a field is the service's own, or only says again what another field says. */
export function follows(path: string): boolean {
  return /^\/(id|orderId|paymentId|asked|createdAt|updatedAt|paidAt|refundedAt|stage|hasLayout|imageDetails|noteId|notes|category\/(slug|description))$/.test(path)
}

/** shownValue is a value of a field as a person reads it: amounts as kroner, times as local ones. */
export function shownValue(path: string, value: unknown, of?: string | null): string {
  if (value === null || value === undefined || value === '') return t.none
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (typeof value === 'number') return /(Oere|Dkk)(PerDay)?$/.test(path) ? money(value) : count(value)
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return dateTime(value)
    if (path === '/holder') return t.holders[value] ?? value
    const name = pointer(path).at(-1)
    const keys = name === 'status' ? [`${of}.${value}`, value] : [`${name}.${value}`]
    return keys.map((one) => (statuses as Record<string, string>)[one]).find((words) => words !== undefined) ?? value
  }
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(', ') : JSON.stringify(value)
}

export type Change = Schemas['AuditChange']

/** Changes is the first changes of an entry, in a line. */
export function Changes({ entry }: { entry: Entry }): ComponentChildren {
  // What a new thing has, it has from the call; what is gone is said.
  if (/[._](create|delete|sign_in|create_campaign)$/.test(entry.tool) || entry.changedFields?.includes('/createdAt')) return null
  const changes = entry.changes?.filter(({ path }) => !follows(path)) ?? []
  const shown = changes.filter((change) => short(change.previousValue) && short(change.nextValue)).slice(0, 3)
  const others = entry.changedFields?.filter((path) => !follows(path) && !shown.some((one) => one.path === path)) ?? []
  if (shown.length === 0) {
    return others.length > 0 ? <span class="changes">{fieldNames(others.slice(0, 4))}</span> : null
  }
  return <span class="changes">{shown.map((change) => <span key={change.path}>{fieldName(change.path)}{' '}
    <del>{shownValue(change.path, change.previousValue, entry.entityType)}</del> → <ins class={big(change) ? 'warn' : ''}>{shownValue(change.path, change.nextValue, entry.entityType)}</ins> </span>)}
    {others.length > 3 ? t.more(count(others.length)) : others.length > 0 && t.also(fieldNames(others))}</span>
}

/** made is whether an entry made the thing: to undo it deletes that. */
export function made({ changedFields, changes }: Entry): boolean {
  return changedFields?.some((path) => /^\/(id|slug|code|fromPath|createdAt)$/.test(path)) === true && changes?.every(({ previousValue }) => previousValue === null) === true
}

function short(value: unknown): boolean {
  return typeof value !== 'object' && String(value).length <= 60 || value === null
}

// A price that changes by more than half is marked, not what was taken or given back.
function big({ path, previousValue: a, nextValue: b }: Change): boolean {
  return /(?<!captured|refunded)(Oere|Dkk)$/.test(path) && typeof a === 'number' && typeof b === 'number' && Math.abs(b - a) * 2 > a
}

/** UndoButton undoes an entry, or redoes what was undone. */
export function UndoButton({ entry }: { entry: Entry }) {
  if (entry.revertedAt) return <Undone entry={entry} />
  if (entry.revertible && changedNothing(entry)) return <span class="quiet">{t.same}</span>
  if (!entry.revertible || !may('audit:revert')) return null
  return <button type="button" class="small" data-undo onClick={() => openUndo([entry])}>{entry.revertOf ? t.redo : t.undo}</button>
}

// What was taken back of an entry is told by the entry that took it back, if it is among the last 200 of them.
function Undone({ entry }: { entry: Entry }) {
  const by = useList('audit.list', { kinds: ['change'], toolPrefix: 'audit.revert', limit: 200 }).data?.find((one) => one.revertOf === entry.id)
  const back = by?.changedFields
  const partly = back !== undefined && entry.changedFields?.some((path) => !follows(path) && !back.includes(path))
  return <span class="quiet">{by?.revertedAt ? t.redone : partly ? t.partly(fieldNames(back)) : t.undone}</span>
}
