"""What Schemathesis is to know beyond the document."""

from os import environ
from unicodedata import category, normalize

import schemathesis

TOOLS = "/api/v1/tools/"

# The examples of first parameters that depend on the shop, by the names that the runner has them in the environment.
MADE = {"system.image": "PICTURE", "system.preview": "DRAFT", "system.renew_session": "SESSION", "system.console_asset": "VERSION"}


@schemathesis.hook
def before_load_schema(context, raw_schema):
    paths = raw_schema["paths"]
    # Schemathesis reads YAML before it validates it; the contract describes the bytes.
    paths["/openapi.yaml"]["get"]["responses"]["200"]["content"]["application/yaml"]["schema"] = {"type": "object"}
    for operation in [operation for item in paths.values() for operation in item.values()]:
        name_statuses(operation)
        if operation["operationId"] in MADE:
            operation["parameters"][0]["example"] = environ[MADE[operation["operationId"]]]
    for last in (removes, deletes):  # to the end, so that the others find something
        for path in [path for path, item in paths.items() if last(item)]:
            paths[path] = paths.pop(path)
    tools = [item["post"] for path, item in paths.items() if path.startswith(TOOLS)]
    for tool in tools:
        tool.pop("parameters", None)  # an Idempotency-Key: a value that comes again with another body is refused with reason
    for source in tools:
        link(source, [target for target in tools if target["tags"] == source["tags"]], raw_schema["components"]["schemas"])


def removes(item):
    return item.get("post", {}).get("x-agent-hints", {}).get("destructive", False)


def deletes(item):
    return item.get("post", {}).get("operationId", "").endswith((".delete", ".erase"))


def name_statuses(operation):
    """Replaces the response "default", which would document every status, by those that it describes."""
    other = operation["responses"].pop("default")
    for status in ("405", "413", "415", "503"):
        operation["responses"].setdefault(status, other)


def link(source, targets, schemas):
    """Links an operation to those of its group that are about what it returned, for the stateful phase.

    These links are not in the contract: one of OpenAPI gives the whole body of a call, Schemathesis merges it into one
    that it generates. They follow from the names of the fields, so that a new operation needs nothing here.
    """

    def resolved(schema):
        while "$ref" in schema:
            schema = schemas[schema["$ref"].rpartition("/")[2]]
        return schema

    def properties(schema):
        return resolved(schema).get("properties", {})

    def json_schema(message):
        return message["content"]["application/json"]["schema"]

    result, pointer = resolved(properties(json_schema(source["responses"]["200"]))["result"]), "/result"
    if result["type"] == "array":
        result, pointer = resolved(result["items"]), "/result/*"
    links = source["responses"]["200"].setdefault("links", {})
    for target in targets:
        singular = target["tags"][0].removesuffix("s")
        for field, name in {"id": f"{singular}Id", "slug": "slug", "code": "code"}.items():
            if field in properties(result) and name in resolved(json_schema(target["requestBody"])).get("required", []):
                links[target["operationId"]] = {
                    "operationId": target["operationId"],
                    "requestBody": {name: f"$response.body#{pointer}/{field}"},
                    "x-schemathesis": {"is_inferred": True},  # so that an empty list is no failure
                }


@schemathesis.hook
def filter_body(context, body):
    """Leaves out texts that JSON Schema measures in another form than the service, which composes them (NFC), trims them, and
    takes out what nobody sees, first.

    The address that stands
    for somebody who was erased, which answers have, is refused as a buyer's.
    """
    if isinstance(body, dict) and str(body.get("email")).endswith("@erased.invalid"):
        return False
    return not any(len(normalize("NFC", text)) != len(text) or any(category(c) in ("Cc", "Cf") for c in text) for text in texts(body))


def texts(value):
    """Every text in a JSON value, without the names of fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts(item)
