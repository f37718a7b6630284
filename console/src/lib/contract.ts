// The types of calls and answers, all derived from the contract.
import type { components, paths } from '../../contract'

type Named<P> = P extends `/api/v1/tools/${infer O}` ? O : never

/** Operation is the name of an operation, such as `products.update`. */
export type Operation = Named<keyof paths>

type Post<O extends Operation> = paths[`/api/v1/tools/${O}`]['post']

/** Body is what an operation is called with. */
export type Body<O extends Operation> = Post<O> extends { requestBody: { content: { 'application/json': infer B } } } ? B
  : Post<O> extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never

/** Answer is the whole answer of an operation. */
export type Answer<O extends Operation> = Post<O>['responses'][200]['content']['application/json']

/** Result is what the answer carries in `result`. */
export type Result<O extends Operation> = Answer<O> extends { result: infer R } ? R : undefined

/** Patch is the fields that an operation can change. */
export type Patch<O extends Operation> = Body<O> extends { patch: infer P } ? P : never

/** Item is one row of an operation that lists. */
export type Item<O extends Operation> = Result<O> extends (infer I)[] ? I : Result<O> extends { items: (infer I)[] } ? I : never

/** Schemas are the named types of the contract. */
export type Schemas = components['schemas']

/** Scope is what a key may be permitted. */
export type Scope = Schemas['Scope']
