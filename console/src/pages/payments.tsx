// Payments: the list, or one.
import { useRoute } from '../lib/route'
import { Payments } from './payments/list'
import { One } from './payments/payment'

export default function PaymentsPage() {
  const { rest: [id] } = useRoute()
  return id === undefined ? <Payments /> : <One key={id} id={id} />
}
