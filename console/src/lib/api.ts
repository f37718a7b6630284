// The only code that calls an operation.
import createClient from 'openapi-fetch'
import type { paths } from '../../contract'
import type { Answer, Body, Operation, Result } from './contract'
import { offline, Refused, signedOut } from './problem'
import { bearer, renew, sandbox, session } from './session'
import { store } from './store'

/** Sent is a call as it was made, with what came back: what "The call behind this" shows. */
export interface Sent {
  operation: Operation
  body: unknown
  status: number
  requestId: string
}

/** sent is the last calls, newest first. */
export const sent = store<Sent[]>([])

/** reached is whether the last call had an answer. */
export const reached = store(true)

interface Options {
  /** Makes a call that is sent again the same call: it is carried out once. */
  idempotencyKey?: string
  /** Another bearer than that of the session, as "Try a tool" uses. */
  key?: string
  /** Not kept among the calls that are shown, as polling. */
  unseen?: boolean
}

export interface Answered<O extends Operation> {
  answer: Answer<O>
  requestId: string
  response: Response
}

const client = createClient<paths>({ fetch: (request) => fetch(request) })

/** call makes a call of an operation. It throws a Refused, never anything else. */
export async function call<O extends Operation>(operation: O, body: Body<O>, options: Options = {}): Promise<Answered<O>> {
  const token = options.key ?? await bearer()
  if (token === undefined && session.get() === null) throw new Refused(signedOut())
  const { data, error, response } = await post(operation, body, token, options)
  if (response.status === 401 && options.key === undefined && await renew()) return call(operation, body, { ...options, key: (await bearer()) ?? '' })
  const requestId = response.headers.get('X-Request-Id') ?? ''
  reached.set(true)
  sandbox.set(sandbox.get() || response.headers.has('Storefront-Sandbox'))
  if (!options.unseen) sent.set([{ operation, body, status: response.status, requestId }, ...sent.get()].slice(0, 20))
  if (data === undefined) throw new Refused(isProblem(error) ? error : offline())
  return { answer: data, requestId, response }
}

interface Posted<O extends Operation> {
  data?: Answer<O>
  error?: unknown
  response: Response
}

// openapi-fetch cannot tell that the path of any operation takes that operation's body: the types of call do.
async function post<O extends Operation>(operation: O, body: Body<O>, token: string | undefined, options: Options): Promise<Posted<O>> {
  const headers: Record<string, string> = {}
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
  const send = client.POST as unknown as (path: string, init: { body: unknown; headers: typeof headers }) => Promise<Posted<O>>
  try {
    return await send(`/api/v1/tools/${operation}`, { body, headers })
  } catch {
    reached.set(false)
    throw new Refused(offline())
  }
}

function isProblem(told: unknown): told is Refused['problem'] {
  return typeof told === 'object' && told !== null && 'code' in told && 'detail' in told && 'instance' in told
}

/** read is the `result` of an operation. */
export async function read<O extends Operation>(operation: O, body: Body<O>, options?: Options): Promise<Result<O>> {
  return resultOf<O>((await call(operation, body, options)).answer)
}

/** resultOf is the `result` of an answer. */
export function resultOf<O extends Operation>(answer: Answer<O>): Result<O> {
  return (answer as unknown as { result: Result<O> }).result
}

/** get reads another address of the service than an operation's, with the bearer of the session. */
export async function get<T>(path: string): Promise<T> {
  const token = await bearer()
  const answer = await fetch(path, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } }).catch(() => { throw new Refused(offline()) })
  const told = await answer.json().catch(() => { throw new Refused(offline()) })
  if (!answer.ok) throw new Refused(isProblem(told) ? told : offline())
  return told
}

/** overMcp makes a call over MCP, as an agent does, and returns the answer as it came. */
export async function overMcp(method: string, params: unknown, key?: string): Promise<unknown> {
  const token = key ?? await bearer()
  const headers: Record<string, string> = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`
  const answer = await fetch('/api/mcp', { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
    .catch(() => { throw new Refused(offline()) })
  return answer.json()
}
