// One operation: its form, its examples, calling it, and what came back.
import { useState } from 'preact/hooks'
import { call, overMcp } from '../../lib/api'
import { forget, leavesTrace } from '../../lib/answers'
import type { Body, Operation, Schemas } from '../../lib/contract'
import { asRefused } from '../../lib/problem'
import { back } from '../../lib/route'
import { faultsAt, type Schema } from '../../lib/schema'
import { session } from '../../lib/session'
import { texts } from '../../lib/text'
import { curl } from '../../parts/behind'
import { Copy } from '../../parts/copy'
import { Input } from '../../parts/fields'
import { useGot } from '../../parts/got'
import { Loading } from '../../parts/list'
import { ProblemNote } from '../../parts/problem'
import { SchemaForm } from '../../parts/schema-form'
import { operationName } from '../../parts/story'
import { say } from '../../parts/toast'
import { AnswerShown, type Came } from './answer'
import { asMcp, asTypeScript, useExamples } from './examples'
import { useLent } from './lent'
import { Kinds, mayCall, type Tool } from './list'
import { Told } from './told'

const t = texts(
  {
    back: 'All tools', callRest: 'Call over REST', callMcp: 'Call over MCP', real: 'This is carried out for real.', recorded: 'Looking is recorded.', form: 'Form', json: 'JSON', request: 'The request', examples: 'Examples',
    choose: 'choose one', curl: 'Copy as curl', mcp: 'Copy as MCP', typescript: 'Copy as TypeScript', lacks: (scope: string) => `The key lacks ${scope}: the call will be refused, and you see how.`, done: 'Done.', schema: 'What the answer looks like', how: 'How to write it',
  },
  {
    back: 'Alle værktøjer', callRest: 'Kald over REST', callMcp: 'Kald over MCP', real: 'Dette udføres rigtigt.', recorded: 'Opslaget registreres.', form: 'Formular', json: 'JSON', request: 'Kaldet', examples: 'Eksempler',
    choose: 'vælg et', curl: 'Kopiér som curl', mcp: 'Kopiér som MCP', typescript: 'Kopiér som TypeScript', lacks: (scope: string) => `Nøglen mangler ${scope}: kaldet afvises, og du ser hvordan.`, done: 'Udført.', schema: 'Sådan ser svaret ud', how: 'Hvordan det skrives',
  },
)

export function ToolPage({ operation }: { operation: string }) {
  const got = useGot<Schemas['ToolList']>(`/api/v1/tools?schema=true&name=${encodeURIComponent(operation)}`)
  const [tool] = got.data?.tools ?? []
  return <>
    <p><a href={back('tools')}>← {t.back}</a></p>
    {!tool && <h1>{operationName(operation)}</h1>}
    <ProblemNote refused={got.refused} again={got.again} />
    <Loading shown={got.loading} />
    {tool && <Shown key={tool.name} of={tool} />}
  </>
}

type Faulty = Schemas['Problem']['errors']

function Shown({ of }: { of: Tool }) {
  const lent = useLent()
  const examples = useExamples(of.name)
  const [body, setBody] = useState<unknown>({})
  const [shape, setShape] = useState<'form' | 'json'>('form')
  const [filled, setFilled] = useState(0) // another number makes the form anew
  const [busy, setBusy] = useState(false)
  const [came, setCame] = useState<Came>()
  const [faults, setFaults] = useState<Faulty>()
  const fill = (next: unknown) => {
    setBody(next)
    setFilled(filled + 1)
  }
  const run = async (over: Came['over']) => {
    setBusy(true)
    const from = performance.now()
    const next = over === 'MCP' ? await byMcp(of, body, lent?.secret) : await byRest(of, body, lent?.secret)
    setBusy(false)
    setFaults(next.faults)
    setCame({ ...next.came, over, ms: performance.now() - from })
    if (of.readOnly || !next.came.ok) return
    forget()
    say(t.done, next.requestId)
  }
  const name = of.name as Operation
  const schema = (of.inputSchema ?? {}) as Schema
  const lacking = !mayCall(of, lent?.scopes ?? session.get()?.key.scopes ?? [])
  return <>
    <h1>{operationName(of.name)}</h1>
    <p><code>{of.name}</code> <Kinds of={of} /> <span class="chip">{of.scope}</span></p>
    <p>{of.description}</p>
    {lacking && <p class="warn">{t.lacks(of.scope)}</p>}
    <form onSubmit={(e) => { e.preventDefault(); if (of.readOnly && !busy) void run('REST') }}>{/* Enter calls only what reads */}
      <h2>{t.request}</h2>
      <div class="bar">
        {examples.length > 0 && <label>{t.examples}<select value="" onChange={(e) => { const one = examples[Number(e.currentTarget.value)]; if (one) fill(one.body) }}>
          <option value="">{t.choose}</option>{examples.map((one, at) => <option key={one.name} value={at}>{one.name}</option>)}</select></label>}
        <label>{t.how}<select value={shape} onChange={(e) => setShape(e.currentTarget.value === 'json' ? 'json' : 'form')}><option value="form">{t.form}</option><option value="json">{t.json}</option></select></label>
      </div>
      {shape === 'form' ? <SchemaForm key={filled} schema={schema} value={body} set={setBody} faults={faultsAt(faults)} />
        : <Input key={filled} name="json" field={{ label: t.json, kind: 'json', rows: 14 }} value={body} set={setBody} />}
      <p class="quiet">{!of.readOnly && t.real} {leavesTrace.has(name) && t.recorded}</p>
      <p class="row"><button type="button" disabled={busy} onClick={() => void run('REST')}>{t.callRest}</button> <button type="button" class="second" disabled={busy || of.restOnly} onClick={() => void run('MCP')}>{t.callMcp}</button></p>
      <p class="row"><Copy label={t.curl} text={curl({ operation: name, body })} /> <Copy label={t.mcp} text={asMcp(of.mcpName, body)} /> <Copy label={t.typescript} text={asTypeScript(of.name, body)} /></p>
    </form>
    {came && <AnswerShown came={came} />}
    <Told of={of} />
    {of.outputSchema && <details><summary>{t.schema}</summary><pre class="code" tabIndex={0}>{JSON.stringify(of.outputSchema, null, 2)}</pre></details>}
  </>
}

interface Back {
  came: Omit<Came, 'ms' | 'over'>
  faults?: Faulty
  requestId?: string
}

async function byRest(of: Tool, body: unknown, key: string | undefined): Promise<Back> {
  try {
    // Each press is a call of its own; which operation it is, only the service knows here.
    const done = await call(of.name as Operation, body as Body<Operation>, { ...(key !== undefined && { key }), ...(!of.readOnly && { idempotencyKey: crypto.randomUUID() }) })
    return { came: { ok: true, status: done.response.status, body: done.answer, headers: [...done.response.headers] }, requestId: done.requestId }
  } catch (thrown) {
    const { problem } = asRefused(thrown)
    return { came: { ok: false, status: problem.status, body: problem, headers: [] }, faults: problem.errors }
  }
}

async function byMcp(of: Tool, body: unknown, key: string | undefined): Promise<Back> {
  try {
    const answer = await overMcp('tools/call', { name: of.mcpName, arguments: body }, key)
    const { result } = answer as { result?: { isError?: boolean } }
    return { came: { ok: result !== undefined && result.isError !== true, status: undefined, body: answer, headers: [] } }
  } catch (thrown) {
    return { came: { ok: false, status: undefined, body: asRefused(thrown).problem, headers: [] } }
  }
}
