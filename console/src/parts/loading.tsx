// What the first page needs of lists: that they are awaited, and the keys that move among their rows.
import { texts } from '../lib/text'

const t = texts({ loading: 'Loading…' }, { loading: 'Henter…' })

/** Loading is shown while the first answer is awaited. */
export function Loading({ shown = true }: { shown?: boolean }) {
  return shown ? <p class="quiet" role="status" data-loading>{t.loading}</p> : null
}

/** moveRow moves the focus among the rows of the page by one; it works on every list. */
export function moveRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by]
  next?.querySelector<HTMLElement>('a, button, input, summary')?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** inRow presses what a row that has the focus marks with an attribute, such as `data-undo`. */
export function inRow(attribute: string): void {
  document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>(`[${attribute}]`)?.click()
}
