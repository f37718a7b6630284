// One call that waits or was decided: who, which operation, which limit, what it would change, and the decision.
import { useState } from 'preact/hooks'
import { useResult, useWrite } from '../../lib/answers'
import type { Item, Schemas } from '../../lib/contract'
import { count, dateTime } from '../../lib/format'
import { pointer, same } from '../../lib/json'
import { href } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { ChangeTable } from '../../parts/change-table'
import { Dialog } from '../../parts/dialog'
import { Input } from '../../parts/fields'
import { Loading } from '../../parts/list'
import { needs } from '../../parts/needs'
import { ProblemNote } from '../../parts/problem'
import { By, fieldName, operationName, shownValue } from '../../parts/story'
import { say } from '../../parts/toast'

type Approval = Item<'approvals.list'>
type Decision = 'approve' | 'reject'

const t = texts(
  {
    wants: 'wants to', beyond: (limit: string, most: string, left: string | undefined) => `Beyond a limit of its key: ${limit}, at most ${most}${left === undefined ? '' : `, of which ${left} was left`}.`.replace('..', '.'),
    differs: 'It was changed after the request was made. Approving does not carry it out: the caller has to ask again, about how it is now.', asked: 'When asked',
    shown: (n: string, of: string) => `${n} of ${of} things are shown.`, nothing: 'It would change nothing that can be shown.', made: 'new', until: (at: string) => `until ${at}`, sent: 'All of it, and what was sent', decided: (at: string) => `Decided ${at} by`, would: 'Would be',
    approve: 'Approve…', reject: 'Reject…', titles: { approve: 'Approve this call?', reject: 'Reject this call?' }, acts: { approve: 'Approve', reject: 'Reject' },
    texts: { approve: 'The caller may then make this same call once, within 72 hours. If what it changes is changed meanwhile, it must ask again.', reject: 'The caller is told so, with your word, and may not make this call for 72 hours.' },
    note: 'A word to the caller', said: { approve: 'Approved: the caller may make the call.', reject: 'Rejected.' }, again: 'Read again',
  },
  {
    wants: 'vil', beyond: (limit: string, most: string, left: string | undefined) => `Ud over en grænse for dens nøgle: ${limit}, højst ${most}${left === undefined ? '' : `, hvoraf ${left} var tilbage`}.`.replace('..', '.'),
    differs: 'Den er ændret, efter at der blev spurgt. En godkendelse udfører ikke kaldet: der skal spørges igen om det, som det er nu.', asked: 'Da der blev spurgt',
    shown: (n: string, of: string) => `${n} af ${of} ting vises.`, nothing: 'Det ville ikke ændre noget, der kan vises.', made: 'ny', until: (at: string) => `indtil ${at}`, sent: 'Det hele, og hvad der blev sendt', decided: (at: string) => `Afgjort ${at} af`, would: 'Ville blive',
    approve: 'Godkend…', reject: 'Afvis…', titles: { approve: 'Godkend dette kald?', reject: 'Afvis dette kald?' }, acts: { approve: 'Godkend', reject: 'Afvis' },
    texts: { approve: 'Det samme kald må så laves én gang inden for 72 timer. Ændres det, som kaldet ændrer, imens, skal der spørges igen.', reject: 'Den, der kalder, får det at vide med dit ord, og må ikke lave kaldet i 72 timer.' },
    note: 'Et ord til den, der kalder', said: { approve: 'Godkendt: kaldet må laves.', reject: 'Afvist.' }, again: 'Læs igen',
  },
)

export function One({ approval, again }: { approval: Approval; again: () => void }) {
  const [open, setOpen] = useState(false)
  const [asks, ask] = useState<Decision>()
  const { keyId, keyName, operation, limit, preview, status } = approval
  const [name, unit = ''] = fieldName(`/${limit.name}`).split(/, (?=%|kr)/)
  const value = (n: number) => `${shownValue(`/${limit.name}`, n)} ${unit}`.trim()
  return <article class="card" data-row aria-label={`${keyName}: ${operationName(operation)}`}>
    <header class="row">
      <h2><a href={href('keys', [keyId])}>{keyName}</a> {t.wants} {operationName(operation)}{about(preview)}</h2>
      <span class="quiet"><time dateTime={approval.at} title={approval.at}>{dateTime(approval.at)}</time>, <time dateTime={approval.expiresAt} title={approval.expiresAt}>{t.until(dateTime(approval.expiresAt))}</time></span>
    </header>
    <p>{t.beyond(name ?? '', value(limit.value), limit.left === limit.value ? undefined : value(limit.left))}</p>
    <Preview approval={approval} />
    <details onToggle={(e) => setOpen(e.currentTarget.open)}><summary data-open>{t.sent}</summary>{open && <Whole id={approval.id} />}</details>
    {approval.note && <p><q>{approval.note}</q></p>}
    {approval.decidedAt && <p class="quiet">{t.decided(dateTime(approval.decidedAt))} <By actor={approval.decidedBy ?? ''} /></p>}
    {status === 'pending' && <p class="row">
      <button type="button" {...needs('approvals:decide')} onClick={() => ask('approve')}>{t.approve}</button>
      <button type="button" class="danger" {...needs('approvals:decide')} onClick={() => ask('reject')}>{t.reject}</button>
    </p>}
    {asks && <Decide approval={approval} decision={asks} again={again} close={() => ask(undefined)} />}
  </article>
}

