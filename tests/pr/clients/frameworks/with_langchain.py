"""langchain-mcp-adapters: the tools of one session, called as LangChain's agents call them."""

import asyncio

from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools
from lines import headers, serve, url


async def main():
    client = MultiServerMCPClient({"shop": {"transport": "streamable_http", "url": f"{url}/api/mcp", "headers": headers}})
    async with client.session("shop") as session:
        tools = {tool.name: tool for tool in await load_mcp_tools(session)}

        async def call(name, arguments):
            message = await tools[name].ainvoke({"type": "tool_call", "id": "1", "name": name, "args": arguments})
            return message.text

        await serve(tools, call)


asyncio.run(main())
