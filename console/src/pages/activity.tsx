// What happened, in sentences, by day and by call.
import { useList, useResult } from '../lib/answers'
import type { Body } from '../lib/contract'
import { download } from '../lib/download'
import { count, dayName, dayStart, localDay } from '../lib/format'
import { href, useRoute } from '../lib/route'
import { may } from '../lib/session'
import { texts } from '../lib/text'
import { Filters } from './activity/filters'
import { Group } from './activity/group'
import { useAttention } from '../parts/shell'
import { Loading, ProblemNote } from '../parts/problem'
import type { Entry } from '../parts/story'
import { undoFound } from '../parts/asked'

const t = texts(
  {
    title: 'Activity', fresh: (n: string) => `${n} new: show`, more: 'Show more', none: 'Nothing found. Change the filters, or look further back.',
    empty: 'Nothing has happened yet. Every change by a person or an agent appears here, and can be undone.', give: 'Give an agent a key', undoAll: 'Undo all of these…', export: 'Download',
    only: 'One call', all: 'Show everything', open: (n: string) => `Payments that are not paid yet: ${n}`, failed: (n: string) => `Payments that failed: ${n}`,
  },
  {
    title: 'Aktivitet', fresh: (n: string) => `${n} nye: vis`, more: 'Vis flere', none: 'Intet fundet. Ret filtrene, eller se længere tilbage.',
    empty: 'Der er ikke sket noget endnu. Enhver ændring, som en person eller en agent laver, vises her og kan fortrydes.', give: 'Giv en agent en nøgle', undoAll: 'Fortryd alle disse…', export: 'Hent',
    only: 'Ét kald', all: 'Vis alt', open: (n: string) => `Betalinger, der ikke er betalt endnu: ${n}`, failed: (n: string) => `Betalinger, der mislykkedes: ${n}`,
  },
)

type Filter = Body<'audit.list'>

// How many entries are undone at once, so that the plan can be read.
const most = 2_000

/** filterOf is the address as the request of the list. */
function filterOf(query: Record<string, string>): Filter {
  const { kinds = 'change,refusal', actorPrefix, toolPrefix, entityType, entityId, outcome, channel, holder, q, requestId, from, to } = query
  const text = { actorPrefix, toolPrefix, entityType, entityId, q, requestId }
  return {
    limit: 50,
    kinds: kinds.split(',') as NonNullable<Filter['kinds']>,
    ...Object.fromEntries(Object.entries(text).filter(([, value]) => value !== undefined)),
    ...(outcome !== undefined && { outcome: outcome as NonNullable<Filter['outcome']> }),
    ...(channel !== undefined && { channel: channel as NonNullable<Filter['channel']> }),
    ...(holder !== undefined && { holder: holder as NonNullable<Filter['holder']> }),
    ...(from !== undefined && { fromDate: dayStart(from) }),
    ...(to !== undefined && { toDate: dayStart(to, 1) }),
  }
}

export default function Activity() {
  const { query } = useRoute()
  const filter = filterOf(query)
  const list = useList('audit.list', filter)
  const filtered = Object.keys(query).length > 0
  return <>
    <header class="row"><h1>{t.title}</h1><Fresh filter={filter} list={list.data} again={list.again} /></header>
    <Payments />
    <Filters query={query} />
    {query['requestId'] !== undefined && <p class="note">{t.only} <code>{query['requestId']}</code> <a href={href('activity')}>{t.all}</a></p>}
    <ProblemNote refused={list.refused} again={list.again} />
    {list.loading && <Loading />}
    {list.data?.length === 0 && <div class="empty"><p>{filtered ? t.none : t.empty}</p>{!filtered && <a class="button" href={href('keys', ['new'])}>{t.give}</a>}</div>}
    {list.data && list.data.length > 0 && <>
      <p class="bar">
        {filtered && may('audit:revert') && <button type="button" class="second" onClick={() => undoFound([filter], most)}>{t.undoAll}</button>}
        <button type="button" class="second" onClick={() => download('activity.json', 'application/json', JSON.stringify(list.data, null, 2))}>{t.export}</button>
      </p>
      <Days entries={list.data} />
    </>}
    {list.more && <button type="button" class="second" onClick={list.more}>{t.more}</button>}
  </>
}

/** How many entries came since the list was read; they are put in when somebody asks. */
function Fresh({ filter, list, again }: { filter: Filter; list: Entry[] | undefined; again: () => void }) {
  const newest = list?.[0]?.id
  const attention = useAttention()
  const since = useResult('audit.list', { ...filter, afterId: newest ?? '' }, { enabled: newest !== undefined && attention !== undefined && attention.newestAuditLogId !== newest })
  const n = since.data?.items.length ?? 0
  if (n === 0 || newest === attention?.newestAuditLogId) return null
  return <button type="button" class="second" onClick={again}>↑ {t.fresh(n === 50 ? '50+' : count(n))}</button>
}

// Payments that wait or failed, if any.
function Payments() {
  const { paymentsOpen = 0, paymentsFailed = 0 } = useAttention() ?? {}
  if (paymentsOpen + paymentsFailed === 0 || !may('payments:read')) return null
  return <p class="note row">
    {paymentsFailed > 0 && <a href={href('payments', [], { status: 'failed' })}>{t.failed(count(paymentsFailed))}</a>}
    {paymentsOpen > 0 && <a href={href('payments', [], { status: 'open' })}>{t.open(count(paymentsOpen))}</a>}
  </p>
}

function Days({ entries }: { entries: Entry[] }) {
  const days = Map.groupBy(entries, (entry) => localDay(entry.at))
  return <>{[...days].map(([day, of]) => <section key={day} aria-labelledby={`d${day}`}>
    <h2 id={`d${day}`}>{dayName(of[0]?.at ?? day)}</h2>
    <ul class="feed">{calls(of).map((group) => <Group key={group[0]?.id} entries={group} />)}</ul>
  </section>)}</>
}

/** calls puts entries of one call that stand together into one group. */
function calls(entries: Entry[]): Entry[][] {
  const groups: Entry[][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last?.[0]?.requestId === entry.requestId && entry.requestId !== '') last.push(entry)
    else groups.push([entry])
  }
  return groups
}
