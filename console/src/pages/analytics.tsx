// What the shop takes and what it lacks. `#/analytics?period=…&interval=…`
import { date } from '../lib/format'
import { href, refine, useRoute } from '../lib/route'
import { may } from '../lib/session'
import { texts } from '../lib/text'
import { needs } from '../parts/needs'
import { daysOf, intervalOf, isPeriod, type Interval, type Period, periods } from './analytics/period'
import { Sales } from './analytics/sales'
import { Searches } from './analytics/searches'
import { Agents, Codes, LowStock, TopProducts } from './analytics/tables'

interface Words { title: string; period: string; interval: string; from: string; to: string; compared: string; periods: Record<Period, string>; intervals: Record<Interval, string> }

const t = texts<Words>(
  {
    title: 'Analytics', period: 'Period', interval: 'By', from: 'From', to: 'To', compared: 'Compared with',
    periods: { today: 'today', yesterday: 'yesterday', last_7_days: 'last 7 days', last_30_days: 'last 30 days', this_month: 'this month', last_month: 'last month', this_year: 'this year', between: 'between dates' },
    intervals: { day: 'day', week: 'week', month: 'month' },
  },
  {
    title: 'Analyse', period: 'Periode', interval: 'Pr.', from: 'Fra', to: 'Til', compared: 'Sammenlignet med',
    periods: { today: 'i dag', yesterday: 'i går', last_7_days: 'seneste 7 dage', last_30_days: 'seneste 30 dage', this_month: 'denne måned', last_month: 'sidste måned', this_year: 'i år', between: 'mellem datoer' },
    intervals: { day: 'dag', week: 'uge', month: 'måned' },
  },
)

export default function Analytics() {
  const { query } = useRoute()
  const period = isPeriod(query['period']) ? query['period'] : 'last_30_days'
  const { now, before } = daysOf(period, query)
  const interval = intervalOf(now, query['interval'])
  if (!may('analytics:read')) return <><h1>{t.title}</h1><p class="note">{needs('analytics:read').title}</p></>
  return <>
    <h1>{t.title}</h1>
    <form class="bar" onSubmit={(e) => e.preventDefault()}>
      <label>{t.period}<select value={period} onChange={(e) => refine({ period: e.currentTarget.value, interval: undefined })}>
        {periods.map((one) => <option key={one} value={one}>{t.periods[one]}</option>)}</select></label>
      {period === 'between' && (['from', 'to'] as const).map((end) => <label key={end}>{t[end]}
        <input type="date" value={query[end] ?? ''} onChange={(e) => refine({ [end]: e.currentTarget.value || undefined })} /></label>)}
      <label>{t.interval}<select value={interval} onChange={(e) => refine({ interval: e.currentTarget.value })}>
        {(Object.keys(t.intervals) as Interval[]).map((one) => <option key={one} value={one}>{t.intervals[one]}</option>)}</select></label>
    </form>
    <p class="quiet">{t.compared} <a href={href('analytics', [], { period: 'between', from: before.from, to: lastDay(before.until) })}>{date(before.from)} – {date(lastDay(before.until))}</a></p>
    <Sales now={now} before={before} interval={interval} />
    <TopProducts days={now} />
    <Codes days={now} />
    <Searches days={now} />
    <LowStock />
    <Agents days={now} />
  </>
}

function lastDay(until: string): string {
  return new Date(Date.parse(`${until}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}
