// Many products at once: what is done to the chosen ones, or rows from a sheet; first as a plan, then for good, then perhaps undone.
import { useEffect, useRef, useState } from 'preact/hooks'
import { useResult } from '../../lib/answers'
import { call } from '../../lib/api'
import { count } from '../../lib/format'
import { asRefused, type Refused } from '../../lib/problem'
import { back } from '../../lib/route'
import { may } from '../../lib/session'
import { useStore } from '../../lib/store'
import { texts } from '../../lib/text'
import { useLeave } from '../../parts/form'
import { Loading } from '../../parts/list'
import { ProblemNote } from '../../parts/problem'
import { choose, chosen } from './chosen'
import { Outcomes, type Outcome } from './outcomes'
import { type BulkItem, type Hit, itemOf, pasted, pieces, read, type Step } from './plan'
import { blank, Steps } from './steps'
import { t as shared } from './text'
import { undoCalls } from '../../parts/asked'
import { write } from '../../lib/write'

const t = texts(
  {
    title: 'Change many products', back: 'All products', chosen: (n: string) => `${n} products are selected.`, gone: (n: number) => `${n} of them are no longer there.`, none: 'Select products in the list, or paste rows from a sheet.', clear: 'Clear the selection',
    sheet: 'Paste from a sheet instead', rows: 'Rows', rowsHint: 'The first row names the columns: slug, price, stock, name, brand, category. Prices are kroner; empty cells change nothing.', wrong: (lines: string) => `Rows that cannot be read: ${lines}.`,
    unknown: (names: string) => `Columns that are not known: ${names}.`, try: 'Show what would change', nothing: 'Nothing would change.', act: (n: string) => `Change ${n} products`, progress: (done: string, all: string) => `${done} of ${all}`,
    undo: 'Undo all', again: 'Another change', done: 'Done', plan: 'What would change',
  },
  {
    title: 'Ret mange varer', back: 'Alle varer', chosen: (n: string) => `${n} varer er valgt.`, gone: (n: number) => `${n} af dem findes ikke længere.`, none: 'Vælg varer i listen, eller indsæt rækker fra et regneark.', clear: 'Ryd valget',
    sheet: 'Indsæt fra et regneark i stedet', rows: 'Rækker', rowsHint: 'Første række navngiver kolonnerne: slug, pris, lager, navn, mærke, kategori. Priser er kroner; tomme celler ændrer intet.', wrong: (lines: string) => `Rækker, der ikke kan læses: ${lines}.`,
    unknown: (names: string) => `Ukendte kolonner: ${names}.`, try: 'Vis, hvad der ville ændres', nothing: 'Intet ville ændres.', act: (n: string) => `Ret ${n} varer`, progress: (done: string, all: string) => `${done} af ${all}`,
    undo: 'Fortryd alle', again: 'En ændring til', done: 'Udført', plan: 'Hvad der ville ændres',
  },
)

/** useHits is the chosen products as they are now; a hundred a call. */
function useHits(slugs: ReadonlySet<string>): { hits: Hit[] | undefined; refused: Refused | undefined; again: () => void } {
  const [state, set] = useState<{ hits?: Hit[]; refused?: Refused }>({})
  const [round, again] = useState(0)
  useEffect(() => {
    let current = true
    const load = async () => {
      const hits: Hit[] = []
      for (const some of pieces([...slugs], 100)) hits.push(...(await call('products.search', { slugs: some, limit: 100 })).answer.result)
      if (current) set({ hits })
    }
    load().catch((thrown: unknown) => { if (current) set({ refused: asRefused(thrown) }) })
    return () => { current = false }
  }, [slugs, round])
  return { hits: state.hits, refused: state.refused, again: () => again(round + 1) }
}

interface Run {
  dryRun: boolean
  items: BulkItem[]
  /** What was answered so far; a run that was refused goes on after them. */
  outcomes: Outcome[]
  requestIds: string[]
  busy: boolean
  refused?: Refused
}

