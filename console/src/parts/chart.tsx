// Charts in plain SVG: bars, lines and a sparkline. Their look is CSS classes; the figures stand in a table below.
import { texts } from '../lib/text'

const t = texts({ table: 'The figures', when: 'When' }, { table: 'Tallene', when: 'Hvornår' })

export interface Series {
  name: string
  values: readonly number[]
  /** Bars stand behind lines. */
  kind: 'bars' | 'line'
  /** One of the looks: what it is about, what it is compared with, what went wrong. */
  look: 'main' | 'before' | 'bad'
}

interface Props {
  title: string
  /** What each value is of, such as a day. */
  labels: readonly string[]
  series: readonly Series[]
  show: (value: number) => string
}

const height = 100

/** Chart draws several series over the same labels. */
export function Chart({ title, labels, series, show }: Props) {
  const top = Math.max(1, ...series.flatMap((one) => one.values))
  const width = Math.max(1, ...series.map((one) => one.values.length)) * 10
  return <figure class="chart">
    <figcaption class="row"><strong>{title}</strong>
      {series.length > 1 && series.map((one) => <span key={one.name} class="quiet"><svg class={`mark ${one.kind}`} viewBox={one.kind === 'line' ? '0 0 20 10' : '0 0 10 10'} aria-hidden="true">{one.kind === 'line' ? <path class={`line ${one.look}`} d="M0 5h20" /> : <rect class={one.look} width="10" height="10" />}</svg> {one.name}</span>)}
    </figcaption>
    <p class="quiet">{show(top)}</p>
    <svg class="plot" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {series.filter((one) => one.kind === 'bars').map((one) => <Bars key={one.name} of={one} labels={labels} top={top} show={show} />)}
      {series.filter((one) => one.kind === 'line').map((one) => <polyline key={one.name} class={`line ${one.look}`} points={points(one.values, top)} />)}
    </svg>
    <p class="ends quiet"><span>{labels[0]}</span><span>{labels.length > 1 && labels.at(-1)}</span></p>
    <details><summary>{t.table}</summary><section class="table" aria-label={title} tabIndex={0}><table>
      <thead><tr><th scope="col">{t.when}</th>{series.map((one) => <th key={one.name} scope="col" class="right">{one.name}</th>)}</tr></thead>
      <tbody>{labels.map((label, at) => <tr key={at}><th scope="row">{label}</th>
        {series.map((one) => <td key={one.name} class="right" data-label={one.name}>{one.values[at] === undefined ? '' : show(one.values[at])}</td>)}</tr>)}</tbody>
    </table></section></details>
  </figure>
}

function Bars({ of, labels, top, show }: { of: Series; labels: readonly string[]; top: number; show: (value: number) => string }) {
  return <g class={of.look}>{of.values.map((value, at) => {
    const tall = value / top * height
    return <g key={at}><title>{labels[at]}: {show(value)}</title>
      <rect class="reach" x={at * 10} y="0" width="10" height={height} />
      <rect x={at * 10 + 1} y={height - tall} width="8" height={Math.max(tall, 0)} /></g>
  })}</g>
}

function points(values: readonly number[], top: number): string {
  return values.map((value, at) => `${at * 10 + 5},${height - value / top * height}`).join(' ')
}

interface SparklineProps {
  /** What it says, for those who cannot see it. */
  label: string
  values: readonly number[]
  /** A part of each value that went wrong. */
  bad?: readonly number[]
}

/** Sparkline is a row of small bars in a line of text or a cell. */
export function Sparkline({ label, values, bad = [] }: SparklineProps) {
  const top = Math.max(1, ...values)
  return <svg class="spark" viewBox={`0 0 ${values.length * 4} 20`} preserveAspectRatio="none" role="img" aria-label={label}>
    {values.map((value, at) => <rect key={at} class="main" x={at * 4} y={20 - value / top * 20} width="3" height={value / top * 20} />)}
    {bad.map((value, at) => <rect key={`b${at}`} class="bad" x={at * 4} y={20 - value / top * 20} width="3" height={value / top * 20} />)}
  </svg>
}
