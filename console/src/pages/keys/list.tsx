// All keys, each with what it did lately.
import { useList, useResult } from '../../lib/answers'
import type { Body, Item } from '../../lib/contract'
import { count, dateTime, dayStart, localDay } from '../../lib/format'
import { href, refine, useRoute } from '../../lib/route'
import { may, session } from '../../lib/session'
import { texts } from '../../lib/text'
import { Sparkline } from '../../parts/chart'
import { List } from '../../parts/list'
import { holderMark } from '../../parts/story'
import { presets } from './presets'
import { inUse, state, t as shared } from './text'

const t = texts(
  {
    title: 'Agents and keys', make: 'Make a key', show: 'Show', inUse: 'in use', all: 'all', used: 'Last used', state: 'State', lately: 'Last 14 days', you: 'you', none: 'No agent has a key yet.',
    noneSo: 'No such key.', did: (calls: string, errors: string) => `${calls} calls, ${errors} refused or failed`, quiet: 'no calls',
  },
  {
    title: 'Agenter og nøgler', make: 'Lav en nøgle', show: 'Vis', inUse: 'i brug', all: 'alle', used: 'Sidst brugt', state: 'Tilstand', lately: 'Seneste 14 dage', you: 'dig', none: 'Ingen agent har en nøgle endnu.',
    noneSo: 'Ingen sådan nøgle.', did: (calls: string, errors: string) => `${calls} kald, ${errors} afvist eller mislykket`, quiet: 'ingen kald',
  },
)

type Status = NonNullable<Body<'keys.list'>['status']>

export function Keys() {
  const { query } = useRoute()
  const { show = '' } = query
  const ofService = show === '' || show === 'all' ? undefined : show as Status
  const list = useList('keys.list', { limit: 100, ...(ofService && { status: ofService }) })
  const shown = show === '' && list.data ? { ...list, data: list.data.filter(inUse) } : list
  return <>
    <header class="row"><h1>{t.title}</h1><a class="button" href={href('keys', ['new'])}>{t.make}</a></header>
    <form class="bar" onSubmit={(e) => e.preventDefault()}><label>{t.show}
      <select value={show} onChange={(e) => refine({ show: e.currentTarget.value || undefined })}>
        {[['', t.inUse], ['active', shared.active], ['paused', shared.paused], ['expired', shared.expired], ['revoked', shared.revoked], ['all', t.all]].map(([value, words]) => <option key={value} value={value}>{words}</option>)}
      </select></label></form>
    <List label={t.title} list={shown} id={(key) => key.id} name={(key) => key.name} to={(key) => href('keys', [key.id])}
      columns={[
        { head: shared.name, cell: (key) => <><span aria-hidden="true">{holderMark(key.holder)}</span> {key.name}</> },
        { head: shared.holder, cell: (key) => <>{shared.holders[key.holder]}{key.id === session.get()?.key.id && ` (${t.you})`}</> },
        { head: t.used, cell: (key) => key.lastUsedAt ? dateTime(key.lastUsedAt) : shared.never },
        { head: t.lately, cell: (key) => <Lately of={key} /> },
        { head: t.state, cell: (key) => <span class={key.pausedAt ? 'warn' : ''}>{state(key)}</span> },
      ]}
      empty={show === '' ? <><p>{t.none}</p><p class="row">{presets.slice(0, 3).map((one) => <a key={one.preset} class="button second" href={href('keys', ['new'], { preset: one.preset })}>{one.name}</a>)}</p></> : <p>{t.noneSo}</p>} />
  </>
}

function Lately({ of }: { of: Item<'keys.list'> }) {
  const used = of.lastUsedAt !== null && Date.now() - Date.parse(of.lastUsedAt) < 14 * 86_400_000
  const activity = useResult('analytics.key_activity', { keyId: of.id, interval: 'day', fromDate: dayStart(localDay(new Date()), -13) }, { enabled: used && may('analytics:read') })
  if (!used) return <span class="quiet">{t.quiet}</span>
  const buckets = activity.data?.buckets
  if (!buckets) return null
  const sum = (what: 'calls' | 'errors') => count(buckets.reduce((total, one) => total + one[what], 0))
  const words = t.did(sum('calls'), sum('errors'))
  return <span title={words}><Sparkline label={words} values={buckets.map((one) => one.calls)} bad={buckets.map((one) => one.errors)} /></span>
}
