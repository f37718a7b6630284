// Calls that write one after another, from rows and in pieces. A call whose answer was lost is the same call when it is sent again.
import { forget } from './answers'
import { type Answered, call } from './api'
import type { Body, Operation } from './contract'
import { asRefused } from './problem'

const keys = new Map<string, string>()

/** write makes a call, and makes what was read stale. It throws a Refused. */
export async function write<O extends Operation>(operation: O, body: Body<O>): Promise<Answered<O>> {
  const attempt = `${operation} ${JSON.stringify(body)}`
  const idempotencyKey = keys.get(attempt) ?? crypto.randomUUID()
  keys.set(attempt, idempotencyKey)
  try {
    const answered = await call(operation, body, { idempotencyKey })
    keys.delete(attempt)
    forget()
    return answered
  } catch (thrown) {
    const refused = asRefused(thrown)
    if (!refused.problem.retryable) keys.delete(attempt)
    if (refused.code === 'version_conflict') forget()
    throw refused
  }
}
