// Several orders moved at once: one call each, and what became of each.
import { useState } from 'preact/hooks'
import { forget, useResult } from '../../lib/answers'
import { call } from '../../lib/api'
import { href } from '../../lib/route'
import { may } from '../../lib/session'
import { texts } from '../../lib/text'
import { Confirm, Dialog } from '../../parts/dialog'
import { needs } from '../../parts/needs'
import { orderNumber, statusName, type Status, type Summary } from '../../parts/order'
import { ProblemNote, refusedBy, sentence } from '../../parts/problem'
import { undoCalls } from '../../parts/asked'
import { final, moneyMoves } from './moves'

const t = texts(
  {
    move: 'Move the chosen to', pick: 'choose', ask: (n: number, to: string) => `Move ${n} orders: ${to}?`, act: 'Move them', final: 'This cannot be undone.', can: (n: number) => `${n} of them can go there now; the others stay.`,
    result: (done: number, all: number) => `${done} of ${all} moved`, ok: 'moved', undo: 'Undo all', close: 'Close',
  },
  {
    move: 'Flyt de valgte til', pick: 'vælg', ask: (n: number, to: string) => `Flyt ${n} ordrer: ${to}?`, act: 'Flyt dem', final: 'Det kan ikke fortrydes.', can: (n: number) => `${n} af dem kan flyttes dertil nu; de andre bliver.`,
    result: (done: number, all: number) => `${done} af ${all} flyttet`, ok: 'flyttet', undo: 'Fortryd alle', close: 'Luk',
  },
)

interface Outcome {
  id: string
  to: Status
  /** Empty for a move that was carried out. */
  refused: string
  requestId: string
}

export function Several({ orders, done }: { orders: Summary[]; done: () => void }) {
  const table = useResult('orders.transitions', {}, { enabled: orders.length > 0 })
  const [asks, ask] = useState<Status>()
  const [busy, setBusy] = useState(false)
  const [outcomes, setOutcomes] = useState<Outcome[]>()
  const can = (to: Status) => orders.filter((order) => table.data?.table?.find((one) => one.from === order.status)?.to.includes(to)).length
  const targets = [...new Set(table.data?.table?.flatMap((one) => one.to))].filter((to) => !moneyMoves.has(to) && can(to) > 0)
  const act = async (to: Status) => {
    setBusy(true)
    const told: Outcome[] = []
    for (const { id, status } of orders) {
      let requestId = ''
      const refused = await refusedBy(async () => {
        ({ requestId } = await call('orders.update_status', { orderId: id, status: to, expectedStatus: status }, { idempotencyKey: crypto.randomUUID() }))
      })
      told.push({ id, to, requestId, refused: refused ? sentence(refused) : '' })
    }
    setBusy(false)
    ask(undefined)
    setOutcomes(told)
    forget()
    done()
  }
  return <>
    <ProblemNote refused={table.refused} again={table.again} />
    {orders.length > 0 && <label>{t.move}
      <select value="" {...needs('orders:write', busy)} onChange={(e) => ask(targets.find((to) => to === e.currentTarget.value))}>
        <option value="">{t.pick}</option>
        {targets.map((to) => <option key={to} value={to}>{statusName(to)} ({can(to)})</option>)}
      </select></label>}
    {asks && <Confirm title={t.ask(orders.length, statusName(asks))} act={t.act} busy={busy} close={() => ask(undefined)} onConfirm={() => void act(asks)}>
      {can(asks) < orders.length && <p>{t.can(can(asks))}</p>}
      {final.has(asks) && <p class="warn">{t.final}</p>}
    </Confirm>}
    {outcomes && <Outcomes outcomes={outcomes} close={() => setOutcomes(undefined)} />}
  </>
}

function Outcomes({ outcomes, close }: { outcomes: Outcome[]; close: () => void }) {
  const moved = outcomes.filter((one) => one.refused === '')
  const undo = () => {
    close()
    undoCalls(moved.map(({ requestId }) => requestId))
  }
  const undoable = moved.some((one) => !final.has(one.to)) && may('audit:read') && may('audit:revert')
  return <Dialog title={t.result(moved.length, outcomes.length)} close={close} foot={<>
    {undoable && <button type="button" class="second" onClick={undo}>{t.undo}</button>}
    <button type="button" onClick={close}>{t.close}</button>
  </>}>
    <ul>{outcomes.map((one) => <li key={one.id}><a href={href('orders', [one.id])} onClick={close}>{orderNumber(one.id)}</a>: {one.refused === '' ? `${t.ok}: ${statusName(one.to)}` : <span class="fault">{one.refused}</span>}</li>)}</ul>
  </Dialog>
}
