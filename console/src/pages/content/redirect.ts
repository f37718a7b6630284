// What a redirect has, in words, and as a line of a file.
import { texts } from '../../lib/text'

export const redirect = texts(
  { from: 'Old address', to: 'Leads to', kind: 'For how long', saved: (n: number) => n === 1 ? 'One redirect saved.' : `${n} redirects saved.`, good: 'for good', while: 'for a while' },
  { from: 'Gammel adresse', to: 'Fører til', kind: 'Hvor længe', saved: (n: number) => n === 1 ? 'Én omstilling er gemt.' : `${n} omstillinger er gemt.`, good: 'for altid', while: 'en tid' },
)

/** The statuses, each in words. */
export const kinds = [['301', `${redirect.good} (301)`], ['308', `${redirect.good} (308)`], ['302', `${redirect.while} (302)`], ['307', `${redirect.while} (307)`]] as const

/** csvLine is cells as a line of CSV. */
export function csvLine(...cells: string[]): string {
  return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
}
