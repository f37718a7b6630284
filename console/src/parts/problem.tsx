// What stands instead of an answer: what went wrong and what to do, in the words of the person, with the contract's own words below it.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { asRefused, Refused } from '../lib/problem'
import { texts } from '../lib/text'
import { pointer } from '../lib/json'
import { faultWords, refusals } from '../lib/vocabulary'
import { fieldName } from './story'

interface Words { loading: string; scope: (scope: string) => string; more: string; again: string; in: (seconds: number) => string; allowed: string; request: string }

const t = texts<Words>(
  {
    scope: (scope) => `Your key may not do this: it lacks ${scope}. A person whose key has it can make you a new key.`,
    loading: 'Loading…', more: 'What the service said', again: 'Try again', in: (seconds) => `Again in ${seconds} s`, allowed: 'Possible now:', request: 'Request',
  },
  {
    scope: (scope) => `Din nøgle må ikke dette: den mangler ${scope}. En person, hvis nøgle har det, kan lave en ny nøgle til dig.`,
    loading: 'Henter…', more: 'Hvad tjenesten sagde', again: 'Prøv igen', in: (seconds) => `Igen om ${seconds} s`, allowed: 'Muligt nu:', request: 'Kald',
  },
)

/** sentence is what a person is told about a refusal. */
export function sentence({ problem: { code, requiredScope, detail }, quiet }: Refused): string {
  if (code === 'insufficient_scope') return t.scope(requiredScope ?? '?')
  const name = code.endsWith('_not_found') ? 'not_found' : code === 'offline' && quiet ? 'unreached' : code
  return (refusals as Record<string, string>)[name] ?? detail
}

/** comesBack is after how many seconds the same call may be made again by itself: an approval is waited for by a person, not by the page. */
function comesBack({ retryable, retryAfter, code }: Refused['problem']): number | undefined {
  return retryable && code !== 'approval_required' ? retryAfter : undefined
}

/** told is a sentence with all that is at fault, for where no note fits. */
export function told(refused: Refused): string {
  return [sentence(refused), ...refused.faults('')].join(' ')
}

interface Props {
  refused: Refused | undefined
  /** Fetches or sends again. */
  again?: () => void
  children?: ComponentChildren
}

/** ProblemNote is a refusal as a note on the page; nothing when there is none. */
export function ProblemNote({ refused, again, children }: Props) {
  const note = useRef<HTMLDivElement>(null)
  const [placed, setPlaced] = useState<readonly string[]>([])
  useEffect(() => {
    if (!refused || refused.quiet) return
    note.current?.scrollIntoView({ block: 'nearest' })
    // What is said at a field is not said here too; the first such field gets the focus.
    const fields = [...note.current?.closest('form, dialog, main')?.querySelectorAll<HTMLInputElement>('[aria-invalid=true][name]') ?? []]
    setPlaced(fields.map((field) => field.name))
    fields[0]?.focus()
  }, [refused])
  if (!refused) return null
  const { problem } = refused
  const faults = problem.code === 'validation_failed' ? problem.errors?.filter(({ pointer: at }) => !placed.includes(pointer(at).at(-1) ?? '')) ?? [] : []
  return <div class="problem" role="alert" ref={note}>
    <p><strong>{sentence(refused)}</strong></p>
    {faults.length > 0 && <ul>{faults.slice(0, 10).map((fault) =>
      <li key={fault.pointer + fault.code}>{fieldName(fault.pointer)} {faultWords(fault.detail)}</li>)}</ul>}
    {problem.allowed && problem.allowed.length > 0 && <p>{t.allowed} {problem.allowed.join(', ')}</p>}
    {children}
    {again && problem.code !== 'validation_failed' && <Again refused={refused} again={again} />}
    <details><summary>{t.more}</summary>
      <p>{problem.detail} {problem.resolution}</p>
      <p class="quiet"><code>{problem.code}</code>{refused.requestId !== '' && <> · {t.request} <code>{refused.requestId}</code></>}</p>
    </details>
  </div>
}

// What may be sent again by itself is counted down to, until somebody types: nothing that is half typed is sent.
function Again({ refused, again }: { refused: Refused; again: () => void }) {
  const [left, setLeft] = useState<number>()
  useEffect(() => setLeft(comesBack(refused.problem)), [refused])
  useEffect(() => {
    if (left === undefined) return
    if (left <= 0) {
      setLeft(undefined)
      return again()
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    const stop = () => setLeft(undefined)
    addEventListener('input', stop)
    return () => {
      clearTimeout(timer)
      removeEventListener('input', stop)
    }
  }, [left])
  return <button type="button" class="second" onClick={again}>{left === undefined ? t.again : t.in(left)}</button>
}

/** refusedBy runs what may be refused and returns the refusal. */
export async function refusedBy(act: () => Promise<unknown>): Promise<Refused | undefined> {
  try {
    await act()
    return undefined
  } catch (thrown) {
    return asRefused(thrown)
  }
}

/** Loading is shown while the first answer is awaited. */
export function Loading({ shown = true }: { shown?: boolean }) {
  return shown ? <p class="quiet" role="status" data-loading>{t.loading}</p> : null
}
