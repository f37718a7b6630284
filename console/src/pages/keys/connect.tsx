// How a program or an agent connects with a new key.
import type { Schemas } from '../../lib/contract'
import { texts } from '../../lib/text'
import { Example } from '../../parts/copy'
import { Secret } from '../../parts/secret'

const t = texts(
  {
    title: 'The key', how: 'How to connect', person: 'A person signs in to this console with it.', claude: 'Claude Code: a line for the terminal', until: 'The old secret works until', cursor: 'Cursor, in .cursor/mcp.json', code: 'VS Code, in .vscode/mcp.json', other: 'Any other agent that knows MCP: the address, and a header', curl: 'A program: curl',
    secret: 'THE-SECRET', shown: 'The secret of a key is shown once, when it is made. If it is lost, give the key a new one.',
  },
  {
    title: 'Nøglen', how: 'Sådan forbindes den', person: 'En person logger ind i denne konsol med den.', claude: 'Claude Code: en linje til terminalen', until: 'Den gamle hemmelighed virker til', cursor: 'Cursor, i .cursor/mcp.json', code: 'VS Code, i .vscode/mcp.json', other: 'Enhver anden agent, der kan MCP: adressen og en header', curl: 'Et program: curl',
    secret: 'HEMMELIGHEDEN', shown: 'En nøgles hemmelighed vises én gang, når den laves. Er den tabt, så giv nøglen en ny.',
  },
)

/** NewSecret shows the secret of a key once, and what to do with it. */
export function NewSecret({ secret, holder, oldUntil, close }: { secret: string; holder: Schemas['Holder']; oldUntil?: string; close: () => void }) {
  return <Secret title={t.title} secret={secret} close={close}>
    {oldUntil !== undefined && <p>{t.until} {oldUntil}.</p>}
    {holder === 'person' ? <p>{t.person}</p> : <><h3>{t.how}</h3><Examples secret={secret} /></>}
  </Secret>
}

/** Connect is how a key is connected whose secret was shown before. */
export function Connect() {
  return <details><summary>{t.how}</summary><p class="hint">{t.shown}</p><Examples secret={t.secret} /></details>
}

function Examples({ secret }: { secret: string }) {
  const url = `${location.origin}/api/mcp`
  const bearer = `Bearer ${secret}`
  const server = { url, headers: { Authorization: bearer } }
  return <>
    <Example title={t.claude} text={`claude mcp add --transport http storefront "${url}" --header "Authorization: ${bearer}"`} />
    <Example title={t.cursor} text={JSON.stringify({ mcpServers: { storefront: server } }, null, 2)} />
    <Example title={t.code} text={JSON.stringify({ servers: { storefront: { type: 'http', ...server } } }, null, 2)} />
    <Example title={t.other} text={`${url}\nAuthorization: ${bearer}`} />
    <Example title={t.curl} text={`curl -s ${location.origin}/api/v1/key -H "Authorization: ${bearer}"`} />
  </>
}
