// The kinds of fields that forms have.
import type { ComponentChildren, JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { localTime, readMoney, typedMoney, utcOf } from '../lib/format'
import { texts } from '../lib/text'
import type { Form } from './form'

const t = texts(
  {
    amount: 'Write an amount such as 1099.50.', number: 'Write a whole number.', json: 'This is not valid JSON.', none: 'none', add: 'Add',
    remove: (what: string) => `Remove ${what}`, name: 'Name', value: 'Value', byHalf: 'This changes the amount by more than half.', past: 'This is in the past.', unsaved: 'not saved', required: 'required',
  },
  {
    amount: 'Skriv et beløb som 1099,50.', number: 'Skriv et helt tal.', json: 'Dette er ikke gyldig JSON.', none: 'ingen', add: 'Tilføj',
    remove: (what: string) => `Fjern ${what}`, name: 'Navn', value: 'Værdi', byHalf: 'Dette ændrer beløbet med mere end halvdelen.', past: 'Det er i fortiden.', unsaved: 'ikke gemt', required: 'skal udfyldes',
  },
)

/** Field is how a field of a form is shown. Texts of no characters are null where the field may be null. */
export interface Field {
  label: string
  kind?: 'text' | 'lines' | 'code' | 'money' | 'number' | 'check' | 'choice' | 'time' | 'list' | 'pairs' | 'json' | 'email' | 'url'
  hint?: string
  /** Of a choice: value and words. */
  choices?: readonly (readonly [string, string])[]
  /** Null is a value of the field: it is sent when the field is emptied. */
  nullable?: boolean
  required?: boolean
  max?: number
  rows?: number
  /** Shown instead of an input of a kind. */
  own?: (value: unknown, set: (value: unknown) => void) => ComponentChildren
}

/** Fields shows the fields of a form in the order of the list. */
export function Fields<T extends object>({ form, fields }: { form: Form<T>; fields: { [K in keyof T]?: Field } }) {
  return <>{Object.entries(fields).map(([name, field]) => {
    const key = name as keyof T
    return <Input key={name} name={name} field={field as Field} value={form.value[key]} before={form.before[key]}
      faults={form.faults(key)} changed={key in form.changed} set={(value) => form.set(key, value as T[keyof T])} />
  })}</>
}

interface InputProps {
  name: string
  field: Field
  value: unknown
  set: (value: unknown) => void
  faults?: string[] | undefined
  before?: unknown
  changed?: boolean
}

/** Input is one field with its label, hint and faults. */
export function Input({ name, field, value, set, faults = [], before, changed = false }: InputProps) {
  const id = useId()
  const [wrong, setWrong] = useState('')
  const half = field.kind === 'money' && typeof before === 'number' && typeof value === 'number' && before > 0 && Math.abs(value - before) * 2 > before
  const said = [wrong, ...faults].filter((one) => one !== '')
  const notes = { hint: field.hint === undefined ? undefined : `${id}h`, faults: said.length > 0 ? `${id}f` : undefined }
  const describedBy = [notes.faults, notes.hint].filter((one) => one !== undefined).join(' ')
  const control: Control = { id, name, 'aria-invalid': said.length > 0, ...(describedBy && { 'aria-describedby': describedBy }), ...(field.required && { required: true }),
    ref: (element) => element?.setCustomValidity(wrong) } // no form is sent with it
  if (field.kind === 'check') {
    return <div class="field check">
      <input {...control} type="checkbox" checked={value === true} onChange={(e) => set(e.currentTarget.checked)} />
      <label for={id}>{field.label}</label>
      <Notes id={id} field={field} said={said} />
    </div>
  }
  const group = field.own !== undefined || field.kind === 'list' || field.kind === 'pairs'
  return <div class={changed ? 'field changed' : 'field'} {...(group && { role: 'group', 'aria-labelledby': `${id}l`, ...(describedBy && { 'aria-describedby': describedBy }) })}>
    {group ? <span class="label" id={`${id}l`}>{field.label}</span>
      : <label for={id}>{field.label}{field.required && <span title={t.required} aria-hidden="true"> *</span>}{changed && <small> {t.unsaved}</small>}</label>}
    {field.own ? field.own(value, set) : <Kind control={control} field={field} value={value} set={set} wrong={setWrong} />}
    {half && <p class="warn">{t.byHalf}</p>}
    {changed && field.kind === 'time' && typeof value === 'string' && value !== '' && Date.parse(value) < Date.now() && <p class="warn">{t.past}</p>}
    <Notes id={id} field={field} said={said} />
  </div>
}

function Notes({ id, field, said }: { id: string; field: Field; said: string[] }) {
  return <>
    {said.length > 0 && <p class="fault" id={`${id}f`}>{said.join(' ')}</p>}
    {field.hint !== undefined && <p class="hint" id={`${id}h`}>{field.hint}</p>}
  </>
}

interface Control {
  id: string
  name: string
  'aria-invalid': boolean
  'aria-describedby'?: string
  required?: true
  ref: (element: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null) => void
}

interface KindProps {
  control: Control
  field: Field
  value: unknown
  set: (value: unknown) => void
  wrong: (said: string) => void
}

function Kind(props: KindProps): JSX.Element {
  const { control, field, value, set } = props
  const text = typeof value === 'string' ? value : ''
  const typed = (next: string) => set(next === '' && field.nullable ? null : next)
  switch (field.kind) {
    case 'lines':
      return <textarea {...control} rows={field.rows ?? 6} value={text} maxLength={field.max ?? 100_000} onInput={(e) => typed(e.currentTarget.value)} />
    case 'money': return <Typed {...props} read={readMoney} show={typedMoney} said={t.amount} />
    case 'number': return <Typed {...props} read={readWhole} show={String} said={t.number} />
    case 'json': return <Json {...props} />
    case 'list': return <Listing {...props} />
    case 'pairs': return <Pairs {...props} />
    case 'choice':
      return <select {...control} value={text} onChange={(e) => typed(e.currentTarget.value)}>
        {field.nullable && <option value="">{t.none}</option>}
        {field.choices?.map(([one, words]) => <option key={one} value={one}>{words}</option>)}
      </select>
    case 'time':
      return <input {...control} type="datetime-local" max="9999-12-31T23:59" value={text && localTime(text)} onChange={(e) => {
        const { value } = e.currentTarget // while a year is typed it is 0002, 0020 and so on
        if (value === '' || value >= '1900') typed(value && utcOf(value))
      }} />
    default:
      return <input {...control} type="text" inputMode={field.kind === 'email' || field.kind === 'url' ? field.kind : 'text'} value={text} maxLength={field.max ?? 2_000}
        autocomplete="off" {...(field.kind === 'code' && { class: 'code', spellcheck: false })} onInput={(e) => typed(e.currentTarget.value)} />
  }
}

function readWhole(typed: string): number | undefined {
  return /^-?\d{1,15}$/.test(typed.trim()) ? Number(typed) : undefined
}

// Typed is a text that stands for a number: what is none stays as it was typed, and is said.
function Typed({ control, field, value, set, wrong, read, show, said }: KindProps & { read: (typed: string) => number | undefined; show: (n: number) => string; said: string }) {
  const shown = typeof value === 'number' ? show(value) : ''
  const [typed, setTyped] = useState(shown)
  const text = typed === '' ? undefined : read(typed)
  const stale = typeof value === 'number' ? text !== value && text !== undefined : value === undefined && text !== undefined
  return <input {...control} inputMode="decimal" class="amount" autocomplete="off" value={stale ? shown : typed} onInput={(e) => {
    const next = e.currentTarget.value
    setTyped(next)
    const number = read(next)
    wrong(next === '' || number !== undefined ? '' : said)
    if (next === '') set(field.nullable ? null : undefined)
    else if (number !== undefined) set(number)
  }} />
}

function Json({ control, field, value, set, wrong }: KindProps) {
  const [text, setText] = useState(() => JSON.stringify(value ?? {}, null, 2))
  return <textarea {...control} class="code" rows={field.rows ?? 8} spellcheck={false} value={text} onInput={(e) => {
    setText(e.currentTarget.value)
    try {
      set(JSON.parse(e.currentTarget.value))
      wrong('')
    } catch {
      wrong(t.json)
    }
  }} />
}

function Listing({ control, field, value, set }: KindProps) {
  const items = Array.isArray(value) ? value.map(String) : []
  return <ul class="rows">
    {items.map((item, at) => <li key={at}>
      <input value={item} aria-label={`${field.label} ${at + 1}`} name={`${control.name}.${at}`} onInput={(e) => set(items.with(at, e.currentTarget.value))} />
      <button type="button" class="small" onClick={() => set(items.toSpliced(at, 1))} aria-label={t.remove(item)}>×</button>
    </li>)}
    <li><button type="button" class="small" id={control.id} onClick={() => set([...items, ''])}>{t.add}</button></li>
  </ul>
}

function Pairs({ control, value, set }: KindProps) {
  const entries = Object.entries((value ?? {}) as Record<string, unknown>)
  const put = (next: [string, unknown][]) => set(Object.fromEntries(next))
  return <ul class="rows">
    {entries.map(([name, one], at) => <li key={at}>
      <input value={name} aria-label={`${t.name} ${at + 1}`} onChange={(e) => put(entries.with(at, [e.currentTarget.value, one]))} />
      <input value={typeof one === 'string' ? one : JSON.stringify(one)} aria-label={`${t.value}: ${name}`} onInput={(e) => put(entries.with(at, [name, e.currentTarget.value]))} />
      <button type="button" class="small" onClick={() => put(entries.toSpliced(at, 1))} aria-label={t.remove(name)}>×</button>
    </li>)}
    <li><button type="button" class="small" id={control.id} onClick={() => put([...entries, ['', '']])}>{t.add}</button></li>
  </ul>
}
