// Calls that are beyond a limit of their key, and wait for a person: oldest first, with what each would change.
import { useEffect } from 'preact/hooks'
import { useList } from '../lib/answers'
import type { Schemas } from '../lib/contract'
import { count } from '../lib/format'
import { href, useRoute } from '../lib/route'
import { texts } from '../lib/text'
import { Loading } from '../parts/list'
import { ProblemNote } from '../parts/problem'
import { useAttention } from '../parts/shell'
import { One } from './approvals/one'

type State = Schemas['ApprovalStatus']

const t = texts(
  {
    title: 'Approvals', states: { pending: 'Waiting', approved: 'Approved', used: 'Carried out', rejected: 'Rejected', stale: 'Outdated', expired: 'Expired' } satisfies Record<State, string>,
    hints: { approved: 'The caller may make the call, once.', used: 'The caller made the call.', stale: 'What they would change was changed meanwhile.', expired: 'Nobody decided within 72 hours, or the approval was not used.' } as Partial<Record<State, string>>,
    waits: 'Nothing waits. Limits of a key decide what an agent must ask for.', keys: 'Agents and keys', none: 'Nothing here.', fresh: (n: string) => `${n} waiting: read again`, more: 'Show more', recorded: 'Looking is recorded.',
  },
  {
    title: 'Godkendelser', states: { pending: 'Venter', approved: 'Godkendt', used: 'Udført', rejected: 'Afvist', stale: 'Forældet', expired: 'Udløbet' },
    hints: { approved: 'Kaldet må laves, én gang.', used: 'Kaldet er lavet.', stale: 'Det, de ville ændre, blev ændret imens.', expired: 'Ingen afgjorde det inden for 72 timer, eller godkendelsen blev ikke brugt.' },
    waits: 'Intet venter. En nøgles grænser afgør, hvad en agent skal spørge om.', keys: 'Agenter og nøgler', none: 'Intet her.', fresh: (n: string) => `${n} venter: læs igen`, more: 'Vis flere', recorded: 'Opslaget registreres.',
  },
)

const states = Object.keys(t.states) as State[]

export default function Approvals() {
  const { query } = useRoute()
  const status = states.find((one) => one === query['status']) ?? 'pending'
  return <>
    <header class="row"><h1>{t.title}</h1><span class="quiet">{t.recorded}</span></header>
    <nav aria-label={t.title}><ul class="tabs">{states.map((one) => <li key={one}>
      <a href={href('approvals', [], one === 'pending' ? {} : { status: one })} {...(one === status && { 'aria-current': 'page' as const })}>{t.states[one]}</a></li>)}</ul></nav>
    {t.hints[status] && <p class="quiet">{t.hints[status]}</p>}
    <Listed key={status} status={status} />
  </>
}

function Listed({ status }: { status: State }) {
  const list = useList('approvals.list', { status, limit: 100 })
  const waiting = useAttention()?.approvalsPending
  const pending = status === 'pending'
  useEffect(() => { if (pending) list.more?.() }, [list.data?.length]) // the oldest is on the last page
  const shown = pending ? list.data?.toReversed() : list.data
  return <>
    <ProblemNote refused={list.refused} again={list.again} />
    {list.loading && <Loading />}
    {pending && shown && waiting !== undefined && waiting !== shown.length && !list.more && <p><button type="button" class="second" onClick={list.again}>{t.fresh(count(waiting))}</button></p>}
    {shown?.length === 0 && <div class="empty">{pending ? <><p>{t.waits}</p><a href={href('keys')}>{t.keys}</a></> : t.none}</div>}
    {shown?.map((one) => <One key={one.id} approval={one} again={list.again} />)}
    {list.more && !pending && <button type="button" class="second" onClick={list.more}>{t.more}</button>}
  </>
}
