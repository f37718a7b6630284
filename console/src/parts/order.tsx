// What the states of an order are called, and the columns that lists of orders have.
import type { Item, Schemas } from '../lib/contract'
import { count, dateTime, money, orderNumber } from '../lib/format'
import { texts } from '../lib/text'
import { statuses as words } from '../lib/vocabulary'
import type { Column } from './list'

export type Status = Schemas['OrderStatus']
export type Summary = Item<'orders.list'>

export { orderNumber }

interface Words {
  attention: Record<string, string>; mailless: string
  order: string; who: string; placed: string; state: string; pieces: string; total: string; agent: string
}

const t = texts<Words>(
  {
    attention: { not_shipped: 'to pack', disputed: 'disputed', flagged_review: 'look at it', refund_due: 'owes a refund' }, mailless: 'The customer is not told: no mail is sent.',
    order: 'Order', who: 'To', placed: 'Placed', state: 'Status', pieces: 'Pieces', total: 'Total', agent: 'by an agent',
  },
  {
    attention: { not_shipped: 'skal pakkes', disputed: 'indsigelse', flagged_review: 'se på den', refund_due: 'skylder penge tilbage' }, mailless: 'Kunden får ikke besked: der sendes ingen mail.',
    order: 'Ordre', who: 'Til', placed: 'Afgivet', state: 'Status', pieces: 'Stk.', total: 'I alt', agent: 'af en agent',
  },
)

/** mailless is what is said where somebody may think that the customer hears of it. */
export const { mailless } = t

export const statuses = [
  'pending_payment', 'pending', 'paid', 'processing', 'shipped', 'delivered', 'completed', 'cancelled', 'refunded', 'partial_refund', 'flagged_review', 'disputed',
] as const satisfies Status[]

/** statusName is a status in words; one that is not known is shown as it came. */
export function statusName(status: string): string {
  return words[status as Status] ?? status
}

/** columns is what a list shows of an order; its first column is the link. */
export const columns = {
  order: { head: t.order, cell: (order) => <code>{orderNumber(order.id)}</code> },
  who: { head: t.who, cell: (order) => order.shippingName },
  placed: { head: t.placed, cell: (order) => <time dateTime={order.createdAt} title={order.createdAt}>{dateTime(order.createdAt)}</time> },
  state: { head: t.state, cell: (order) => <span>{statusName(order.status)} {order.attention.filter((why) => why !== order.status).map((why) => <span key={why} class="chip">{t.attention[why] ?? why}</span>)}
    {order.isAiGenerated && <span class="chip">⚙ {order.aiAgentSource ?? t.agent}</span>}</span> },
  pieces: { head: t.pieces, right: true, cell: (order) => count(order.itemCount) },
  total: { head: t.total, right: true, cell: (order) => money(order.totalDkk) },
} satisfies Record<string, Column<Summary>>

export const orderColumns: Column<Summary>[] = Object.values(columns)
