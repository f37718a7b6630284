// The calls behind this page, as they were made: what a person does here, an agent can do.
import { sent, type Sent } from '../lib/api'
import { href } from '../lib/route'
import { useStore } from '../lib/store'
import { texts } from '../lib/text'
import { behind } from './asked'
import { Dialog } from './dialog'
import { operationName } from './story'

const t = texts(
  { title: 'The calls behind this', none: 'No call yet.', copy: 'Copy as curl', try: 'Try it' },
  { title: 'Kaldene bag dette', none: 'Intet kald endnu.', copy: 'Kopiér som curl', try: 'Prøv det' },
)

function close(): void { behind.set(false) }

export function Behind() {
  const open = useStore(behind)
  const calls = useStore(sent)
  if (!open) return null
  return <Dialog title={t.title} close={close} wide>
    {calls.length === 0 && <p class="quiet">{t.none}</p>}
    {calls.map((one, at) => <details key={`${at}${one.requestId}`} open={at === 0}>
      <summary><code>{one.operation}</code> {operationName(one.operation)} <span class="quiet">{one.status}</span></summary>
      <pre class="code" tabIndex={0}>{JSON.stringify(one.body, null, 2)}</pre>
      <p class="row"><button type="button" class="small" onClick={() => void navigator.clipboard.writeText(curl(one))}>{t.copy}</button>
        <a href={href('tools', [one.operation])} onClick={close}>{t.try}</a> <span class="quiet code">{one.requestId}</span></p>
    </details>)}
  </Dialog>
}

/** curl is a call as a line for a shell, with the key in $KEY. */
export function curl({ operation, body }: Pick<Sent, 'operation' | 'body'>): string {
  const quoted = JSON.stringify(body).replaceAll("'", String.raw`'\''`)
  return `curl -s ${location.origin}/api/v1/tools/${operation} -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '${quoted}'`
}
