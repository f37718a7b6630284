// Undo: what it would do is shown first, by one dry run; what was changed since is said with who changed it.
import { useEffect, useState } from 'preact/hooks'
import { call, read, resultOf } from '../lib/api'
import { forget, useWrite } from '../lib/answers'
import type { Body, Result, Schemas } from '../lib/contract'
import { asRefused, Refused } from '../lib/problem'
import { useStore } from '../lib/store'
import { write } from '../lib/write'
import { texts } from '../lib/text'
import { dateTime } from '../lib/format'
import { canUndo, openUndo, undoing } from './asked'
import { Dialog } from './dialog'
import { Loading } from './list'
import { ProblemNote } from './problem'
import { ChangeTable, fieldName, shownValue } from './story'
import { say } from './toast'

const t = texts(
  {
    title: 'Undo', many: (n: number) => `Undo ${n} changes`, nothing: 'There is nothing to undo: nothing would change.', undo: 'Undo', cancel: 'Cancel',
    others: 'Undo the other fields', first: 'Undo that one first', since: 'Changed since:', left: 'as it was left', now: 'now', by: (name: string, at: string) => `by ${name}, ${at}`,
    undone: 'Undone.', undoneMany: (n: number, failed: number) => failed > 0 ? `${n} undone, ${failed} not.` : `${n} undone.`,
    would: (n: number) => n === 1 ? 'One change would be undone.' : `${n} changes would be undone.`, partly: (n: number) => n === 1 ? 'One cannot be undone and stays.' : `${n} cannot be undone and stay.`,
  },
  {
    title: 'Fortryd', many: (n: number) => `Fortryd ${n} ændringer`, nothing: 'Der er intet at fortryde: intet ville ændre sig.', undo: 'Fortryd', cancel: 'Annuller',
    others: 'Fortryd de andre felter', first: 'Fortryd den først', since: 'Ændret siden:', left: 'som det blev efterladt', now: 'nu', by: (name: string, at: string) => `af ${name}, ${at}`,
    undone: 'Fortrudt.', undoneMany: (n: number, failed: number) => failed > 0 ? `${n} fortrudt, ${failed} ikke.` : `${n} fortrudt.`,
    would: (n: number) => n === 1 ? 'Én ændring ville blive fortrudt.' : `${n} ændringer ville blive fortrudt.`, partly: (n: number) => n === 1 ? 'Én kan ikke fortrydes og bliver.' : `${n} kan ikke fortrydes og bliver.`,
  },
)

function close(): void { undoing.set(undefined) }

/** UndoDialog stands once, beside the pages. */
export function UndoDialog() {
  const asked = useStore(undoing)
  if (asked === undefined) return null
  if ('found' in asked) return <Gathering found={asked.found} most={asked.most} />
  const [only] = asked.ids
  if (only === undefined) return <Dialog title={t.title} close={close}><p>{t.nothing}</p></Dialog>
  return asked.ids.length === 1 ? <One key={only} id={only} /> : <Many key={asked.ids.join()} ids={asked.ids} />
}

// Finds the entries, newest first, so that what was changed twice is undone in turn.
function Gathering({ found, most }: { found: Body<'audit.list'>[]; most: number }) {
  const { plan: ids, refused, again } = useDryRun(() => gather(found, most))
  useEffect(() => { if (ids) openUndo(ids) }, [ids])
  return <Dialog title={t.title} close={close}>{refused ? <ProblemNote refused={refused} again={again} /> : <Loading />}</Dialog>
}

