// What somebody else changed while a form was open, and what became of sending it: it shows every refusal, so no ProblemNote
// stands beside it. The form should hold the thing's updatedAt, which is not among the fields: `form.before.updatedAt` is then
// the version that is expected. After saving the form goes on from what is read again: no reset is needed.
import { useEffect, useState } from 'preact/hooks'
import { forget } from '../lib/answers'
import { money } from '../lib/format'
import { same } from '../lib/json'
import type { Refused } from '../lib/problem'
import { texts } from '../lib/text'
import type { Field } from './fields'
import type { Form } from './form'
import { Loading } from './problem'
import { ProblemNote } from './problem'
import { fieldName, shownValue } from './story'

const t = texts(
  {
    others: 'Somebody else changed this while you were editing:', table: 'What was changed', field: 'Field', before: 'Before', theirs: 'Theirs', yours: 'Yours', choose: 'Choose',
    take: 'Take theirs', keep: 'Keep mine', all: 'Keep mine and save', goOn: 'Go on with this', untouched: 'not changed by you',
  },
  {
    others: 'En anden har ændret dette, mens du redigerede:', table: 'Hvad der blev ændret', field: 'Felt', before: 'Før', theirs: 'Deres', yours: 'Dit', choose: 'Vælg',
    take: 'Tag deres', keep: 'Behold mit', all: 'Behold mit og gem', goOn: 'Fortsæt med dette', untouched: 'ikke ændret af dig',
  },
)

interface Props<T extends object> {
  form: Form<T>
  fields: { [K in keyof T]?: Field }
  refused: Refused | undefined
  /** Sends the form. */
  again: () => void
}

export function Conflict<T extends object>({ form, fields, refused, again }: Props<T>) {
  const [sends, setSends] = useState(false)
  const [readTo, setReadTo] = useState<Refused>() // what is stored was read again after this refusal
  const conflict = refused?.code === 'version_conflict'
  const settled = Object.keys(form.theirs).length === 0
  useEffect(() => { if (conflict) void forget().then(() => setReadTo(refused)) }, [refused])
  useEffect(() => { // what was adopted is in the form only when it is drawn again
    if (!sends || !settled) return
    setSends(false)
    again()
  })
  const names: (keyof T)[] = (Object.keys(form.theirs) as (keyof T)[]).filter((name) => fields[name] && !same(form.theirs[name], form.value[name]))
  useEffect(() => { // no field of the form, or to what it says here already, as after it was saved: nobody is asked
    if (settled || names.length > 0 || !form.dirty) return
    form.adopt()
    if (conflict) setSends(true)
  })
  const table = names.length > 0 && <Table form={form} fields={fields} names={names} />
  if (!conflict) {
    return <>
      {form.dirty && table && <div class="note" role="status"><p>{t.others}</p>{table}<button type="button" class="second" onClick={form.adopt}>{t.goOn}</button></div>}
      <ProblemNote refused={refused} again={again} />
    </>
  }
  return <ProblemNote refused={refused}>
    {table}
    {settled && readTo !== refused ? <Loading /> : <button type="button" class="second" onClick={() => { form.adopt(); setSends(true) }}>{t.all}</button>}
  </ProblemNote>
}

function Table<T extends object>({ form, fields, names }: Pick<Props<T>, 'form' | 'fields'> & { names: (keyof T)[] }) {
  const keep = (name: keyof T) => {
    const mine = form.value[name]
    form.take(name)
    form.set(name, mine)
  }
  return <div class="table" role="region" aria-label={t.table} tabIndex={0}><table class="diff">
    <thead><tr>{[t.field, t.before, t.theirs, t.yours, t.choose].map((head) => <th key={head} scope="col">{head}</th>)}</tr></thead>
    <tbody>{names.map((name) => {
      const show = (value: unknown) => shown(String(name), fields[name], value)
      const mine = name in form.changed
      return <tr key={String(name)}>
        <th scope="row">{fields[name]?.label}</th>
        <td data-label={t.before}><del>{show(form.before[name])}</del></td>
        <td data-label={t.theirs}><ins>{show(form.theirs[name])}</ins></td>
        <td data-label={t.yours}>{mine ? show(form.value[name]) : <span class="quiet">{t.untouched}</span>}</td>
        <td data-label={t.choose}><span class="row">
          <button type="button" class="small" onClick={() => form.take(name)}>{t.take}</button>
          {mine && <button type="button" class="small" onClick={() => keep(name)}>{t.keep}</button>}
        </span></td>
      </tr>
    })}</tbody>
  </table></div>
}

function shown(name: string, field: Field | undefined, value: unknown): string {
  if (field?.kind === 'money' && typeof value === 'number') return money(value)
  if (field?.kind === 'choice') return field.choices?.find(([one]) => one === value)?.[1] ?? shownValue(name, value)
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return shownValue(name, value.join(', '))
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value).map(([at, one]) => `${fieldName(`/${at}`)}: ${shownValue(`/${at}`, one)}`).join('; ')
  return shownValue(name, value)
}
