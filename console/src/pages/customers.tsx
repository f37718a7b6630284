// Customers: a search, or one.
import { useRoute } from '../lib/route'
import { Customer } from './customers/customer'
import { Search } from './customers/search'

export default function Customers() {
  const { rest: [id] } = useRoute()
  return id === undefined ? <Search /> : <Customer key={id} id={id} />
}
