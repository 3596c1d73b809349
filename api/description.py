"""The OpenAPI description, with what the framework cannot know of our gate and our problems."""

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI

from api.gate import COOKIE, is_open
from api.schemas.problems import Problem

Operation = dict[str, Any]

_CREDENTIALS = {
    "key": {"type": "http", "scheme": "bearer", "description": "an API key, made by `daywright key create`"},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "a browser that was signed in by a link",
    },
}


def described(app: FastAPI) -> dict[str, Any]:
    """The description of an application, made once."""
    if app.openapi_schema is None:
        schema = FastAPI.openapi(app)
        for path, operation in _operations(schema):
            _tell(operation)
            _without_null(operation)
            if not is_open(path):
                operation["security"] = [{name: []} for name in _CREDENTIALS]
        components = schema["components"]
        components["securitySchemes"] = _CREDENTIALS
        components["schemas"]["Problem"] = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        app.openapi_schema = schema
    return app.openapi_schema


def _operations(schema: dict[str, Any]) -> Iterator[tuple[str, Operation]]:
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            yield path, operation


def _tell(operation: Operation) -> None:
    """A summary that is the first sentence of the description, in the quotes of Markdown."""
    text = operation.get("description", "").replace("``", "`")
    operation["description"] = text
    operation["summary"] = text.split("\n")[0].split(". ")[0].split(": ")[0].rstrip(".")


def _without_null(operation: Operation) -> None:
    """Parameters may be left out, but an address or a header has no way to say null."""
    for parameter in operation.get("parameters", ()):
        schema = parameter["schema"]
        choices = [choice for choice in schema.get("anyOf", ()) if choice != {"type": "null"}]
        if len(choices) == 1:
            del schema["anyOf"]
            schema.update(choices[0])
