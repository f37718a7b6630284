// The discount codes, each with how often it was used and what it brought in.
import { useList, useResult, useWrite } from '../../lib/answers'
import { count, dateTime, money } from '../../lib/format'
import { href, refine, useRoute } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { List } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { type Discount, stateOf, t as shared, worth } from './text'

const t = texts(
  {
    label: 'Discount codes', make: 'New code', none: 'No codes yet. A code gives a lower price to the buyer who types it at the till.', nothing: 'No such code.', search: 'Search', show: 'Show', all: 'all', valid: 'valid ones', period: 'Revenue of', ever: 'all time',
    used: 'Used', of: (n: string, most: string) => `${n} of ${most}`, revenue: 'Revenue', off: 'Switch off', on: 'Switch on', turnedOff: (code: string) => `${code} is switched off.`, turnedOn: (code: string) => `${code} is switched on.`,
    periods: { last_7_days: '7 days', last_30_days: '30 days', this_month: 'this month', last_month: 'last month', this_year: 'this year' },
  },
  {
    label: 'Rabatkoder', make: 'Ny kode', none: 'Ingen koder endnu. En kode giver den, der skriver den i kassen, en lavere pris.', nothing: 'Ingen sådan kode.', search: 'Søg', show: 'Vis', all: 'alle', valid: 'gyldige', period: 'Omsætning i', ever: 'al tid',
    used: 'Brugt', of: (n: string, most: string) => `${n} af ${most}`, revenue: 'Omsætning', off: 'Slå fra', on: 'Slå til', turnedOff: (code: string) => `${code} er slået fra.`, turnedOn: (code: string) => `${code} er slået til.`,
    periods: { last_7_days: '7 dage', last_30_days: '30 dage', this_month: 'denne måned', last_month: 'forrige måned', this_year: 'i år' },
  },
)

export function Codes() {
  const { query: { q = '', only = '', period = '' } } = useRoute()
  const list = useList('discounts.list', { limit: 50, ...(q !== '' && { q }), ...(only !== '' && { onlyActive: true }) }, { enabled: may('discounts:read') })
  const reads = may('analytics:read')
  const performance = useResult('analytics.discount_performance', { limit: 100, ...(period !== '' && { period }) }, { enabled: reads })
  const revenue = new Map(performance.data?.map((one) => [one.code, one.revenueOere]))
  const whole = (performance.data?.length ?? 100) < 100 // a code that is not among the best hundred is not known to have none
  const toggle = useWrite('discounts.toggle')
  const turn = async ({ code, active, updatedAt }: Discount) => {
    const done = await toggle.send({ code, active: !active, expectedUpdatedAt: updatedAt })
    if (done) say((active ? t.turnedOff : t.turnedOn)(code), done.requestId, code)
  }
  const lacking = needs('discounts:read').title
  if (lacking !== undefined) return <p class="note">{lacking}</p>
  return <>
    <form class="bar" role="search" onSubmit={(e) => e.preventDefault()}>
      <label>{t.search}<input type="search" defaultValue={q} maxLength={64} onChange={(e) => refine({ q: e.currentTarget.value.trim() })} /></label>
      <label>{t.show}<select value={only} onChange={(e) => refine({ only: e.currentTarget.value })}><option value="">{t.all}</option><option value="valid">{t.valid}</option></select></label>
      {reads && <label>{t.period}<select value={period} onChange={(e) => refine({ period: e.currentTarget.value })}>
        <option value="">{t.ever}</option>{Object.entries(t.periods).map(([one, name]) => <option key={one} value={one}>{name}</option>)}</select></label>}
      <a class="button" href={href('marketing', ['new', 'code'])}>{t.make}</a>
    </form>
    <ProblemNote refused={toggle.refused} />
    <ProblemNote refused={performance.refused} again={performance.again} />
    <List label={t.label} list={list} id={(one) => one.code} name={(one) => one.code} to={(one) => href('marketing', ['codes', one.code])} empty={q !== '' || only !== '' ? t.nothing : t.none} columns={[
      { head: shared.code, cell: (one) => <code>{one.code}</code> },
      { head: shared.type, right: true, cell: worth },
      { head: t.used, right: true, cell: (one) => one.usageLimit === null ? count(one.usageCount) : t.of(count(one.usageCount), count(one.usageLimit)) },
      ...(reads ? [{ head: t.revenue, right: true, cell: ({ code }: Discount) => whole || revenue.has(code) ? money(revenue.get(code) ?? 0) : '' }] : []),
      { head: shared.until, cell: (one) => one.validUntil === null ? <span class="quiet">{shared.never}</span> : <time dateTime={one.validUntil} title={one.validUntil}>{dateTime(one.validUntil)}</time> },
      { head: shared.state, cell: (one) => <span class="chip">{stateOf(one)}</span> },
      { head: shared.act, cell: (one) => <button type="button" class="small" {...needs('discounts:write', toggle.busy)} onClick={() => void turn(one)}>{one.active ? t.off : t.on}<span class="unseen"> {one.code}</span></button> },
    ]} />
  </>
}
