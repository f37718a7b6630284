// A form over an object: it sends only what was changed, keeps drafts, and never puts into a field what came from elsewhere.
import { useEffect, useState } from 'preact/hooks'
import { changes, same } from '../lib/json'
import type { Refused } from '../lib/problem'
import { leave } from '../lib/route'
import { texts } from '../lib/text'

const t = texts(
  { leave: 'Leave without saving what you typed?' },
  { leave: 'Forlad siden uden at gemme det, du har skrevet?' },
)

export interface Form<T extends object> {
  value: T
  set: <K extends keyof T>(name: K, value: T[K]) => void
  /** What differs from the thing as it was opened. */
  changed: Partial<T>
  dirty: boolean
  /** What somebody else changed since it was opened: their values. */
  theirs: Partial<T>
  /** The value of a field when it was opened. */
  before: T
  /** Goes on from their values, and keeps what was typed here. */
  adopt: () => void
  /** Takes their value of a field. */
  take: (name: keyof T) => void
  reset: () => void
  /** What the service said about a field. */
  faults: (name: keyof T) => string[]
}

interface Options {
  /** Keeps what was typed under this name, in this tab: nothing with personal data. */
  draft?: string
  refused?: Refused | undefined
  /** Where the fields are in the request, such as `/patch`. */
  at?: string
}

interface Draft<T> {
  before: T
  value: T
}

/** useForm edits `stored`, which may be read again while the form is open. */
export function useForm<T extends object>(stored: T, { draft, refused, at = '' }: Options = {}): Form<T> {
  const [state, setState] = useState<Draft<T>>(() => readDraft<T>(draft) ?? { before: stored, value: stored })
  const changed = changes(state.before, state.value)
  const dirty = Object.keys(changed).length > 0
  const theirs = changes(state.before, stored)
  const put = (next: Draft<T>) => {
    setState(next)
    writeDraft(draft, next)
  }

  useEffect(() => { // nothing typed: what is stored now is what is shown
    if (!dirty && !same(stored, state.before)) put({ before: stored, value: stored })
  }, [stored, dirty])
  useLeave(dirty, () => writeDraft(draft, undefined))

  return {
    value: state.value,
    before: state.before,
    set: (name, value) => setState((now) => {
      const next = { ...now, value: { ...now.value, [name]: value } }
      writeDraft(draft, next)
      return next
    }),
    changed,
    dirty,
    theirs,
    adopt: () => put({ before: stored, value: { ...stored, ...changed } }),
    take: (name) => put({ before: { ...state.before, [name]: stored[name] }, value: { ...state.value, [name]: stored[name] } }),
    reset: () => {
      put({ before: stored, value: stored })
      writeDraft(draft, undefined)
    },
    faults: (name) => refused?.faults(`${at}/${String(name)}`) ?? [],
  }
}

/** useLeave asks before the page is left while something is unsaved, and drops that if it is left. */
export function useLeave(unsaved: boolean, drop?: () => void): void {
  useEffect(() => {
    if (!unsaved) return
    const stays = () => {
      const goes = confirm(t.leave)
      if (goes) drop?.()
      return !goes
    }
    const unload = (event: BeforeUnloadEvent) => event.preventDefault()
    leave.stays = stays
    addEventListener('beforeunload', unload)
    return () => {
      if (leave.stays === stays) leave.stays = undefined
      removeEventListener('beforeunload', unload)
    }
  }, [unsaved])
}

function readDraft<T>(name: string | undefined): Draft<T> | undefined {
  const text = name === undefined ? null : sessionStorage.getItem(`draft:${name}`)
  return text === null ? undefined : JSON.parse(text)
}

function writeDraft(name: string | undefined, draft: Draft<object> | undefined): void {
  if (name === undefined) return
  if (draft === undefined || same(draft.before, draft.value)) sessionStorage.removeItem(`draft:${name}`)
  else sessionStorage.setItem(`draft:${name}`, JSON.stringify(draft))
}
