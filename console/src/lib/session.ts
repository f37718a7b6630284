// Who is signed in: a bearer of 15 minutes in memory, and a cookie, which this program cannot read, that renews it.
import type { Schemas } from './contract'
import { asRefused, offline, Refused } from './problem'
import { store } from './store'

export interface Session {
  token: string
  expiresAt: string
  key: Schemas['SessionKey']
}

/** session is undefined while it is not known, null when nobody is signed in. */
export const session = store<Session | null | undefined>(undefined)

/** sandbox is whether the shop says that it is one. */
export const sandbox = store(false)

async function send(method: string, path: string, body: object | undefined, key?: string): Promise<Response> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (key !== undefined) headers['Authorization'] = `Bearer ${key}`
  const sent: RequestInit = { method, headers }
  if (body !== undefined) sent.body = JSON.stringify(body)
  const answer = await fetch(path, sent).catch(() => { throw new Refused(offline()) })
  sandbox.set(sandbox.get() || answer.headers.has('Storefront-Sandbox'))
  return answer
}

async function opened(answer: Response): Promise<Session> {
  const told = await answer.json().catch(() => { throw new Refused(offline()) })
  if (!answer.ok) throw new Refused(told)
  session.set(told.result)
  return told.result
}

/** signIn opens a session with a key or with the code of a one-time link. */
export async function signIn(by: { key: string } | { code: string }): Promise<Session> {
  if ('code' in by) return opened(await send('POST', '/admin/session', { code: by.code }))
  return opened(await send('POST', '/admin/session', {}, by.key))
}

let renewing: Promise<Session | null> | undefined

/** renew takes a new bearer by the cookie; null when the cookie is no longer good. Calls at once share one request. */
export function renew(): Promise<Session | null> {
  renewing ??= send('POST', '/admin/session/renew', {}).then(opened).catch((thrown: unknown) => {
    const refused = asRefused(thrown)
    if (refused.code === 'offline' || refused.problem.retryable) throw refused
    session.set(null)
    return null
  }).finally(() => { renewing = undefined })
  return renewing
}

/** signOut ends the session in the service, and wipes all that was read. */
export async function signOut(): Promise<void> {
  await send('DELETE', '/admin/session', {})
  location.reload()
}

/** bearer is a token that is good for some seconds more, renewed if need be; undefined when nobody is signed in. */
export async function bearer(): Promise<string | undefined> {
  const now = session.get()
  if (!now) return undefined
  if (Date.parse(now.expiresAt) - Date.now() > 30_000) return now.token
  return (await renew())?.token
}

/** may is whether the key that is signed in has a scope. */
export function may(scope: string): boolean {
  return session.get()?.key.scopes.some((one) => one === scope) ?? false
}
