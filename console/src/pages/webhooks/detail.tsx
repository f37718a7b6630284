// One webhook: changing, testing and ending it, and what was delivered.
import { useState } from 'preact/hooks'
import { useList, useWrite } from '../../lib/answers'
import type { Patch, Schemas } from '../../lib/contract'
import { dateTime } from '../../lib/format'
import { back, go, href } from '../../lib/route'
import { texts } from '../../lib/text'
import { Confirm } from '../../parts/dialog'
import { Edit } from '../../parts/edit'
import { useOne } from '../../parts/got'
import { Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { Deliveries } from './deliveries'
import { fields } from './fields'
import { NewSecret } from './list'

const t = texts(
  {
    back: 'All webhooks', gone: 'There is no such webhook.', saved: 'The webhook is changed.', test: 'Send a test', rotate: 'New secret', rotateText: 'The old secret works for 24 hours more: messages are signed with both.', delete: 'Delete', deleteTitle: 'Delete this webhook?',
    deleteText: 'Nothing more is sent to it, messages that wait included. This cannot be undone: its secret is gone.', deleted: 'The webhook is deleted.', oldUntil: (at: string) => `The old secret works until ${at}.`, change: 'Change', made: 'Made',
  },
  {
    back: 'Alle webhooks', gone: 'Der er ingen sådan webhook.', saved: 'Webhooken er ændret.', test: 'Send en test', rotate: 'Ny hemmelighed', rotateText: 'Den gamle hemmelighed virker 24 timer endnu: beskeder underskrives med begge.', delete: 'Slet', deleteTitle: 'Slet denne webhook?',
    deleteText: 'Der sendes ikke mere til den, heller ikke beskeder, der venter. Det kan ikke fortrydes: dens hemmelighed er væk.', deleted: 'Webhooken er slettet.', oldUntil: (at: string) => `Den gamle hemmelighed virker til ${at}.`, change: 'Ret', made: 'Lavet',
  },
)

export function Detail({ id, delivery }: { id: string; delivery: string | undefined }) {
  const list = useList('webhooks.list', { limit: 50 })
  const { one, gone } = useOne(list, (webhook) => webhook.id === id)
  return <>
    <p><a href={back('webhooks')}>← {t.back}</a></p>
    {one ? <Webhook key={id} of={one} delivery={delivery} /> : <>
      <h1>{gone ? t.gone : '…'}</h1>
      <ProblemNote refused={list.refused} again={list.again} />
      <Loading shown={list.loading} />
    </>}
  </>
}

type Changeable = Required<Patch<'webhooks.update'>>

function Webhook({ of, delivery }: { of: Schemas['Webhook']; delivery: string | undefined }) {
  const write = useWrite('webhooks.update')
  const stored: Changeable = { url: of.url, description: of.description, events: of.events, active: of.active }
  return <>
    <header class="row"><h1>{of.description ?? of.url}</h1><Actions of={of} /></header>
    {of.disabledReason !== null && <p class="warn">{of.disabledReason}</p>}
    <p class="quiet"><code>{of.url}</code> · {t.made} {dateTime(of.createdAt)}</p>
    <Deliveries id={of.id} shown={delivery} />
    <section aria-labelledby="change"><h2 id="change">{t.change}</h2>
      <Edit<Changeable> stored={stored} fields={fields} at="/patch" writing={write} barred={needs('settings:write').title}
        save={async (patch) => { if (await write.send({ id: of.id, patch })) say(t.saved) }} />
    </section>
  </>
}

function Actions({ of }: { of: Schemas['Webhook'] }) {
  const [asks, setAsks] = useState<'rotate' | 'delete'>()
  const [secret, setSecret] = useState<string>()
  const test = useWrite('webhooks.send_test')
  const rotate = useWrite('webhooks.rotate_secret')
  const end = useWrite('webhooks.delete')
  const allowed = needs('settings:write')
  const close = () => setAsks(undefined)
  const sendTest = async () => {
    const done = await test.send({ id: of.id })
    if (done) go(href('webhooks', [of.id, done.answer.result.deliveryId]))
  }
  const doRotate = async () => {
    const done = await rotate.send({ id: of.id })
    if (!done) return
    close()
    setSecret(done.answer.result.secret)
    const until = done.answer.result.oldSecretUntil
    if (until !== null) say(t.oldUntil(dateTime(until)))
  }
  const doDelete = async () => {
    if (!await end.send({ id: of.id, confirm: true })) return
    say(t.deleted)
    go(href('webhooks'))
  }
  return <span class="row">
    <button type="button" class="second" {...needs('settings:write', test.busy)} onClick={() => void sendTest()}>{t.test}</button>
    <button type="button" class="second" {...allowed} onClick={() => setAsks('rotate')}>{t.rotate}</button>
    <button type="button" class="danger" {...allowed} onClick={() => setAsks('delete')}>{t.delete}</button>
    <ProblemNote refused={test.refused} />
    {asks === 'rotate' && <Confirm title={t.rotate} act={t.rotate} busy={rotate.busy} close={close} onConfirm={() => void doRotate()}><p>{t.rotateText}</p><ProblemNote refused={rotate.refused} /></Confirm>}
    {asks === 'delete' && <Confirm title={t.deleteTitle} act={t.delete} typed={of.description ?? new URL(of.url).host} busy={end.busy} close={close} onConfirm={() => void doDelete()}><p>{t.deleteText}</p><ProblemNote refused={end.refused} /></Confirm>}
    {secret !== undefined && <NewSecret secret={secret} close={() => setSecret(undefined)} />}
  </span>
}
