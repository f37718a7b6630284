// The long lists of texts, of which only the language of the person is fetched.
import type * as english from '../text/en'
import { language } from './text'

export let { operations, refusals, fields, statuses, reasons } = { operations: {}, refusals: {}, fields: {}, statuses: {}, reasons: {} } as typeof english

/** learn fetches them; nothing is shown before. */
export async function learn(): Promise<void> {
  ({ operations, refusals, fields, statuses, reasons } = language === 'da' ? await import('../text/da') : await import('../text/en'))
}
