// Orders: the list, or one.
import { useRoute } from '../lib/route'
import { Orders } from './orders/list'
import { Order } from './orders/order'

export default function OrdersPage() {
  const { rest: [id] } = useRoute()
  return id === undefined ? <Orders /> : <Order key={id} id={id} />
}
