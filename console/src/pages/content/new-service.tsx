// A new service.
import { useWrite } from '../../lib/answers'
import type { Body } from '../../lib/contract'
import { back, href } from '../../lib/route'
import { texts } from '../../lib/text'
import { Create } from '../../parts/create'
import type { Field } from '../../parts/fields'
import { say } from '../../parts/toast'
import { type Changeable, serviceFields } from './service'
import { t as shared } from './text'

const t = texts({ back: 'All services', new: 'New service', make: 'Create the service' }, { back: 'Alle ydelser', new: 'Ny ydelse', make: 'Opret ydelsen' })

type Service = Changeable & { slug: string }

const begin: Service = { title: '', slug: '', shortDescription: null, priceString: null, body: '', heroImage: null, features: [], showInNav: false, navOrder: 0, status: 'draft' }

const { title, ...others } = serviceFields
const fields = { title, slug: { label: shared.slug, kind: 'code', hint: shared.slugHint, max: 200 }, ...others } satisfies Record<keyof Body<'services.create'>, Field>

export function NewService() {
  const write = useWrite('services.create')
  const send = async ({ slug, ...service }: Service) => {
    const done = await write.send({ ...service, ...(slug !== '' && { slug }) })
    if (!done) return undefined
    say(shared.made(service.title), done.requestId)
    return href('content', ['services', done.answer.result.slug])
  }
  return <>
    <p><a href={back('content', ['services'])}>← {t.back}</a></p>
    <h1>{t.new}</h1>
    <Create begin={begin} fields={fields} act={t.make} scope="pages:write" writing={write} send={send} draft="service:" />
  </>
}
