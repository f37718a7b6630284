// The pages of the console, in the order of the menu, with the key that goes there after g.
import { texts } from '../lib/text'
import type { Place } from '../lib/operations'
import { may } from '../lib/session'

export type Page = Exclude<Place, 'shell'>

interface Entry {
  page: Page
  name: string
  key: string
}

const names = texts<Record<Page, string>>(
  {
    activity: 'Activity', approvals: 'Approvals', orders: 'Orders', payments: 'Payments', catalogue: 'Catalogue', marketing: 'Marketing', content: 'Content', customers: 'Customers',
    analytics: 'Analytics', keys: 'Agents and keys', webhooks: 'Webhooks', settings: 'Settings', tools: 'Try a tool',
  },
  {
    activity: 'Aktivitet', approvals: 'Godkendelser', orders: 'Ordrer', payments: 'Betalinger', catalogue: 'Katalog', marketing: 'Markedsføring', content: 'Indhold', customers: 'Kunder',
    analytics: 'Analyse', keys: 'Agenter og nøgler', webhooks: 'Webhooks', settings: 'Indstillinger', tools: 'Prøv et værktøj',
  },
)

const keys: Record<Page, string> = {
  activity: 'a', approvals: 'p', orders: 'o', payments: 'b', catalogue: 'c', marketing: 'm', content: 'n', customers: 'u', analytics: 'i', keys: 'k', webhooks: 'w', settings: 's', tools: 't',
}

/** menu is every page. */
export const menu: readonly Entry[] = (Object.keys(names) as Page[]).map((page) => ({ page, name: names[page], key: keys[page] }))

/** bar is the pages that a phone has always in sight. */
export const bar: ReadonlySet<Page> = new Set<Page>(['activity', 'approvals', 'orders', 'catalogue'])

/** menuOf is the pages that the menu has for the key: payments only for one that may read them. */
export function menuOf(): Entry[] { return menu.filter(({ page }) => page !== 'payments' || may('payments:read')) }
