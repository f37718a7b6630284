// Products or categories from a file: a try first, with what is refused by line, then for good, in pieces.
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { useResult } from '../../lib/answers'
import { call, read } from '../../lib/api'
import type { Result } from '../../lib/contract'
import { count, money } from '../../lib/format'
import { asRefused, type Refused } from '../../lib/problem'
import { href } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { useLeave } from '../../parts/form'
import { listed } from '../../parts/got'
import { List } from '../../parts/list'
import { ProblemNote } from '../../parts/problem'
import { productHref } from './address'
import type { Hit } from './plan'
import { contentsOf, formatOf, type Format, type Piece, split } from './split'
import { slugOf } from '../../lib/slug'
import { t as shared } from './text'
import { undoCalls } from '../../parts/asked'
import { write } from '../../lib/write'

const t = texts(
  {
    what: 'What is in the file', products: 'Products', categories: 'Categories', file: 'File', hint: 'JSON Lines, or the CSV of products that Shopify exports. Drop it here, or choose it.', format: 'Format', category: 'Category of new products without one',
    read: (name: string, pieces: number) => pieces === 1 ? `${name} is read.` : `${name} is read; it is sent in ${pieces} pieces.`, nothing: 'There is nothing in this file.', try: 'Check it', act: 'Import', plan: 'What would happen', done: 'Imported',
    sum: (created: string, updated: string, unchanged: string, refused: string) => `${created} created, ${updated} changed, ${unchanged} as they are, ${refused} refused.`, faults: 'What is refused, by line', line: 'Line', handle: 'Product', reason: 'Why',
    firstFaults: 'Each piece names its first 100.', undo: 'Undo all', see: 'See the products', progress: (done: number, all: number) => `Piece ${done} of ${all}`, scope: (scope: string) => `Your key may not import this: it lacks ${scope}.`,
    fresh: 'New categories, which are made:', unread: 'Columns that are not imported:', made: 'New products', variants: (n: number) => n === 1 ? '1 variant' : `${n} variants`, first: 'Looked for among the first 500 of the file.',
  },
  {
    what: 'Hvad filen indeholder', products: 'Varer', categories: 'Kategorier', file: 'Fil', hint: 'JSON Lines, eller den CSV med varer, som Shopify eksporterer. Slip den her, eller vælg den.', format: 'Format', category: 'Kategori for nye varer uden en',
    read: (name: string, pieces: number) => pieces === 1 ? `${name} er læst.` : `${name} er læst; den sendes i ${pieces} stykker.`, nothing: 'Der er intet i denne fil.', try: 'Kontrollér den', act: 'Importér', plan: 'Hvad der ville ske', done: 'Importeret',
    sum: (created: string, updated: string, unchanged: string, refused: string) => `${created} oprettet, ${updated} ændret, ${unchanged} som de er, ${refused} afvist.`, faults: 'Hvad der afvises, linje for linje', line: 'Linje', handle: 'Vare', reason: 'Hvorfor',
    firstFaults: 'Hvert stykke nævner sine første 100.', undo: 'Fortryd alt', see: 'Se varerne', progress: (done: number, all: number) => `Stykke ${done} af ${all}`, scope: (scope: string) => `Din nøgle må ikke importere dette: den mangler ${scope}.`,
    fresh: 'Nye kategorier, som oprettes:', unread: 'Kolonner, der ikke importeres:', made: 'Nye varer', variants: (n: number) => n === 1 ? '1 variant' : `${n} varianter`, first: 'Fundet blandt de første 500 i filen.',
  },
)

type Kind = 'products' | 'categories'
type Told = Result<'products.import'>

interface Run {
  dryRun: boolean
  told: Told[]
  requestIds: string[]
  busy: boolean
  refused?: Refused
  made?: Hit[]
}

interface Read {
  name: string
  text: string
  format: Format
}

