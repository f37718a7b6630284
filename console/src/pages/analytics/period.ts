// A period of the shop's days, and the one before it that it is compared with.
import type { Body } from '../../lib/contract'
import { dayStart, localDay } from '../../lib/format'

export type Interval = Body<'analytics.sales_over_time'>['interval']

export const periods = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'this_month', 'last_month', 'this_year', 'between'] as const
export type Period = (typeof periods)[number]

/** Days is a first day and the day after the last one, `2026-11-02`. */
export interface Days { from: string; until: string }

interface Bounds { fromDate: string; toDate: string }

const dayLength = 86_400_000
const stamp = (day: string) => Date.parse(`${day}T00:00:00Z`)
const plus = (day: string, days: number) => new Date(stamp(day) + days * dayLength).toISOString().slice(0, 10)
const length = ({ from, until }: Days) => Math.round((stamp(until) - stamp(from)) / dayLength)

// The same day `months` earlier or later; of a shorter month its last day.
function shift(day: string, months: number): string {
  const at = new Date(stamp(day))
  const wanted = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(wanted, last))
  return at.toISOString().slice(0, 10)
}

export function isPeriod(name: string | undefined): name is Period { return periods.some((one) => one === name) }

/** daysOf is the days of a period, and those before that it is compared with. */
export function daysOf(period: Period, query: Record<string, string>): { now: Days; before: Days } {
  const today = localDay(new Date())
  const tomorrow = plus(today, 1)
  const month = `${today.slice(0, 8)}01`
  const byMonths = (now: Days, months: number) => ({ now, before: { from: shift(now.from, -months), until: shift(now.until, -months) } })
  const byLength = (now: Days) => ({ now, before: { from: plus(now.from, -length(now)), until: now.from } })
  switch (period) {
    case 'today': return byLength({ from: today, until: tomorrow })
    case 'yesterday': return byLength({ from: plus(today, -1), until: today })
    case 'last_7_days': return byLength({ from: plus(today, -6), until: tomorrow })
    case 'this_month': return byMonths({ from: month, until: tomorrow }, 1)
    case 'last_month': return byMonths({ from: shift(month, -1), until: month }, 1)
    case 'this_year': return byMonths({ from: `${today.slice(0, 4)}-01-01`, until: tomorrow }, 12)
    case 'between': {
      const from = query['from'] ?? plus(today, -29)
      const until = plus(query['to'] ?? today, 1)
      return byLength({ from, until: until > from ? until : plus(from, 1) })
    }
    default: return byLength({ from: plus(today, -29), until: tomorrow })
  }
}

/** bounds is days as the contract takes them: both moments included. */
export function bounds({ from, until }: Days): Bounds {
  return { fromDate: dayStart(from), toDate: new Date(Date.parse(dayStart(until)) - 1).toISOString() }
}

/** intervalOf is the chosen interval, else one that gives a readable number of bars. */
export function intervalOf(days: Days, chosen: string | undefined): Interval {
  if (chosen === 'week' || chosen === 'month') return chosen
  const n = length(days)
  if (chosen === 'day' && n <= 1_000) return 'day'
  return n <= 62 ? 'day' : n <= 200 ? 'week' : 'month'
}
