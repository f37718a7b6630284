// Kept answers of reading operations, and calls that write.
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { call, type Answered, resultOf } from './api'
import type { Answer, Body, Item, Operation, Result } from './contract'
import { asRead, asRefused, type Refused } from './problem'
import { session } from './session'

/** kept holds what was read. */
export const kept = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 300_000,
      retry: false, // what was refused is said at once, and tried again where it is said
      networkMode: 'always',
    },
  },
})
kept.mount()
let reader = session.get()?.key.id
let left = false
session.watch(() => { // signed out, what was read stays below the sign-in; another person never sees it
  const now = session.get()?.key.id
  if (now !== undefined) {
    if (reader !== undefined && reader !== now) kept.clear()
    else if (left) void kept.invalidateQueries() // a bearer that is renewed reads nothing again: a look may be recorded
    reader = now
  }
  left = now === undefined
})

/** Read is an answer that is, or was, fetched. */
export interface Read<T> {
  data: T | undefined
  refused: Refused | undefined
  loading: boolean
  again: () => void
}

interface Watch {
  /** Undefined or true: fetch. */
  enabled?: boolean
  /** Milliseconds between calls while the page is visible. */
  every?: number
}

/** leavesTrace is the operations whose every look is recorded, `x-personal-data` in the contract. */
export const leavesTrace: ReadonlySet<Operation> = new Set<Operation>([
  'orders.list',
  'orders.get',
  'orders.history',
  'orders.refunds',
  'customer.list',
  'customer.get',
  'customer.lookup_by_email',
  'customer.lookup_by_phone',
  'customer.export',
  'audit.get',
  'approvals.list',
  'approvals.get',
])

/** A look that is recorded is taken once, when a person asks. */
function once(operation: Operation) {
  return leavesTrace.has(operation)
    ? { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false } as const : {}
}

interface Observer<R> {
  subscribe: (told: () => void) => () => void
  getCurrentResult: () => R
}

function useObserver<R>(observer: Observer<R>): R {
  const [, again] = useState({})
  useEffect(() => {
    const stop = observer.subscribe(() => again({}))
    again({})
    return stop
  }, [observer])
  return observer.getCurrentResult()
}

// A refusal stays while the call is made again, so that what is read does not move, and a button that was pressed keeps the focus.
function useRefusal(key: readonly unknown[], { error, isSuccess }: { error: Error | null; isSuccess: boolean }): Refused | undefined {
  const last = useRef<{ of: string; refused?: Refused }>({ of: '' })
  const of = JSON.stringify(key)
  if (error) last.current = { of, refused: asRead(error) }
  else if (isSuccess || last.current.of !== of) last.current = { of }
  return last.current.refused
}

/** useAnswer is the whole answer of an operation that reads. */
export function useAnswer<O extends Operation>(operation: O, body: Body<O>, watch: Watch = {}): Read<Answer<O>> {
  const options = {
    queryKey: [operation, body] as const,
    queryFn: async () => (await call(operation, body, { unseen: watch.every !== undefined })).answer,
    enabled: watch.enabled ?? true,
    refetchInterval: watch.every ?? (false as const),
    ...once(operation),
  }
  const observer = useMemo(() => new QueryObserver<Answer<O>, Error, Answer<O>, Answer<O>, readonly [O, Body<O>]>(kept, options), [])
  observer.setOptions(options)
  const now = useObserver(observer)
  const refused = useRefusal(options.queryKey, now)
  return {
    data: now.data,
    refused,
    loading: now.isLoading && !refused,
    again: () => void observer.refetch({ cancelRefetch: false }),
  }
}

/** useResult is the `result` of an operation that reads. */
export function useResult<O extends Operation>(operation: O, body: Body<O>, watch: Watch = {}): Read<Result<O>> {
  const read = useAnswer(operation, body, watch)
  return { ...read, data: read.data === undefined ? undefined : resultOf<O>(read.data) }
}

