// The filters of the feed; they stand in the address.
import { refine } from '../../lib/route'
import { texts } from '../../lib/text'
import { useKeys } from '../../parts/story'

const t = texts(
  {
    search: 'Search by name of the thing', who: 'Who', anyone: 'anyone', agent: 'agents', person: 'persons', program: 'programs', what: 'What', anything: 'anything', from: 'From', to: 'To', kind: 'Show',
    changes: 'changes and refusals', change: 'changes', refusal: 'refusals', access: 'looks at personal data', all: 'everything', way: 'Came by', any: 'any way', ways: { rest: 'console or API', mcp: 'MCP', cli: 'command line' }, more: 'More filters', one: 'one key',
    groups: { products: 'products', orders: 'orders', payments: 'payments', categories: 'categories', discounts: 'codes', pages: 'pages', services: 'services', settings: 'settings', keys: 'keys', audit: 'undoing', customer: 'customers' },
  },
  {
    search: 'Søg på tingens navn', who: 'Hvem', anyone: 'alle', agent: 'agenter', person: 'personer', program: 'programmer', what: 'Hvad', anything: 'alt', from: 'Fra', to: 'Til', kind: 'Vis',
    changes: 'ændringer og afslag', change: 'ændringer', refusal: 'afslag', access: 'opslag i personoplysninger', all: 'alt', way: 'Kom via', any: 'alle veje', ways: { rest: 'konsol eller API', mcp: 'MCP', cli: 'kommandolinje' }, more: 'Flere filtre', one: 'én nøgle',
    groups: { products: 'varer', orders: 'ordrer', payments: 'betalinger', categories: 'kategorier', discounts: 'koder', pages: 'sider', services: 'ydelser', settings: 'indstillinger', keys: 'nøgler', audit: 'fortrydelser', customer: 'kunder' },
  },
)

export function Filters({ query }: { query: Record<string, string> }) {
  const keys = useKeys().map((key): [string, string] => [`apikey:${key.id}`, key.name])
  const pick = (name: string, label: string, choices: [string, string][], chosen = query[name] ?? '', choose = (value: string) => refine({ [name]: value || undefined })) => <label>{label}
    <select name={name} value={choices.some(([value]) => value === chosen) ? chosen : ''} onChange={(e) => choose(e.currentTarget.value)}>
      {choices.map(([value, words]) => <option key={value} value={value}>{words}</option>)}
    </select></label>
  const { actorPrefix, holder = '' } = query
  const strange = actorPrefix !== undefined && !keys.some(([actor]) => actor === actorPrefix)
  const later = ['channel', 'from', 'to'].some((name) => query[name] !== undefined)
  return <form class="bar" role="search" onSubmit={(e) => e.preventDefault()}>
    <label>{t.search}<input type="search" value={query['q'] ?? ''} onChange={(e) => refine({ q: e.currentTarget.value.trim() || undefined })} /></label>
    {pick('kinds', t.kind, [['', t.changes], ['change', t.change], ['refusal', t.refusal], ['access', t.access], ['change,refusal,access', t.all]])}
    {pick('who', t.who, [['', t.anyone], ['agent', t.agent], ['person', t.person], ['program', t.program], ...keys, ...(strange ? [[actorPrefix, t.one] as [string, string]] : [])], actorPrefix ?? holder,
      (value) => refine(value.includes(':') ? { actorPrefix: value, holder: undefined } : { actorPrefix: undefined, holder: value || undefined }))}
    {pick('toolPrefix', t.what, [['', t.anything], ...Object.entries(t.groups).map(([group, words]): [string, string] => [`${group}.`, words])])}
    <details open={later}><summary>{t.more}</summary><div class="bar">
      {pick('channel', t.way, [['', t.any], ...Object.entries(t.ways)])}
      <label>{t.from}<input type="date" value={query['from'] ?? ''} onChange={(e) => refine({ from: e.currentTarget.value || undefined })} /></label>
      <label>{t.to}<input type="date" value={query['to'] ?? ''} onChange={(e) => refine({ to: e.currentTarget.value || undefined })} /></label>
    </div></details>
  </form>
}
