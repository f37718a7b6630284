// One service, and what of a service is typed.
import { useState } from 'preact/hooks'
import { useResult, useWrite } from '../../lib/answers'
import type { Patch, Result } from '../../lib/contract'
import { back, go, href, leave } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { Edit } from '../../parts/edit'
import type { Field } from '../../parts/fields'
import { History } from '../../parts/history'
import { Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { Picture } from '../../parts/picture'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { statusChoices, t as shared } from './text'

const t = texts(
  {
    back: 'All services', short: 'In a sentence or two', price: 'Price', priceHint: 'As people read it, such as "from 395 kr."', hero: 'Large picture', features: 'Points in its favour',
    nav: 'Marked for menus', navHint: 'Kept for the shop\'s own tools; it adds no link by itself.', order: 'Place in the list', orderHint: 'The lowest comes first.',
  },
  {
    back: 'Alle ydelser', short: 'I en sætning eller to', price: 'Pris', priceHint: 'Som folk læser den, for eksempel "fra 395 kr."', hero: 'Stort billede', features: 'Punkter, der taler for den',
    nav: 'Mærket til menuer', navHint: 'Gemmes til butikkens egne værktøjer; det tilføjer intet link i sig selv.', order: 'Plads på listen', orderHint: 'Den laveste kommer først.',
  },
)

type Service = Result<'services.get'>
export type Changeable = Required<Patch<'services.update'>>

export const serviceFields = {
  title: { label: shared.title, required: true, max: 200 },
  shortDescription: { label: t.short, kind: 'lines', rows: 2, max: 500, nullable: true },
  priceString: { label: t.price, hint: t.priceHint, max: 100, nullable: true },
  body: { label: shared.text, kind: 'lines', rows: 12, required: true, hint: shared.textHint },
  heroImage: { label: t.hero, own: (value, set) => <Picture label={t.hero} value={value} set={(url) => set(url || null)} /> },
  features: { label: t.features, kind: 'list' },
  showInNav: { label: t.nav, kind: 'check', hint: t.navHint },
  navOrder: { label: t.order, kind: 'number', hint: t.orderHint },
  status: { label: shared.status, kind: 'choice', choices: statusChoices },
} satisfies Record<keyof Changeable, Field>

export function ServiceEditor({ slug }: { slug: string }) {
  const [leaving, leaves] = useState(false) // a service that is being deleted is not read again
  const { data, refused, loading, again } = useResult('services.get', { slug }, { enabled: may('pages:read') && !leaving })
  const lacking = needs('pages:read').title
  return <>
    <p><a href={back('content', ['services'])}>← {t.back}</a></p>
    {data ? <Head service={data} leaves={leaves} /> : <h1>{slug}</h1>}
    {lacking !== undefined && <p class="note">{lacking}</p>}
    <ProblemNote refused={refused} again={again} />
    <Loading shown={loading} />
    {data && !leaving && <><Form service={data} /><History of={{ entityType: 'service', entityId: data.id }} /></>}
  </>
}

function Head({ service, leaves }: { service: Service; leaves: (leaving: boolean) => void }) {
  const remove = useWrite('services.delete')
  const drop = async () => {
    leaves(true)
    const done = await remove.send({ slug: service.slug, confirm: true })
    if (!done) return leaves(false)
    say(shared.deleted(service.title), done.requestId)
    leave.stays = undefined
    go(href('content', ['services']))
  }
  return <>
    <header class="row"><h1>{service.title} <span class="chip">{shared.statuses[service.status]}</span></h1><span class="row">
      {service.status === 'published' && <a class="button second" href={service.publicUrl} target="_blank" rel="noreferrer">{shared.shop}</a>}
      <button type="button" class="danger" {...needs('pages:write', remove.busy)} onClick={() => void drop()}>{shared.delete}</button>
    </span></header>
    <ProblemNote refused={remove.refused} />
  </>
}

function Form({ service }: { service: Service }) {
  const { slug, updatedAt, title, shortDescription, priceString, body, heroImage, features, showInNav, navOrder, status } = service
  const write = useWrite('services.update')
  const save = async (changed: Partial<Changeable>, version: string | undefined) => {
    const done = await write.send({ slug, patch: changed, ...(version !== undefined && { expectedUpdatedAt: version }) })
    if (done) say(shared.saved(changed.title ?? title), done.requestId)
  }
  return <Edit<Changeable> stored={{ title, shortDescription, priceString, body, heroImage, features, showInNav, navOrder, status }} fields={serviceFields} version={updatedAt} at="/patch" writing={write}
    barred={needs('pages:write').title} draft={`service:${slug}`} save={(changed, version) => void save(changed, version)} />
}
