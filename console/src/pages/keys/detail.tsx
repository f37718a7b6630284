// One key: what it may do, what it did, and stopping it.
import { useEffect } from 'preact/hooks'
import { useList, useWrite } from '../../lib/answers'
import type { Patch, Schemas, Scope } from '../../lib/contract'
import { dateTime } from '../../lib/format'
import type { Refused } from '../../lib/problem'
import { back, useRoute } from '../../lib/route'
import { session } from '../../lib/session'
import { texts } from '../../lib/text'
import { Edit } from '../../parts/edit'
import type { Field } from '../../parts/fields'
import { useOne } from '../../parts/got'
import { History } from '../../parts/history'
import { Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { scopeWords } from '../../parts/scopes'
import { By } from '../../parts/story'
import { say } from '../../parts/toast'
import { KeyActivity } from './activity'
import { Connect } from './connect'
import { LimitFields, type Limits, set } from './limits'
import { Revoke, Rotate } from './stop'
import { UndoSince } from './undo-since'
import { state, t as shared } from './text'

const t = texts(
  {
    back: 'All keys', gone: 'There is no such key.', pause: 'Pause', resume: 'Let it work', paused: 'The key is paused.', resumed: 'The key works again.', saved: 'The key is changed.', own: 'This is the key that you are signed in with: only its name can be changed here.',
    by: 'Made by', at: 'Made', used: 'Last used', old: 'Old secret works until', may: 'What it may do', change: 'Change', fixed: 'Scopes cannot be changed: make another key.', rule: 'A limit is the rule: what is beyond it is refused, or asks for approval.',
  },
  {
    back: 'Alle nøgler', gone: 'Der er ingen sådan nøgle.', pause: 'Sæt på pause', resume: 'Lad den virke', paused: 'Nøglen er sat på pause.', resumed: 'Nøglen virker igen.', saved: 'Nøglen er ændret.', own: 'Dette er nøglen, du er logget ind med: kun dens navn kan ændres her.',
    by: 'Lavet af', at: 'Lavet', used: 'Sidst brugt', old: 'Gammel hemmelighed virker til', may: 'Hvad den må', change: 'Ret', fixed: 'Hvad den må, kan ikke ændres: lav en anden nøgle.', rule: 'En grænse er reglen: det, der er ud over den, afvises eller skal godkendes.',
  },
)

export function Detail({ id }: { id: string }) {
  const list = useList('keys.list', { limit: 100 })
  const { one, gone } = useOne(list, (key) => key.id === id)
  return <>
    <p><a href={back('keys')}>← {t.back}</a></p>
    {one ? <Key key={id} of={one} /> : <>
      <h1>{gone ? t.gone : '…'}</h1>
      <ProblemNote refused={list.refused} again={list.again} />
      <Loading shown={list.loading} />
    </>}
  </>
}

const fieldsOf = (refused?: Refused) => ({
  name: { label: shared.name, hint: shared.nameHint, required: true, max: 200 },
  holder: { label: shared.holder, hint: shared.holderHint, kind: 'choice', choices: Object.entries(shared.holders) },
  paused: { label: shared.pausedField, kind: 'check' },
  limits: { label: shared.limits, hint: shared.limitsHint, own: (value, set) => <LimitFields value={value as Limits | null} set={set} refused={refused} at="/patch/limits" /> },
  quota: { label: shared.quota, hint: shared.quotaHint, kind: 'number', nullable: true },
  expiresAt: { label: shared.expires, hint: shared.expiresHint, kind: 'time', nullable: true },
}) satisfies Record<keyof Patch<'keys.update'>, Field>

type Changeable = Required<Patch<'keys.update'>>

function Key({ of }: { of: Schemas['ApiKey'] }) {
  const write = useWrite('keys.update')
  const fields = fieldsOf(write.refused)
  const own = of.id === session.get()?.key.id
  const ended = of.revokedAt !== null
  const stored: Changeable = { name: of.name, holder: of.holder, paused: of.pausedAt !== null, limits: set(of.limits), quota: of.quota, expiresAt: of.expiresAt }
  const save = async (changed: Patch<'keys.update'>, version: string | undefined, said: string) => {
    if (await write.send({ id: of.id, patch: changed, ...(version !== undefined && { expectedUpdatedAt: version }) })) say(said)
  }
  const barred = needs('keys:write').title
  const reason = own ? t.own : barred
  const { limit } = useRoute().query
  useEffect(() => {
    if (limit) document.getElementsByName(limit)[0]?.focus()
  }, [limit])
  return <>
    <header class="row"><h1>{of.name} <span class="chip">{state(of)}</span></h1>
      {!ended && <span class="row">
        <button type="button" class="second" disabled={reason !== undefined || write.busy} title={reason}
          onClick={() => void save({ paused: of.pausedAt === null }, undefined, of.pausedAt === null ? t.paused : t.resumed)}>{of.pausedAt === null ? t.pause : t.resume}</button>
        <Rotate of={of} reason={reason} /><Revoke of={of} reason={reason} />
      </span>}
    </header>
    <dl class="facts">
      <div><dt>{shared.holder}</dt><dd>{shared.holders[of.holder]}</dd></div>
      <div><dt>{t.at}</dt><dd>{dateTime(of.createdAt)}{of.createdBy !== null && <> · {t.by} <By actor={of.createdBy} /></>}</dd></div>
      <div><dt>{t.used}</dt><dd>{of.lastUsedAt ? dateTime(of.lastUsedAt) : shared.never}</dd></div>
      {of.expiresAt && <div><dt>{shared.expires}</dt><dd>{dateTime(of.expiresAt)}</dd></div>}
      {of.previousSecretUntil && <div><dt>{t.old}</dt><dd>{dateTime(of.previousSecretUntil)}</dd></div>}
    </dl>
    <details><summary>{t.may} ({of.scopes.length})</summary><ul>{of.scopes.map((scope: Scope) => <li key={scope}>{scopeWords[scope]} <code>{scope}</code></li>)}</ul><p class="hint">{t.fixed}</p></details>
    {!ended && of.holder !== 'person' && <Connect />}
    <KeyActivity id={of.id} />
    {ended ? null : <section aria-labelledby="change"><h2 id="change">{t.change}</h2>
      {own && <p class="note">{t.own}</p>}
      {limit && <p class="note">{t.rule}</p>}
      <Edit<Changeable> stored={stored} fields={own ? { name: fields.name } : fields} version={of.updatedAt} at="/patch" writing={write} barred={barred}
        save={(changed, version) => void save(changed, version, t.saved)} />
    </section>}
    <UndoSince id={of.id} />
    <History of={{ actorPrefix: `apikey:${of.id}` }} />
  </>
}
