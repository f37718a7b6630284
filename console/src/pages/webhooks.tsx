// Messages to other programs. `#/webhooks`, `#/webhooks/new`, `#/webhooks/<id>`, `#/webhooks/<id>/<delivery>`.
import { useRoute } from '../lib/route'
import { Detail } from './webhooks/detail'
import { Create, Webhooks } from './webhooks/list'

export default function WebhooksPage() {
  const [at, delivery] = useRoute().rest
  if (at === undefined) return <Webhooks />
  return at === 'new' ? <Create /> : <Detail key={at} id={at} delivery={delivery} />
}
