// A value that parts of the page watch.
import { useEffect, useState } from 'preact/hooks'

export interface Store<T> {
  get: () => T
  set: (value: T) => void
  watch: (told: () => void) => () => void
}

/** store holds a value and tells who watches it when another is set. */
export function store<T>(value: T): Store<T> {
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const told of watchers) told()
    },
    watch: (told) => {
      watchers.add(told)
      return () => watchers.delete(told)
    },
  }
}

/** useStore is the value of a store; the component is drawn again when it changes. */
export function useStore<T>(from: Store<T>): T {
  const [, again] = useState({})
  useEffect(() => from.watch(() => again({})), [from])
  return from.get()
}