/** Listed is the pages of a list that were fetched so far, as one. */
export interface Listed<T> extends Read<T[]> {
  /** Fetches the next page; undefined at the end. */
  more: (() => void) | undefined
  /** How many there are, where the answer says so exactly. */
  total: number | undefined
}

interface PageOfList {
  result: unknown
  page?: { nextCursor?: string | null; total?: number; totalIsExact?: boolean }
}

function nextCursor(answer: PageOfList): string | undefined {
  const inResult = answer.result as { nextCursor?: string | null } | undefined
  return answer.page?.nextCursor ?? inResult?.nextCursor ?? undefined
}

/** useList is a list of an operation that takes a `cursor`. */
export function useList<O extends Operation>(operation: O, body: Body<O>, watch: Watch = {}): Listed<Item<O>> {
  const options = {
    queryKey: [operation, body, 'pages'] as const,
    queryFn: async ({ pageParam }: { pageParam: string | undefined }) => {
      const sent = pageParam === undefined ? body : { ...(body as object), cursor: pageParam } as Body<O>
      return (await call(operation, sent)).answer as PageOfList
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    enabled: watch.enabled ?? true,
    ...once(operation),
  }
  const observer = useMemo(() => new InfiniteQueryObserver(kept, options), [])
  observer.setOptions(options)
  const now = useObserver(observer)
  const refused = useRefusal(options.queryKey, now)
  const pages = now.data?.pages
  const total = pages?.[0]?.page
  return {
    data: pages?.flatMap(itemsOf<O>),
    refused,
    loading: now.isLoading && !refused,
    again: () => void observer.refetch({ cancelRefetch: false }),
    more: now.hasNextPage && !now.isFetchingNextPage ? () => void observer.fetchNextPage() : undefined,
    total: total?.totalIsExact ? total.total : undefined,
  }
}

function itemsOf<O extends Operation>(answer: PageOfList): Item<O>[] {
  const { result } = answer
  return (Array.isArray(result) ? result : (result as { items: Item<O>[] }).items) as Item<O>[]
}

/** forget makes what was read of some groups stale, so that what is on the screen is read again: a write may have changed it. */
export function forget(...groups: string[]): Promise<void> {
  return kept.invalidateQueries({
    predicate: ({ queryKey: [operation] }) => groups.length === 0 || groups.some((group) => String(operation).startsWith(`${group}.`)),
  })
}

/** Writing is a call that writes, and what became of it. */
export interface Writing<O extends Operation> {
  busy: boolean
  refused: Refused | undefined
  /** Sends the call once however often it is pressed; undefined when it was refused. */
  send: (body: Body<O>) => Promise<Answered<O> | undefined>
  clear: () => void
}

/**
 * useWrite makes calls of an operation that writes. The Idempotency-Key lives as long as the attempt: the same body sent
 * again after a refusal or a lost answer is the same call.
 */
export function useWrite<O extends Operation>(operation: O): Writing<O> {
  const [state, set] = useState<{ busy: boolean; refused?: Refused }>({ busy: false })
  const attempt = useRef({ body: '', key: '' })
  const busy = useRef(false)
  return {
    ...state,
    refused: state.refused,
    clear: () => set({ busy: false }),
    send: async (body) => {
      if (busy.current) return undefined
      busy.current = true
      set({ busy: true })
      const text = JSON.stringify(body)
      if (attempt.current.body !== text) attempt.current = { body: text, key: crypto.randomUUID() }
      try {
        const answered = await call(operation, body, { idempotencyKey: attempt.current.key })
        attempt.current = { body: '', key: '' }
        await Promise.race([forget(), new Promise((done) => setTimeout(done, 1_000))]) // what comes next is about what is there now
        set({ busy: false })
        return answered
      } catch (thrown) {
        set({ busy: false, refused: asRefused(thrown) })
        return undefined
      } finally {
        busy.current = false
      }
    },
  }
}
