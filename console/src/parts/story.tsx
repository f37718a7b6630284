// An entry of the audit as a sentence: who did what to which thing, and what changed.
import type { ComponentChildren } from 'preact'
import type { Item, Operation, Schemas } from '../lib/contract'
import { count, dateTime, money } from '../lib/format'
import { pointer } from '../lib/json'
import { texts } from '../lib/text'
import { operations } from '../lib/vocabulary'

export type Entry = Item<'audit.list'>

const t = texts(
  {
    refused: (what: string) => `was refused: ${what}`, failed: (what: string) => `failed: ${what}`, thing: 'something', signedIn: 'signed in to the console', none: 'none', yes: 'yes', no: 'no', created: 'created', deleted: 'deleted',
    fields: {
      priceDkk: 'price', priceOere: 'price', stock: 'stock', name: 'name', title: 'title', status: 'status', description: 'description', images: 'pictures', body: 'text', layout: 'layout',
      featured: 'featured', brand: 'brand', categoryId: 'category', trackingNumber: 'tracking number', carrier: 'carrier', discountValue: 'discount', active: 'active', enabled: 'on',
      announcement: 'announcement', amountOere: 'amount', refundedOere: 'refunded', validUntil: 'valid until', paused: 'paused', limits: 'limits', deletedAt: 'deleted',
    } as Record<string, string>,
    more: (n: string) => `and ${n} more`, field: 'Field', before: 'Before', after: 'After', holders: { agent: 'agent', person: 'person', program: 'program' } as Record<string, string>,
  },
  {
    refused: (what: string) => `fik nej til at ${what}`, failed: (what: string) => `mislykkedes: ${what}`, thing: 'noget', signedIn: 'loggede ind i konsollen', none: 'ingen', yes: 'ja', no: 'nej', created: 'oprettet', deleted: 'slettet',
    fields: {
      priceDkk: 'pris', priceOere: 'pris', stock: 'lager', name: 'navn', title: 'titel', status: 'status', description: 'beskrivelse', images: 'billeder', body: 'tekst', layout: 'layout',
      featured: 'fremhævet', brand: 'mærke', categoryId: 'kategori', trackingNumber: 'sporingsnummer', carrier: 'transportør', discountValue: 'rabat', active: 'aktiv', enabled: 'til',
      announcement: 'meddelelse', amountOere: 'beløb', refundedOere: 'refunderet', validUntil: 'gælder til', paused: 'på pause', limits: 'grænser', deletedAt: 'slettet',
    } as Record<string, string>,
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
  return (past ?? name).replace('{}', entry.entityLabel ?? entry.entityId ?? t.thing).trim()
}

/** fieldName is a field in the words of a person. */
export function fieldName(path: string): string {
  const parts = pointer(path)
  const last = parts.at(-1) ?? ''
  return t.fields[last] ?? parts.map((part) => t.fields[part] ?? part).join(' › ')
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
