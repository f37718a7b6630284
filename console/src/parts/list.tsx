// Rows of a list: a table on a desk, cards on a phone. Keys: j and k move, Enter opens, x selects.
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { Listed } from '../lib/answers'
import { count } from '../lib/format'
import { texts } from '../lib/text'
import { Loading } from './loading'
import { ProblemNote } from './problem'

export { Loading }

const t = texts(
  { more: 'Show more', select: (name: string) => `Select ${name}`, all: 'Select all', chosen: 'Selected', total: (n: string) => `${n} in all` },
  { more: 'Vis flere', select: (name: string) => `Vælg ${name}`, all: 'Vælg alle', chosen: 'Valgt', total: (n: string) => `${n} i alt` },
)

export interface Column<T> {
  head: string
  cell: (row: T) => ComponentChildren
  /** Figures stand to the right. */
  right?: boolean
}

interface Props<T> {
  /** What the table holds, for those who cannot see it. */
  label: string
  list: Listed<T>
  columns: Column<T>[]
  id: (row: T) => string
  /** What a row is called. */
  name: (row: T) => string
  /** Where a row opens; its first column is the link. */
  to?: (row: T) => string
  empty: ComponentChildren
  selected?: ReadonlySet<string>
  onSelect?: (ids: ReadonlySet<string>) => void
}

export function List<T>({ label, list, columns, id, name, to, empty, selected, onSelect }: Props<T>) {
  const body = useRef<HTMLTableSectionElement>(null)
  if (list.data === undefined) return list.refused ? <ProblemNote refused={list.refused} again={list.again} /> : <Loading shown={list.loading} />
  if (list.data.length === 0) return <><ProblemNote refused={list.refused} again={list.again} /><div class="empty">{empty}</div></>
  const toggle = (one: string) => {
    const next = new Set(selected)
    if (!next.delete(one)) next.add(one)
    onSelect?.(next)
  }
  const all = list.data.map(id)
  const every = all.every((one) => selected?.has(one))
  return <>
    <ProblemNote refused={list.refused} again={list.again} />
    <div class="table" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead><tr>
          {onSelect && <th scope="col"><input type="checkbox" aria-label={t.all} checked={every} onChange={() => onSelect(new Set(every ? [] : all))} /></th>}
          {columns.map((column) => <th key={column.head} scope="col" class={column.right ? 'right' : ''}>{column.head}</th>)}
        </tr></thead>
        <tbody ref={body} data-rows>
          {list.data.map((row) => <tr key={id(row)} data-row>
            {onSelect && <td data-label={t.chosen}><input type="checkbox" data-select aria-label={t.select(name(row))} checked={selected?.has(id(row)) ?? false} onChange={() => toggle(id(row))} /></td>}
            {columns.map((column, at) => <td key={column.head} class={column.right ? 'right' : ''} data-label={column.head}>
              {at === 0 && to ? <a href={to(row)} data-open>{column.cell(row)}</a> : column.cell(row)}
            </td>)}
          </tr>)}
        </tbody>
      </table>
    </div>
    <p class="under">
      {list.more && <button type="button" class="second" onClick={list.more}>{t.more}</button>}
      {list.total !== undefined && <span class="quiet">{t.total(count(list.total))}</span>}
    </p>
  </>
}
