// How a program or an agent connects with a new key.
import type { Schemas } from '../../lib/contract'
import { texts } from '../../lib/text'
import { Example } from '../../parts/copy'
import { Secret } from '../../parts/secret'

const t = texts(
  { title: 'The key', how: 'How to connect', person: 'A person signs in to this console with it.', until: 'The old secret works until', cursor: 'Cursor, in .cursor/mcp.json' },
  { title: 'Nøglen', how: 'Sådan forbindes den', person: 'En person logger ind i denne konsol med den.', until: 'Den gamle hemmelighed virker til', cursor: 'Cursor, i .cursor/mcp.json' },
)

/** NewSecret shows the secret of a key once, and what to do with it. */
export function NewSecret({ secret, holder, oldUntil, close }: { secret: string; holder: Schemas['Holder']; oldUntil?: string; close: () => void }) {
  const url = `${location.origin}/api/mcp`
  const bearer = `Bearer ${secret}`
  return <Secret title={t.title} secret={secret} close={close}>
    {oldUntil !== undefined && <p>{t.until} {oldUntil}.</p>}
    {holder === 'person' ? <p>{t.person}</p> : <>
      <h3>{t.how}</h3>
      <Example title="Claude Code" text={`claude mcp add --transport http storefront "${url}" --header "Authorization: ${bearer}"`} />
      <Example title={t.cursor} text={JSON.stringify({ mcpServers: { storefront: { url, headers: { Authorization: bearer } } } }, null, 2)} />
      <Example title="curl" text={`curl -s ${location.origin}/api/v1/key -H "Authorization: ${bearer}"`} />
    </>}
  </Secret>
}
