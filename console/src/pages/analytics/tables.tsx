// What sold, which codes were used, what runs out, what agents did.
import type { ComponentChildren } from 'preact'
import { useList, useResult } from '../../lib/answers'
import { count, dateTime, money } from '../../lib/format'
import { href, refine, useRoute } from '../../lib/route'
import { texts } from '../../lib/text'
import { listed } from '../../parts/got'
import { List } from '../../parts/list'
import { bounds, type Days } from './period'

const t = texts(
  {
    top: 'What sold best', topHint: 'After discounts, without shipping; less the pieces that were refunded.', by: 'By', revenue: 'Revenue', pieces: 'Pieces', product: 'Product', noneSold: 'Nothing was sold in this period.', deleted: 'deleted',
    codes: 'Discount codes', code: 'Code', orders: 'Orders', discount: 'Discount', used: 'Used in all', codesHint: 'Orders: paid or not. Discount and revenue: of paid ones.', noCodes: 'No code was used in this period.', of: (n: string, limit: string) => `${n} of ${limit}`,
    low: 'What runs out', stock: 'Stock', sold: 'Sold in 30 days', lasts: 'Lasts', days: (n: number) => n === 1 ? '1 day' : `${n} days`, noneLow: 'Everything is in stock.',
    agents: 'Agents that ordered', agent: 'Agent', unnamed: 'without a name', noAgents: 'No agent ordered in this period.', keys: 'Keys that called', key: 'Key', calls: 'Calls', errors: 'Refused or failed', lastUsed: 'Last used', noKeys: 'No key called in this period.',
  },
  {
    top: 'Hvad der solgte bedst', topHint: 'Efter rabat, uden fragt; minus de stykker, der blev refunderet.', by: 'Efter', revenue: 'Omsætning', pieces: 'Antal', product: 'Vare', noneSold: 'Der blev ikke solgt noget i denne periode.', deleted: 'slettet',
    codes: 'Rabatkoder', code: 'Kode', orders: 'Ordrer', discount: 'Rabat', used: 'Brugt i alt', codesHint: 'Ordrer: betalt eller ej. Rabat og omsætning: af betalte.', noCodes: 'Ingen kode blev brugt i denne periode.', of: (n: string, limit: string) => `${n} af ${limit}`,
    low: 'Hvad der er ved at være udsolgt', stock: 'Lager', sold: 'Solgt på 30 dage', lasts: 'Rækker', days: (n: number) => n === 1 ? '1 dag' : `${n} dage`, noneLow: 'Alt er på lager.',
    agents: 'Agenter, der bestilte', agent: 'Agent', unnamed: 'uden navn', noAgents: 'Ingen agent bestilte i denne periode.', keys: 'Nøgler, der kaldte', key: 'Nøgle', calls: 'Kald', errors: 'Afvist eller mislykket', lastUsed: 'Sidst brugt', noKeys: 'Ingen nøgle kaldte i denne periode.',
  },
)

/** Part is a section of the page with its heading. */
export function Part({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return <section><h2 id={id}>{title}</h2>{children}</section>
}

function variant(attributes: Record<string, unknown> | null): string {
  return attributes === null ? '' : ` · ${Object.values(attributes).join(', ')}`
}

export function TopProducts({ days }: { days: Days }) {
  const by = useRoute().query['by'] === 'quantity' ? 'quantity' : 'revenue'
  const read = useResult('analytics.top_products', { ...bounds(days), by, limit: 10 })
  return <Part id="top" title={t.top}>
    <p class="hint">{t.topHint}</p>
    <form class="bar" onSubmit={(e) => e.preventDefault()}><label>{t.by}
      <select value={by} onChange={(e) => refine({ by: e.currentTarget.value === 'quantity' ? 'quantity' : undefined })}><option value="revenue">{t.revenue}</option><option value="quantity">{t.pieces}</option></select></label></form>
    <List label={t.top} list={listed(read)} id={(one) => one.productId} name={(one) => one.productName} to={(one) => href('catalogue', [one.slug])} empty={t.noneSold} columns={[
      { head: t.product, cell: (one) => <>{one.productName}{one.deleted && ` (${t.deleted})`}</> },
      { head: t.pieces, right: true, cell: (one) => count(one.quantity) },
      { head: t.revenue, right: true, cell: (one) => money(one.revenueOere) },
    ]} />
  </Part>
}

export function Codes({ days }: { days: Days }) {
  const read = useResult('analytics.discount_performance', { ...bounds(days), limit: 20 })
  return <Part id="codes" title={t.codes}>
    <p class="hint">{t.codesHint}</p>
    <List label={t.codes} list={listed(read)} id={(one) => one.code} name={(one) => one.code} empty={t.noCodes} columns={[
      { head: t.code, cell: (one) => <code>{one.code}</code> },
      { head: t.orders, right: true, cell: (one) => count(one.orderCount) },
      { head: t.discount, right: true, cell: (one) => money(one.discountOere) },
      { head: t.revenue, right: true, cell: (one) => money(one.revenueOere) },
      { head: t.used, right: true, cell: (one) => one.usageLimit === null ? count(one.usageCount) : t.of(count(one.usageCount), count(one.usageLimit)) },
    ]} />
  </Part>
}

export function LowStock() {
  const list = useList('analytics.low_stock', { sort: 'days_of_cover', limit: 20 })
  return <Part id="low" title={t.low}>
    <List label={t.low} list={list} id={(one) => one.productId + (one.variantId ?? '')} name={(one) => one.name} to={(one) => href('catalogue', [one.slug])} empty={t.noneLow} columns={[
      { head: t.product, cell: (one) => one.name + variant(one.variantAttributes) },
      { head: t.stock, right: true, cell: (one) => count(one.stock) },
      { head: t.sold, right: true, cell: (one) => count(one.soldLast30Days) },
      { head: t.lasts, right: true, cell: (one) => one.daysOfCover === null ? '–' : t.days(one.daysOfCover) },
    ]} />
  </Part>
}

export function Agents({ days }: { days: Days }) {
  const read = useResult('analytics.agent_activity', { ...bounds(days), limit: 20 })
  return <>
    <Part id="agents" title={t.agents}>
      <List label={t.agents} list={listed({ ...read, data: read.data?.bySource })} id={(one) => one.aiAgentSource ?? ''} name={(one) => one.aiAgentSource ?? t.unnamed} empty={t.noAgents} columns={[
        { head: t.agent, cell: (one) => one.aiAgentSource ?? t.unnamed },
        { head: t.orders, right: true, cell: (one) => count(one.orderCount) },
        { head: t.revenue, right: true, cell: (one) => money(one.revenueOere) },
      ]} />
    </Part>
    <Part id="callers" title={t.keys}>
      <List label={t.keys} list={listed({ ...read, refused: undefined, data: read.data?.byKey })} id={(one) => one.keyId} name={(one) => one.keyName} to={(one) => href('keys', [one.keyId])} empty={t.noKeys} columns={[
        { head: t.key, cell: (one) => one.keyName },
        { head: t.calls, right: true, cell: (one) => count(one.calls) },
        { head: t.errors, right: true, cell: (one) => count(one.errors) },
        { head: t.lastUsed, cell: (one) => one.lastUsedAt ? dateTime(one.lastUsedAt) : '–' },
      ]} />
    </Part>
  </>
}
