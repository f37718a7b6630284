"""semantic-kernel: its OpenAPI plugin, on the served document. The third argument "shown" has it return problems (docs/agents.md)."""

import asyncio
import json
import sys
import tempfile
from urllib.request import urlopen

import httpx
from lines import headers, serve, url
from semantic_kernel import Kernel
from semantic_kernel.connectors.openapi_plugin import OpenAPIFunctionExecutionParameters


def readable(node):
    """The document as the plugin can read it: no dot in an operationId, one type in a schema, and no default of another."""
    if isinstance(node, list):
        return [readable(item) for item in node]
    if not isinstance(node, dict):
        return node
    node = {name: readable(value) for name, value in node.items()}
    if isinstance(node.get("operationId"), str):
        node["operationId"] = node["operationId"].replace(".", "_")
    if isinstance(node.get("type"), list):
        node["type"] = node["type"][0]
        if "default" in node and node["default"] is None:
            del node["default"]
    return node


async def show(response):
    """Keeps the plugin from raising an exception that hides the problem."""
    if response.headers.get("content-type") == "application/problem+json":
        await response.aread()
        response.status_code = 200


async def main():
    document = json.load(urlopen(f"{url}/openapi.json"))
    hooks = {"response": [show]} if sys.argv[3:] == ["shown"] else {}
    async with httpx.AsyncClient(headers=headers, event_hooks=hooks) as http:
        kernel = Kernel()
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(readable(document), file)
            file.flush()
            shop = kernel.add_plugin_from_openapi(
                "shop",
                openapi_document_path=file.name,
                execution_settings=OpenAPIFunctionExecutionParameters(
                    http_client=http,
                    server_url_override=url,
                    server_url_validation_allowed_base_urls=[url],
                    operation_selection_predicate=lambda operation: operation.path.startswith("/api/v1/tools/"),
                ),
            )

        async def call(name, arguments):
            return str(await kernel.invoke(shop[name], **arguments))

        await serve(shop.functions, call)


asyncio.run(main())
