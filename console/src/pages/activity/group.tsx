// One call of the feed: a sentence, or one for several changes that it made, opened to before and after.
import { useState } from 'preact/hooks'
import { useResult } from '../../lib/answers'
import { count, dateTime, time } from '../../lib/format'
import { href } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { UndoButton } from '../../parts/history'
import { Loading } from '../../parts/loading'
import { ProblemNote } from '../../parts/problem'
import { Actor, Changes, ChangeTable, done, operationName, type Entry } from '../../parts/story'
import { canUndo, openUndo } from '../../parts/asked'

const t = texts(
  {
    changes: (n: string) => `${n} changes`, one: '1 call', undoAll: 'Undo all', each: 'Each of them', open: 'Details', call: 'All of this call', actor: 'All by this key', thing: 'All about this', sent: 'What was sent', from: 'From', over: 'Over', request: 'Request',
    why: 'Why not undo?', refused: 'Refused with',
  },
  {
    changes: (n: string) => `${n} ændringer`, one: '1 kald', undoAll: 'Fortryd alle', each: 'Hver af dem', open: 'Detaljer', call: 'Alt fra dette kald', actor: 'Alt fra denne nøgle', thing: 'Alt om dette', sent: 'Hvad der blev sendt', from: 'Fra', over: 'Via', request: 'Kald',
    why: 'Hvorfor ikke fortryde?', refused: 'Afvist med',
  },
)

export function Group({ entries }: { entries: Entry[] }) {
  const [first] = entries
  if (!first) return null
  const total = Math.max(first.sameRequest ?? 1, entries.length)
  if (entries.length === 1) return <Line entry={first} />
  return <li data-row>
    <time dateTime={first.at} title={first.at}>{time(first.at)}</time>
    <span class="said"><Actor entry={first} /> {operationName(first.tool)}: {t.changes(count(total))} <span class="chip">{t.one}</span>
      <details><summary>{t.each}</summary><ul class="feed">{entries.map((entry) => <Line key={entry.id} entry={entry} />)}</ul></details></span>
    {may('audit:revert') && entries.some(canUndo) && <button type="button" class="small" data-undo
      onClick={() => openUndo(entries.filter(canUndo).map((entry) => entry.id))}>{t.undoAll}</button>}
  </li>
}

function Line({ entry }: { entry: Entry }) {
  const [open, setOpen] = useState(false)
  return <li data-row class={entry.outcome === 'success' ? '' : 'refused'}>
    <time dateTime={entry.at} title={entry.at}>{time(entry.at)}</time>
    <span class="said"><Actor entry={entry} /> {done(entry)} <Changes entry={entry} />
      {entry.code && entry.outcome !== 'success' && <span class="chip">{entry.code}</span>} <span class="chip">{entry.channel}</span>
      <details onToggle={(e) => setOpen(e.currentTarget.open)}><summary data-open>{t.open}</summary>{open && <Details id={entry.id} />}</details></span>
    <UndoButton entry={entry} />
  </li>
}

function Details({ id }: { id: string }) {
  const got = useResult('audit.get', { auditLogId: id })
  const entry = got.data
  if (!entry) return got.refused ? <ProblemNote refused={got.refused} again={got.again} /> : <Loading />
  return <>
    {entry.changes.length > 0 && <ChangeTable changes={entry.changes} />}
    {entry.notRevertibleReason && entry.outcome === 'success' && <p class="note"><strong>{t.why}</strong> {entry.notRevertibleReason}</p>}
    {entry.notShownReason && <p class="quiet">{entry.notShownReason}</p>}
    <details><summary>{t.sent}</summary><pre class="code" tabIndex={0}>{entry.tool} {JSON.stringify(entry.args, null, 2)}</pre></details>
    <p class="quiet">{dateTime(entry.at)} · {t.over} {entry.channel} {entry.ip && <>· {t.from} {entry.ip} {entry.userAgent}</>} · {t.request} <code>{entry.requestId}</code></p>
    <p class="row"><a href={href('activity', [], { requestId: entry.requestId, kinds: 'change,refusal,access' })}>{t.call}</a>
      <a href={href('activity', [], { actorPrefix: entry.actor })}>{t.actor}</a>
      {entry.entityId && <a href={href('activity', [], { entityType: entry.entityType ?? undefined, entityId: entry.entityId })}>{t.thing}</a>}</p>
  </>
}
