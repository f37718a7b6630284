// One discount code: what it takes off, and what came of it.
import { useList, useResult, useWrite } from '../../lib/answers'
import { count, money } from '../../lib/format'
import { back, go, href, leave } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { Edit } from '../../parts/edit'
import { useOne } from '../../parts/got'
import { History } from '../../parts/history'
import { Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { type Changeable, changeable } from './fields'
import { type Discount, stateOf, t as shared, worth } from './text'

const t = texts(
  {
    back: 'All codes', gone: 'There is no such code.', delete: 'Delete', deleted: (code: string) => `${code} deleted.`, saved: (code: string) => `${code} saved.`, change: 'Change', fixed: 'Code and type cannot be changed: make another code.',
    used: 'Used', times: (n: number) => n === 1 ? 'once' : `${n} times`, orders: 'Orders, paid or not', off: 'Took off paid orders', revenue: 'Brought in', see: 'See the orders',
  },
  {
    back: 'Alle koder', gone: 'Der er ingen sådan kode.', delete: 'Slet', deleted: (code: string) => `${code} er slettet.`, saved: (code: string) => `${code} er gemt.`, change: 'Ret', fixed: 'Kode og type kan ikke ændres: lav en anden kode.',
    used: 'Brugt', times: (n: number) => n === 1 ? 'én gang' : `${n} gange`, orders: 'Ordrer, betalt eller ej', off: 'Trak fra betalte ordrer', revenue: 'Gav', see: 'Se ordrerne',
  },
)

export function CodePage({ code }: { code: string }) {
  const list = useList('discounts.list', { q: code, limit: 100 }, { enabled: may('discounts:read') })
  const { one, gone } = useOne(list, (discount) => discount.code === code)
  const lacking = needs('discounts:read').title
  return <>
    <p><a href={back('marketing')}>← {t.back}</a></p>
    {one ? <Code of={one} /> : <>
      <h1>{code}</h1>
      {lacking !== undefined && <p class="note">{lacking}</p>}
      {gone && <p class="empty">{t.gone}</p>}
      <ProblemNote refused={list.refused} again={list.again} />
      <Loading shown={list.loading} />
    </>}
  </>
}

function Code({ of }: { of: Discount }) {
  const { code, type, value, validUntil, usageLimit, updatedAt } = of
  const write = useWrite('discounts.update')
  const remove = useWrite('discounts.delete')
  const save = async (changed: Partial<Changeable>, version: string | undefined) => {
    const done = await write.send({ code, patch: changed, ...(version !== undefined && { expectedUpdatedAt: version }) })
    if (done) say(t.saved(code), done.requestId)
  }
  const drop = async () => {
    const done = await remove.send({ code, confirm: true })
    if (!done) return
    say(t.deleted(code), done.requestId)
    leave.stays = undefined
    go(href('marketing'))
  }
  return <>
    <header class="row"><h1><code>{code}</code> <span class="chip">{stateOf(of)}</span></h1>
      <button type="button" class="danger" {...needs('discounts:write', remove.busy)} onClick={() => void drop()}>{t.delete}</button></header>
    <ProblemNote refused={remove.refused} />
    <Performance of={of} />
    <h2>{t.change}</h2>
    <p class="hint">{t.fixed}</p>
    <Edit<Changeable> stored={{ value, validUntil, usageLimit }} fields={changeable(type)} version={updatedAt} at="/patch" writing={write} barred={needs('discounts:write').title} save={(changed, version) => void save(changed, version)} />
    <History of={{ entityType: 'discount', entityId: of.id }} />
  </>
}

function Performance({ of }: { of: Discount }) {
  const { data, refused, again } = useResult('analytics.discount_performance', { code: of.code }, { enabled: may('analytics:read') })
  const did = data?.[0]
  const facts = [[shared.type, worth(of)], [t.used, t.times(of.usageCount)], ...(data ? [[t.orders, count(did?.orderCount ?? 0)], [t.off, `${money(did?.discountOere ?? 0)} ${shared.kr}`], [t.revenue, `${money(did?.revenueOere ?? 0)} ${shared.kr}`]] : [])]
  return <>
    <ProblemNote refused={refused} again={again} />
    <dl class="facts">{facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
    {did && <p><a href={href('orders', [], { discountCode: of.code })}>{t.see}</a></p>}
  </>
}
