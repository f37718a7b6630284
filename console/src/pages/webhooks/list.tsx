// All webhooks, and making one.
import { useState } from 'preact/hooks'
import { useList, useWrite } from '../../lib/answers'
import type { Body, Result } from '../../lib/contract'
import { dateTime } from '../../lib/format'
import { back, go, href } from '../../lib/route'
import { texts } from '../../lib/text'
import { Fields } from '../../parts/fields'
import { useForm } from '../../parts/form'
import { List } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { Secret } from '../../parts/secret'
import { type EventType, fields } from './fields'

const t = texts(
  {
    title: 'Webhooks', make: 'Make a webhook', newTitle: 'A new webhook', what: 'A webhook tells another program at once when something happens, such as an order, by sending it a signed message.', address: 'Address', events: 'Events', state: 'State', active: 'active', off: 'not active',
    last: 'Last taken', never: 'never', back: 'All webhooks', secret: 'The secret', secretText: 'The receiver checks the signature of each message with it (Standard Webhooks).',
  },
  {
    title: 'Webhooks', make: 'Lav en webhook', newTitle: 'En ny webhook', what: 'En webhook fortæller straks et andet program, når noget sker, fx en ordre, ved at sende det en underskrevet besked.', address: 'Adresse', events: 'Hændelser', state: 'Tilstand', active: 'aktiv', off: 'ikke aktiv',
    last: 'Sidst modtaget', never: 'aldrig', back: 'Alle webhooks', secret: 'Hemmeligheden', secretText: 'Modtageren kontrollerer hver beskeds underskrift med den (Standard Webhooks).',
  },
)

export function Webhooks() {
  const list = useList('webhooks.list', { limit: 50 })
  const make = <a class="button" href={href('webhooks', ['new'])}>{t.make}</a>
  return <>
    <header class="row"><h1>{t.title}</h1>{list.data && list.data.length > 0 && make}</header>
    <List label={t.title} list={list} id={(one) => one.id} name={(one) => one.description ?? one.url} to={(one) => href('webhooks', [one.id])} empty={<><p>{t.what}</p>{make}</>} columns={[
      { head: t.address, cell: (one) => one.description ?? one.url },
      { head: t.events, right: true, cell: (one) => one.events.length },
      { head: t.last, cell: (one) => one.lastDeliveryAt ? dateTime(one.lastDeliveryAt) : t.never },
      { head: t.state, cell: (one) => one.active ? t.active : <span class="warn">{t.off}{one.disabledReason !== null && `: ${one.disabledReason}`}</span> },
    ]} />
  </>
}

interface NewWebhook { url: string; description: string | null; events: EventType[] }

const empty: NewWebhook = { url: 'https://', description: null, events: [] }

/** NewSecret shows the secret of a webhook once. */
export function NewSecret({ secret, close }: { secret: string; close: () => void }) {
  return <Secret title={t.secret} secret={secret} close={close}><p>{t.secretText}</p></Secret>
}

export function Create() {
  const write = useWrite('webhooks.create')
  const form = useForm<NewWebhook>(empty, { refused: write.refused })
  const [made, setMade] = useState<Result<'webhooks.create'>>()
  const { active: _, ...ofNew } = fields
  const send = async () => {
    const { url, events, description } = form.value
    const body: Body<'webhooks.create'> = { url: url.trim(), events, ...(description !== null && { description }) }
    const done = await write.send(body)
    if (!done) return
    form.reset()
    setMade(done.answer.result)
  }
  const reason = needs('settings:write', write.busy || form.value.events.length === 0)
  return <>
    <p><a href={back('webhooks')}>← {t.back}</a></p>
    <h1>{t.newTitle}</h1>
    <p>{t.what}</p>
    <form data-saves onSubmit={(e) => { e.preventDefault(); void send() }}>
      <Fields form={form} fields={ofNew} />
      <ProblemNote refused={write.refused} />
      <button {...reason}>{t.make}</button>
    </form>
    {made && <NewSecret secret={made.secret} close={() => go(href('webhooks', [made.id]))} />}
  </>
}
