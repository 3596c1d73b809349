"""The OpenAPI description, with what the framework cannot know of our gate and our problems."""

from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import FastAPI

from api.examples import Schema, example_of
from api.gate import COOKIE, is_open
from api.schemas.chat import ChatChunk
from api.schemas.problems import Problem
from api.schemas.runs import RunEventView

Operation = dict[str, Any]

_REFERENCE = "#/components/schemas/{model}"
# Without a type, because some readers hold the schema against each event and others against the whole text.
_STREAM = {
    "description": "Server-sent events: `id` is the number of the event, `data` a RunEventView as JSON. A comment "
    "comes every five seconds of quiet. A run that failed ends with an event named `error` whose `data` has run, code "
    "and detail. The last `data` is `[DONE]`.",
    "examples": [
        'id: 1\ndata: {"seq":1,"run":"01K6F0Q2M3N4P5R6S7T8V9W0XD","stage":"schedule_plan.plan.analyzing"}\n\n'
    ],
}

_CHAT_STREAM = {
    "description": "Server-sent events: `id` is a place `T.R`, `data` a ChatChunk as JSON, in the form of the chat "
    "completions of OpenAI. A comment comes every five seconds of quiet. A turn that failed ends with an event named "
    "`error` whose `data` has `error` and `extra`. The last `data` is `[DONE]`.",
    "examples": [
        'id: 1.0\ndata: {"id":"01K6F0Q2M3N4P5R6S7T8V9W0XE","object":"chat.completion.chunk","created":1790582400,'
        '"model":"daywright","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],'
        '"extra":{"event_id":"1.0","seq":1,"stage":"turn.accepted"}}\n\n'
    ],
}

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
        for model in (Problem, RunEventView, ChatChunk):
            described_model = model.model_json_schema(ref_template=_REFERENCE)
            components["schemas"].update(described_model.pop("$defs", {}))
            components["schemas"][model.__name__] = described_model
        for _, operation in _operations(schema):
            _show_examples(operation, components["schemas"])
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


def _show_examples(operation: Operation, components: Mapping[str, Schema]) -> None:
    """An example with every JSON body and with every answer that is none of the refusals."""
    contents = [operation.get("requestBody", {}).get("content", {})]
    contents += [answer.get("content", {}) for status, answer in operation["responses"].items() if status < "300"]
    for content in contents:
        if "text/event-stream" in content:
            # What the framework says here belongs to a later version of OpenAPI.
            is_chat = "chat" in operation["tags"]
            content["text/event-stream"] = {"schema": _CHAT_STREAM if is_chat else _STREAM}
        if "application/json" in content:
            media = content["application/json"]
            media.setdefault("example", example_of(media["schema"], components))
