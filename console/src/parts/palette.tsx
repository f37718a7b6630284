// Go to, or do: pages, operations, products as one types; orders and customers by Enter, since a look is recorded.
import { useEffect, useState } from 'preact/hooks'
import { useResult } from '../lib/answers'
import type { Operation } from '../lib/contract'
import { places } from '../lib/operations'
import { go, href } from '../lib/route'
import { useStore } from '../lib/store'
import { texts } from '../lib/text'
import { operations } from '../lib/vocabulary'
import { palette } from './asked'
import { Combobox, type Choice } from './combobox'
import { Dialog } from './dialog'
import { menu, menuOf } from './menu'
import { ProblemNote } from './problem'

const t = texts(
  { title: 'Go to, or do', hint: 'A page, a product, an operation', none: 'Nothing like that.', page: 'page', product: 'product', tool: 'try', order: (q: string) => `Orders like ${q}`, customer: (q: string) => `Customers like ${q}`, recorded: 'looking is recorded' },
  { title: 'Gå til, eller gør', hint: 'En side, en vare, en operation', none: 'Intet, der ligner.', page: 'side', product: 'vare', tool: 'prøv', order: (q: string) => `Ordrer, der ligner ${q}`, customer: (q: string) => `Kunder, der ligner ${q}`, recorded: 'opslaget registreres' },
)

export function Palette() {
  return useStore(palette) ? <Open close={() => palette.set(false)} /> : null
}

function Open({ close }: { close: () => void }) {
  const [typed, setTyped] = useState('')
  const q = useLate(typed.trim())
  const products = useResult('products.search', { q, limit: 6 }, { enabled: q.length > 1 })
  const low = typed.trim().toLowerCase()
  const has = (text: string) => text.toLowerCase().includes(low)
  const begins = (text: string) => ` ${text.toLowerCase()}`.includes(` ${low}`)
  const to = (address: string) => () => { close(); go(address) }
  const choices: Choice[] = menuOf().filter((one) => has(one.name)).map((one) => ({ id: one.page, label: one.name, note: t.page, run: to(href(one.page)) }))
  if (low !== '') {
    const doing = (Object.keys(places) as Operation[]).filter((one) => has(one) || has(operations[one][0]))
    const named = doing.filter((one) => begins(operations[one][0])).slice(0, 8)
    const shown = (one: Operation) => choiceOf(one, to, low.includes('.'))
    choices.push(...named.map(shown))
    if (q.length > 1) for (const hit of products.data ?? []) choices.push({ id: hit.id, label: hit.name, note: t.product, run: to(href('catalogue', [hit.slug])) })
    choices.push({ id: 'order', label: t.order(typed), note: t.recorded, run: to(href('orders', [], { q: typed.trim() })) })
    choices.push({ id: 'customer', label: t.customer(typed), note: t.recorded, run: to(href('customers', [], { q: typed.trim() })) })
    choices.push(...doing.filter((one) => !named.includes(one)).slice(0, 8).map(shown))
  }
  return <Dialog title={t.title} close={close}>
    <Combobox label={t.title} placeholder={t.hint} choices={choices} typed={typed} onTyped={setTyped} none={t.none} />
    <ProblemNote refused={products.refused} again={products.again} />
  </Dialog>
}

// Where something is done that has a part of a page for itself.
const parts: Partial<Record<Operation, string[]>> = {
  'products.create': ['new'], 'products.import': ['import'], 'products.list_deleted': ['trash'], 'products.restore': ['trash'], 'categories.upsert': ['categories'], 'categories.list': ['categories'],
  'discounts.create': ['new'], 'marketing.create_campaign': ['new', 'campaign'], 'marketing.list_campaigns': ['campaigns'], 'services.create': ['new', 'service'], 'services.list': ['services'],
  'redirects.import': ['redirects'], 'redirects.list': ['redirects'], 'keys.create': ['new'], 'settings.update_search': ['search'], 'features.set': ['switches'], 'features.get': ['switches'],
}

// What is done on a page is done there; the rest, and what is typed by its name for programs, is tried as a tool.
function choiceOf(operation: Operation, to: (address: string) => () => void, asTool: boolean): Choice {
  const on = asTool ? undefined : menu.find((one) => one.page === places[operation] && one.page !== 'tools')
  return {
    id: operation, label: operations[operation][0], note: on ? on.name : `${t.tool} ${operation}`,
    run: to(on ? href(on.page, parts[operation]) : href('tools', [operation])),
  }
}

/** A text as it was a moment ago, so that not every key makes a call. */
function useLate(text: string): string {
  const [late, setLate] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), 150)
    return () => clearTimeout(timer)
  }, [text])
  return late
}
