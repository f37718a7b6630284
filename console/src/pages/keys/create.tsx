// Making a key: a preset, then what it may do, its limits, and the secret once.
import { useEffect, useState } from 'preact/hooks'
import { useWrite } from '../../lib/answers'
import type { Body, Result, Scope } from '../../lib/contract'
import { back, go, href, useRoute } from '../../lib/route'
import { texts } from '../../lib/text'
import { Fields, type Field } from '../../parts/fields'
import { useForm } from '../../parts/form'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { personal, Scopes } from '../../parts/scopes'
import { NewSecret } from './connect'
import { LimitFields, type Limits } from './limits'
import { isPreset, preselected, type Preset, presets } from './presets'
import { type Holder, t as shared } from './text'

const t = texts(
  { title: 'A new key', presets: 'What is it for?', make: 'Make the key', back: 'All keys' },
  { title: 'En ny nøgle', presets: 'Hvad er den til?', make: 'Lav nøglen', back: 'Alle nøgler' },
)

interface NewKey {
  name: string
  holder: Holder
  scopes: Scope[]
  limits: Limits | null
  quota: number | null
  expiresAt: string | null
}

const empty: NewKey = { name: '', holder: 'agent', scopes: [], limits: null, quota: null, expiresAt: null }

export function Create() {
  const { query } = useRoute()
  const write = useWrite('keys.create')
  const form = useForm<NewKey>(empty, { refused: write.refused })
  const [made, setMade] = useState<{ key: Result<'keys.create'>; holder: Holder }>()
  const person = form.value.holder === 'person'
  const [chosen, setChosen] = useState<Preset>()
  const choose = (preset: Preset) => {
    setChosen(preset)
    const { what: _, ...one } = preselected(preset)
    for (const [name, value] of Object.entries(one)) form.set(name as keyof NewKey, value)
  }
  useEffect(() => { if (isPreset(query['preset'])) choose(query['preset']) }, [query['preset']])

  const fields = {
    name: { label: shared.name, hint: shared.nameHint, required: true, max: 200 },
    holder: { label: shared.holder, hint: shared.holderHint, kind: 'choice', choices: Object.entries(shared.holders) },
    scopes: { label: shared.scopes, own: (value, set) => <Scopes chosen={value as Scope[]} set={set} person={person} /> },
    limits: { label: shared.limits, hint: shared.limitsHint, own: (value, set) => <LimitFields value={value as Limits | null} set={set} refused={write.refused} at="/limits" /> },
    quota: { label: shared.quota, hint: shared.quotaHint, kind: 'number', nullable: true },
    expiresAt: { label: shared.expires, hint: shared.expiresHint, kind: 'time', nullable: true },
  } satisfies Record<keyof Body<'keys.create'>, Field>

  const send = async () => {
    const { name, holder, scopes, limits, quota, expiresAt } = form.value
    const given = person ? scopes : scopes.filter((scope) => !personal.has(scope))
    const done = await write.send({ name: name.trim(), holder, scopes: given, ...(limits && { limits }), ...(quota !== null && { quota }), ...(expiresAt !== null && { expiresAt }) })
    if (!done) return
    form.reset()
    setMade({ key: done.answer.result, holder })
  }
  const barred = needs('keys:write').title
  return <>
    <p><a href={back('keys')}>← {t.back}</a></p>
    <h1>{t.title}</h1>
    <h2>{t.presets}</h2>
    <div class="grid">{presets.map((one) => <div key={one.preset} class="card">
      <button type="button" class="second" aria-pressed={one.preset === chosen} onClick={() => choose(one.preset)}>{one.name}</button><p class="hint">{one.what}</p>
    </div>)}</div>
    <form data-saves onSubmit={(e) => { e.preventDefault(); void send() }}>
      <Fields form={form} fields={fields} />
      <ProblemNote refused={write.refused} />
      <p class="row"><button disabled={write.busy || barred !== undefined || form.value.name.trim() === '' || form.value.scopes.length === 0} title={barred}>{t.make}</button>
        {barred !== undefined && <span class="quiet">{barred}</span>}</p>
    </form>
    {made && <NewSecret secret={made.key.secret} holder={made.holder} close={() => go(href('keys', [made.key.id]))} />}
  </>
}
