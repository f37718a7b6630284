// What a bulk edit does, or did, to each product: what failed first, then what may be a slip.
import type { Schemas } from '../../lib/contract'
import { count } from '../../lib/format'
import { texts } from '../../lib/text'
import { shownValue } from '../../parts/story'
import { productHref } from './address'
import { known } from './steps'
import { t as shared, warned } from './text'

const t = texts(
  {
    outcome: 'Outcome', changes: 'Before → after', table: 'Products', more: (n: string) => `and ${n} more like these`, sum: (updated: string, unchanged: string, failed: string) => `${updated} change, ${unchanged} stay as they are, ${failed} fail.`,
    outcomes: { created: 'created', updated: 'changed', unchanged: 'as it is', failed: 'failed' } satisfies Record<Schemas['BulkItemOutcome'], string>,
    would: 'will change', said: { product_not_found: 'There is no such product.', has_variants: 'It has variants: change those.', unknown_category: 'There is no such category.', sku_taken: 'The SKU is in use.' } as Record<string, string>,
  },
  {
    outcome: 'Udfald', changes: 'Før → efter', table: 'Varer', more: (n: string) => `og ${n} til som disse`, sum: (updated: string, unchanged: string, failed: string) => `${updated} ændres, ${unchanged} forbliver, som de er, ${failed} mislykkes.`,
    outcomes: { created: 'oprettet', updated: 'ændret', unchanged: 'som den er', failed: 'mislykket' },
    would: 'ændres', said: { product_not_found: 'Varen findes ikke.', has_variants: 'Den har varianter: ret dem.', unknown_category: 'Kategorien findes ikke.', sku_taken: 'Varenummeret er i brug.' } as Record<string, string>,
  },
)

export type Outcome = Schemas['BulkOutcome']

const most = 500

export function Outcomes({ outcomes, names, planned }: { outcomes: Outcome[]; names: ReadonlyMap<string, string>; planned: boolean }) {
  if (outcomes.length === 0) return null
  const of = (outcome: Outcome['outcome']) => count(outcomes.filter((one) => one.outcome === outcome).length)
  const weight = (one: Outcome) => one.outcome === 'failed' ? 0 : one.warnings.length > 0 ? 1 : one.outcome === 'unchanged' ? 3 : 2
  const shown = outcomes.toSorted((a, b) => weight(a) - weight(b)).slice(0, most)
  return <>
    <p>{t.sum(count(outcomes.filter((one) => ['created', 'updated'].includes(one.outcome)).length), of('unchanged'), of('failed'))}</p>
    <div class="table" role="region" aria-label={t.table} tabIndex={0}><table>
      <thead><tr>{[shared.product, t.outcome, t.changes].map((head) => <th key={head} scope="col">{head}</th>)}</tr></thead>
      <tbody>{shown.map((one) => <tr key={one.slug} data-row>
        <td data-label={shared.product}><a href={productHref(one.slug)} data-open>{names.get(one.slug) ?? one.slug}</a></td>
        <td data-label={t.outcome} class={one.outcome === 'failed' ? 'fault' : ''}>{planned && one.outcome === 'updated' ? t.would : t.outcomes[one.outcome]}</td>
        <td data-label={t.changes}><span>
          {one.changes.filter(({ path }) => !/^\/category\/(slug|description)$/.test(path)).map((change) => <span key={change.path}>{known(change.path)} <del>{shownValue(change.path, change.previousValue)}</del> → <ins>{shownValue(change.path, change.nextValue)}</ins> </span>)}
          {one.warnings.length > 0 && <span class="warn">{warned(one.warnings)} </span>}
          {one.code !== null && <span class="fault">{t.said[one.code] ?? one.detail}</span>}
        </span></td>
      </tr>)}</tbody>
    </table></div>
    {outcomes.length > most && <p class="quiet">{t.more(count(outcomes.length - most))}</p>}
  </>
}