export function Bulk() {
  const slugs = useStore(chosen)
  const { hits, refused, again } = useHits(slugs)
  const categories = useResult('categories.list', {})
  const [steps, setSteps] = useState<Step[]>([blank])
  const [rows, setRows] = useState('')
  const [run, setRun] = useState<Run>()
  const mounted = useRef(true)
  useEffect(() => () => { mounted.current = false }, [])
  useLeave(run?.busy === true && !run.dryRun)

  const sheet = rows.trim() === '' ? undefined : pasted(rows)
  const ready = sheet ? sheet.items.length > 0 : (hits?.length ?? 0) > 0 && steps.every((step) => step.how === 'nine' || (step.typed !== '' || ['brand', 'frameColor', 'lensColor'].includes(step.field)) && read(step) !== undefined)

  const go = async (begun: Run) => {
    let now: Run = { dryRun: begun.dryRun, items: begun.items, outcomes: begun.outcomes, requestIds: begun.requestIds, busy: true }
    setRun(now)
    for (const items of pieces(begun.items.slice(now.outcomes.length), 500)) {
      const body = { items, mode: 'best_effort', onMissing: 'fail', ...(now.dryRun && { dryRun: true }) } as const
      try {
        const { answer, requestId } = await (now.dryRun ? call('products.bulk_upsert', body) : write('products.bulk_upsert', body))
        now = { ...now, outcomes: [...now.outcomes, ...answer.result.results], requestIds: [...now.requestIds, requestId] }
      } catch (thrown) {
        return setRun({ ...now, busy: false, refused: asRefused(thrown) })
      }
      if (!mounted.current) return
      setRun(now)
    }
    setRun({ ...now, busy: false })
  }
  const begin = (dryRun: boolean, items: BulkItem[]) => void go({ dryRun, items, outcomes: [], requestIds: [], busy: true })
  const names = new Map(hits?.map((hit) => [hit.slug, hit.name]))
  const good = new Set(run?.outcomes.filter((one) => one.outcome === 'updated').map((one) => one.slug))

  return <>
    <p><a href={back('catalogue')}>← {t.back}</a></p>
    <h1>{t.title}</h1>
    {!may('products:write') && <p class="note">{shared.readOnly}</p>}
    {slugs.size === 0 ? <p class="empty">{t.none}</p> : <p>{t.chosen(count(slugs.size))} {hits && hits.length < slugs.size && t.gone(slugs.size - hits.length)}{' '}
      <button type="button" class="small" onClick={() => choose([])}>{t.clear}</button></p>}
    <ProblemNote refused={refused ?? categories.refused} again={refused ? again : categories.again} />
    {!hits && !refused && <Loading />}
    <form onSubmit={(e) => { e.preventDefault(); begin(true, sheet?.items ?? hits?.flatMap((hit) => itemOf(hit, steps) ?? []) ?? []) }} onInput={() => setRun(undefined)} onChange={() => setRun(undefined)}>
      {slugs.size > 0 && !sheet && <Steps steps={steps} set={setSteps} categories={categories.data} />}
      <details open={slugs.size === 0}>
        <summary>{t.sheet}</summary>
        <div class="field"><label for="rows">{t.rows}</label>
          <textarea id="rows" class="code" rows={6} spellcheck={false} aria-describedby="rowsh" value={rows} onInput={(e) => setRows(e.currentTarget.value)} />
          <p class="hint" id="rowsh">{t.rowsHint}</p>
          {sheet && sheet.wrong.length > 0 && <p class="fault">{t.wrong(sheet.wrong.slice(0, 20).join(', '))}</p>}
          {sheet && sheet.unknown.length > 0 && <p class="warn">{t.unknown(sheet.unknown.join(', '))}</p>}
        </div>
      </details>
      <p><button class={run ? 'second' : ''} disabled={!ready || run?.busy || !may('products:write')}>{t.try}</button></p>
    </form>
    {run && <section aria-labelledby="plan">
      <h2 id="plan">{run.dryRun ? t.plan : t.done}</h2>
      <ProblemNote refused={run.refused} again={() => void go(run)} />
      {run.busy && <p role="status"><progress max={run.items.length} value={run.outcomes.length} aria-label={t.title} /> {t.progress(count(run.outcomes.length), count(run.items.length))}</p>}
      {!run.busy && <p class="row">
        {run.dryRun && good.size > 0 && !run.refused && <button type="button" onClick={() => begin(false, run.items.filter((item) => good.has(item.slug)))}>{t.act(count(good.size))}</button>}
        {!run.dryRun && good.size > 0 && may('audit:revert') && <button type="button" class="second" onClick={() => undoCalls(run.requestIds)}>{t.undo}</button>}
        {!run.dryRun && <button type="button" class="second" onClick={() => { setRun(undefined); setRows(''); setSteps([blank]); again() }}>{t.again}</button>}
      </p>}
      {run.dryRun && !run.busy && good.size === 0 && !run.outcomes.some((one) => one.outcome === 'failed') && <p>{t.nothing}</p>}
      <Outcomes outcomes={run.outcomes} names={names} planned={run.dryRun} />
    </section>}
  </>
}
