// A form for any value that a JSON Schema describes. What is left empty is left out. Give it another key when its value is replaced from elsewhere.
import type { ComponentChildren } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { blank, expanded, type Faults, filled, isObject, type Kind, nullable, type Schema, shownAs, withField } from '../lib/schema'
import { texts } from '../lib/text'
import { type Field, Input } from './fields'

const t = texts(
  { add: 'Add', remove: 'Remove', up: 'Move up', down: 'Move down', none: 'Set to null', isNull: 'null: it is cleared.', write: 'Write a value', yes: 'yes', no: 'no' },
  { add: 'Tilføj', remove: 'Fjern', up: 'Flyt op', down: 'Flyt ned', none: 'Sæt til null', isNull: 'null: det ryddes.', write: 'Skriv en værdi', yes: 'ja', no: 'nej' },
)

interface Shared {
  faults?: Faults
  /** What fields and choices are called, by their names; one that has a word shows no description. */
  words?: Record<string, string>
  /** Fields that are shown in a way of their own, by their names. */
  own?: Record<string, NonNullable<Field['own']>>
}

interface Props extends Shared {
  schema: Schema
  value: unknown
  set: (value: unknown) => void
}

export function SchemaForm({ schema, value, set, faults = () => [], words = {}, own = {} }: Props) {
  const whole = useMemo(() => expanded(schema), [schema])
  if (shownAs(whole, value) === 'object') {
    const said = faults('')
    return <>{said.length > 0 && <p class="fault">{said.join(' ')}</p>}<ObjectFields schema={whole} value={value} set={set} at="" faults={faults} words={words} own={own} /></>
  }
  return <Node name="" schema={whole} value={value} set={set} required at="" faults={faults} words={words} own={own} />
}

interface NodeProps extends Required<Shared> {
  /** Its name in the object; of an item of an array, that of the array and its number. */
  name: string
  schema: Schema
  value: unknown
  set: (value: unknown) => void
  /** Its JSON Pointer. */
  at: string
  required: boolean
  /** What it is called, if not by its name. */
  label?: string
}

const large: readonly Kind[] = ['object', 'array', 'list', 'json']

function ObjectFields({ schema, value, set, at, ...shared }: Omit<NodeProps, 'name' | 'required'>) {
  const fields = inOrder(schema, shared.words)
  const held = isObject(value) ? value : {}
  const latest = useRef(held)
  latest.current = held
  const put = (name: string, next: unknown) => {
    latest.current = withField(latest.current, name, next)
    set(latest.current)
  }
  const needed = new Set(schema.required)
  const away = fields.filter(([name, one]) => held[name] === undefined && !needed.has(name) && large.includes(shownAs(one, undefined, name)))
  const shown = fields.filter(([name]) => !away.some(([other]) => other === name))
  return <>
    {shown.map(([name, one]) => <Node key={name} {...shared} name={name} schema={one} value={held[name]} required={needed.has(name)}
      at={`${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`} set={(next) => put(name, next)} />)}
    {away.length > 0 && <p class="row">{away.map(([name, one]) => <button key={name} type="button" class="small" title={one.description}
      onClick={() => put(name, blank(filled(one)))}>{t.add}: {shared.words[name] ?? name}</button>)}</p>}
  </>
}

// Services list fields by the alphabet: those that have words come in the order of the words, the others after those that are needed.
function inOrder({ properties = {}, required = [] }: Schema, words: Record<string, string>): [string, Schema][] {
  const places = [...Object.keys(words), ...required]
  const placeOf = (name: string) => (places.indexOf(name) + 1 || places.length + 1)
  return Object.entries(properties).sort(([a], [b]) => placeOf(a) - placeOf(b))
}

function Node(props: NodeProps) {
  const { name, schema, value, set, at, required, faults, words, own } = props
  const label = props.label ?? `${words[name] ?? name}${required ? ' *' : ''}`
  const kind = shownAs(schema, value, name)
  const mayBeNull = nullable(schema)
  if (value === null && mayBeNull && large.includes(kind)) {
    return <Group of={props} label={label}><p class="row"><span class="quiet">{t.isNull}</span>
      <button type="button" class="small" onClick={() => set(blank(filled(schema)))}>{t.write}</button></p></Group>
  }
  if (kind === 'object') return <Group of={props} label={label}><ObjectFields schema={schema} value={value} set={set} at={at} faults={faults} words={words} own={own} /></Group>
  if (kind === 'array') return <Group of={props} label={label}><Items {...props} label={label.replace(/ \*$/, '')} /></Group>
  const field: Field = { ...look(kind, schema, required, words), label, nullable: !required || mayBeNull, ...(own[name] && { own: own[name] }), ...(described(props) && { hint: described(props) }) }
  const given = kind === 'choice' || kind === 'check' ? chosen(schema, value, required) : { value, back: (next: unknown) => next }
  const gone = (next: unknown) => next === null && !(required && mayBeNull) ? undefined : next
  const input = <Input name={at} field={field} value={given.value} faults={faults(at, true)} set={(next) => set(gone(given.back(next)))} />
  const clearable = mayBeNull && !required
  if (!clearable && (required || !large.includes(kind))) return input
  return <>
    {input}
    <p class="row">{clearable && (value === null ? <span class="quiet">{t.isNull}</span> : <button type="button" class="small" onClick={() => set(null)} aria-label={`${t.none}: ${label}`}>{t.none}</button>)}
      {!required && value !== undefined && (value === null || large.includes(kind)) && <Remove label={label} run={() => set(undefined)} />}</p>
  </>
}

