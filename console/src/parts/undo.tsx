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
import { canUndo, openUndo, openUndoOf, undoing } from './asked'
import { ChangeTable } from './change-table'
import { Dialog } from './dialog'
import { Loading, ProblemNote } from './problem'
import { Actor, Changes, done, type Entry, fieldName, fieldNames, follows, made, reason, shownValue } from './story'
import { say } from './toast'

const t = texts(
  {
    title: 'Undo', again: 'Do again', some: 'Undo several changes', many: (n: number) => n === 1 ? 'Undo one change' : `Undo ${n} changes`, nothing: 'There is nothing to undo: nothing would change.', undo: 'Undo', redo: 'Redo', cancel: 'Cancel',
    deletes: 'what was made is deleted', first: 'Undo that one first', since: 'Changed since:', left: 'as it was left', now: 'now', after: 'Afterwards', present: 'Now', stays: 'stays: changed since', by: (name: string, at: string) => `by ${name}, ${at}`,
    act: (verb: string, names: string[]) => names.length > 2 ? `${verb} ${names.length} fields` : `${verb} ${names.join(' and ')}`, rest: 'What is not chosen stays as it is, and can then only be changed by hand.', gone: 'the thing itself came or went',
    undone: 'Undone.', redone: 'Done again.', undoneMany: (n: number, stay: number) => stay > 0 ? `${n} undone, ${stay} not.` : `${n} undone.`,
    would: 'These are undone', stay: (n: number) => n === 1 ? 'One stays as it is' : `${n} stay as they are`, same: 'it is as it was before already',
  },
  {
    title: 'Fortryd', again: 'Gentag', some: 'Fortryd flere ændringer', many: (n: number) => n === 1 ? 'Fortryd én ændring' : `Fortryd ${n} ændringer`, nothing: 'Der er intet at fortryde: intet ville ændre sig.', undo: 'Fortryd', redo: 'Gentag', cancel: 'Annuller',
    deletes: 'det, der blev lavet, slettes', first: 'Fortryd den først', since: 'Ændret siden:', left: 'som det blev efterladt', now: 'nu', after: 'Bagefter', present: 'Nu', stays: 'bliver: ændret siden', by: (name: string, at: string) => `af ${name}, ${at}`,
    act: (verb: string, names: string[]) => names.length > 2 ? `${verb} ${names.length} felter` : `${verb} ${names.join(' og ')}`, rest: 'Det, der ikke er valgt, bliver, som det er, og kan så kun ændres i hånden.', gone: 'selve tingen kom eller forsvandt',
    undone: 'Fortrudt.', redone: 'Gentaget.', undoneMany: (n: number, stay: number) => stay > 0 ? `${n} fortrudt, ${stay} ikke.` : `${n} fortrudt.`,
    would: 'Disse fortrydes', stay: (n: number) => n === 1 ? 'Én bliver, som den er' : `${n} bliver, som de er`, same: 'det er allerede, som det var før',
  },
)

function close(): void { undoing.set(undefined) }

/** UndoDialog stands once, beside the pages. */
export function UndoDialog() {
  const asked = useStore(undoing)
  if (asked === undefined) return null
  if ('found' in asked) return <Gathering found={asked.found} most={asked.most} />
  if ('id' in asked) return <One key={asked.id} id={asked.id} />
  const [only, ...others] = asked.entries
  if (only === undefined) return <Dialog title={t.title} close={close}><p>{t.nothing}</p></Dialog>
  return others.length === 0 ? <One key={only.id} id={only.id} known={only} /> : <Many key={only.id + others.length} entries={asked.entries} />
}

// Finds the entries, newest first, so that what was changed twice is undone in turn.
function Gathering({ found, most }: { found: Body<'audit.list'>[]; most: number }) {
  const { plan: entries, refused, again } = useDryRun(() => gather(found, most))
  useEffect(() => { if (entries) openUndo(entries) }, [entries])
  return <Dialog title={t.title} close={close}>{refused ? <ProblemNote refused={refused} again={again} /> : <Loading />}</Dialog>
}

