// What happened to one thing, with undo.
import { useList } from '../lib/answers'
import type { Body } from '../lib/contract'
import { dateTime } from '../lib/format'
import { may } from '../lib/session'
import { texts } from '../lib/text'
import { Loading, ProblemNote } from './problem'
import { Actor, Changes, done, UndoButton } from './story'

const t = texts(
  { title: 'History', none: 'Nothing has happened to it yet.', more: 'Show more' },
  { title: 'Historik', none: 'Der er ikke sket noget med den endnu.', more: 'Vis flere' },
)

/** History lists the changes that a filter of the audit finds; nothing without the scope. */
export function History({ of }: { of: Body<'audit.list'> }) {
  const list = useList('audit.list', { kinds: ['change'], ...of }, { enabled: may('audit:read') })
  if (!may('audit:read')) return null
  return <section aria-labelledby="history">
    <h2 id="history">{t.title}</h2>
    <ProblemNote refused={list.refused} again={list.again} />
    {list.loading && <Loading />}
    {list.data?.length === 0 && <p class="quiet">{t.none}</p>}
    <ul class="feed">{list.data?.map((entry) => <li key={entry.id} data-row>
      <time dateTime={entry.at} title={entry.at}>{dateTime(entry.at)}</time>
      <span class="said"><Actor entry={entry} /> {done(entry)} <Changes entry={entry} /></span>
      <UndoButton entry={entry} />
    </li>)}</ul>
    {list.more && <button type="button" class="second" onClick={list.more}>{t.more}</button>}
  </section>
}
