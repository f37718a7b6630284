"""pydantic-ai: an agent whose model is a function that calls what the test says."""

import asyncio

from lines import headers, serve, url
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel


async def main():
    toolset = MCPToolset(f"{url}/api/mcp", headers=headers)
    wanted = seen = None

    def model(messages, _):
        nonlocal seen
        last = messages[-1].parts[-1]
        if isinstance(last, ToolReturnPart):
            seen = last.model_response_str()
            return ModelResponse(parts=[TextPart("done")])
        return ModelResponse(parts=[ToolCallPart(*wanted)])

    async with toolset:
        agent = Agent(FunctionModel(model), toolsets=[toolset])

        async def call(*call):
            nonlocal wanted
            wanted = call
            await agent.run("Call it.")
            return seen

        await serve([tool.name for tool in await toolset.list_tools()], call)


asyncio.run(main())
