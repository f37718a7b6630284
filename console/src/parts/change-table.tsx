// What changed, or would change, field by field.
import type { ComponentChildren } from 'preact'
import { texts } from '../lib/text'
import { type Change, fieldName, shownValue } from './story'

const t = texts({ field: 'Field', before: 'Before', after: 'After', now: 'Now' }, { field: 'Felt', before: 'Før', after: 'Efter', now: 'Nu' })

interface ChangeTableProps {
  changes: Change[]
  /** What sort of thing changed. */
  of?: string | null
  /** What stands instead of the name of a field. */
  name?: (change: Change) => ComponentChildren
  /** The heads of the columns of values, where they are not what was before and after. */
  heads?: [string, string]
  /** The present value, in a column between the two; undefined when it is not known. */
  now?: ((path: string) => unknown) | undefined
  /** Why a field stays as it is; undefined where it does not. */
  stays?: (change: Change) => string | undefined
}

/** ChangeTable is every field with its value before and after. */
export function ChangeTable({ changes, of, name = ({ path }) => fieldName(path), heads: [before, after] = [t.before, t.after], now, stays }: ChangeTableProps) {
  return <div class="table" role="region" aria-label={`${before} · ${after}`} tabIndex={0}><table class="diff">
    <thead><tr><th scope="col">{t.field}</th><th scope="col">{before}</th>{now && <th scope="col">{t.now}</th>}<th scope="col">{after}</th></tr></thead>
    <tbody>{changes.map((change) => {
      const { path, previousValue, nextValue } = change
      const why = stays?.(change)
      return <tr key={path}>
        <th scope="row">{name(change)}</th>
        <td data-label={before}>{why === undefined ? <del>{shownValue(path, previousValue, of)}</del> : shownValue(path, previousValue, of)}</td>
        {now && <td data-label={t.now} class="warn">{now(path) === undefined ? '' : shownValue(path, now(path), of)}</td>}
        <td data-label={after}>{why === undefined ? <ins>{shownValue(path, nextValue, of)}</ins> : <span class="quiet">{why}</span>}</td>
      </tr>
    })}</tbody>
  </table></div>
}