function described({ schema, name, words, label }: NodeProps): string {
  return words[name] === undefined && label === undefined ? schema.description ?? '' : ''
}

function look(kind: Kind, schema: Schema, required: boolean, words: Record<string, string>): Pick<Field, 'kind' | 'choices' | 'max' | 'rows'> {
  if (kind === 'check') return required ? { kind } : { kind: 'choice', choices: [['true', t.yes], ['false', t.no]] }
  if (kind === 'choice') return { kind, choices: (schema.enum ?? []).filter((one) => one !== null).map((one) => [String(one), words[String(one)] ?? String(one)]) }
  if (kind === 'object' || kind === 'array') return { kind: 'json' }
  return { kind, max: schema.maxLength ?? 100_000, ...(kind === 'lines' && { rows: (schema.maxLength ?? 0) > 5_000 ? 6 : 3 }) }
}

// The choices of a select are texts; what is chosen is the value that the text stands for.
function chosen(schema: Schema, value: unknown, required: boolean): { value: unknown; back: (next: unknown) => unknown } {
  const values = schema.enum ?? [true, false]
  if (required && !schema.enum) return { value, back: (next) => next }
  return { value: value === undefined || value === null ? '' : String(value), back: (next) => next === null ? null : values.find((one) => String(one) === next) }
}

function Group({ of, label, children }: { of: NodeProps; label: string; children: ComponentChildren }) {
  const { schema, value, set, at, required, faults } = of
  const said = faults(at)
  const hint = described(of)
  return <fieldset>
    <legend>{label}</legend>
    {said.length > 0 && <p class="fault">{said.join(' ')}</p>}
    {hint !== '' && <p class="hint">{hint}</p>}
    {children}
    {!required && value !== undefined && <p class="row"><Remove label={label} run={() => set(undefined)} />
      {nullable(schema) && value !== null && <button type="button" class="small" onClick={() => set(null)} aria-label={`${t.none}: ${label}`}>{t.none}</button>}</p>}
  </fieldset>
}

function Remove({ label, run }: { label: string; run: () => void }) {
  return <button type="button" class="small" onClick={run} aria-label={`${t.remove}: ${label}`}>{t.remove}</button>
}

function Items({ name, schema, value, set, at, faults, words, own, label = name }: NodeProps) {
  const items = Array.isArray(value) ? value as unknown[] : []
  const next = useRef(0)
  const keys = useRef<number[]>([])
  while (keys.current.length < items.length) keys.current.push(next.current++)
  keys.current.length = items.length
  const put = (all: unknown[], order: number[]) => {
    keys.current = order
    set(all)
  }
  const swap = (a: number, b: number) => put(items.with(a, items[b]).with(b, items[a]), keys.current.with(a, keys.current[b] ?? 0).with(b, keys.current[a] ?? 0))
  const one = schema.items ?? {}
  return <>
    {items.map((item, n) => {
      const called = `${label} ${n + 1}`
      const button = (words: string, sign: string, off: boolean, run: () => void) => <button type="button" class="small" disabled={off} aria-label={`${words}: ${called}`} title={words} onClick={run}>{sign}</button>
      return <div key={keys.current[n]}>
        <Node name={`${name} ${n + 1}`} label={called} schema={one} value={item} required at={`${at}/${n}`} faults={faults} words={words} own={own} set={(to) => set(items.with(n, to === undefined ? blank(filled(one)) : to))} />
        <p class="row">{button(t.up, '↑', n === 0, () => swap(n, n - 1))}{button(t.down, '↓', n === items.length - 1, () => swap(n, n + 1))}
          {button(t.remove, '×', false, () => put(items.toSpliced(n, 1), keys.current.toSpliced(n, 1)))}</p>
      </div>
    })}
    <p><button type="button" class="small" onClick={() => set([...items, blank(filled(one))])}>{t.add}: {label}</button></p>
  </>
}
