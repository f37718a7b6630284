// What the service says about itself, and what the key that is signed in may still do.
import type { Schemas } from '../../lib/contract'
import { count, money } from '../../lib/format'
import { href } from '../../lib/route'
import { texts } from '../../lib/text'
import { useGot } from '../../parts/got'
import { Loading } from '../../parts/list'
import { ProblemNote } from '../../parts/problem'
import { fieldName } from '../../parts/story'

const t = texts(
  {
    service: 'The service', state: 'State', ready: 'takes calls', full: 'takes no changes: only reading works', notices: 'Notices', none: 'none', version: 'Version of the contract', links: 'Documents', mine: 'Your key', name: 'Name',
    calls: 'Calls left now', of: (left: string, all: string) => `${left} of ${all}`, limits: 'Limits', left: (left: string, of: string) => `${left} left of ${of}`, noLimits: 'no limits', checked: 'Ask again',
  },
  {
    service: 'Tjenesten', state: 'Tilstand', ready: 'tager imod kald', full: 'tager ikke imod ændringer: kun læsning virker', notices: 'Bemærkninger', none: 'ingen', version: 'Kontraktens version', links: 'Dokumenter', mine: 'Din nøgle', name: 'Navn',
    calls: 'Kald tilbage nu', of: (left: string, all: string) => `${left} af ${all}`, limits: 'Grænser', left: (left: string, of: string) => `${left} tilbage af ${of}`, noLimits: 'ingen grænser', checked: 'Spørg igen',
  },
)

export function System() {
  const state = useGot<Schemas['Readiness']>('/readyz')
  const service = useGot<Schemas['ServiceLinks']>('/')
  const key = useGot<Schemas['KeyReply']>('/api/v1/key')
  const mine = key.data?.result
  return <>
    <h2>{t.service}</h2>
    <ProblemNote refused={state.refused ?? service.refused} again={() => { state.again(); service.again() }} />
    <Loading shown={state.loading} />
    {state.data && <dl class="facts">
      <div><dt>{t.state}</dt><dd class={state.data.writable ? '' : 'warn'}>{state.data.writable ? t.ready : t.full}</dd></div>
      <div><dt>{t.notices}</dt><dd>{state.data.reasons.length === 0 ? t.none : state.data.reasons.join('; ')}</dd></div>
      {service.data && <div><dt>{t.version}</dt><dd>{service.data.version}</dd></div>}
    </dl>}
    <button type="button" class="second" onClick={state.again}>{t.checked}</button>
    <h2>{t.mine}</h2>
    <ProblemNote refused={key.refused} again={key.again} />
    {mine && <dl class="facts">
      <div><dt>{t.name}</dt><dd><a href={href('keys', [mine.id])}>{mine.name}</a></dd></div>
      <div><dt>{t.calls}</dt><dd>{t.of(count(mine.remaining), count(mine.quota))}</dd></div>
      <div><dt>{t.limits}</dt><dd>{mine.limits && mine.limits.length > 0 ? <ul>{mine.limits.map((one) => <li key={one.name}>{fieldName(`/${one.name}`)}: {t.left(amount(one.name, one.left), amount(one.name, one.value))}</li>)}</ul> : t.noLimits}</dd></div>
    </dl>}
    {service.data && <><h2>{t.links}</h2><ul>{service.data.links.map((link) => <li key={link.rel + link.href}><a href={link.href} target="_blank" rel="noreferrer">{link.title}</a></li>)}</ul></>}
  </>
}

function amount(name: string, value: number): string {
  return name.includes('Oere') ? `${money(value)} kr.` : count(value)
}
