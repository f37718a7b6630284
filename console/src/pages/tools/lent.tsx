// Seeing with an agent's eyes: a key with chosen scopes for ten minutes, revoked when it is no longer needed.
import { useRef, useState } from 'preact/hooks'
import { call } from '../../lib/api'
import { useList, useWrite } from '../../lib/answers'
import type { Body, Scope } from '../../lib/contract'
import { time } from '../../lib/format'
import { may } from '../../lib/session'
import { store, useStore } from '../../lib/store'
import { texts } from '../../lib/text'
import { Dialog } from '../../parts/dialog'
import { Input } from '../../parts/fields'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { personal, Scopes } from '../../parts/scopes'
import { say } from '../../parts/toast'

const t = texts(
  {
    as: 'As another key…', title: 'Call as another key', what: 'A key with these scopes is made for ten minutes, and revoked when you leave this page.', like: 'Like the key', own: 'none: choose below', make: 'Make it', scopes: 'What it may do',
    banner: (scopes: number, until: string) => `You call as a key with ${scopes} scopes, until ${until}.`, end: 'End it', ended: 'The key is revoked.', name: 'Try a tool',
  },
  {
    as: 'Som en anden nøgle…', title: 'Kald som en anden nøgle', what: 'Der laves en nøgle med disse rettigheder i ti minutter; den tilbagekaldes, når du forlader siden.', like: 'Som nøglen', own: 'ingen: vælg nedenfor', make: 'Lav den', scopes: 'Hvad den må',
    banner: (scopes: number, until: string) => `Du kalder som en nøgle med ${scopes} rettigheder, til ${until}.`, end: 'Afslut den', ended: 'Nøglen er tilbagekaldt.', name: 'Prøv et værktøj',
  },
)

export interface Lent {
  id: string
  secret: string
  scopes: readonly Scope[]
  until: string
}

const lent = store<Lent | undefined>(undefined)

/** useLent is the key that is called with instead of the session's, if one was made. */
export function useLent(): Lent | undefined { return useStore(lent) }

/** giveBack revokes it. If that is refused, it ends by itself within ten minutes. */
export async function giveBack(): Promise<void> {
  const one = lent.get()
  if (!one) return
  lent.set(undefined)
  await call('keys.revoke', { id: one.id, confirm: true }).catch(() => undefined)
}

export function AsKey() {
  const [asks, setAsks] = useState(false)
  const one = useLent()
  const end = async () => {
    await giveBack()
    say(t.ended)
  }
  if (one) return <p class="note row"><span>{t.banner(one.scopes.length, time(one.until))}</span> <button type="button" class="small" onClick={() => void end()}>{t.end}</button></p>
  return <>
    <button type="button" class="second" {...needs('keys:write')} onClick={() => setAsks(true)}>{t.as}</button>
    {asks && <Choose close={() => setAsks(false)} />}
  </>
}

function Choose({ close }: { close: () => void }) {
  const keys = useList('keys.list', { status: 'active', limit: 100 }, { enabled: may('keys:read') })
  const write = useWrite('keys.create')
  const until = useRef('') // the same when it is sent again: then it is the same call
  const [like, setLike] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>([])
  const model = keys.data?.find((key) => key.id === like)
  const choose = (id: string) => {
    setLike(id)
    setScopes(keys.data?.find((key) => key.id === id)?.scopes.filter(may) ?? [])
  }
  const make = async () => {
    if (!(Date.parse(until.current) > Date.now() + 300_000)) until.current = new Date(Date.now() + 600_000).toISOString()
    const holder = model?.holder ?? (scopes.some((scope) => personal.has(scope)) ? 'person' : 'agent')
    const body: Body<'keys.create'> = { name: t.name, holder, scopes: [...scopes], expiresAt: until.current, ...(model?.limits && { limits: model.limits }) }
    const done = await write.send(body)
    if (!done) return
    const { id, secret } = done.answer.result
    lent.set({ id, secret, scopes, until: until.current })
    close()
  }
  return <Dialog title={t.title} close={close} wide foot={<button type="button" disabled={write.busy || scopes.length === 0} onClick={() => void make()}>{t.make}</button>}>
    <p>{t.what}</p>
    {keys.data && <Input name="like" field={{ label: t.like, kind: 'choice', choices: [['', t.own], ...keys.data.map((key): [string, string] => [key.id, key.name])] }} value={like} set={(id) => choose(String(id ?? ''))} />}
    <fieldset><legend>{t.scopes}</legend><Scopes chosen={scopes} set={setScopes} person={model === undefined || model.holder === 'person'} /></fieldset>
    <ProblemNote refused={keys.refused} again={keys.again} />
    <ProblemNote refused={write.refused} />
  </Dialog>
}
