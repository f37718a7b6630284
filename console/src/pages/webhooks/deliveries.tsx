// What was sent to a webhook, and what was answered.
import { useList, useResult, useWrite } from '../../lib/answers'
import type { Body, Schemas } from '../../lib/contract'
import { count, dateTime } from '../../lib/format'
import { go, href, refine, useRoute } from '../../lib/route'
import { texts } from '../../lib/text'
import { Dialog } from '../../parts/dialog'
import { List, Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { eventWords } from './fields'

type Status = Schemas['DeliveryStatus']

interface Words {
  title: string; show: string; all: string; again: string; none: string; event: string; state: string; answer: string; tries: string; at: string; next: string; statuses: Record<Status, string>
  message: string; attempts: string; redeliver: string; sent: string; took: (ms: string) => string; noAnswer: string; older: string
}

const t = texts<Words>(
  {
    title: 'Deliveries of the last 30 days', show: 'Show', all: 'all', again: 'Read again', none: 'Nothing was sent yet. Send a test.', event: 'Event', state: 'State', answer: 'Answer', tries: 'Attempts', at: 'When', next: 'again', statuses: { pending: 'waits', delivered: 'delivered', failed: 'failed' },
    message: 'What was sent', attempts: 'What was answered', redeliver: 'Send again', sent: 'It is sent again.', took: (ms) => `${ms} ms`, noAnswer: 'no answer', older: 'Nothing was answered yet.',
  },
  {
    title: 'Leveringer de seneste 30 dage', show: 'Vis', all: 'alle', again: 'Hent igen', none: 'Der er ikke sendt noget endnu. Send en test.', event: 'Hændelse', state: 'Tilstand', answer: 'Svar', tries: 'Forsøg', at: 'Hvornår', next: 'igen', statuses: { pending: 'venter', delivered: 'leveret', failed: 'mislykket' },
    message: 'Hvad der blev sendt', attempts: 'Hvad der blev svaret', redeliver: 'Send igen', sent: 'Den sendes igen.', took: (ms) => `${ms} ms`, noAnswer: 'intet svar', older: 'Der er ikke svaret endnu.',
  },
)

export function Deliveries({ id, shown }: { id: string; shown: string | undefined }) {
  const { status } = useRoute().query
  const filter: Body<'webhooks.deliveries'> = { id, limit: 50, ...(status !== undefined && { status: status as Status }) }
  const list = useList('webhooks.deliveries', filter)
  return <section aria-labelledby="deliveries"><h2 id="deliveries">{t.title}</h2>
    <form class="bar" onSubmit={(e) => e.preventDefault()}>
      <label>{t.show}<select value={status ?? ''} onChange={(e) => refine({ status: e.currentTarget.value || undefined })}>
        <option value="">{t.all}</option>{Object.entries(t.statuses).map(([value, words]) => <option key={value} value={value}>{words}</option>)}</select></label>
      <button type="button" class="second" onClick={list.again}>{t.again}</button>
    </form>
    <List label={t.title} list={list} id={(one) => one.deliveryId} name={(one) => one.type} to={(one) => href('webhooks', [id, one.deliveryId], { status })} empty={t.none} columns={[
      { head: t.event, cell: (one) => eventWords[one.type] ?? one.type },
      { head: t.state, cell: (one) => <span class={one.status === 'failed' ? 'warn' : ''}>{t.statuses[one.status]}{one.nextAttemptAt !== null && one.status === 'pending' && `, ${t.next} ${dateTime(one.nextAttemptAt)}`}</span> },
      { head: t.answer, right: true, cell: (one) => one.responseStatus ?? '–' },
      { head: t.tries, right: true, cell: (one) => count(one.attempt) },
      { head: t.at, cell: (one) => one.at === null ? '–' : dateTime(one.at) },
    ]} />
    {shown !== undefined && <Delivery key={shown} id={shown} close={() => go(href('webhooks', [id], { status }))} />}
  </section>
}

function Delivery({ id, close }: { id: string; close: () => void }) {
  const read = useResult('webhooks.get_delivery', { deliveryId: id }, { every: 3_000 })
  const write = useWrite('webhooks.redeliver')
  const one = read.data
  const again = async () => { if (await write.send({ deliveryId: id })) say(t.sent) }
  return <Dialog title={one ? `${eventWords[one.type] ?? one.type}: ${t.statuses[one.status]}` : '…'} close={close} wide
    foot={<button type="button" {...needs('settings:write', write.busy)} onClick={() => void again()}>{t.redeliver}</button>}>
    <ProblemNote refused={read.refused} again={read.again} />
    <ProblemNote refused={write.refused} />
    <Loading shown={read.loading} />
    {one && <>
      <h3>{t.attempts}</h3>
      {one.attempts.length === 0 && <p class="quiet" role="status">{t.older}</p>}
      <ol class="steps">{one.attempts.map((attempt) => <li key={attempt.at}>
        <strong>{attempt.status ?? t.noAnswer}</strong> <span class="quiet">{dateTime(attempt.at)} · {t.took(count(attempt.durationMs))}</span> {attempt.error}
        {attempt.responseBody !== null && attempt.responseBody !== '' && <pre class="code" tabIndex={0}>{attempt.responseBody}</pre>}
      </li>)}</ol>
      <h3>{t.message}</h3>
      <p class="quiet">webhook-id <code>{one.eventId}</code></p>
      <pre class="code" tabIndex={0}>{pretty(one.body)}</pre>
    </>}
  </Dialog>
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
