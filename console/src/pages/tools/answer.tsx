// What came back, as it is: this is what the agent reads.
import { count } from '../../lib/format'
import { texts } from '../../lib/text'
import { Copy } from '../../parts/copy'

const t = texts(
  { answer: 'The answer', refused: 'The refusal', took: (ms: string) => `${ms} ms`, size: (tokens: string) => `about ${tokens} tokens`, headers: 'Headers', over: 'over' },
  { answer: 'Svaret', refused: 'Afvisningen', took: (ms: string) => `${ms} ms`, size: (tokens: string) => `omkring ${tokens} tokens`, headers: 'Headere', over: 'over' },
)

export interface Came {
  over: 'REST' | 'MCP'
  ok: boolean
  status: number | undefined
  body: unknown
  headers: [string, string][]
  ms: number
}

/** tokens is about how many a model reads for a text: four characters are one. */
export function tokens(text: string): string { return count(Math.ceil(text.length / 4)) }

export function AnswerShown({ came }: { came: Came }) {
  const text = JSON.stringify(came.body, null, 2)
  return <section aria-labelledby="answer">
    <h2 id="answer">{came.ok ? t.answer : t.refused} <span class="chip">{came.status ?? ''} {t.over} {came.over}</span></h2>
    <p class="quiet row" role="status">{t.took(count(Math.round(came.ms)))} · {t.size(tokens(JSON.stringify(came.body)))} <Copy text={text} /></p>
    <pre class="code" tabIndex={0}>{text}</pre>
    {came.headers.length > 0 && <details><summary>{t.headers}</summary><dl class="facts">{came.headers.map(([name, value]) => <div key={name}><dt><code>{name}</code></dt><dd>{value}</dd></div>)}</dl></details>}
  </section>
}
