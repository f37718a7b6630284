// The long lists of texts, of which only the language of the person is fetched.
import type * as english from '../text/en'
import { language } from './text'

export let { operations, things, fields, statuses, reasons, refusals, faults, irreversible } = { operations: {}, things: {}, fields: {}, statuses: {}, reasons: {}, refusals: {}, faults: [], irreversible: {} } as unknown as typeof english

/** learn fetches them; nothing is shown before. */
export async function learn(): Promise<void> {
  ({ operations, things, fields, statuses, reasons, refusals, faults, irreversible } = language === 'da' ? await import('../text/da') : await import('../text/en'))
}

/** faultWords is what the service says about a value, in the words of the person. */
export function faultWords(detail: string): string {
  const found = faults.find(([pattern]) => pattern.test(detail))
  return found ? detail.replace(...found) : detail
}

/** whyNot is why what an operation did cannot be undone, and what to do instead. */
export function whyNot(tool: string): string {
  return irreversible[tool] ?? irreversible[tool.replace(/\..*/, '')] ?? refusals.not_revertible
}
