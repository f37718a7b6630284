// @langchain/mcp-adapters: its tools raise a refusal as ToolException, which LangChain's agents show to the model.
import { headers, require, serve, url } from './lines.mjs'

const { MultiServerMCPClient } = require('@langchain/mcp-adapters')

const client = new MultiServerMCPClient({ mcpServers: { shop: { url: url.href, headers } } })
const tools = new Map((await client.getTools()).map((tool) => [tool.name, tool]))
await serve([...tools.keys()], async (name, input) => (await tools.get(name).invoke(input)).text)
await client.close()
