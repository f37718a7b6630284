// @mastra/mcp: its tools throw a refusal, which Mastra's agents show to the model.
import { headers, require, serve, url } from './lines.mjs'

const { MCPClient } = require('@mastra/mcp')

const client = new MCPClient({ servers: { shop: { url, requestInit: { headers } } } })
const tools = await client.listTools()
await serve(Object.keys(tools).map((name) => name.replace('shop_', '')), async (name, input) => {
  return JSON.stringify(await tools[`shop_${name}`].execute(input))
})
await client.disconnect()
