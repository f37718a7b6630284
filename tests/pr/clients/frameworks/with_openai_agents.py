"""openai-agents: the tools as the SDK gives them to a model."""

import asyncio
import json

from agents import Agent
from agents.mcp import MCPServerStreamableHttp, MCPUtil
from agents.tool_context import ToolContext
from lines import headers, serve, url


async def main():
    async with MCPServerStreamableHttp({"url": f"{url}/api/mcp", "headers": headers}) as server:
        agent = Agent("storefront-tests", mcp_servers=[server])
        tools = {tool.name: MCPUtil.to_function_tool(tool, server, False, agent) for tool in await server.list_tools()}

        async def call(name, arguments):
            text = json.dumps(arguments)
            context = ToolContext(context=None, tool_name=name, tool_call_id="1", tool_arguments=text)
            output = await tools[name].on_invoke_tool(context, text)
            return output["text"] if isinstance(output, dict) else output

        await serve(tools, call)


asyncio.run(main())
