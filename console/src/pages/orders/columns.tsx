// Which columns the list of orders has; the choice stays in this browser.
import { useState } from 'preact/hooks'
import { dateTime, money } from '../../lib/format'
import { texts } from '../../lib/text'
import type { Column } from '../../parts/list'
import { columns, type Summary } from '../../parts/order'

const t = texts(
  { columns: 'Columns', email: 'E-mail', goods: 'Goods', discount: 'Discount', code: 'Code', shipping: 'Shipping', paid: 'Paid', method: 'Method', channel: 'Came by' },
  { columns: 'Kolonner', email: 'E-mail', goods: 'Varer', discount: 'Rabat', code: 'Kode', shipping: 'Fragt', paid: 'Betalt', method: 'Betalt med', channel: 'Kom via' },
)

const { order, ...usual } = columns
const choices: Record<string, Column<Summary>> = {
  ...usual,
  email: { head: t.email, cell: (one) => one.email },
  goods: { head: t.goods, right: true, cell: (one) => money(one.subtotalDkk) },
  discount: { head: t.discount, right: true, cell: (one) => money(one.discountDkk) },
  code: { head: t.code, cell: (one) => one.discountCode },
  shipping: { head: t.shipping, right: true, cell: (one) => money(one.shippingDkk) },
  paid: { head: t.paid, cell: (one) => one.paidAt !== null && <time dateTime={one.paidAt} title={one.paidAt}>{dateTime(one.paidAt)}</time> },
  method: { head: t.method, cell: (one) => one.paymentMethod },
  channel: { head: t.channel, cell: (one) => one.channel },
}

const kept = 'orders.columns'

/** useColumns is the chosen columns, and how they are chosen. */
export function useColumns(): [columns: Column<Summary>[], set: (name: string) => void, has: (name: string) => boolean] {
  const [names, setNames] = useState(() => localStorage.getItem(kept)?.split(',') ?? Object.keys(usual))
  const has = (name: string) => names.includes(name)
  const toggle = (name: string) => {
    const next = Object.keys(choices).filter((one) => has(one) !== (one === name))
    localStorage.setItem(kept, next.join())
    setNames(next)
  }
  return [[order, ...Object.entries(choices).filter(([name]) => has(name)).map(([, column]) => column)], toggle, has]
}

export function Columns({ toggle, has }: { toggle: (name: string) => void; has: (name: string) => boolean }) {
  return <details class="columns"><summary>{t.columns}</summary><div class="card">{Object.entries(choices).map(([name, { head }]) =>
    <label key={name}><input type="checkbox" checked={has(name)} onChange={() => toggle(name)} /> {head}</label>)}</div></details>
}
