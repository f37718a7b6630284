// Where an order may go next, as buttons. What cannot be taken back asks first; what was shipped says how.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useWrite } from '../../lib/answers'
import type { Body, Result } from '../../lib/contract'
import { Refused } from '../../lib/problem'
import { texts } from '../../lib/text'
import { Confirm, Dialog } from '../../parts/dialog'
import { Fields } from '../../parts/fields'
import { useForm } from '../../parts/form'
import { needs } from '../../parts/needs'
import { mailless, statusName, type Status } from '../../parts/order'
import { ProblemNote } from '../../parts/problem'
import { say } from '../../parts/toast'
import { parcelFields, parcelOf } from './tracking'

type Order = Result<'orders.get'>
type Move = Body<'orders.update_status'>

const acts: Partial<Record<Status, string>> = texts(
  { paid: 'Mark as paid', processing: 'Start packing', shipped: 'Ship…', delivered: 'Mark as delivered', completed: 'Complete', cancelled: 'Cancel the order…', flagged_review: 'Hold for review', disputed: 'Mark as disputed' },
  { paid: 'Markér som betalt', processing: 'Begynd at pakke', shipped: 'Afsend…', delivered: 'Markér som leveret', completed: 'Afslut', cancelled: 'Annuller ordren…', flagged_review: 'Hold tilbage', disputed: 'Markér indsigelse' },
)

const t = texts(
  {
    moves: 'What may come next', back: (status: string) => `Show as ${status} again`, none: 'Nothing more comes after this.', refund: 'Refund…', moved: (to: string) => `The order is now: ${to}.`, now: (status: string) => `It is now: ${status}.`,
    asks: (act: string) => `${act.replace('…', '')}?`, ship: 'Ship the order', finals: { paid: 'That the money came cannot be undone; it can be refunded.', cancelled: 'The goods go back to the stock. This cannot be undone; a payment then owes a refund.' } as Partial<Record<Status, string>>,
  },
  {
    moves: 'Hvad der kan komme nu', back: (status: string) => `Vis som ${status} igen`, none: 'Der kommer ikke mere efter dette.', refund: 'Refundér…', moved: (to: string) => `Ordren er nu: ${to}.`, now: (status: string) => `Den er nu: ${status}.`,
    asks: (act: string) => `${act.replace('…', '')}?`, ship: 'Afsend ordren', finals: { paid: 'At pengene kom, kan ikke fortrydes; de kan refunderes.', cancelled: 'Varerne går tilbage på lager. Det kan ikke fortrydes; var den betalt, skyldes pengene tilbage.' },
  },
)

/** moneyMoves is the moves that record money given back: a refund makes them. */
export const moneyMoves: ReadonlySet<Status> = new Set<Status>(['refunded', 'partial_refund'])

/** final is the moves that cannot be undone. */
export const final: ReadonlySet<Status> = new Set<Status>(['paid', 'cancelled', ...moneyMoves])

interface Props {
  order: Order
  allowed: readonly Status[]
  /** The furthest stage of the parcel. */
  reached: Status | undefined
  /** Reads the order again. */
  again: () => void
  /** Whether money of the order is left to be given back, by a move or through its payment. */
  refundable: boolean
  onRefund: () => void
  /** What gives money back. */
  refundScope: string
}

export function Moves({ order, allowed, reached, again, refundable, onRefund, refundScope }: Props) {
  const write = useWrite('orders.update_status')
  const [asks, ask] = useState<Status>()
  const { refused } = write
  const moved = refused?.code === 'order_changed' || refused?.code === 'illegal_transition'
  useEffect(() => { if (moved) again() }, [refused])
  const move = async (to: Status, parcel: Partial<Move> = {}) => {
    const done = await write.send({ orderId: order.id, status: to, expectedStatus: order.status, ...parcel })
    if (!done) return
    ask(undefined)
    say(t.moved(statusName(to)), final.has(to) ? undefined : done.requestId)
  }
  const press = (to: Status) => {
    write.clear()
    if (to === 'shipped' && to !== reached || final.has(to)) ask(to)
    else void move(to)
  }
  const buttons = (of: readonly Status[]) => <div class="bar" role="group" aria-label={t.moves}>
    {of.filter((to) => !moneyMoves.has(to)).map((to) => <button key={to} type="button" class={to === 'cancelled' ? 'danger' : 'second'} {...needs('orders:write', write.busy)} onClick={() => press(to)}>{to === reached ? t.back(statusName(to)) : acts[to] ?? statusName(to)}</button>)}
    {refundable && <button type="button" class="danger" {...needs(refundScope, write.busy)} onClick={onRefund}>{t.refund}</button>}
  </div>
  const problem = <Told refused={refused}>{moved && <><p>{t.now(statusName(order.status))}</p>{refused.problem.allowed && buttons(refused.problem.allowed as Status[])}</>}</Told>
  return <>
    {!asks && problem}
    {allowed.length > 0 || refundable ? buttons(allowed) : <p class="quiet">{t.none}</p>}
    {asks === 'shipped' && <Ship order={order} busy={write.busy} refused={refused} close={() => ask(undefined)} send={(parcel) => void move('shipped', parcel)}>{problem}</Ship>}
    {asks && asks !== 'shipped' && <Confirm title={t.asks(acts[asks] ?? statusName(asks))} act={(acts[asks] ?? statusName(asks)).replace('…', '')} busy={write.busy} close={() => ask(undefined)} onConfirm={() => void move(asks)}>
      <p>{t.finals[asks]}</p>
      {problem}
    </Confirm>}
  </>
}

/** A refusal whose `allowed` stand below it as buttons, not as text. */
function Told({ refused, children }: { refused: Refused | undefined; children: ComponentChildren }) {
  if (!refused) return null
  const { allowed: _, ...problem } = refused.problem
  return <ProblemNote refused={new Refused(problem)}>{children}</ProblemNote>
}

interface ShipProps {
  order: Order
  busy: boolean
  refused: Refused | undefined
  close: () => void
  send: (parcel: Partial<Move>) => void
  children: ComponentChildren
}

function Ship({ order, busy, refused, close, send, children }: ShipProps) {
  const { carrier, trackingNumber, trackingUrl } = parcelFields
  const form = useForm(parcelOf(order), { refused })
  const given = Object.fromEntries(Object.entries({ carrier: form.value.carrier, trackingNumber: form.value.trackingNumber, trackingUrl: form.value.trackingUrl }).filter(([, value]) => value))
  return <Dialog title={t.ship} close={close}>
    <form onSubmit={(e) => { e.preventDefault(); if (!busy) send(form.dirty ? given : {}) }}>
      {children}
      <p class="hint">{mailless}</p>
      <Fields form={form} fields={{ carrier: { ...carrier, required: false }, trackingNumber: { ...trackingNumber, required: false }, trackingUrl }} />
      <footer><button disabled={busy}>{t.ship}</button></footer>
    </form>
  </Dialog>
}
