// What a key called, and what was refused.
import { useResult } from '../../lib/answers'
import { count, dateTime, dayStart, localDay, time } from '../../lib/format'
import { refine, useRoute } from '../../lib/route'
import { texts } from '../../lib/text'
import { Chart } from '../../parts/chart'
import { listed } from '../../parts/got'
import { List, Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { operationName, reason } from '../../parts/story'
import { t as shared } from './text'

const t = texts(
  { title: 'What it called', last: 'Period', hours: 'today and yesterday, by hour', days: '30 days, by day', operation: 'Operation', used: 'Last', none: 'No calls in this time.', why: 'Why', times: 'Times' },
  { title: 'Hvad den kaldte', last: 'Periode', hours: 'i dag og i går, pr. time', days: '30 dage, pr. dag', operation: 'Operation', used: 'Sidst', none: 'Ingen kald i denne tid.', why: 'Hvorfor', times: 'Gange' },
)

export function KeyActivity({ id }: { id: string }) {
  const hourly = useRoute().query['interval'] === 'hour'
  const barred = needs('analytics:read').title
  const read = useResult('analytics.key_activity', { keyId: id, interval: hourly ? 'hour' : 'day', fromDate: dayStart(localDay(new Date()), hourly ? -1 : -29) }, { enabled: barred === undefined })
  const did = read.data
  return <section aria-labelledby="called"><h2 id="called">{t.title}</h2>
    {barred !== undefined && <p class="quiet">{barred}</p>}
    <form class="bar" onSubmit={(e) => e.preventDefault()}><label>{t.last}
      <select value={hourly ? 'hour' : 'day'} onChange={(e) => refine({ interval: e.currentTarget.value === 'hour' ? 'hour' : undefined })}>
        <option value="day">{t.days}</option><option value="hour">{t.hours}</option>
      </select></label></form>
    <ProblemNote refused={read.refused} again={read.again} />
    <Loading shown={read.loading} />
    {did && did.byOperation.length === 0 && <p class="quiet">{t.none}</p>}
    {did && did.byOperation.length > 0 && <>
      <Chart title={shared.calls} show={count} labels={did.buckets.map((one) => hourly ? `${dateTime(one.bucketStart)}` : localDay(one.bucketStart))} series={[
        { name: shared.calls, kind: 'bars', look: 'main', values: did.buckets.map((one) => one.calls) },
        { name: shared.errors, kind: 'bars', look: 'bad', values: did.buckets.map((one) => one.errors) },
      ]} />
      <div class="split">
        <List label={t.operation} list={listed({ ...read, refused: undefined, data: did.byOperation })} id={(one) => one.operation} name={(one) => one.operation} empty={t.none} columns={[
          { head: t.operation, cell: (one) => <>{operationName(one.operation)} <code>{one.operation}</code></> },
          { head: shared.calls, right: true, cell: (one) => count(one.calls) },
          { head: shared.errors, right: true, cell: (one) => count(one.errors) },
          { head: t.used, cell: (one) => hourly ? time(one.lastUsedAt) : dateTime(one.lastUsedAt) },
        ]} />
        {did.byCode.length > 0 && <List label={t.why} list={listed({ ...read, refused: undefined, data: did.byCode })} id={(one) => one.code} name={(one) => one.code} empty={t.none} columns={[
          { head: t.why, cell: (one) => <span title={one.code}>{reason(one.code)}</span> },
          { head: t.times, right: true, cell: (one) => count(one.count) },
        ]} />}
      </div>
    </>}
  </section>
}
