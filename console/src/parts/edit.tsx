// A form over something that is stored: it sends what was changed, with the version that was read.
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { Refused } from '../lib/problem'
import { texts } from '../lib/text'
import { Conflict } from './conflict'
import { Fields, type Field } from './fields'
import { type Form, useForm } from './form'

const t = texts({ save: 'Save', reset: 'As it was' }, { save: 'Gem', reset: 'Som før' })

interface Props<T extends object> {
  stored: T
  fields: { [K in keyof T]?: Field }
  /** The updatedAt of what is stored, where the operation takes one. */
  version?: string
  /** Where the fields are in the request. */
  at?: string
  writing: { busy: boolean; refused: Refused | undefined }
  /** Sends what was changed; it is what Ctrl S does. */
  save: (changed: Partial<T>, version: string | undefined, all: T) => void
  /** Why it cannot be saved. */
  barred?: string | undefined
  draft?: string
  /** Stands beside the button that saves. */
  children?: (form: Form<T>) => ComponentChildren
}

export function Edit<T extends object>({ stored, fields, version, at = '', writing, save, barred, draft, children }: Props<T>) {
  const form = useForm(stored, { refused: writing.refused, at, ...(draft !== undefined && { draft }) })
  const read = useRef(version)
  // What somebody else changed is taken over only when a person says so: until then the version is the one read before.
  if (Object.keys(form.theirs).length === 0) read.current = version
  const send = () => {
    if (form.dirty && !writing.busy && barred === undefined) save(form.changed, read.current, form.value)
  }
  return <form {...(form.dirty && { 'data-saves': true })} onSubmit={(e) => { e.preventDefault(); send() }}>
    <Conflict form={form} fields={fields} refused={writing.refused} again={send} />
    <Fields form={form} fields={fields} />
    <div class="bar"><button disabled={!form.dirty || writing.busy || barred !== undefined} title={barred}>{t.save}</button>
      {form.dirty && <button type="button" class="second" onClick={form.reset}>{t.reset}</button>}
      {children?.(form)}
      {barred !== undefined && <span class="quiet">{barred}</span>}</div>
  </form>
}
