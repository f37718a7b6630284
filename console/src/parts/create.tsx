// A form that makes something new; what was made is shown afterwards.
import type { ComponentChildren } from 'preact'
import type { Refused } from '../lib/problem'
import { go, leave } from '../lib/route'
import { Fields, type Field } from './fields'
import { type Form, useForm } from './form'
import { needs } from './needs'
import { ProblemNote } from './problem'

interface Props<T extends object> {
  begin: T
  /** May depend on what was typed. */
  fields: { [K in keyof T]?: Field } | ((form: Form<T>) => { [K in keyof T]?: Field })
  /** What the button says. */
  act: string
  scope: string
  writing: { busy: boolean; refused: Refused | undefined }
  /** Returns the address of what was made; undefined when it was refused. */
  send: (value: T) => Promise<string | undefined>
  draft?: string
  children?: (form: Form<T>) => ComponentChildren
}

export function Create<T extends object>({ begin, fields, act, scope, writing, send, draft, children }: Props<T>) {
  const form = useForm(begin, { refused: writing.refused, ...(draft !== undefined && { draft }) })
  const button = needs(scope, writing.busy)
  const make = async () => {
    const to = await send(form.value)
    if (to === undefined) return
    form.reset()
    leave.stays = undefined
    go(to)
  }
  return <form data-saves onSubmit={(e) => { e.preventDefault(); if (!button.disabled) void make() }}>
    <Fields form={form} fields={typeof fields === 'function' ? fields(form) : fields} />
    {children?.(form)}
    <ProblemNote refused={writing.refused} />
    <p class="row"><button {...button}>{act}</button>{button.title !== undefined && <span class="quiet">{button.title}</span>}</p>
  </form>
}
