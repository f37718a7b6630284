// The products that were chosen in the list, by slug: what the bulk edit works on. They are kept in this tab.
import { store } from '../../lib/store'

export const chosen = store<ReadonlySet<string>>(new Set(JSON.parse(sessionStorage.getItem('chosen') ?? '[]') as string[]))

/** choose replaces what is chosen. */
export function choose(slugs: Iterable<string>): void {
  const next = new Set(slugs)
  sessionStorage.setItem('chosen', JSON.stringify([...next]))
  chosen.set(next)
}
