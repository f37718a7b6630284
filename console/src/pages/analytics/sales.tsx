// Revenue over time beside the period before, and the sums.
import { useResult } from '../../lib/answers'
import type { Result } from '../../lib/contract'
import { count, date, money, percent } from '../../lib/format'
import { texts } from '../../lib/text'
import { Chart } from '../../parts/chart'
import { Loading } from '../../parts/list'
import { ProblemNote } from '../../parts/problem'
import { bounds, type Days, type Interval } from './period'

const t = texts(
  {
    sums: 'Sums', chart: 'Revenue, kr.', now: 'this period', before: 'the period before', none: 'No orders in this period.', was: (value: string, change: string) => `before: ${value}${change}`,
    revenue: 'Revenue', orders: 'Orders', average: 'Average order', refunded: 'Refunded', discounts: 'Discounts given', shipping: 'Shipping', customers: 'New customers',
    taken: 'taken and not given back', any: 'placed, paid or not', each: 'revenue for each paid order', paid: 'of paid orders',
  },
  {
    sums: 'Tal', chart: 'Omsætning, kr.', now: 'denne periode', before: 'perioden før', none: 'Ingen ordrer i denne periode.', was: (value: string, change: string) => `før: ${value}${change}`,
    revenue: 'Omsætning', orders: 'Ordrer', average: 'Gennemsnitlig ordre', refunded: 'Refunderet', discounts: 'Givet i rabat', shipping: 'Fragt', customers: 'Nye kunder',
    taken: 'modtaget og ikke givet tilbage', any: 'afgivet, betalt eller ej', each: 'omsætning pr. betalt ordre', paid: 'af betalte ordrer',
  },
)

type Sums = Result<'analytics.summary'>

const figures: [string, (sums: Sums) => number, (value: number) => string, string?][] = [
  [t.revenue, (of) => of.orders.revenueOere, money, t.taken],
  [t.orders, (of) => of.orders.count, count, t.any],
  [t.average, (of) => of.orders.averageOrderOere, money, t.each],
  [t.refunded, (of) => of.orders.refundedOere, money],
  [t.discounts, (of) => of.orders.discountsGivenOere, money, t.paid],
  [t.shipping, (of) => of.orders.shippingCollectedOere, money, t.paid],
  [t.customers, (of) => of.customers.count, count],
]

interface Props {
  now: Days
  before: Days
  interval: Interval
}

export function Sales({ now, before, interval }: Props) {
  const sums = useResult('analytics.summary', bounds(now))
  const sumsBefore = useResult('analytics.summary', bounds(before))
  const sales = useResult('analytics.sales_over_time', { ...bounds(now), interval })
  const salesBefore = useResult('analytics.sales_over_time', { ...bounds(before), interval })
  const all = [sums, sumsBefore, sales, salesBefore]
  return <section aria-labelledby="sums"><h2 id="sums">{t.sums}</h2>
    <ProblemNote refused={all.find((one) => one.refused)?.refused} again={() => all.forEach((one) => one.again())} />
    <Loading shown={sums.loading} />
    {sums.data && <ul class="cards figures">{figures.map(([name, value, show, which]) => <li key={name} class="card">
      <span class="quiet">{name}</span>
      <p class="figure">{show(value(sums.data as Sums))}</p>
      {which && <p class="quiet">{which}</p>}
      {sumsBefore.data && <span class="quiet">{compared(value(sums.data as Sums), value(sumsBefore.data), show)}</span>}
    </li>)}</ul>}
    {sums.data?.orders.count === 0 && <p class="empty">{t.none}</p>}
    {sales.data && <Chart title={t.chart} show={money} labels={sales.data.map((one) => date(one.bucketStart))} series={[
      { name: t.now, kind: 'bars', look: 'main', values: sales.data.map((one) => one.revenueOere) },
      { name: t.before, kind: 'line', look: 'before', values: (salesBefore.data ?? []).slice(0, sales.data.length).map((one) => one.revenueOere) },
    ]} />}
  </section>
}

function compared(now: number, before: number, show: (value: number) => string): string {
  const change = before === 0 ? '' : ` (${now >= before ? '+' : ''}${percent((now - before) / before)})`
  return t.was(show(before), change)
}
