// The settings of the shop. `#/settings`, `#/settings/search`, `#/settings/switches`, `#/settings/system`.
import type { ComponentType } from 'preact'
import { href, useRoute } from '../lib/route'
import { texts } from '../lib/text'
import { History } from '../parts/history'
import { Search } from './settings/search'
import { Shop } from './settings/shop'
import { Switches } from './settings/switches'
import { System } from './settings/system'

type Tab = 'shop' | 'search' | 'switches' | 'system'

const t = texts<{ title: string; tabs: Record<Tab, string> }>(
  { title: 'Settings', tabs: { shop: 'Shop, shipping, VAT, payments', search: 'Search', switches: 'Switches', system: 'System' } },
  { title: 'Indstillinger', tabs: { shop: 'Butik, fragt, moms, betalinger', search: 'Søgning', switches: 'Kontakter', system: 'System' } },
)

const tabs: Record<Tab, { Page: ComponentType; entity?: string }> = {
  shop: { Page: Shop, entity: 'settings' },
  search: { Page: Search, entity: 'search_settings' },
  switches: { Page: Switches, entity: 'feature' },
  system: { Page: System },
}

function isTab(name: string | undefined): name is Tab { return name !== undefined && Object.hasOwn(tabs, name) }

export default function Settings() {
  const [first] = useRoute().rest
  const tab = isTab(first) ? first : 'shop'
  const { Page, entity } = tabs[tab]
  return <>
    <h1>{t.title}</h1>
    <nav aria-label={t.title}><ul class="tabs">{(Object.keys(tabs) as Tab[]).map((one) => <li key={one}>
      <a href={href('settings', one === 'shop' ? [] : [one])} {...(one === tab && { 'aria-current': 'page' as const })}>{t.tabs[one]}</a></li>)}</ul></nav>
    <Page key={tab} />
    {entity !== undefined && <History key={entity} of={{ entityType: entity }} />}
  </>
}
