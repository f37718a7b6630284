// Fields that are lists: facts with a kind of value, and couples of texts.
import { useState } from 'preact/hooks'
import { same } from '../../lib/json'
import { texts } from '../../lib/text'
import { t as shared } from './text'

const t = texts(
  { name: 'Name', value: 'Value', kind: 'Kind', text: 'text', number: 'number', truth: 'yes or no', list: 'list', listHint: 'a; b; c' },
  { name: 'Navn', value: 'Værdi', kind: 'Slags', text: 'tekst', number: 'tal', truth: 'ja eller nej', list: 'liste', listHint: 'a; b; c' },
)

interface Props {
  value: unknown
  set: (value: unknown) => void
  label: string
}

const kinds = ['text', 'number', 'truth', 'list'] as const
type Kind = (typeof kinds)[number]

function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return 'list'
  return typeof value === 'boolean' ? 'truth' : typeof value === 'number' ? 'number' : 'text'
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join('; ') : String(value ?? '')
}

function number(text: string): number | undefined {
  const n = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(n) ? n : undefined
}

// Items of a list keep their kinds: a number stays one, also where it is written anew.
function valueOf(kind: Kind, text: string, before: unknown): unknown {
  switch (kind) {
    case 'number': return number(text) ?? 0
    case 'truth': return text === 'true'
    case 'list': {
      const numbers = Array.isArray(before) && before.length > 0 && before.every((one) => typeof one === 'number')
      return text.split(';').map((one) => one.trim()).filter((one) => one !== '').map((one) => numbers ? number(one) ?? one : one)
    }
    default: return text
  }
}

/** Facts edits an object whose values are texts, numbers, yes or no, or lists of them. */
export function Facts({ value, set, label }: Props) {
  const entries = Object.entries((value ?? {}) as Record<string, unknown>)
  const put = (next: [string, unknown][]) => set(Object.fromEntries(next))
  return <ul class="rows">
    {entries.map(([name, one], at) => {
      const kind = kindOf(one)
      const change = (next: unknown) => put(entries.with(at, [name, next]))
      const says = `${t.value}: ${name}`
      return <li key={at}>
        <input value={name} aria-label={`${t.name} ${at + 1}`} maxLength={200} onChange={(e) => put(entries.with(at, [e.currentTarget.value.trim(), one]))} />
        {kind === 'truth'
          ? <select aria-label={says} value={String(one)} onChange={(e) => change(e.currentTarget.value === 'true')}><option value="true">{shared.yes}</option><option value="false">{shared.no}</option></select>
          : <Text kind={kind} value={one} label={says} set={change} />}
        <select aria-label={`${t.kind}: ${name}`} value={kind} onChange={(e) => change(valueOf(e.currentTarget.value as Kind, textOf(one), one))}>
          {kinds.map((each) => <option key={each} value={each}>{t[each]}</option>)}</select>
        <button type="button" class="small" aria-label={`${shared.remove} ${name}`} onClick={() => put(entries.toSpliced(at, 1))}>×</button>
      </li>
    })}
    <li><button type="button" class="small" onClick={() => put([...entries, ['', '']])}>{shared.add}<span class="unseen"> {label}</span></button></li>
  </ul>
}

// What was typed stays as it was typed while it stands for the value.
function Text({ kind, value, label, set }: { kind: Kind; value: unknown; label: string; set: (value: unknown) => void }) {
  const [typed, setTyped] = useState(() => textOf(value))
  return <input value={same(valueOf(kind, typed, value), value) ? typed : textOf(value)} aria-label={label} maxLength={10_000}
    {...(kind === 'list' && { placeholder: t.listHint })} {...(kind === 'number' && { inputMode: 'decimal' })} onInput={(e) => {
      setTyped(e.currentTarget.value)
      set(valueOf(kind, e.currentTarget.value, value))
    }} />
}

/** Couples edits a list of objects of two texts. */
export function Couples({ value, set, label, names }: Props & { names: Record<string, string> }) {
  const items = (value ?? []) as Record<string, string>[]
  const [first = '', second = ''] = Object.keys(names)
  return <ol class="rows">
    {items.map((item, at) => <li key={at}>
      <input value={item[first] ?? ''} aria-label={`${names[first]} ${at + 1}`} placeholder={names[first]} maxLength={10_000} onInput={(e) => set(items.with(at, { ...item, [first]: e.currentTarget.value }))} />
      <textarea rows={2} value={item[second] ?? ''} aria-label={`${names[second]} ${at + 1}`} placeholder={names[second]} maxLength={10_000} onInput={(e) => set(items.with(at, { ...item, [second]: e.currentTarget.value }))} />
      <button type="button" class="small" aria-label={`${shared.remove} ${item[first] ?? ''}`} onClick={() => set(items.toSpliced(at, 1))}>×</button>
    </li>)}
    <li><button type="button" class="small" onClick={() => set([...items, { [first]: '', [second]: '' }])}>{shared.add}<span class="unseen"> {label}</span></button></li>
  </ol>
}