export function ImportPage() {
  const [kind, setKind] = useState<Kind>('products')
  const [file, setFile] = useState<Read>()
  const [category, setCategory] = useState('')
  const [run, setRun] = useState<Run>()
  const categories = useResult('categories.list', {})
  const parts = useRef<Piece[]>([])
  const mounted = useRef(true)
  useEffect(() => () => { mounted.current = false }, [])
  useLeave(run?.busy === true && !run.dryRun)
  const scope = `${kind}:write`

  const take = (next: Read | undefined) => {
    parts.current = next ? split(next.text, next.format) : []
    setRun(undefined)
    setFile(next)
  }
  const contents = useMemo(() => file && kind === 'products' ? contentsOf(file.text, file.format) : undefined, [file, kind])
  const known = new Set(categories.data?.flatMap(({ slug, name }) => [slug, name.toLowerCase()]))
  const fresh = categories.data ? contents?.categories.filter((name) => !known.has(name.toLowerCase()) && !known.has(slugOf(name))) ?? [] : []
  const before = useRef<ReadonlySet<string>>(new Set())
  const go = async (begun: Pick<Run, 'dryRun' | 'told' | 'requestIds'>) => {
    let now: Run = { dryRun: begun.dryRun, told: begun.told, requestIds: begun.requestIds, busy: true }
    setRun(now)
    if (now.told.length === 0) before.current = new Set((await hitsOf(contents?.slugs)).map((hit) => hit.slug))
    for (const piece of parts.current.slice(now.told.length)) {
      try {
        const { result, requestId } = await send(kind, piece, file?.format ?? 'jsonl', category, now.dryRun)
        now = { ...now, told: [...now.told, inFile(result, piece)], requestIds: [...now.requestIds, requestId] }
      } catch (thrown) {
        return setRun({ ...now, busy: false, refused: asRefused(thrown) })
      }
      if (!mounted.current) return
      setRun(now)
    }
    setRun({ ...now, busy: false, ...(!now.dryRun && { made: (await hitsOf(contents?.slugs)).filter((hit) => !before.current.has(hit.slug)) }) })
  }
  const begin = (dryRun: boolean) => void go({ dryRun, told: [], requestIds: [] })
  const again = <T,>(set: (value: T) => void) => (value: T) => { set(value); setRun(undefined) }
  const useful = run?.dryRun === true && !run.refused && run.told.some((one) => one.created + one.updated > 0)

  return <>
    <ProblemNote refused={categories.refused} again={categories.again} />
    <form onSubmit={(e) => { e.preventDefault(); begin(true) }}>
      <div class="bar">
        <label>{t.what}<select value={kind} onChange={(e) => again(setKind)(e.currentTarget.value as Kind)}><option value="products">{t.products}</option><option value="categories">{t.categories}</option></select></label>
        {kind === 'products' && <label>{t.category}<select value={category} onChange={(e) => again(setCategory)(e.currentTarget.value)}>
          <option value="">{shared.none}</option>{categories.data?.map(({ slug, name }) => <option key={slug} value={slug}>{name}</option>)}</select></label>}
        {file && <label>{t.format}<select value={file.format} onChange={(e) => take({ ...file, format: e.currentTarget.value as Format })}><option value="jsonl">JSON Lines</option><option value="shopify_csv">Shopify CSV</option></select></label>}
      </div>
      <Drop set={take} />
      {file && <p role="status">{parts.current.length === 0 ? t.nothing : t.read(file.name, parts.current.length)}</p>}
      {fresh.length > 0 && <p class="warn">{t.fresh} {fresh.join(', ')}</p>}
      {contents && contents.unread.length > 0 && <p class="quiet">{t.unread} {contents.unread.join(', ')}</p>}
      {!may(scope) && <p class="note">{t.scope(scope)}</p>}
      <p><button class={run ? 'second' : ''} disabled={parts.current.length === 0 || run?.busy === true || !may(scope)}>{t.try}</button></p>
    </form>
    {run && <section aria-labelledby="told">
      <h2 id="told">{run.dryRun ? t.plan : t.done}</h2>
      <ProblemNote refused={run.refused} again={() => void go(run)} />
      {run.busy && <p role="status"><progress max={parts.current.length} value={run.told.length} aria-label={t.act} /> {t.progress(run.told.length, parts.current.length)}</p>}
      <Told told={run.told} />
      {run.made && run.made.length > 0 && <Made hits={run.made} cut={(contents?.slugs.length ?? 0) > most} />}
      {!run.busy && <p class="row">
        {useful && <button type="button" onClick={() => begin(false)}>{t.act}</button>}
        {!run.dryRun && may('audit:revert') && run.told.some((one) => one.created + one.updated > 0) && <button type="button" class="second" onClick={() => undoCalls(run.requestIds)}>{t.undo}</button>}
        {!run.dryRun && <a class="button second" href={href('catalogue', kind === 'categories' ? ['categories'] : [])}>{t.see}</a>}
      </p>}
    </section>}
  </>
}

