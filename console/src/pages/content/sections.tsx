// The sections of a layout: added, moved by buttons and by dragging, changed, removed.
import { useRef, useState } from 'preact/hooks'
import type { Schemas } from '../../lib/contract'
import { blank, type Schema } from '../../lib/schema'
import { texts } from '../../lib/text'
import type { Section } from './layout'
import { SectionCard } from './section'
import { words } from './section-words'

const t = texts(
  { kind: 'New section', add: 'Add', none: 'No sections.', moved: (name: string, at: number, of: number) => `${name} is now ${at} of ${of}.` },
  { kind: 'Ny sektion', add: 'Tilføj', none: 'Ingen sektioner.', moved: (name: string, at: number, of: number) => `${name} er nu ${at} af ${of}.` },
)

export type Fault = { pointer: string; detail: string }

interface Props {
  sections: Section[]
  set: (sections: Section[]) => void
  types: Schemas['SectionType'][]
  errors: readonly Fault[] | undefined
  /** Told when the places of sections change: faults that are known are of the places before. */
  moved: () => void
}

export function Sections({ sections, set, types, errors, moved }: Props) {
  const [said, say] = useState('')
  const [kind, choose] = useState(types[0]?.key ?? '')
  const [open, setOpen] = useState<string>()
  const [over, setOver] = useState<number>()
  const dragged = useRef<number>(undefined)
  const titleOf = (section: Section) => words[section.key] ?? types.find((one) => one.key === section.key)?.title ?? section.key
  const place = (next: Section[]) => {
    moved()
    set(next)
  }
  const move = (from: number, to: number) => {
    const section = sections[from]
    if (!section || from === to || to < 0 || to >= sections.length) return
    place(sections.toSpliced(from, 1).toSpliced(to, 0, section))
    say(t.moved(titleOf(section), to + 1, sections.length))
  }
  const add = () => {
    const type = types.find((one) => one.key === kind)
    if (!type) return
    const id = freeId(type.key, sections)
    const [variant] = type.variants
    place([...sections, { id, key: type.key as Section['key'], enabled: true, ...(variant !== undefined && { variant }), props: blank(type.propsSchema as Schema) as Record<string, unknown> }])
    setOpen(id)
  }
  return <>
    {sections.length === 0 && <p class="quiet">{t.none}</p>}
    <ol class="sections">{sections.map((section, at) => <li key={section.id}><div class={over === at ? 'card over' : 'card'}
      onDragOver={(e) => { if (dragged.current !== undefined) { e.preventDefault(); setOver(at) } }} onDragLeave={() => setOver(undefined)}
      onDrop={(e) => { e.preventDefault(); setOver(undefined); if (dragged.current !== undefined) move(dragged.current, at) }}>
      <SectionCard section={section} title={titleOf(section)} type={types.find((one) => one.key === section.key)} at={at} last={sections.length - 1} errors={errors} opened={open === section.id}
        set={(next) => set(sections.with(at, next))} move={(by) => move(at, at + by)} remove={() => place(sections.toSpliced(at, 1))} drag={(on) => { dragged.current = on ? at : undefined }} />
    </div></li>)}</ol>
    <p class="unseen" role="status">{said}</p>
    <p class="row"><label class="row">{t.kind}<select value={kind} onChange={(e) => choose(e.currentTarget.value)}>
      {types.map((one) => <option key={one.key} value={one.key}>{words[one.key] ?? one.title}</option>)}</select></label>
      <button type="button" class="second" disabled={sections.length >= 100} onClick={add}>{t.add}</button></p>
  </>
}

function freeId(key: string, sections: Section[]): string {
  const taken = new Set(sections.map((one) => one.id))
  let id = key
  for (let n = 2; taken.has(id); n++) id = `${key}-${n}`
  return id
}
