// One customer, with the newest orders.
import { useState } from 'preact/hooks'
import { useResult } from '../../lib/answers'
import { read } from '../../lib/api'
import type { Result } from '../../lib/contract'
import { download } from '../../lib/download'
import { count, date, money } from '../../lib/format'
import type { Refused } from '../../lib/problem'
import { back, href } from '../../lib/route'
import { texts } from '../../lib/text'
import { Copy } from '../../parts/copy'
import { listed } from '../../parts/got'
import { List, Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { orderColumns, orderNumber } from '../../parts/order'
import { ProblemNote, refusedBy } from '../../parts/problem'
import { Erase, Erased } from './erase'

const t = texts(
  {
    customers: 'Customers', customer: 'Customer', recorded: 'Looking is recorded.', email: 'E-mail', phone: 'Telephone', address: 'Last sent to', orders: 'Newest orders', all: 'All orders', count: 'Orders', spent: 'Spent', since: 'Customer since', last: 'Last order',
    export: 'Download all that is held (JSON)', exporting: (n: string) => `${n} orders so far…`, erase: 'Erase the customer…', gone: 'This customer was erased, or never was.', none: 'No orders.',
  },
  {
    customers: 'Kunder', customer: 'Kunde', recorded: 'Opslaget registreres.', email: 'E-mail', phone: 'Telefon', address: 'Sidst sendt til', orders: 'Nyeste ordrer', all: 'Alle ordrer', count: 'Ordrer', spent: 'Købt for', since: 'Kunde siden', last: 'Seneste ordre',
    export: 'Hent alt, der gemmes (JSON)', exporting: (n: string) => `${n} ordrer indtil nu…`, erase: 'Slet kundens oplysninger…', gone: 'Kundens oplysninger er slettet, eller kunden har aldrig været her.', none: 'Ingen ordrer.',
  },
)

export function Customer({ id }: { id: string }) {
  const [erasing, setErasing] = useState(false) // then the customer is not looked up again
  const [asks, ask] = useState(false)
  const [erased, setErased] = useState<Result<'customer.erase'>>()
  const got = useResult('customer.get', { customerId: id }, { enabled: !erasing })
  const toList = <p><a href={back('customers')}>← {t.customers}</a></p>
  if (erased) return <>{toList}<Erased erased={erased} /></>
  const { data } = got
  if (!data) {
    return <>{toList}<h1>{t.customer}</h1>{got.loading && <Loading />}
      <ProblemNote refused={got.refused} again={got.again}>{got.refused?.code === 'customer_not_found' && <p>{t.gone}</p>}</ProblemNote></>
  }
  const { name, address, zip, city } = data.lastShipping
  const sentTo = `${name}\n${address}\n${zip} ${city}`
  return <>
    {toList}
    <header class="row"><h1>{data.name}</h1><span class="quiet">{t.recorded}</span></header>
    <ProblemNote refused={got.refused} again={got.again} />
    <dl class="facts">
      <div><dt>{t.email}</dt><dd>{data.email} <Copy text={data.email} /></dd></div>
      {data.phoneNumber !== null && <div><dt>{t.phone}</dt><dd>{data.phoneNumber}</dd></div>}
      <div><dt>{t.address}</dt><dd class="row"><span class="lines">{sentTo}</span> <Copy text={sentTo} /></dd></div>
      <div><dt>{t.count}</dt><dd>{count(data.orderCount)}</dd></div>
      <div><dt>{t.spent}</dt><dd>{money(data.totalSpentOere)}</dd></div>
      <div><dt>{t.since}</dt><dd>{date(data.createdAt)}</dd></div>
      <div><dt>{t.last}</dt><dd>{date(data.lastOrderAt)}</dd></div>
    </dl>
    <div class="bar">
      <Export id={id} />
      <button type="button" class="danger" {...needs('settings:write')} onClick={() => ask(true)}>{t.erase}</button>
    </div>
    <h2>{t.orders}</h2>
    <List label={t.orders} list={listed({ ...got, refused: undefined, data: data.orders })} columns={orderColumns} id={(order) => order.id} name={(order) => orderNumber(order.id)} to={(order) => href('orders', [order.id])} empty={t.none} />
    {data.orderCount > data.orders.length && <p><a href={href('orders', [], { email: data.email })}>{t.all}</a></p>}
    {asks && <Erase id={id} email={data.email} close={() => ask(false)} begin={setErasing} done={setErased} />}
  </>
}

/** All that is held, read in pieces of 100 orders, as one file. */
function Export({ id }: { id: string }) {
  const [so, setSo] = useState<number>()
  const [refused, setRefused] = useState<Refused>()
  const save = async () => {
    setSo(0)
    setRefused(await refusedBy(async () => {
      const held = await read('customer.export', { customerId: id })
      while (held.nextCursor !== null) {
        const next = await read('customer.export', { customerId: id, cursor: held.nextCursor })
        held.orders.push(...next.orders)
        held.nextCursor = next.nextCursor
        setSo(held.orders.length)
      }
      const { nextCursor: _, ...whole } = held
      download(`customer-${id}.json`, 'application/json', JSON.stringify(whole, null, 2))
    }))
    setSo(undefined)
  }
  return <>
    <button type="button" class="second" {...needs('customer:read', so !== undefined)} onClick={() => void save()}>{so ? t.exporting(count(so)) : t.export}</button>
    <ProblemNote refused={refused} again={() => void save()} />
  </>
}