async function gather(found: Body<'audit.list'>[], most: number): Promise<string[]> {
  const ids: string[] = []
  for (const filter of found) {
    let cursor: string | undefined
    do {
      const page = await read('audit.list', { ...filter, kinds: ['change'], revertible: true, limit: 200, ...(cursor !== undefined && { cursor }) })
      ids.push(...page.items.filter(canUndo).map((entry) => entry.id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined && ids.length < most)
  }
  return ids
}

// The dry run is made once, when the dialog opens, as a refused one is recorded; it is made again when no answer to it came.
function useDryRun<T>(run: () => Promise<T>): { plan: T | undefined; refused: Refused | undefined; again: () => void } {
  const [state, set] = useState<{ plan?: T; refused?: Refused }>({})
  const again = () => { run().then((plan) => set({ plan }), (thrown: unknown) => set({ refused: asRefused(thrown) })) }
  useEffect(again, [])
  return { plan: state.plan, refused: state.refused, again }
}

function One({ id }: { id: string }) {
  const { plan, refused, again } = useDryRun(async () => resultOf<'audit.revert'>((await call('audit.revert', { auditLogId: id, dryRun: true, confirm: true })).answer))
  const write = useWrite('audit.revert')
  const act = async (fields?: string[]) => {
    const done = await write.send({ auditLogId: id, confirm: true, ...(fields && { fields }) })
    if (!done) return
    forget()
    close()
    say(t.undone, done.requestId)
  }
  return <Dialog title={t.title} close={close} foot={<>
    <button type="button" class="second" onClick={close}>{t.cancel}</button>
    <button type="button" disabled={write.busy || !plan || plan.changes.length === 0 || plan.conflicts.length > 0} onClick={() => void act()}>{t.undo}</button>
  </>}>
    {!plan && !refused && <Loading />}
    {plan && (plan.changes.length === 0 ? <p>{t.nothing}</p> : <ChangeTable changes={plan.changes} />)}
    <Conflict refused={write.refused ?? refused} plan={plan} act={act} {...(refused?.problem.retryable && { again })} />
  </Dialog>
}

interface ConflictProps {
  refused: Refused | undefined
  plan: Result<'audit.revert'> | undefined
  act: (fields: string[]) => Promise<void>
  again?: () => void
}

function Conflict({ refused, plan, act, again }: ConflictProps) {
  const conflicts = refused?.problem.conflicts ?? plan?.conflicts ?? []
  const others = plan?.changes.map((change) => change.path).filter((path) => !conflicts.some((one) => one.path === path)) ?? []
  if (!refused && conflicts.length === 0) return null
  return <>
    <ProblemNote refused={refused} {...(again && { again })} />
    {conflicts.length > 0 && <div class="problem"><p>{t.since}</p><ul>{conflicts.map((one) => <ConflictLine key={one.path} conflict={one} />)}</ul></div>}
    {conflicts.length > 0 && others.length > 0 && <button type="button" class="second" onClick={() => void act(others)}>{t.others}</button>}
  </>
}

function ConflictLine({ conflict: { path, expected, current, changedBy } }: { conflict: Schemas['RevertConflict'] }) {
  return <li><strong>{fieldName(path)}</strong>: {shownValue(path, expected)} ({t.left}), {shownValue(path, current)} ({t.now})
    {changedBy && <> {t.by(changedBy.actorName, dateTime(changedBy.at))} <button type="button" class="small" onClick={() => openUndo([changedBy.auditLogId])}>{t.first}</button></>}
  </li>
}

// One call undoes at most 200 entries; a longer list goes in pieces, newest first.
async function pieces(ids: string[], dryRun: boolean): Promise<{ reverted: number; failed: number; requestId: string }> {
  const sum = { reverted: 0, failed: 0, requestId: '' }
  for (let at = 0; at < ids.length; at += 200) {
    const { answer, requestId } = await (dryRun ? call : write)('audit.revert_many', { auditLogIds: ids.slice(at, at + 200), mode: 'best_effort', dryRun, confirm: true })
    sum.reverted += answer.result.reverted
    sum.failed += answer.result.failed
    sum.requestId = requestId
  }
  return sum
}

function Many({ ids }: { ids: string[] }) {
  const { plan, refused, again } = useDryRun(() => pieces(ids, true))
  const [state, set] = useState<{ busy: boolean; refused?: Refused }>({ busy: false })
  const act = async () => {
    set({ busy: true })
    try {
      const done = await pieces(ids, false)
      close()
      say(t.undoneMany(done.reverted, done.failed), ids.length <= 200 ? done.requestId : undefined)
    } catch (thrown) {
      set({ busy: false, refused: asRefused(thrown) })
    } finally {
      forget()
    }
  }
  return <Dialog title={t.many(ids.length)} close={close} foot={<>
    <button type="button" class="second" onClick={close}>{t.cancel}</button>
    <button type="button" disabled={state.busy || !plan || plan.reverted === 0} onClick={() => void act()}>{t.undo}</button>
  </>}>
    {!plan && !refused && <Loading />}
    {plan && <p>{plan.reverted === 0 ? t.nothing : t.would(plan.reverted)} {plan.failed > 0 && t.partly(plan.failed)}</p>}
    <ProblemNote refused={state.refused ?? refused} {...(refused?.problem.retryable && { again })} />
  </Dialog>
}
