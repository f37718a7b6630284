// Every operation of the service, or those that a key may call.
import type { Schemas } from '../../lib/contract'
import { href, refine, useRoute } from '../../lib/route'
import { texts } from '../../lib/text'
import { listed, useGot } from '../../parts/got'
import { List } from '../../parts/list'
import { operationName } from '../../parts/story'
import { useLent } from './lent'
import { session } from '../../lib/session'

export type Tool = Schemas['ToolDescription']

const t = texts(
  { search: 'Search', mine: 'Only what the key may call', tool: 'Tool', name: 'Name', scope: 'Scope', kind: 'Kind', none: 'No such tool.', reads: 'reads', writes: 'writes', destroys: 'removes or ends', restOnly: 'not over MCP', old: 'deprecated' },
  { search: 'Søg', mine: 'Kun hvad nøglen må kalde', tool: 'Værktøj', name: 'Navn', scope: 'Rettighed', kind: 'Slags', none: 'Intet sådant værktøj.', reads: 'læser', writes: 'skriver', destroys: 'fjerner eller afslutter', restOnly: 'ikke over MCP', old: 'forældet' },
)

/** Kinds is what a tool does, in chips. */
export function Kinds({ of }: { of: Tool }) {
  return <>
    <span class="chip">{of.readOnly ? t.reads : of.destructive ? t.destroys : t.writes}</span>{' '}
    {of.restOnly && <span class="chip">{t.restOnly}</span>} {of.deprecated && <span class="chip">{t.old}</span>}
  </>
}

/** mayCall is whether a key with these scopes may call a tool. */
export function mayCall(of: Tool, scopes: readonly string[]): boolean {
  return of.anonymous || scopes.includes(of.scope)
}

export function Tools() {
  const { query } = useRoute()
  const lent = useLent()
  const got = useGot<Schemas['ToolList']>('/api/v1/tools?brief=true')
  const q = (query['q'] ?? '').toLowerCase()
  const mine = query['mine'] === 'yes' || lent !== undefined
  const scopes = lent?.scopes ?? session.get()?.key.scopes ?? []
  const found = got.data?.tools.filter((one) => (!mine || mayCall(one, scopes)) && [one.name, one.title, operationName(one.name)].some((text) => text.toLowerCase().includes(q)))
  return <>
    <form class="bar" role="search" onSubmit={(e) => e.preventDefault()}>
      <label>{t.search}<input type="search" value={query['q'] ?? ''} onInput={(e) => refine({ q: e.currentTarget.value || undefined })} /></label>
      <label>{t.mine}<input type="checkbox" checked={mine} disabled={lent !== undefined} onChange={(e) => refine({ mine: e.currentTarget.checked ? 'yes' : undefined })} /></label>
    </form>
    <List label={t.tool} list={listed({ ...got, data: found })} id={(one) => one.name} name={(one) => one.name} to={(one) => href('tools', [one.name])} empty={t.none} columns={[
      { head: t.tool, cell: (one) => operationName(one.name) },
      { head: t.name, cell: (one) => <code>{one.name}</code> },
      { head: t.scope, cell: (one) => <code>{one.scope}</code> },
      { head: t.kind, cell: (one) => <Kinds of={one} /> },
    ]} />
  </>
}
