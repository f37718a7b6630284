// The long lists of texts, of which only the language of the person is fetched.
import type * as english from '../text/en'
import { language } from './text'

export let { operations, things, fields, refusals } = { operations: {}, things: {}, fields: {}, refusals: {} } as typeof english

/** learn fetches them; nothing is shown before. */
export async function learn(): Promise<void> {
  ({ operations, things, fields, refusals } = language === 'da' ? await import('../text/da') : await import('../text/en'))
}
