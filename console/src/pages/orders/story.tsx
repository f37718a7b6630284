// What happened to an order, oldest first: its own history with its notes, what else the audit knows, and the undo of both.
import { useState } from 'preact/hooks'
import { useList, useWrite, type Read } from '../../lib/answers'
import type { Result } from '../../lib/contract'
import { dateTime } from '../../lib/format'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { Input } from '../../parts/fields'
import { useLeave } from '../../parts/form'
import { Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { statusName } from '../../parts/order'
import { ProblemNote } from '../../parts/problem'
import { Actor, By, Changes, done, type Entry, UndoButton } from '../../parts/story'
import { say } from '../../parts/toast'

const t = texts(
  {
    title: 'What happened', placed: 'placed the order', moved: (from: string, to: string) => `moved it from ${from} to ${to}`, refunded: 'recorded a further refund', noted: 'wrote',
    note: 'Note', noteHint: 'The customer never sees it. It cannot be changed or deleted.', add: 'Add the note', added: 'The note was added.',
  },
  {
    title: 'Hvad der skete', placed: 'afgav ordren', moved: (from: string, to: string) => `flyttede den fra ${from} til ${to}`, refunded: 'registrerede endnu en refusion', noted: 'skrev',
    note: 'Note', noteHint: 'Kunden ser den aldrig. Den kan ikke ændres eller slettes.', add: 'Tilføj noten', added: 'Noten er tilføjet.',
  },
)

type Events = Result<'orders.history'>

/** ofOrder is the changes of an order in the audit. */
export function ofOrder(id: string) {
  return { entityType: 'order', entityId: id }
}

interface Happened {
  at: string
  event?: Events[number]
  /** What the audit has of it; of some events it has nothing any more. */
  entry?: Entry | undefined
}

export function Story({ id, events }: { id: string; events: Read<Events> }) {
  const audit = useList('audit.list', { kinds: ['change'], limit: 200, ...ofOrder(id) }, { enabled: may('audit:read') })
  const entries = audit.data ?? []
  const all: Happened[] = (events.data ?? []).map((event) => ({ at: event.at, event, entry: entries.find((one) => one.at === event.at) }))
  if (events.data) all.push(...entries.filter((entry) => !all.some((one) => one.entry === entry)).map((entry) => ({ at: entry.at, entry })))
  all.sort((a, b) => a.at.localeCompare(b.at))
  return <section aria-labelledby="story">
    <h2 id="story">{t.title}</h2>
    <ProblemNote refused={events.refused} again={events.again} />
    <ProblemNote refused={audit.refused} again={audit.again} />
    {events.loading && <Loading />}
    <ul class="feed">{all.map(({ at, event, entry }) => <li key={at + (entry?.id ?? '')} data-row>
      <time dateTime={at} title={at}>{dateTime(at)}</time>
      <span class="said">{entry ? <Actor entry={entry} /> : <span class="actor"><By actor={event?.actor ?? ''} /></span>} {event ? said(event) : entry && <>{done(entry)} <Changes entry={entry} /></>} {event?.note && <q>{event.note}</q>}</span>
      {entry && <UndoButton entry={entry} />}
    </li>)}</ul>
    <Note id={id} />
  </section>
}

function said({ from, to }: Events[number]): string {
  if (to === null) return t.noted
  if (from === null) return t.placed
  return from === to ? t.refunded : t.moved(statusName(from), statusName(to))
}

function Note({ id }: { id: string }) {
  const write = useWrite('orders.add_note')
  const [text, setText] = useState('')
  useLeave(text !== '')
  const add = async () => {
    if (text.trim() === '' || !await write.send({ orderId: id, text })) return
    setText('')
    say(t.added)
  }
  return <form onSubmit={(e) => { e.preventDefault(); void add() }}>
    <Input name="text" field={{ label: t.note, kind: 'lines', rows: 3, max: 2_000, hint: t.noteHint }} value={text} set={(value) => setText(String(value))} faults={write.refused?.faults('/text')} />
    <ProblemNote refused={write.refused} />
    <button {...needs('orders:write', write.busy || text.trim() === '')}>{t.add}</button>
  </form>
}
