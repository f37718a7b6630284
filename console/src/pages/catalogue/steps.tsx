// What is done to every chosen product, one step after another.
import type { Result, Schemas } from '../../lib/contract'
import { texts } from '../../lib/text'
import { fieldName } from '../../parts/story'
import { fields, type FieldName, type How, hows, howsOf, read, type Step } from './plan'
import { t as shared } from './text'

const t = texts(
  {
    field: 'Field', how: 'How', value: 'Value', another: 'Another step', step: (n: number) => `Step ${n}`, wrong: 'This cannot be read.', none: 'none',
    hows: { set: 'set to', add: 'add', percent: 'change by per cent', nine: 'round to …9' } satisfies Record<How, string>,
    hints: { add: '-50 takes 50 away', percent: '-10 is 10% less', nine: '1,103 becomes 1,099', set: '' } satisfies Record<How, string>,
  },
  {
    field: 'Felt', how: 'Hvordan', value: 'Værdi', another: 'Et trin mere', step: (n: number) => `Trin ${n}`, wrong: 'Dette kan ikke læses.', none: 'ingen',
    hows: { set: 'sæt til', add: 'læg til', percent: 'ændr med procent', nine: 'rund til …9' },
    hints: { add: '-50 trækker 50 fra', percent: '-10 er 10 % mindre', nine: '1.103 bliver 1.099', set: '' },
  },
)

interface Props {
  steps: Step[]
  set: (steps: Step[]) => void
  categories: Result<'categories.list'> | undefined
}

/** blank is a step as it begins. */
export const blank: Step = { field: 'priceDkk', how: 'set', typed: '' }

/** known is a field in words. */
export function known(field: string): string { return fieldName(`/${field.replace(/^\//, '')}`) }

export function Steps({ steps, set, categories = [] }: Props) {
  return <>
    {steps.map((step, at) => {
      const change = (part: Partial<Step>) => set(steps.with(at, { ...step, ...part }))
      const wrong = step.typed !== '' && read(step) === undefined
      return <fieldset key={at}>
        <legend>{t.step(at + 1)}</legend>
        <div class="bar">
          <label>{t.field}<select value={step.field} onChange={(e) => change({ field: e.currentTarget.value as FieldName, how: 'set', typed: '' })}>
            {fields.map((field) => <option key={field} value={field}>{known(field)}</option>)}</select></label>
          <label>{t.how}<select value={step.how} onChange={(e) => change({ how: e.currentTarget.value as How, typed: '' })}>
            {howsOf(step.field).map((how) => <option key={how} value={how}>{t.hows[hows[how]]}</option>)}</select></label>
          {step.how !== 'nine' && <label>{t.value}<Value step={step} set={(typed) => change({ typed })} categories={categories} wrong={wrong} /></label>}
          {steps.length > 1 && <button type="button" class="small" aria-label={`${shared.remove}: ${t.step(at + 1)}`} onClick={() => set(steps.toSpliced(at, 1))}>×</button>}
        </div>
        <p class={wrong ? 'fault' : 'hint'}>{wrong ? t.wrong : t.hints[step.how]}</p>
      </fieldset>
    })}
    <p><button type="button" class="small" onClick={() => set([...steps, blank])}>{t.another}</button></p>
  </>
}

interface ValueProps {
  step: Step
  set: (typed: string) => void
  categories: Schemas['Category'][]
  wrong: boolean
}

function Value({ step: { field, typed }, set, categories, wrong }: ValueProps) {
  if (field === 'categorySlug' || field === 'featured') {
    const choices = field === 'featured' ? [['true', shared.yes], ['false', shared.no]] as const : categories.map(({ slug, name }) => [slug, name] as const)
    return <select value={typed} onChange={(e) => set(e.currentTarget.value)}><option value="">–</option>{choices.map(([value, words]) => <option key={value} value={value}>{words}</option>)}</select>
  }
  const number = field === 'priceDkk' || field === 'stock'
  return <input value={typed} aria-invalid={wrong} autocomplete="off" maxLength={200} {...(number ? { inputMode: 'text', class: 'right', size: 8 } : { placeholder: t.none })} onInput={(e) => set(e.currentTarget.value)} />
}