async function send(kind: Kind, { text }: Piece, format: Format, categorySlug: string, dryRun: boolean): Promise<{ result: Told; requestId: string }> {
  const body = { text, format, ...(dryRun ? { dryRun: true } : { confirm: true as const }) }
  const make = dryRun ? call : write
  const { answer, requestId } = kind === 'categories' ? await make('categories.import', body) : await make('products.import', { ...body, ...(categorySlug !== '' && { categorySlug }) })
  return { result: answer.result, requestId }
}

const most = 500

/** hitsOf is the products with these slugs that are there; none when they cannot be read, as what they are for is only said. */
async function hitsOf(slugs: string[] = []): Promise<Hit[]> {
  const hundreds = Array.from({ length: Math.ceil(Math.min(slugs.length, most) / 100) }, (_, at) => slugs.slice(at * 100, at * 100 + 100))
  const found = await Promise.all(hundreds.map((some) => read('products.search', { slugs: some, limit: 100 }))).catch(() => [])
  return found.flat()
}

function Made({ hits, cut }: { hits: Hit[]; cut: boolean }) {
  return <>
    <h3>{t.made}</h3>
    {cut && <p class="quiet">{t.first}</p>}
    <List label={t.made} list={listed({ data: hits, refused: undefined, loading: false, again: () => undefined })} id={(hit) => hit.slug} name={(hit) => hit.name} to={(hit) => productHref(hit.slug)} empty="–" columns={[
      { head: shared.product, cell: (hit) => <span>{hit.name} {hit.variantCount > 0 && <span class="chip">{t.variants(hit.variantCount)}</span>}</span> },
      { head: shared.category, cell: (hit) => hit.categoryName },
      { head: shared.price, right: true, cell: (hit) => money(hit.priceDkk) },
      { head: shared.stock, right: true, cell: (hit) => count(hit.stock) },
    ]} />
  </>
}

/** inFile is what was told of a piece, with the lines of the file. */
function inFile(told: Told, { lines }: Piece): Told {
  return { ...told, errors: told.errors.map((fault) => ({ ...fault, line: lines[fault.line - 1] ?? fault.line })) }
}

function Told({ told }: { told: Told[] }) {
  if (told.length === 0) return null
  const of = (name: 'created' | 'updated' | 'unchanged' | 'refused') => count(told.reduce((sum, one) => sum + one[name], 0))
  const faults = told.flatMap((one) => one.errors).sort((a, b) => a.line - b.line)
  return <>
    <p>{t.sum(of('created'), of('updated'), of('unchanged'), of('refused'))}</p>
    {faults.length > 0 && <>
      <h3>{t.faults}</h3>
      {told.some((one) => one.refused > one.errors.length) && <p class="quiet">{t.firstFaults}</p>}
      <div class="table" role="region" aria-label={t.faults} tabIndex={0}><table>
        <thead><tr><th scope="col" class="right">{t.line}</th><th scope="col">{t.handle}</th><th scope="col">{t.reason}</th></tr></thead>
        <tbody>{faults.map((one) => <tr key={`${one.line} ${one.reason}`} data-row>
          <td class="right" data-label={t.line}>{one.line}</td><td data-label={t.handle}><code>{one.handle}</code></td><td data-label={t.reason}>{one.reason}</td>
        </tr>)}</tbody>
      </table></div>
    </>}
  </>
}

function Drop({ set }: { set: (read: Read | undefined) => void }) {
  const [over, setOver] = useState(false)
  const id = useId()
  const open = async (file: File | undefined) => {
    if (!file) return
    const text = await file.text()
    set({ name: file.name, text, format: formatOf(file.name, text) })
  }
  return <div class={over ? 'drop over' : 'drop'} onDragOver={(e) => { e.preventDefault(); setOver(true) }} onDragLeave={() => setOver(false)}
    onDrop={(e) => { e.preventDefault(); setOver(false); void open(e.dataTransfer?.files[0]) }}>
    <label for={id}>{t.file}</label>
    <input id={id} type="file" accept=".csv,.jsonl,.ndjson,.json,text/csv,application/json" aria-describedby={`${id}h`} onChange={(e) => void open(e.currentTarget.files?.[0])} />
    <p class="hint" id={`${id}h`}>{t.hint}</p>
  </div>
}
