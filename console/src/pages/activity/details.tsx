// All of an entry: each field before and after, how the call came, and why it cannot be undone.
import { useResult } from '../../lib/answers'
import type { Result } from '../../lib/contract'
import { dateTime } from '../../lib/format'
import { href } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { whyNot } from '../../lib/vocabulary'
import { ChangeTable } from '../../parts/change-table'
import { Loading } from '../../parts/list'
import { ProblemNote } from '../../parts/problem'
import { fieldName, follows, shownValue } from '../../parts/story'

const t = texts(
  {
    call: 'All of this call', actor: 'All by this key', thing: 'All about this', sent: 'What was sent', from: 'from', request: 'Request', why: 'Why not undo?', rule: 'Make a rule of this',
    ways: { rest: 'over the API', mcp: 'over MCP', cli: 'on the command line', system: 'by itself' } as Record<string, string>, console: 'in the console',
  },
  {
    call: 'Alt fra dette kald', actor: 'Alt fra denne nøgle', thing: 'Alt om dette', sent: 'Hvad der blev sendt', from: 'fra', request: 'Kald', why: 'Hvorfor ikke fortryde?', rule: 'Gør det til en regel',
    ways: { rest: 'over API\'et', mcp: 'over MCP', cli: 'på kommandolinjen', system: 'af sig selv' } as Record<string, string>, console: 'i konsollen',
  },
)

export function Details({ id }: { id: string }) {
  const got = useResult('audit.get', { auditLogId: id })
  const entry = got.data
  if (!entry) return got.refused ? <ProblemNote refused={got.refused} again={got.again} /> : <Loading />
  const rule = ruleOf(entry)
  return <>
    {entry.changes.length > 0 && <ChangeTable of={entry.entityType} changes={entry.changes.filter(({ path }) => !follows(path))} />}
    {entry.notRevertibleReason && entry.outcome === 'success' && !entry.revertedAt && <p class="note"><strong>{t.why}</strong> {whyNot(entry.tool)}</p>}
    {entry.notShownReason && <p class="quiet">{entry.notShownReason}</p>}
    {entry.outcome !== 'success' && <dl class="facts">{asked(entry.args).map(([name, value]) => <div key={name}><dt>{fieldName(`/${name}`)}</dt><dd>{shownValue(`/${name}`, value)}</dd></div>)}</dl>}
    <details><summary>{t.sent}</summary><pre class="code" tabIndex={0}>{entry.tool} {JSON.stringify(entry.args, null, 2)}</pre></details>
    <p class="quiet">{dateTime(entry.at)} {entry.sessionId ? t.console : t.ways[entry.channel] ?? entry.channel}{entry.ip && <>, {t.from} {entry.ip}</>} · {t.request} <code>{entry.requestId}</code></p>
    <p class="row"><a href={href('activity', [], { requestId: entry.requestId, kinds: 'change,refusal,access' })}>{t.call}</a>
      <a href={href('activity', [], { actorPrefix: entry.actor })}>{t.actor}</a>
      {entry.entityId && <a href={href('activity', [], { entityType: entry.entityType ?? undefined, entityId: entry.entityId })}>{t.thing}</a>}
      {rule && <a href={rule}>{t.rule}</a>}</p>
  </>
}

// What a call asked for, as far as a line can say it.
function asked(args: Result<'audit.get'>['args']): [string, unknown][] {
  return Object.entries({ ...args, ...args?.['patch'] as object | undefined }).filter(([name, value]) => typeof value !== 'object' && name !== 'confirm')
}

// A rule is a limit of the key: the one that counts what the entry did.
function ruleOf({ actor, holder, tool, changes }: Result<'audit.get'>): string | undefined {
  if (!actor.startsWith('apikey:') || holder === 'person' || !may('keys:write')) return undefined
  const limit = /^(orders|payments)\.refund$/.test(tool) ? 'maxRefundOere' : /^(orders|payments)\.create$/.test(tool) ? 'maxOrderOere' : tool.endsWith('.delete') ? 'maxDeletesPerDay'
    : /^(discounts|marketing)/.test(tool) ? 'maxDiscountPercent' : changes.some(({ path }) => /\/price(Dkk|Oere)$/.test(path)) ? 'maxPriceChangePercent' : 'maxWritesPerDay'
  return href('keys', [actor.slice(7)], { limit })
}
