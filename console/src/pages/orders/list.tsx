// The list of orders: views, filters, several at once, and what is shown as a file.
import { useEffect, useState } from 'preact/hooks'
import { useList } from '../../lib/answers'
import { download } from '../../lib/download'
import { typedMoney } from '../../lib/format'
import { href, useRoute } from '../../lib/route'
import { language, texts } from '../../lib/text'
import { List } from '../../parts/list'
import { orderNumber, statusName, type Summary } from '../../parts/order'
import { Columns, useColumns } from './columns'
import { Filters, filterOf, Views } from './filters'
import { Several } from './several'

const t = texts(
  {
    title: 'Orders', recorded: 'Each look at orders is recorded.', none: 'No order is like that.', all: 'Show all', empty: 'No orders yet.', shop: 'See the shop', csv: 'Download as CSV', again: 'Read again',
    head: ['Id', 'Placed', 'Status', 'Name', 'E-mail', 'Pieces', 'Goods', 'Discount', 'Shipping', 'Total', 'Code', 'Paid', 'Came by', 'Agent', 'Ordered'],
  },
  {
    title: 'Ordrer', recorded: 'Hvert opslag i ordrer registreres.', none: 'Ingen ordre er sådan.', all: 'Vis alle', empty: 'Ingen ordrer endnu.', shop: 'Se butikken', csv: 'Hent som CSV', again: 'Læs igen',
    head: ['Id', 'Afgivet', 'Status', 'Navn', 'E-mail', 'Stk.', 'Varer', 'Rabat', 'Fragt', 'I alt', 'Kode', 'Betalt', 'Kom via', 'Agent', 'Bestilt'],
  },
)

export function Orders() {
  const { query } = useRoute()
  const list = useList('orders.list', filterOf(query))
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const [columns, toggle, has] = useColumns()
  useEffect(() => select(new Set()), [JSON.stringify(query)])
  const chosen = list.data?.filter((order) => selected.has(order.id)) ?? []
  return <>
    <header class="row"><h1>{t.title}</h1><span class="quiet">{t.recorded}</span></header>
    <Views query={query} />
    <Filters query={query} />
    <div class="bar">
      <button type="button" class="second" onClick={list.again}>{t.again}</button>
      {list.data && list.data.length > 0 && <button type="button" class="second" onClick={() => save(list.data ?? [])}>{t.csv}</button>}
      <Columns toggle={toggle} has={has} />
      <Several orders={chosen} done={() => select(new Set())} />
    </div>
    <List label={t.title} list={list} columns={columns} id={(order) => order.id} name={(order) => orderNumber(order.id)} to={(order) => href('orders', [order.id])}
      selected={selected} onSelect={select}
      empty={Object.keys(query).length > 0 ? <><p>{t.none}</p><a href={href('orders')}>{t.all}</a></> : <><p>{t.empty}</p><a href="/">{t.shop}</a></>} />
  </>
}

// A sheet of the language: Danish ones separate by semicolons.
function save(orders: Summary[]): void {
  const rows = orders.map((order) => [
    order.id, order.createdAt, statusName(order.status), order.shippingName, order.email, String(order.itemCount), ...[order.subtotalDkk, order.discountDkk, order.shippingDkk, order.totalDkk].map(typedMoney),
    order.discountCode ?? '', order.paidAt ?? '', order.channel, order.isAiGenerated ? order.aiAgentSource ?? '+' : '', order.items.map((item) => `${item.quantity} × ${item.productName}`).join(' | '),
  ])
  const text = [t.head, ...rows].map((row) => row.map(cell).join(language === 'da' ? ';' : ',')).join('\r\n')
  download('orders.csv', 'text/csv', `\uFEFF${text}\r\n`)
}

// What a sheet would take for a formula is made a text.
function cell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