async function gather(found: Body<'audit.list'>[], most: number): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const filter of found) {
    let cursor: string | undefined
    do {
      const page = await read('audit.list', { ...filter, kinds: ['change'], revertible: true, limit: 200, ...(cursor !== undefined && { cursor }) })
      entries.push(...page.items.filter(canUndo))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined && entries.length < most)
  }
  return entries
}

// The dry run is made once, when the dialog opens, as a refused one is recorded; it is made again when no answer to it came.
function useDryRun<T>(run: () => Promise<T>): { plan: T | undefined; refused: Refused | undefined; again: () => void } {
  const [state, set] = useState<{ plan?: T; refused?: Refused }>({})
  const again = () => { run().then((plan) => set({ plan }), (thrown: unknown) => set({ refused: asRefused(thrown) })) }
  useEffect(again, [])
  return { plan: state.plan, refused: state.refused, again }
}

interface Plan extends Result<'audit.revert'> {
  entry: Entry
  /** Whether it can be undone only as a whole: a thing that came or went, and a move of an order. */
  whole: boolean
}

async function planOf(id: string, known: Entry | undefined): Promise<Plan> {
  const [result, entry] = await Promise.all([
    call('audit.revert', { auditLogId: id, dryRun: true, confirm: true }).then(({ answer }) => resultOf<'audit.revert'>(answer)),
    known?.entityType === 'order' ? known : read('audit.get', { auditLogId: id }),
  ])
  return { ...result, entry: known ?? entry, whole: !('before' in entry) || entry.before === null || entry.after === null }
}

function One({ id, known }: { id: string; known?: Entry }) {
  const { plan, refused, again } = useDryRun(() => planOf(id, known))
  const write = useWrite('audit.revert')
  const [left, leave] = useState<ReadonlySet<string>>(new Set())
  const conflicts = write.refused?.problem.conflicts ?? refused?.problem.conflicts ?? plan?.conflicts ?? []
  const entry = plan?.entry ?? known
  const redo = entry !== undefined && entry.revertOf !== null
  const changes = plan?.changes ?? []
  const conflictAt = (path: string) => conflicts.find((one) => one.path === path)
  const inConflict = (path: string) => conflictAt(path) !== undefined
  const chosen = changes.filter(({ path }) => !inConflict(path) && !left.has(path))
  const barred = chosen.length === 0 || plan?.whole && conflicts.length > 0 || inConflict('')
  const act = async () => {
    const all = chosen.length === changes.length
    const done = await write.send({ auditLogId: id, confirm: true, ...(!all && { fields: chosen.map((one) => one.path) }) })
    if (!done) return
    forget()
    close()
    say(redo ? t.redone : t.undone, done.requestId)
  }
  const verb = redo ? t.redo : t.undo
  const choose = ({ path }: Schemas['AuditChange']) => plan?.whole || changes.length === 1 ? fieldName(path) : <label class="row">
    <input type="checkbox" checked={!inConflict(path) && !left.has(path)} disabled={inConflict(path)} onChange={(e) => {
      const next = new Set(left)
      if (e.currentTarget.checked) next.delete(path)
      else next.add(path)
      leave(next)
    }} /> {fieldName(path)}
  </label>
  return <Dialog title={redo ? t.again : t.title} close={close} foot={<>
    <button type="button" class="second" onClick={close}>{t.cancel}</button>
    <button type="button" disabled={write.busy || !plan || barred} onClick={() => void act()}>
      {plan?.whole || chosen.length === 0 ? verb : t.act(verb, [...new Set(chosen.map(({ path }) => fieldName(path)))])}</button>
  </>}>
    {entry && <p><Actor entry={entry} /> {done(entry)} <span class="quiet">{dateTime(entry.at)}</span></p>}
    {!plan && !refused && <Loading />}
    {plan && (changes.length === 0 ? <p>{t.nothing}</p> : <ChangeTable name={choose} heads={[t.present, t.after]} stays={({ path }) => inConflict(path) ? t.stays : undefined}
      changes={changes.filter(({ path }) => !plan.whole || !follows(path)).map((change) => ({ ...change, previousValue: (conflictAt(change.path) ?? { current: change.previousValue }).current }))} />)}
    {plan && !barred && chosen.length < changes.length && <p class="hint">{t.rest}</p>}
    <ProblemNote refused={write.refused ?? refused} {...(refused?.problem.retryable && { again })} />
    {conflicts.length > 0 && <div class="problem"><p>{t.since}</p><ul>{conflicts.map((one) => <ConflictLine key={one.path} conflict={one} />)}</ul></div>}
  </Dialog>
}

