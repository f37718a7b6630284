// One section of a layout: its kind of look, whether it is shown, and what it shows by the schema of its kind.
import { useRef } from 'preact/hooks'
import type { Schemas } from '../../lib/contract'
import { under } from '../../lib/json'
import { faultsAt, type Schema } from '../../lib/schema'
import { texts } from '../../lib/text'
import { Input } from '../../parts/fields'
import { Picture } from '../../parts/picture'
import { SchemaForm } from '../../parts/schema-form'
import type { Section } from './layout'
import { words } from './section-words'
import type { Fault } from './sections'

const t = texts(
  { up: 'Move up', down: 'Move down', remove: 'Remove', drag: 'Drag to move', look: 'Look', shown: 'Shown', hidden: 'hidden', wrong: 'something is not right', picture: 'Picture' },
  { up: 'Flyt op', down: 'Flyt ned', remove: 'Fjern', drag: 'Træk for at flytte', look: 'Udseende', shown: 'Vises', hidden: 'skjult', wrong: 'noget er ikke rigtigt', picture: 'Billede' },
)

const pictures = { url: (value: unknown, set: (value: unknown) => void) => <Picture label={t.picture} value={value} set={set} /> }

interface Props {
  section: Section
  title: string
  type: Schemas['SectionType'] | undefined
  at: number
  last: number
  errors: readonly Fault[] | undefined
  opened: boolean
  set: (section: Section) => void
  move: (by: 1 | -1) => void
  remove: () => void
  drag: (on: boolean) => void
}

export function SectionCard({ section, title, type, at, last, errors, opened, set, move, remove, drag }: Props) {
  const head = useRef<HTMLDivElement>(null)
  const place = `/layout/sections/${at}`
  const inProps = `${place}/props`
  const own = errors?.filter((one) => under(one.pointer, place) && !under(one.pointer, inProps)) ?? []
  const wrong = errors?.some((one) => under(one.pointer, place)) ?? false
  const called = `${title}, ${at + 1}`
  // A section that moves keeps the focus on the button that moved it, or on the other one when it is at an end.
  const button = (by: 1 | -1, name: string, sign: string) => <button type="button" class="small" disabled={by < 0 ? at === 0 : at === last} aria-label={`${name}: ${called}`} title={name} onClick={(e) => {
    const pressed = e.currentTarget
    move(by)
    requestAnimationFrame(() => (pressed.disabled ? head.current?.querySelector<HTMLElement>('button:enabled') : pressed)?.focus())
  }}>{sign}</button>
  return <>
    <div class="row" ref={head}>
      <span class="handle" draggable aria-hidden="true" title={t.drag} onDragStart={(e) => { e.dataTransfer?.setData('text/plain', section.id); drag(true) }} onDragEnd={() => drag(false)}>≡</span>
      <strong>{title}</strong>
      {section.enabled === false && <span class="chip">{t.hidden}</span>}
      {wrong && <span class="fault">{t.wrong}</span>}
      {button(-1, t.up, '↑')}{button(1, t.down, '↓')}
      <button type="button" class="small" aria-label={`${t.remove}: ${called}`} onClick={remove}>{t.remove}</button>
    </div>
    <details open={opened || wrong}><summary>{summaryOf(section)}</summary>
      {own.length > 0 && <p class="fault">{own.map((one) => one.detail).join(' ')}</p>}
      {type && type.variants.length > 0 && <Input name={`${section.id}.variant`} value={section.variant ?? type.variants[0]} set={(variant) => set({ ...section, variant: String(variant) })}
        field={{ label: t.look, kind: 'choice', choices: type.variants.map((one) => [one, words[one] ?? one]) }} />}
      <Input name={`${section.id}.enabled`} field={{ label: t.shown, kind: 'check' }} value={section.enabled ?? true} set={(enabled) => set({ ...section, enabled: enabled === true })} />
      <SchemaForm schema={(type?.propsSchema ?? {}) as Schema} value={section.props ?? {}} faults={faultsAt(errors, inProps)} words={words} own={pictures}
        set={(props) => set({ ...section, props: props as Record<string, unknown> })} />
    </details>
  </>
}

// The first text that it shows.
function summaryOf({ id, props = {} }: Section): string {
  const text = ['title', 'markdown', 'quote', 'text'].map((name) => props[name]).find((one) => typeof one === 'string' && one !== '')
  return typeof text === 'string' ? text.slice(0, 80) : id
}
