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
import { menu } from './menu'
import { ProblemNote } from './problem'

const t = texts(
  { title: 'Go to, or do', hint: 'A page, a product, an operation', none: 'Nothing like that.', page: 'page', product: 'product', tool: 'try', order: (q: string) => `Order ${q}`, customer: (q: string) => `Customers like ${q}`, recorded: 'looking is recorded' },
  { title: 'Gå til, eller gør', hint: 'En side, en vare, en operation', none: 'Intet, der ligner.', page: 'side', product: 'vare', tool: 'prøv', order: (q: string) => `Ordre ${q}`, customer: (q: string) => `Kunder, der ligner ${q}`, recorded: 'opslaget registreres' },
)

export function Palette() {
  return useStore(palette) ? <Open close={() => palette.set(false)} /> : null
}

function Open({ close }: { close: () => void }) {
  const [typed, setTyped] = useState('')
  const q = useLate(typed.trim())
  const products = useResult('products.search', { q, limit: 6 }, { enabled: q.length > 1 })
  const has = (text: string) => text.toLowerCase().includes(typed.trim().toLowerCase())
  const to = (address: string) => () => { close(); go(address) }
  const choices: Choice[] = menu.filter((one) => has(one.name)).map((one) => ({ id: one.page, label: one.name, note: t.page, run: to(href(one.page)) }))
  if (typed.trim() !== '') {
    if (q.length > 1) for (const hit of products.data ?? []) choices.push({ id: hit.id, label: hit.name, note: t.product, run: to(href('catalogue', [hit.slug])) })
    choices.push({ id: 'order', label: t.order(typed), note: t.recorded, run: to(href('orders', [], { q: typed.trim() })) })
    choices.push({ id: 'customer', label: t.customer(typed), note: t.recorded, run: to(href('customers', [], { q: typed.trim() })) })
    for (const operation of Object.keys(places) as Operation[]) {
      if (choices.length > 20) break
      if (has(operation) || has(operations[operation][0])) choices.push({ id: operation, label: operations[operation][0], note: `${t.tool} ${operation}`, run: to(href('tools', [operation])) })
    }
  }
  return <Dialog title={t.title} close={close}>
    <Combobox label={t.title} placeholder={t.hint} choices={choices} typed={typed} onTyped={setTyped} none={t.none} />
    <ProblemNote refused={products.refused} again={products.again} />
  </Dialog>
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
