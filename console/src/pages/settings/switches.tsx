// Switches: what stops while each is off.
import { useResult, useWrite } from '../../lib/answers'
import type { Schemas } from '../../lib/contract'
import { texts } from '../../lib/text'
import { things } from '../../lib/vocabulary'
import { Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'

type Switch = Schemas['FeatureSwitch']

const t = texts(
  {
    is: { true: 'On', false: 'Off' }, while: 'While it is off:', turnOff: 'Turn off', turnOn: 'Turn on', turnedOn: (name: string) => `${name} is on.`, turnedOff: (name: string) => `${name} is off.`, with: 'Works with:', other: 'not as in a new shop',
    known: {} as Record<string, string>,
  },
  {
    is: { true: 'Til', false: 'Fra' }, while: 'Når den er slået fra:', turnOff: 'Slå fra', turnOn: 'Slå til', turnedOn: (name: string) => `${name} er slået til.`, turnedOff: (name: string) => `${name} er slået fra.`, with: 'Virker sammen med:', other: 'ikke som i en ny butik',
    known: {
      checkout: 'ingen kurv kan laves, læses eller ændres, og ingen ordre laves af en; andet om ordrer fortsætter.',
      campaigns: 'ingen kampagne kan oprettes; de, der findes, fortsætter.',
      typo_search: 'en søgning, hvis ord intet rammer, finder intet; lignende stavning prøves ikke.',
      agent_writes: 'enhver ændring over MCP eller med en agents nøgle afvises; en persons eller et programs nøgle kan slå det til igen.',
      manual_payment: 'ingen ordre kan markeres som betalt; det gør kun en betaling.',
      storefront_pages: 'butikkens HTML-sider vises ikke; dokumenter og API gør.',
    },
  },
)

export function Switches() {
  const read = useResult('features.get', {})
  if (!read.data) return read.refused ? <ProblemNote refused={read.refused} again={read.again} /> : <Loading />
  const { features } = read.data
  return <div class="grid">{features.map((one) => <One key={one.key} of={one} all={features} />)}</div>
}

function nameOf(of: Switch): string { return things[of.key] ?? of.label }

function One({ of, all }: { of: Switch; all: Switch[] }) {
  const write = useWrite('features.set')
  const turn = async () => {
    const done = await write.send({ key: of.key, enabled: !of.enabled, confirm: true })
    if (done) say(of.enabled ? t.turnedOff(nameOf(of)) : t.turnedOn(nameOf(of)), done.requestId, of.key)
  }
  const others = of.dependsOn.map((key) => all.find((one) => one.key === key)).filter((one) => one !== undefined)
  return <section class="card" aria-labelledby={`switch-${of.key}`} data-row>
    <h2 id={`switch-${of.key}`}>{nameOf(of)} <span class={of.enabled ? 'badge' : 'chip warn'}>{t.is[`${of.enabled}`]}</span></h2>
    <p>{t.while} {t.known[of.key] ?? of.description.replace(/^Off: /, '')}</p>
    {others.length > 0 && <p class="quiet">{t.with} {others.map(nameOf).join(', ')}</p>}
    {of.overridden && <p class="quiet">{t.other}</p>}
    <button type="button" class={of.enabled ? 'danger' : ''} {...needs('features:write', write.busy)} aria-describedby={`switch-${of.key}`} onClick={() => void turn()}>{of.enabled ? t.turnOff : t.turnOn}</button>
    <ProblemNote refused={write.refused} />
  </section>
}
