"""fastmcp: its client raises a refusal as ToolError."""

import asyncio

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from lines import headers, serve, url


async def main():
    async with Client(StreamableHttpTransport(f"{url}/api/mcp", headers=headers)) as client:

        async def call(name, arguments):
            return (await client.call_tool(name, arguments)).content[0].text

        await serve([tool.name for tool in await client.list_tools()], call)


asyncio.run(main())
