// The campaigns: what the shop announces, with a code of its own.
import { useState } from 'preact/hooks'
import { useList, useWrite } from '../../lib/answers'
import type { Item, Schemas } from '../../lib/contract'
import { dateTime } from '../../lib/format'
import { href, refine, useRoute } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { List } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { t as shared } from './text'

type Campaign = Item<'marketing.list_campaigns'>
type Status = Schemas['CampaignStatus']

const t = texts(
  {
    label: 'Campaigns', make: 'New campaign', none: 'No campaigns. One announces an offer in the shop, and makes its code.', nothing: 'No such campaign.', says: 'Announces', from: 'From', to: 'To', open: 'until it is ended', show: 'Show', all: 'all', end: 'End',
    ended: (code: string) => `The campaign is over, and ${code} is switched off.`, statuses: { scheduled: 'not begun', running: 'running', ended: 'over' } satisfies Record<Status, string> as Record<Status, string>,
  },
  {
    label: 'Kampagner', make: 'Ny kampagne', none: 'Ingen kampagner. En kampagne viser et tilbud i butikken og laver dets kode.', nothing: 'Ingen sådan kampagne.', says: 'Meddeler', from: 'Fra', to: 'Til', open: 'til den afsluttes', show: 'Vis', all: 'alle', end: 'Afslut',
    ended: (code: string) => `Kampagnen er slut, og ${code} er slået fra.`, statuses: { scheduled: 'ikke begyndt', running: 'kører', ended: 'slut' },
  },
)

export function Campaigns() {
  const { query: { status = '' } } = useRoute()
  const list = useList('marketing.list_campaigns', { limit: 50, ...(status in t.statuses && { status: status as Status }) }, { enabled: may('marketing:write') })
  const write = useWrite('marketing.end_campaign')
  const [last, setLast] = useState('')
  const end = async ({ id, discountCode }: Campaign) => {
    setLast(id)
    const done = await write.send({ campaignId: id, confirm: true })
    if (done) say(t.ended(discountCode), done.requestId)
  }
  const lacking = needs('marketing:write').title
  if (lacking !== undefined) return <p class="note">{lacking}</p>
  return <>
    <form class="bar" onSubmit={(e) => e.preventDefault()}>
      <label>{t.show}<select value={status} onChange={(e) => refine({ status: e.currentTarget.value })}>
        <option value="">{t.all}</option>{Object.entries(t.statuses).map(([one, name]) => <option key={one} value={one}>{name}</option>)}</select></label>
      <a class="button" href={href('marketing', ['new', 'campaign'])}>{t.make}</a>
    </form>
    <ProblemNote refused={write.refused} />
    <List label={t.label} list={list} id={(one) => one.id} name={(one) => one.announcement} to={(one) => href('marketing', ['codes', one.discountCode])} empty={status === '' ? t.none : t.nothing} columns={[
      { head: shared.code, cell: (one) => <code>{one.discountCode}</code> },
      { head: t.says, cell: (one) => one.announcement },
      { head: t.from, cell: (one) => <When at={one.startsAt} /> },
      { head: t.to, cell: (one) => one.endsAt === null ? <span class="quiet">{t.open}</span> : <When at={one.endsAt} /> },
      { head: shared.state, cell: (one) => <span class="chip">{t.statuses[one.status]}</span> },
      { head: shared.act, cell: (one) => one.status !== 'ended' && <button type="button" class="small" disabled={write.busy && last === one.id} onClick={() => void end(one)}>{t.end}<span class="unseen"> {one.announcement}</span></button> },
    ]} />
  </>
}

function When({ at }: { at: string }) {
  return <time dateTime={at} title={at}>{dateTime(at)}</time>
}
