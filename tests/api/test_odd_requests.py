"""Requests that no program sends on purpose: each kind of them, at every place of every route where it fits."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest

from api.schemas.problems import PROBLEM_MEDIA_TYPE, Problem
from tests.api.routes import ROUTES, Route, request_of
from tests.api.watched import Person, contents_of, new_person
from tests.edge import ServedEdge

BODIES = [route for route in ROUTES if route.body_example()]
CONDITIONAL = [route for route in ROUTES if "428" in route.operation["responses"]]
REPEATABLE = [
    route for route in ROUTES if any(p["name"] == "Idempotency-Key" for p in route.operation.get("parameters", ()))
]

Place = tuple[str | int, ...]

_HUGE = 2**70
_DEEP = "[" * 10_000 + "]" * 10_000
_OF_ANOTHER_TYPE: dict[type, list[str]] = {
    str: ["5", "true", "{}", "[]", '"a\\u0000b"', '"\\ud800"', "NaN", f'"{"x" * 5_000}"'],
    int: ['"5"', "true", "0.5", "{}", "[]", "1e400", "-1e400", "NaN", str(_HUGE), str(-_HUGE), "0", '"\\u0661"'],
    bool: ['"true"', "1", "0", "{}", "[]", '""'],
    list: ['"x"', "5", "true", "{}", "[[]]", '["\\u0000"]', "[NaN]", f"[{_HUGE}]"],
    dict: ["5", "true", "[]", '{"\\ud800": 1}', '{"\\u0000": 1}', "NaN"],
}
"""JSON that cannot stand where the example of a body has a value of this type."""

_IN_ADDRESSES = [
    "%00", "%ED%A0%80", "%FF", "..%2F..%2Fetc%2Fpasswd", "%2F", "", "-1", "0", str(_HUGE), "9" * 5_000, "1e400", "NaN",
    "true", "null", "0001-01-01", "9999-12-31", "2026-02-30", "%D9%A1", "x" * 5_000, "%F0%9F%98%80", "a%20b",
]  # fmt: skip


@dataclass(frozen=True)
class Asking:
    """Somebody who asks, and what is held against every answer."""

    served: ServedEdge
    client: httpx2.AsyncClient
    person: Person

    def request(self, route: Route, **changes: Any) -> dict[str, Any]:
        request = request_of(route, self.person.ids)
        return request | changes | {"headers": request["headers"] | changes.get("headers", {})}

    async def refused(self, route: Route, request: dict[str, Any], statuses: tuple[int, ...] = ()) -> Problem:
        """The declared problem with which a request is refused; nothing is stored of it."""
        before = await contents_of(self.served.edge.engine)
        answer = await self.client.request(**request)
        told = f"{route.name} {str(request)[:600]} -> {answer.status_code} {answer.text[:300]}"
        assert 400 <= answer.status_code < 500, told
        assert str(answer.status_code) in route.operation["responses"], told
        assert not statuses or answer.status_code in statuses, told
        assert answer.headers["content-type"] == PROBLEM_MEDIA_TYPE, told
        assert len(answer.content) < 10_000, told
        assert await contents_of(self.served.edge.engine) == before, told
        return Problem.model_validate(answer.json())

    async def answered(self, route: Route, request: dict[str, Any]) -> None:
        """The request is no mistake of ours; where it is refused, then as ``refused`` says."""
        before = await contents_of(self.served.edge.engine)
        answer = await self.client.request(**request)
        told = f"{route.name} {str(request)[:600]} -> {answer.status_code} {answer.text[:300]}"
        assert answer.status_code < 500, told
        if answer.status_code >= 400:
            declared = str(answer.status_code) in route.operation["responses"]
            assert declared or answer.json()["code"] in ("route_not_found", "method_not_allowed"), told
            assert await contents_of(self.served.edge.engine) == before, told


@asynccontextmanager
async def _somebody(served: ServedEdge) -> AsyncIterator[Asking]:
    person = await new_person(served.edge.engine)
    async with served.client(person.key) as client:
        yield Asking(served, client, person)


def _leaves(value: Any, place: Place = ()) -> Iterator[Place]:
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from _leaves(part, (*place, key))


def _with(body: Any, place: Place, raw: str) -> str:
    """The body as JSON, with ``raw`` at the place."""
    if not place:
        return raw
    changed = deepcopy(body)
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = "@here"
    return json.dumps(changed).replace('"@here"', raw)


def _value(body: Any, place: Place) -> Any:
    for key in place:
        body = body[key]
    return body


def _names(route: Route) -> str:
    return route.name


@pytest.mark.parametrize("route", BODIES, ids=_names)
async def test_no_value_of_another_type_is_taken(served: ServedEdge, route: Route) -> None:
    """At each place of its body: numbers are no texts, texts no numbers, and what no database takes is told as such."""
    async with _somebody(served) as asking:
        example = json.loads(asking.request(route)["content"])
        for place in _leaves(example):
            for raw in _OF_ANOTHER_TYPE[type(_value(example, place))]:
                await asking.refused(route, asking.request(route, content=_with(example, place, raw)))
