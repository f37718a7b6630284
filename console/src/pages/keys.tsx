// Agents and keys: who may do what, and stopping them. `#/keys`, `#/keys/new`, `#/keys/<id>`.
import { useRoute } from '../lib/route'
import { Create } from './keys/create'
import { Detail } from './keys/detail'
import { Keys } from './keys/list'

export default function KeysPage() {
  const [at] = useRoute().rest
  if (at === undefined) return <Keys />
  return at === 'new' ? <Create /> : <Detail key={at} id={at} />
}
