// One call of the feed: a sentence, or one for several changes that it made, opened to before and after.
import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { count, time } from '../../lib/format'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { Actor, Changes, done, type Entry, operationName, reason, UndoButton } from '../../parts/story'
import { canUndo, openUndo } from '../../parts/asked'

const t = texts(
  { changes: (n: string) => `${n} changes`, one: '1 call', undoAll: 'Undo all', each: 'Each of them', open: 'Details', marks: { mcp: 'MCP', cli: 'command line' } as Record<string, string> },
  { changes: (n: string) => `${n} ændringer`, one: '1 kald', undoAll: 'Fortryd alle', each: 'Hver af dem', open: 'Detaljer', marks: { mcp: 'MCP', cli: 'kommandolinje' } as Record<string, string> },
)

export function Group({ entries }: { entries: Entry[] }) {
  const [first] = entries
  if (!first) return null
  const total = Math.max(first.sameRequest ?? 1, entries.length)
  if (entries.length === 1) return <Line entry={first} />
  return <li data-row>
    <time dateTime={first.at} title={first.at}>{time(first.at)}</time>
    <span class="said"><Actor entry={first} /> · {operationName(first.tool)}: {t.changes(count(total))} <span class="chip">{t.one}</span>
      <details><summary>{t.each}</summary><ul class="feed">{entries.map((entry) => <Line key={entry.id} entry={entry} />)}</ul></details></span>
    {may('audit:revert') && entries.some(canUndo) && <button type="button" class="small" data-undo
      onClick={() => openUndo(entries.filter(canUndo))}>{t.undoAll}</button>}
  </li>
}

function Line({ entry }: { entry: Entry }) {
  const [Details, show] = useState<ComponentType<{ id: string }>>()
  const open = () => void import('./details').then((module) => show(() => module.Details))
  return <li data-row class={entry.outcome === 'success' ? '' : 'refused'}>
    <time dateTime={entry.at} title={entry.at}>{time(entry.at)}</time>
    <span class="said"><Actor entry={entry} /> {done(entry)} <Changes entry={entry} />
      {entry.code && entry.outcome !== 'success' && <span title={entry.code}>· {reason(entry.code)}</span>} {t.marks[entry.channel] && <span class="chip">{t.marks[entry.channel]}</span>}
      <details onToggle={open}><summary data-open>{t.open}</summary>{Details && <Details id={entry.id} />}</details></span>
    <UndoButton entry={entry} />
  </li>
}
