// The long lists of texts, of which each language has a file.
import * as da from '../text/da'
import * as en from '../text/en'
import { texts } from './text'

export const operations = texts(en.operations, da.operations)
export const things = texts(en.things, da.things)
export const fields = texts(en.fields, da.fields)
export const statuses = texts(en.statuses, da.statuses)
export const reasons = texts(en.reasons, da.reasons)
export const refusals = texts(en.refusals, da.refusals)
export const faults = texts(en.faults, da.faults)
export const irreversible = texts(en.irreversible, da.irreversible)

/** faultWords is what the service says about a value, in the words of the person. */
export function faultWords(detail: string): string {
  const found = faults.find(([pattern]) => pattern.test(detail))
  return found ? detail.replace(...found) : detail
}

/** whyNot is why what an operation did cannot be undone, and what to do instead. */
export function whyNot(tool: string): string {
  return irreversible[tool] ?? irreversible[tool.replace(/\..*/, '')] ?? refusals.not_revertible
}
