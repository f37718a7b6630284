// The examples of the contract, as the service serves them for Postman, and a call as text to copy.
import { useGot } from '../../parts/got'

interface Collection {
  item: { item: { name: string; request: { body?: { raw?: string } } }[] }[]
}

export interface ExampleCall {
  name: string
  body: unknown
}

/** useExamples is the requests that the contract shows for an operation. */
export function useExamples(operation: string): ExampleCall[] {
  const got = useGot<Collection>('/openapi/postman.json')
  return got.data?.item.flatMap((group) => group.item).filter((one) => one.name.split(':')[0] === operation)
    .map((one) => ({ name: one.name.split(': ')[1] ?? operation, body: JSON.parse(one.request.body?.raw ?? '{}') })) ?? []
}

/** asMcp is a call as the message that an agent's host sends. */
export function asMcp(mcpName: string, body: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: mcpName, arguments: body } }, null, 2)
}

/** asTypeScript is a call with openapi-fetch, the client that docs/clients.md recommends first. */
export function asTypeScript(operation: string, body: unknown): string {
  return `import createClient from 'openapi-fetch'
import type { paths } from './shop' // npx openapi-typescript ${location.origin}/openapi/tools.json -o shop.d.ts

const shop = createClient<paths>({ baseUrl: '${location.origin}', headers: { Authorization: \`Bearer \${process.env.KEY}\` } })
const { data, error } = await shop.POST('/api/v1/tools/${operation}', {
  body: ${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')},
})`
}
