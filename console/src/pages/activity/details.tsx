// All of an entry: each field before and after, how the call came, and why it cannot be undone.
import { useResult } from '../../lib/answers'
import { dateTime } from '../../lib/format'
import { href } from '../../lib/route'
import { texts } from '../../lib/text'
import { ChangeTable } from '../../parts/change-table'
import { Loading } from '../../parts/list'
import { ProblemNote } from '../../parts/problem'
import { follows } from '../../parts/story'

const t = texts(
  {
    call: 'All of this call', actor: 'All by this key', thing: 'All about this', sent: 'What was sent', from: 'from', request: 'Request', why: 'Why not undo?',
    ways: { rest: 'over the API', mcp: 'over MCP', cli: 'on the command line', system: 'by itself' } as Record<string, string>, console: 'in the console',
  },
  {
    call: 'Alt fra dette kald', actor: 'Alt fra denne nøgle', thing: 'Alt om dette', sent: 'Hvad der blev sendt', from: 'fra', request: 'Kald', why: 'Hvorfor ikke fortryde?',
    ways: { rest: 'over API\'et', mcp: 'over MCP', cli: 'på kommandolinjen', system: 'af sig selv' } as Record<string, string>, console: 'i konsollen',
  },
)

export function Details({ id }: { id: string }) {
  const got = useResult('audit.get', { auditLogId: id })
  const entry = got.data
  if (!entry) return got.refused ? <ProblemNote refused={got.refused} again={got.again} /> : <Loading />
  return <>
    {entry.changes.length > 0 && <ChangeTable changes={entry.changes.filter(({ path }) => !follows(path))} />}
    {entry.notRevertibleReason && entry.outcome === 'success' && !entry.revertedAt && <p class="note"><strong>{t.why}</strong> {entry.notRevertibleReason}</p>}
    {entry.notShownReason && <p class="quiet">{entry.notShownReason}</p>}
    <details><summary>{t.sent}</summary><pre class="code" tabIndex={0}>{entry.tool} {JSON.stringify(entry.args, null, 2)}</pre></details>
    <p class="quiet">{dateTime(entry.at)} {entry.sessionId ? t.console : t.ways[entry.channel] ?? entry.channel}{entry.ip && <>, {t.from} {entry.ip}</>} · {t.request} <code>{entry.requestId}</code></p>
    <p class="row"><a href={href('activity', [], { requestId: entry.requestId, kinds: 'change,refusal,access' })}>{t.call}</a>
      <a href={href('activity', [], { actorPrefix: entry.actor })}>{t.actor}</a>
      {entry.entityId && <a href={href('activity', [], { entityType: entry.entityType ?? undefined, entityId: entry.entityId })}>{t.thing}</a>}</p>
  </>
}
