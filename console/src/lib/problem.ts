// What a refused call says, as data and as an error.
import type { Schemas } from './contract'
import { under } from './json'
import { faultWords } from './vocabulary'

export type Problem = Schemas['Problem']

/** Refused is a call that was answered with a problem, or with nothing: then its code is `offline`. */
export class Refused extends Error {
  /** It came while reading, not to what a person has just sent: the page does not move to show it. */
  quiet = false

  constructor(readonly problem: Problem) {
    super(problem.detail)
  }

  get code(): string { return this.problem.code }

  /** faults is what was said about the value at a JSON Pointer in the body, or about what is under it. */
  faults(at: string): string[] {
    return this.problem.errors?.filter((one) => under(one.pointer, at)).map((one) => faultWords(one.detail)) ?? []
  }

  /** requestId is the id under which the service logged the call; empty when it was not reached. */
  get requestId(): string { return this.problem.instance.replace('urn:uuid:', '') }
}

/** offline is the problem of a call to which no answer came: whether it was carried out is not known. */
export function offline(): Problem {
  const detail = 'No answer came from the shop.'
  return {
    type: 'about:blank', title: detail, status: 0, detail, instance: '', code: 'offline', ok: false, error: detail,
    resolution: 'Check the connection; what you typed is kept.', retryable: true, retryAfter: 5,
  }
}

/** signedOut is the problem of a call that was not made, because nobody is signed in. */
export function signedOut(): Problem {
  const detail = 'Nobody is signed in.'
  return { ...offline(), title: detail, status: 401, detail, code: 'authentication_required', error: detail, resolution: 'Sign in.', retryable: false }
}

/** asRead is asRefused of a call that reads. */
export function asRead(thrown: unknown): Refused {
  const refused = asRefused(thrown)
  refused.quiet = true
  return refused
}

/** asRefused is a thrown value as a refusal; a fault of the console itself is shown as one too. */
export function asRefused(thrown: unknown): Refused {
  if (thrown instanceof Refused) return thrown
  const detail = thrown instanceof Error ? thrown.message : String(thrown)
  return new Refused({ ...offline(), code: 'console_error', detail, error: detail, title: detail, retryable: false })
}
