// Money, numbers and times as people read and type them. Amounts are whole ore.
import { language } from './text'

const locale = language === 'da' ? 'da-DK' : 'en-GB'
const zone = 'Europe/Copenhagen'
const amount = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat(locale)
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: zone })
const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: zone })
const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone })
const moment = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone })
const sortable = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', timeZone: zone })

/** money is an amount in ore as kroner: 109900 is "1,099.00". */
export function money(ore: number): string { return amount.format(ore / 100) }

/** count is a whole number with its separators. */
export function count(n: number): string { return whole.format(n) }

/** percent is a share, 0.125 as "12.5%". */
export function percent(share: number): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share)
}

export function time(at: string): string { return clock.format(new Date(at)) }
export function dayName(at: string): string { return day.format(new Date(at)) }
export function date(at: string): string { return dayOfYear.format(new Date(at)) }
export function dateTime(at: string): string { return moment.format(new Date(at)) }

/** localDay is the day of a time in the shop, `2026-11-02`. */
export function localDay(at: string | Date): string { return localTime(at).slice(0, 10) }

/** localTime is a moment on the clock of the shop, `2026-11-02T09:30`, as a field for a time has it. */
export function localTime(at: string | Date): string { return sortable.format(new Date(at)).replace(' ', 'T') }

/** utcOf is the moment at which the clock of the shop shows a time; of two, the first. */
export function utcOf(local: string): string {
  const [summer = '', winter = ''] = [2, 1].map((hours) => new Date(Date.parse(`${local}Z`) - hours * 3_600_000).toISOString())
  return localTime(summer) === local ? summer : winter
}

/** dayStart is the first moment of a day of the shop, and of the day `days` later, in UTC. */
export function dayStart(localDate: string, days = 0): string {
  const noon = new Date(`${localDate}T12:00:00Z`)
  noon.setUTCDate(noon.getUTCDate() + days)
  return utcOf(`${noon.toISOString().slice(0, 10)}T00:00`)
}

/** readMoney is a typed amount of kroner in ore: "1.099,50", "1,099.50" and "1099,5" are 109950. It is undefined for what is none. */
export function readMoney(typed: string): number | undefined {
  const text = typed.replace(/[\s\u00a0]|kr\.?|dkk/gi, '')
  const match = /^(-?)(\d{1,3}(?:\.\d{3})*|\d+)(?:,(\d\d?))?$/.exec(text) ?? /^(-?)(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d\d?))?$/.exec(text)
  if (!match) return undefined
  const kroner = Number((match[2] ?? '').replace(/[.,]/g, ''))
  const ore = kroner * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return Number.isSafeInteger(ore) ? (match[1] === '-' ? -ore : ore) : undefined
}

/** typedMoney is an amount as it stands in a field: "1099,50" in Danish, "1099.50" in English. */
export function typedMoney(ore: number): string {
  const text = (ore / 100).toFixed(2)
  return language === 'da' ? text.replace('.', ',') : text
}

/** orderNumber is what an order is called among people: the end of its id. */
export function orderNumber(id: string): string { return id.slice(-6) }
