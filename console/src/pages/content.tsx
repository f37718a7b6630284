// What people read in the shop: pages, services, and where old addresses lead.
import { href, useRoute } from '../lib/route'
import { texts } from '../lib/text'
import { NewPage } from './content/new-page'
import { NewService } from './content/new-service'
import { PageEditor } from './content/page'
import { Pages } from './content/pages'
import { Redirects } from './content/redirects'
import { ServiceEditor } from './content/service'
import { Services } from './content/services'

const t = texts(
  { content: 'Content', pages: 'Pages', services: 'Services', redirects: 'Redirects', parts: 'Parts of the content' },
  { content: 'Indhold', pages: 'Sider', services: 'Ydelser', redirects: 'Omstillinger', parts: 'Dele af indholdet' },
)

export default function Content() {
  const { rest: [part, slug, tail] } = useRoute()
  if (part === 'new') return slug === 'service' ? <NewService /> : <NewPage />
  if (part === 'pages' && slug !== undefined) return <PageEditor key={slug} slug={slug} layout={tail === 'layout'} />
  if (part === 'services' && slug !== undefined) return <ServiceEditor key={slug} slug={slug} />
  const tabs = [['', t.pages], ['services', t.services], ['redirects', t.redirects]] as const
  const at = part === 'services' || part === 'redirects' ? part : ''
  return <>
    <h1>{t.content}</h1>
    <nav aria-label={t.parts}><ul class="tabs">{tabs.map(([tab, name]) =>
      <li key={tab}><a href={href('content', tab === '' ? [] : [tab])} {...(tab === at && { 'aria-current': 'page' })}>{name}</a></li>)}</ul></nav>
    {at === 'services' ? <Services /> : at === 'redirects' ? <Redirects /> : <Pages />}
  </>
}