function ConflictLine({ conflict: { path, expected, current, changedBy } }: { conflict: Schemas['RevertConflict'] }) {
  return <li>{path === '' ? t.gone : <><strong>{fieldName(path)}</strong>: {shownValue(path, expected)} ({t.left}), {shownValue(path, current)} ({t.now})</>}
    {changedBy && <> {t.by(changedBy.actorName, dateTime(changedBy.at))} <button type="button" class="small" onClick={() => openUndoOf(changedBy.auditLogId)}>{t.first}</button></>}
  </li>
}

type Outcome = Schemas['AuditRevertOutcome']

interface Told {
  results: Outcome[]
  requestId: string
}

function wasUndone({ outcome }: Outcome): boolean { return outcome === 'reverted' }

// One call undoes at most 200 entries; a longer list goes in pieces, newest first.
async function pieces(entries: Entry[], dryRun: boolean): Promise<Told> {
  const all: Told = { results: [], requestId: '' }
  for (let at = 0; at < entries.length; at += 200) {
    const auditLogIds = entries.slice(at, at + 200).map((entry) => entry.id)
    const { answer, requestId } = await (dryRun ? call : write)('audit.revert_many', { auditLogIds, mode: 'best_effort', dryRun, confirm: true })
    all.results.push(...answer.result.results)
    all.requestId = requestId
  }
  return all
}

function Many({ entries }: { entries: Entry[] }) {
  const { plan, refused, again } = useDryRun(() => pieces(entries, true))
  const [state, set] = useState<{ busy: boolean; refused?: Refused }>({ busy: false })
  const act = async () => {
    set({ busy: true })
    try {
      const { results, requestId } = await pieces(entries, false)
      const n = results.filter(wasUndone).length
      close()
      say(t.undoneMany(n, results.length - n), entries.length <= 200 ? requestId : undefined)
    } catch (thrown) {
      set({ busy: false, refused: asRefused(thrown) })
    } finally {
      forget()
    }
  }
  const { goes = [], stays = [] } = Object.groupBy(plan?.results ?? [], (one) => wasUndone(one) ? 'goes' : 'stays')
  const title = plan ? t.many(goes.length) : t.some
  return <Dialog title={title} close={close} wide foot={<>
    <button type="button" class="second" onClick={close}>{t.cancel}</button>
    <button type="button" disabled={state.busy || goes.length === 0} onClick={() => void act()}>{goes.length === 0 ? t.undo : title}</button>
  </>}>
    {!plan && !refused && <Loading />}
    {plan && goes.length === 0 && <p>{t.nothing}</p>}
    <div class="scroll" role="region" aria-label={title} tabIndex={0}>
      <Outcomes title={t.stay(stays.length)} of={stays} entries={entries} />
      <Outcomes title={t.would} of={goes} entries={entries} />
    </div>
    <ProblemNote refused={state.refused ?? refused} {...(refused?.problem.retryable && { again })} />
  </Dialog>
}

function Outcomes({ title, of, entries }: { title: string; of: Outcome[]; entries: Entry[] }) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  if (of.length === 0) return null
  return <><h3>{title}</h3><ul>{of.map((one) => {
    const entry = byId.get(one.auditLogId)
    return <li key={one.auditLogId}>{entry ? <><Actor entry={entry} /> {done(entry)} <Changes entry={entry} /> {wasUndone(one) && made(entry) && <strong class="warn">{t.deletes}</strong>} <span class="quiet">{dateTime(entry.at)}</span></> : one.auditLogId} {!wasUndone(one) && <span class="warn">{why(one)}</span>}</li>
  })}</ul></>
}

function why({ outcome, code, conflicts }: Outcome): string {
  if (outcome === 'unchanged') return t.same
  const [first] = conflicts
  if (first === undefined) return reason(code ?? outcome)
  return `${t.since} ${first.path === '' ? t.gone : fieldNames(conflicts.map((one) => one.path))}${first.changedBy ? ` ${t.by(first.changedBy.actorName, dateTime(first.changedBy.at))}` : ''}`
}
