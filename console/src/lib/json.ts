// JSON values compared and addressed by JSON Pointers.

/** same is whether two JSON values are equal, in whatever order their fields are. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false
  const left = Object.entries(a)
  return left.length === Object.keys(b).length && left.every(([name, value]) => name in b && same(value, (b as Record<string, unknown>)[name]))
}

/** changes is what of `draft` differs from `before`. */
export function changes<T extends object>(before: Partial<T>, draft: T): Partial<T> {
  const out: Partial<T> = {}
  for (const name of Object.keys(draft) as (keyof T)[]) {
    if (!same(draft[name], before[name])) out[name] = draft[name]
  }
  return out
}

/** pointer is the parts of a JSON Pointer. */
export function pointer(text: string): string[] {
  return text.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** under is whether a pointer is at, or under, another. */
export function under(text: string, at: string): boolean {
  return text === at || text.startsWith(`${at}/`)
}
