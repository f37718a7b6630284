// An amount is no percentage: when the type of a new code changes, how much it takes off is typed anew.
import { useEffect, useRef } from 'preact/hooks'
import type { Form } from '../../parts/form'

/** Fresh shows nothing. */
export function Fresh<T extends object, K extends keyof T>({ form, type, value }: { form: Form<T>; type: keyof T; value: undefined extends T[K] ? K : never }) {
  const now = form.value[type]
  const before = useRef(now)
  useEffect(() => {
    if (before.current === now) return
    before.current = now
    form.set(value, undefined as T[K])
  }, [now])
  return null
}
