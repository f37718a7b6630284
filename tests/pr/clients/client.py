"""A client of the Python SDK: URL, mode and key as arguments, one call {tool, input} in each line of input.

The first line of output is {version, tools}, then each line is a result, or {error, status} of the last HTTP answer.
"""

import asyncio
import json
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


def say(value):
    print(json.dumps(value), flush=True)


def plain(model):
    return model.model_dump(by_alias=True, mode="json", exclude_none=True)


async def main(url, mode, key):
    status = 0

    async def note(response):
        nonlocal status
        status = response.status_code

    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        async with (
            httpx2.AsyncClient(headers=headers, event_hooks={"response": [note]}) as http,
            Client(streamable_http_client(url, http_client=http), mode=mode) as client,
        ):
            tools = [plain(tool) for tool in (await client.list_tools()).tools]
            say({"version": client.protocol_version, "tools": tools})
            for line in sys.stdin:
                call = json.loads(line)
                say(plain(await client.call_tool(call["tool"], call["input"])))
    except Exception as error:  # noqa: BLE001 - the other side judges it
        say({"error": repr(error), "status": status})


asyncio.run(main(*sys.argv[1:]))