// What a call is about, after a colon.
function about({ changes: [first], total }: Approval['preview']): string {
  const name = first?.entityLabel ?? first?.entityId
  return name ? `: ${name}${total > 1 ? ` +${count(total - 1)}` : ''}` : ''
}

type Of = Pick<Approval, 'preview' | 'status' | 'args'>

function Preview({ approval: { preview: { changes, total }, status, args } }: { approval: Of }) {
  const { slug } = args as { slug?: unknown } ?? {}
  if (changes.length === 0) return <p class="quiet">{t.nothing}</p>
  return <>
    {changes.map((change, at) => <section key={change.entityId ?? at}>
      <h3>{change.entityLabel ?? change.entityId ?? change.entityType} {change.entityId === null && <span class="chip">{t.made}</span>}</h3>
      {status === 'pending' && change.entityType === 'product' && change.entityId !== null && typeof slug === 'string' ? <Compared slug={slug} fields={change.fields} />
        : <ChangeTable changes={change.fields} heads={[t.asked, t.would]} />}
    </section>)}
    {total > changes.length && <p class="quiet">{t.shown(count(changes.length), count(total))}</p>}
  </>
}

// What a product is by now, where it is no longer what it was when the call was made: long values are cut there.
function Compared({ slug, fields }: { slug: string; fields: Schemas['AuditChange'][] }) {
  const now = useResult('products.get', { slug }, { enabled: may('catalog:read') }).data as Record<string, unknown> | undefined
  const at = (path: string) => pointer(path).reduce<unknown>((value, part) => (value as Record<string, unknown> | null | undefined)?.[part], now)
  const differs = fields.some(({ path, previousValue }) => {
    const value = at(path)
    return value !== undefined && typeof previousValue !== 'object' && !String(previousValue).endsWith('…') && !same(value, previousValue)
  })
  return <>
    {differs && <p class="note warn">{t.differs}</p>}
    <ChangeTable changes={fields} heads={[t.asked, t.would]} now={differs ? at : undefined} />
  </>
}

function Whole({ id }: { id: string }) {
  const got = useResult('approvals.get', { id })
  if (!got.data) return got.refused ? <ProblemNote refused={got.refused} again={got.again} /> : <Loading />
  const { operation, args, notShownReason, preview } = got.data
  return <>
    {preview.changes.length > 3 && <Preview approval={got.data} />}
    {notShownReason !== null && <p class="quiet">{notShownReason}</p>}
    {args !== null && <pre class="code" tabIndex={0}>{operation} {JSON.stringify(args, null, 2)}</pre>}
  </>
}

interface DecideProps {
  approval: Approval
  decision: Decision
  /** Reads what waits again. */
  again: () => void
  close: () => void
}

function Decide({ approval, decision, again, close }: DecideProps) {
  const write = useWrite('approvals.decide')
  const [note, setNote] = useState('')
  const late = write.refused?.code === 'already_decided' || write.refused?.code === 'approval_not_found'
  const act = async () => {
    if (!await write.send({ id: approval.id, decision, confirm: true, ...(note.trim() !== '' && { note }) })) return
    close()
    say(t.said[decision])
  }
  return <Dialog title={t.titles[decision]} close={close}>
    <form onSubmit={(e) => { e.preventDefault(); void act() }}>
      <p><strong>{approval.keyName}</strong> {t.wants} {operationName(approval.operation)}{about(approval.preview)}.</p>
      <Preview approval={approval} />
      <p>{t.texts[decision]}</p>
      <Input name="note" field={{ label: t.note, kind: 'lines', rows: 2, max: 500 }} value={note} set={(value) => setNote(String(value))} faults={write.refused?.faults('/note')} />
      <ProblemNote refused={write.refused}>{late && <button type="button" class="second" onClick={() => { close(); again() }}>{t.again}</button>}</ProblemNote>
      <footer><button class={decision === 'reject' ? 'danger' : ''} disabled={write.busy}>{t.acts[decision]}</button></footer>
    </form>
  </Dialog>
}
