// What the states of an order are called, and the columns that lists of orders have.
import type { Item, Schemas } from '../lib/contract'
import { count, dateTime, money } from '../lib/format'
import { texts } from '../lib/text'
import type { Column } from './list'

export type Status = Schemas['OrderStatus']
export type Summary = Item<'orders.list'>

interface Words {
  status: Record<Status, string>
  attention: Record<string, string>
  order: string; who: string; placed: string; state: string; pieces: string; total: string; agent: string
}

const t = texts<Words>(
  {
    status: {
      pending_payment: 'not paid', pending: 'to be paid later', paid: 'paid', processing: 'being packed', shipped: 'shipped', delivered: 'delivered', completed: 'completed',
      cancelled: 'cancelled', refunded: 'refunded', partial_refund: 'partly refunded', flagged_review: 'held for review', disputed: 'disputed',
    },
    attention: { not_shipped: 'to pack', disputed: 'disputed', flagged_review: 'look at it', refund_due: 'owes a refund' },
    order: 'Order', who: 'To', placed: 'Placed', state: 'Status', pieces: 'Pieces', total: 'Total', agent: 'by an agent',
  },
  {
    status: {
      pending_payment: 'ikke betalt', pending: 'betales senere', paid: 'betalt', processing: 'pakkes', shipped: 'afsendt', delivered: 'leveret', completed: 'afsluttet',
      cancelled: 'annulleret', refunded: 'refunderet', partial_refund: 'delvist refunderet', flagged_review: 'tilbageholdt', disputed: 'indsigelse',
    },
    attention: { not_shipped: 'skal pakkes', disputed: 'indsigelse', flagged_review: 'se på den', refund_due: 'skylder penge tilbage' },
    order: 'Ordre', who: 'Til', placed: 'Afgivet', state: 'Status', pieces: 'Stk.', total: 'I alt', agent: 'af en agent',
  },
)

export const statuses = Object.keys(t.status) as Status[]

/** statusName is a status in words; one that is not known is shown as it came. */
export function statusName(status: string): string {
  return t.status[status as Status] ?? status
}

/** orderNumber is what an order is called among people: the end of its id. */
export function orderNumber(id: string): string {
  return id.slice(-6)
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
