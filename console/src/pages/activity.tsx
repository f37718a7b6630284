// What happened, in sentences, by day and by call.
import { useState } from 'preact/hooks'
import { useList, useResult } from '../lib/answers'
import { read } from '../lib/api'
import type { Body } from '../lib/contract'
import { count, dayName, dayStart, localDay } from '../lib/format'
import { href, useRoute } from '../lib/route'
import { may } from '../lib/session'
import { texts } from '../lib/text'
import { Filters } from './activity/filters'
import { Group } from './activity/group'
import { useAttention } from '../parts/shell'
import { Loading } from '../parts/list'
import { ProblemNote } from '../parts/problem'
import type { Entry } from '../parts/story'
import { openUndo } from '../parts/asked'

const t = texts(
  {
    title: 'Activity', fresh: (n: string) => `${n} new: show`, more: 'Show more', none: 'Nothing found. Change the filters, or look further back.',
    empty: 'Nothing has happened yet. Every change by a person or an agent appears here, and can be undone.', give: 'Give an agent a key', undoAll: 'Undo all of these…', export: 'Download',
    only: 'One call', all: 'Show everything',
  },
  {
    title: 'Aktivitet', fresh: (n: string) => `${n} nye: vis`, more: 'Vis flere', none: 'Intet fundet. Ret filtrene, eller se længere tilbage.',
    empty: 'Der er ikke sket noget endnu. Enhver ændring, som en person eller en agent laver, vises her og kan fortrydes.', give: 'Giv en agent en nøgle', undoAll: 'Fortryd alle disse…', export: 'Hent',
    only: 'Ét kald', all: 'Vis alt',
  },
)

type Filter = Body<'audit.list'>

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
    <Filters query={query} />
    {query['requestId'] !== undefined && <p class="note">{t.only} <code>{query['requestId']}</code> <a href={href('activity')}>{t.all}</a></p>}
    <ProblemNote refused={list.refused} again={list.again} />
    {list.loading && <Loading />}
    {list.data?.length === 0 && <div class="empty"><p>{filtered ? t.none : t.empty}</p>{!filtered && <a class="button" href={href('keys', ['new'])}>{t.give}</a>}</div>}
    {list.data && list.data.length > 0 && <>
      <p class="bar">{filtered && <UndoAll filter={filter} />}<Download entries={list.data} /></p>
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

// All that the filter finds and that can be undone, newest first; 2,000 at most, so that the plan can be read.
function UndoAll({ filter }: { filter: Filter }) {
  const [busy, setBusy] = useState(false)
  if (!may('audit:revert')) return null
  const gather = async () => {
    setBusy(true)
    try {
      const ids: string[] = []
      let cursor: string | undefined
      do {
        const page = await read('audit.list', { ...filter, kinds: ['change'], revertible: true, limit: 200, ...(cursor !== undefined && { cursor }) })
        ids.push(...page.items.filter((entry) => !entry.revertedAt).map((entry) => entry.id))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined && ids.length < 2_000)
      openUndo(ids)
    } finally {
      setBusy(false)
    }
  }
  return <button type="button" class="second" disabled={busy} onClick={() => void gather()}>{t.undoAll}</button>
}

function Download({ entries }: { entries: Entry[] }) {
  const save = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([JSON.stringify(entries, null, 2)], { type: 'application/json' }))
    link.download = 'activity.json'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return <button type="button" class="second" onClick={save}>{t.export}</button>
}

