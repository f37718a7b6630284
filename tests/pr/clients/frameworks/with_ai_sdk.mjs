// @ai-sdk/mcp: a tool's result in the form that the AI SDK gives to a model.
import { headers, require, serve, url } from './lines.mjs'

const { createMCPClient } = require('@ai-sdk/mcp')

const client = await createMCPClient({ transport: { type: 'http', url: url.href, headers } })
const tools = await client.tools()
await serve(Object.keys(tools), async (name, input) => {
  const output = await tools[name].execute(input, { toolCallId: '1', messages: [] })
  const shown = tools[name].toModelOutput({ toolCallId: '1', input, output })
  return shown.value[0].text
})
await client.close()
