"""Every route of the application, as its own description lists them, ready to be called on somebody's objects."""

import json
from dataclasses import dataclass
from typing import Any

from api.app import build_app
from tests.storage.world import World

OPEN = {
    "GET /",
    "GET /health/live",
    "GET /health/ready",
    "GET /metrics",
    "GET /login/{token}",
    "GET /feeds/{secret}.ics",
}
"""The routes that are answered without a credential; the last two have a token in their addresses."""


@dataclass(frozen=True)
class Route:
    """One operation of the description."""

    method: str
    path: str
    operation: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def parameters(self) -> dict[str, str]:
        """Where each parameter that names an object stands."""
        return {p["name"]: p["in"] for p in self.operation.get("parameters", []) if p["name"] in NAMES_AN_OBJECT}

    @property
    def names_an_object(self) -> bool:
        return bool(self.parameters) or bool(self._named_in_body)

    @property
    def _named_in_body(self) -> set[str]:
        return set() if self.name in NAMES_ITS_OWN else NAMES_AN_OBJECT & self.body_example().keys()

    def body_example(self) -> dict[str, Any]:
        """The example of a JSON body that the description gives."""
        content = self.operation.get("requestBody", {}).get("content", {}).get("application/json")
        return dict(_example(content["schema"])) if content else {}


NAMES_AN_OBJECT = {
    "run_id",
    "session_id",
    "conversation_id",
    "term_id",
    "class_id",
    "item_id",
    "class_ids",
    "commit_id",
    "turn_id",
    "memory_id",
    "feed_id",
    "preparation_id",
    "task_id",
}
"""Parameters and members that hold the id of something owned."""
NAMES_ITS_OWN = {"POST /internal/preparation/sessions"}
"""Routes whose callers say by which ids of theirs things are called from then on."""
WHO_ASKS = "user_id"
"""A member that names whoever asks."""
PLACES = {
    "week": "3",
    "day": "2026-09-22",
    "token": "x" * 43,
    "secret": "x" * 43,
    "schedule_id": "schedule-1",
    "booker_id": "u_1",
}


def described() -> dict[str, Any]:
    """The OpenAPI description of the application."""
    return build_app(None).openapi()  # type: ignore[arg-type]


DESCRIPTION = described()
ROUTES = [
    Route(method.upper(), path, operation)
    for path, operations in DESCRIPTION["paths"].items()
    for method, operation in operations.items()
]
INTERNAL = "/internal/"
CLOSED = [route for route in ROUTES if route.name not in OPEN]


def _example(schema: dict[str, Any]) -> Any:
    while "$ref" in schema:
        schema = DESCRIPTION["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    for choice in schema.get("oneOf", schema.get("anyOf", ())):
        if choice.get("type") != "null":
            return _example(choice)
    return schema["examples"][0]


def ids_of(world: World) -> dict[str, Any]:
    """What somebody owns, by the names under which routes ask for it."""
    return {
        "user_id": world.owner,
        "run_id": world.run.id,
        "session_id": world.session.id,
        "conversation_id": world.session.id,
        "term_id": world.term_id,
        "class_id": world.tasks.row.id,
        "item_id": world.tasks.row.items[1].id,
        "class_ids": [world.tasks.row.id],
        "commit_id": world.commit.id,
        "turn_id": world.turn.id,
        "memory_id": world.memory.id,
        "feed_id": world.feed.id,
        "preparation_id": world.preparation.id,
        "task_id": world.preparation.id,
    }


def request_of(route: Route, ids: dict[str, Any]) -> dict[str, Any]:
    """A request to the route that names these objects wherever it can, and is otherwise as it should be."""
    places = {p["name"] for p in route.operation.get("parameters", []) if p["in"] == "path"}
    unknown = places - ids.keys() - PLACES.keys()
    assert not unknown, f"{route.name}: say in ids_of or PLACES what stands for {unknown}"
    body = route.body_example()
    named = {name: ids[name] for name in (NAMES_AN_OBJECT | {WHO_ASKS}) & body.keys() & ids.keys()}
    request: dict[str, Any] = {
        "method": route.method,
        "url": route.path.format(**{**PLACES, **ids}),
        "params": {name: ids[name] for name, place in route.parameters.items() if place == "query"},
        "headers": {"If-Match": "*"},
    }
    if body:
        request["content"] = json.dumps(body | named)
        request["headers"]["Content-Type"] = "application/json"
    return request
