// What a button says that the key may not press.
import { may } from '../lib/session'
import { texts } from '../lib/text'

const t = texts({ lacks: (scope: string) => `Your key lacks ${scope}.` }, { lacks: (scope: string) => `Din nøgle mangler ${scope}.` })

/** needs is the attributes of a button that needs a scope: without it, it is disabled and says why. */
export function needs(scope: string, busy = false): { disabled?: boolean; title?: string } {
  return may(scope) ? { disabled: busy } : { disabled: true, title: t.lacks(scope) }
}
