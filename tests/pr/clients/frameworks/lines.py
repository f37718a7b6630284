"""What the Python programs here share: the address and the headers as arguments, one call {tool, input} in each line of input.

The first line of output is {tools}, then each line is {seen}: what the framework gives to the model, or {raised}, when it gives it nothing.
"""

import asyncio
import json
import sys

url, headers = sys.argv[1], json.loads(sys.argv[2])


def _say(value):
    print(json.dumps(value), flush=True)


async def serve(tools, call):
    """Carries out the calls with call(tool, input), which returns a text."""
    _say({"tools": sorted(tools)})
    while line := await asyncio.to_thread(sys.stdin.readline):
        wanted = json.loads(line)
        try:
            _say({"seen": await call(wanted["tool"], wanted["input"])})
        except Exception as error:  # noqa: BLE001 - the test judges it
            _say({"raised": str(error)})
