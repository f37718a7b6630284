// What lies elsewhere than at an operation, and one thing of a list that has no operation of its own.
import { useEffect, useState } from 'preact/hooks'
import { get } from '../lib/api'
import type { Listed, Read } from '../lib/answers'
import { asRead, type Refused } from '../lib/problem'

/** useGot reads an address of the service, such as `/readyz`. */
export function useGot<T>(path: string): Read<T> {
  const [state, set] = useState<{ path: string; data?: T; refused?: Refused }>({ path })
  const again = () => { get<T>(path).then((data) => set({ path, data }), (thrown: unknown) => set({ path, refused: asRead(thrown) })) }
  useEffect(again, [path])
  const now = state.path === path ? state : { path, data: undefined, refused: undefined }
  return { data: now.data, refused: now.refused, loading: now.data === undefined && now.refused === undefined, again }
}

/** listed shows an answer that has no further pages as a list. */
export function listed<T>(read: Read<T[]>): Listed<T> {
  return { ...read, more: undefined, total: undefined }
}

/** useOne finds one thing in a list, reading on until it is there; `gone` when it is not. */
export function useOne<T>(list: Listed<T>, isIt: (item: T) => boolean): { one: T | undefined; gone: boolean } {
  const one = list.data?.find(isIt)
  useEffect(() => {
    if (one === undefined) list.more?.()
  }, [one === undefined, list.data?.length])
  return { one, gone: one === undefined && list.data !== undefined && list.more === undefined && !list.loading }
}
