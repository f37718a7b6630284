// The pages of the console, in the order of the menu, with the key that goes there after g.
import { texts } from '../lib/text'
import type { Place } from '../lib/operations'

export type Page = Exclude<Place, 'shell'>

interface Entry {
  page: Page
  name: string
  key: string
}

const names = texts<Record<Page, string>>(
  {
    activity: 'Activity', approvals: 'Approvals', orders: 'Orders', catalogue: 'Catalogue', marketing: 'Marketing', content: 'Content', customers: 'Customers',
    analytics: 'Analytics', keys: 'Agents and keys', webhooks: 'Webhooks', settings: 'Settings', tools: 'Try a tool',
  },
  {
    activity: 'Aktivitet', approvals: 'Godkendelser', orders: 'Ordrer', catalogue: 'Katalog', marketing: 'Markedsføring', content: 'Indhold', customers: 'Kunder',
    analytics: 'Analyse', keys: 'Agenter og nøgler', webhooks: 'Webhooks', settings: 'Indstillinger', tools: 'Prøv et værktøj',
  },
)

const keys: Record<Page, string> = {
  activity: 'a', approvals: 'p', orders: 'o', catalogue: 'c', marketing: 'm', content: 'n', customers: 'u', analytics: 'i', keys: 'k', webhooks: 'w', settings: 's', tools: 't',
}

export const menu: Entry[] = (Object.keys(names) as Page[]).map((page) => ({ page, name: names[page], key: keys[page] }))
