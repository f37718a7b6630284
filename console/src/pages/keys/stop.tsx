// Another secret for a key, and its end.
import { useState } from 'preact/hooks'
import { useWrite } from '../../lib/answers'
import type { Result, Schemas } from '../../lib/contract'
import { dateTime } from '../../lib/format'
import { texts } from '../../lib/text'
import { Confirm } from '../../parts/dialog'
import { Input } from '../../parts/fields'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { NewSecret } from './connect'

const t = texts(
  {
    rotate: 'New secret', rotateTitle: (name: string) => `A new secret for ${name}?`, hours: 'Hours for which the old one still works', hoursHint: '0 to 168. 0: it ends at once.',
    revoke: 'Revoke', revokeTitle: (name: string) => `Revoke ${name}?`, revokeText: 'It never works again, and this cannot be undone. To stop it for a while, pause it.', revoked: 'The key is revoked.',
  },
  {
    rotate: 'Ny hemmelighed', rotateTitle: (name: string) => `Ny hemmelighed til ${name}?`, hours: 'Timer, hvori den gamle stadig virker', hoursHint: '0 til 168. 0: den ophører straks.',
    revoke: 'Tilbagekald', revokeTitle: (name: string) => `Tilbagekald ${name}?`, revokeText: 'Den virker aldrig igen, og det kan ikke fortrydes. Skal den kun stoppes en tid, så sæt den på pause.', revoked: 'Nøglen er tilbagekaldt.',
  },
)

interface Props {
  of: Schemas['ApiKey']
  reason: string | undefined
}

export function Rotate({ of, reason }: Props) {
  const [asks, setAsks] = useState(false)
  const [hours, setHours] = useState<unknown>(24)
  const [made, setMade] = useState<Result<'keys.rotate'>>()
  const write = useWrite('keys.rotate')
  const act = async () => {
    const done = await write.send({ id: of.id, confirm: true, ...(typeof hours === 'number' && { graceHours: hours }) })
    if (!done) return
    setAsks(false)
    setMade(done.answer.result)
  }
  return <>
    <button type="button" class="second" disabled={reason !== undefined} title={reason} onClick={() => setAsks(true)}>{t.rotate}</button>
    {asks && <Confirm title={t.rotateTitle(of.name)} act={t.rotate} busy={write.busy} close={() => setAsks(false)} onConfirm={() => void act()}>
      <Input name="graceHours" field={{ label: t.hours, hint: t.hoursHint, kind: 'number' }} value={hours} faults={write.refused?.faults('/graceHours')} set={setHours} />
      <ProblemNote refused={write.refused} />
    </Confirm>}
    {made && <NewSecret secret={made.secret} holder={of.holder} oldUntil={dateTime(made.oldSecretUntil)} close={() => setMade(undefined)} />}
  </>
}

export function Revoke({ of, reason }: Props) {
  const [asks, setAsks] = useState(false)
  const write = useWrite('keys.revoke')
  const act = async () => {
    if (!await write.send({ id: of.id, confirm: true })) return
    setAsks(false)
    say(t.revoked)
  }
  return <>
    <button type="button" class="danger" disabled={reason !== undefined} title={reason} onClick={() => setAsks(true)}>{t.revoke}</button>
    {asks && <Confirm title={t.revokeTitle(of.name)} act={t.revoke} typed={of.name} busy={write.busy} close={() => setAsks(false)} onConfirm={() => void act()}>
      <p>{t.revokeText}</p>
      <ProblemNote refused={write.refused} />
    </Confirm>}
  </>
}
