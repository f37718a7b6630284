"""llama-index-tools-mcp: it opens a session for each call."""

import asyncio

from lines import headers, serve, url
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec


async def main():
    client = BasicMCPClient(f"{url}/api/mcp", headers=headers)
    tools = {tool.metadata.name: tool for tool in await McpToolSpec(client).to_tool_list_async()}

    async def call(name, arguments):
        return (await tools[name].acall(**arguments)).content

    await serve(tools, call)


asyncio.run(main())
