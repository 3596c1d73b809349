"""Requests that no program sends on purpose: each kind of them, at every place of every route where it fits."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from copy import deepcopy
from itertools import product
from typing import Any
from urllib.parse import quote

import httpx2
import pytest

from api.schemas.problems import PROBLEM_MEDIA_TYPE, Problem
from tests.api.routes import CLOSED, PLACES, ROUTES, Route, request_of
from tests.api.watched import Person, Tables, commit_worker, new_person
from tests.edge import ServedEdge
from tests.sample import is_passed_over

Place = tuple[str | int, ...]


def _takes(route: Route, name: str) -> bool:
    return any(parameter["name"] == name for parameter in route.operation.get("parameters", ()))


def _takes_calendars(route: Route) -> bool:
    return "text/calendar" in route.operation["requestBody"]["content"]


BODIES = [route for route in ROUTES if route.body_example()]
# What is in a timetable of another program is passed over where it is not understood (IMPORT-25).
OURS = [route for route in BODIES if not _takes_calendars(route)]
CONDITIONAL = [route for route in ROUTES if _takes(route, "If-Match")]
REPEATABLE = [route for route in ROUTES if _takes(route, "Idempotency-Key")]

_HUGE = 2**70
_OF_ANOTHER_TYPE: dict[type, list[str]] = {
    str: ["5", "true", "{}", "[]", '"a\\u0000b"', '"\\ud800"', "NaN", f'"{"x" * 11_000}"'],
    int: ['"5"', "true", "0.5", "{}", "[]", "1e400", "-1e400", "NaN", str(_HUGE), str(-_HUGE), "0", '"\\u0661"'],
    float: ['"0.5"', "true", "{}", "[]", "1e400", "-1e400", "NaN", str(_HUGE), str(-_HUGE)],
    bool: ['"true"', "1", "0", "{}", "[]", '""'],
    list: ['"x"', "5", "true", "{}", "[[]]", '["\\u0000"]', "[NaN]", f"[{_HUGE}]"],
    dict: ["5", "true", "[]", '{"\\ud800": 1}', '{"\\u0000": 1}', '{"unknown": 1}', "NaN"],
}
"""JSON that cannot stand where the example of a body has a value of this type."""

_ANY_TEXT = ['"a\\u0000b"', '"\\ud800"']
_OF_ANY_TEXT = {"POST /api/v1/memories", "PATCH /api/v1/memories/{memory_id}", "POST /api/v1/meinput"}
"""Their ``text`` may be any that is not blank (rule MEMORY-2)."""
_OF_ANY_KEY = {"profile", "preferences", "snapshot", "values"}
"""Members whose keys and values programs agree on (rules MEMORY-11 and PREP-6)."""

_NOT_JSON = [
    "[" * 10_000 + "]" * 10_000,
    '{"a":' * 10_000 + "1" + "}" * 10_000,
    '{"name":' * 900 + "1" + "}" * 900,
    "[" * 500_000,
    "1" * 5_000,
    '{"name": ' + "1" * 5_000 + "}",
    b'"\xff"',
    b"\xef\xbb\xbf\x00",
    "nul",
    '{"a": 1} {"a": 1}',
]
_IN_ADDRESSES = [
    "%00",
    "%ED%A0%80",
    "%FF",
    "..%2F..%2Fetc%2Fpasswd",
    "",
    "-1",
    "0",
    str(_HUGE),
    "9" * 5_000,
    "1e400",
    "NaN",
    "true",
    "null",
    "0001-01-01",
    "9999-12-31",
    "2026-02-30",
    "%D9%A1",
    "x" * 5_000,
    "01K6F0Q2M3N4P5R6S7T8V9W0XA%0A",
]
_IN_HEADERS = [b"\xff", b"\xc3\xa9", b"", b"x" * 5_000, b"9" * 5_000, b"-1", b"null", b"a b", b"\x7f", b'"\\"']
_STRIDE = 8
_NO_HTTP = "Invalid HTTP request received."
"""What the server says to what is no HTTP at all; it never reaches the application."""


class Asking:
    """Somebody who asks, and what is held against every answer."""

    def __init__(self, tables: Tables, client: httpx2.AsyncClient, person: Person, contents: object) -> None:
        self._tables = tables
        self._contents = contents
        self.client = client
        self.person = person

    def request(self, route: Route, headers: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
        """A request that is as it should be, but for the changes."""
        request = request_of(route, self.person.ids)
        sent = {**request["headers"], **self.person.headers(route.path), **(headers or {})}
        return request | changes | {"headers": sent}

    async def answered(self, route: Route, request: dict[str, Any]) -> httpx2.Response:
        """An answer that is no mistake of ours; a refusal is a declared problem, short, and nothing is stored of it."""
        answer = await self.client.request(**request)
        before, self._contents = self._contents, await self._tables.contents()
        told = f"{route.name} {str(request)[:600]} -> {answer.status_code} {answer.text[:300]}"
        assert answer.status_code < 500, told
        if answer.status_code >= 400 and answer.text != _NO_HTTP:
            problem = Problem.model_validate(answer.json())
            undeclared = problem.code in ("route_not_found", "method_not_allowed")
            assert undeclared or str(answer.status_code) in route.operation["responses"], told
            assert answer.headers["content-type"] == PROBLEM_MEDIA_TYPE, told
            assert len(answer.content) < 10_000, told
            assert self._contents == before, told
        return answer

    async def refused(self, route: Route, request: dict[str, Any], *statuses: int) -> None:
        """As ``answered``, and it is a refusal, of these statuses if there are any."""
        answer = await self.answered(route, request)
        told = f"{route.name} {str(request)[:600]} -> {answer.status_code} {answer.text[:300]}"
        assert answer.status_code in statuses if statuses else answer.status_code >= 400, told


@asynccontextmanager
async def _somebody(served: ServedEdge) -> AsyncIterator[Asking]:
    engine = served.edge.engine
    person = await new_person(engine)
    worker = await commit_worker(engine, served.edge.client.service_client.config.target_host)
    async with served.client(person.key) as client:
        tables = Tables(engine)
        yield Asking(tables, client, person, await tables.contents())
    await worker.shutdown()


@pytest.fixture
async def asking(served: ServedEdge) -> AsyncIterator[Asking]:
    async with _somebody(served) as asking:
        yield asking


def _places(value: Any, place: Place = ()) -> Iterator[Place]:
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from _places(part, (*place, key))


def _value(body: Any, place: Place) -> Any:
    for key in place:
        body = body[key]
    return body


def _with(body: Any, place: Place, raw: str) -> str:
    """The body as JSON, with ``raw`` at the place."""
    if not place:
        return raw
    changed = deepcopy(body)
    _value(changed, place[:-1])[place[-1]] = "@here"
    return json.dumps(changed).replace('"@here"', raw)


def _odd_values(route: Route, example: Any, place: Place) -> list[str]:
    if _OF_ANY_KEY.intersection(place):
        return []
    takes_any = (route.name in _OF_ANY_TEXT and place == ("text",)) or place[:1] + place[2:] == ("commitments", "text")
    odd = _OF_ANOTHER_TYPE[type(_value(example, place))]
    return [raw for raw in odd if raw not in _ANY_TEXT] if takes_any else odd


async def test_no_value_of_another_type_is_taken(asking: Asking) -> None:
    """At each place of each body: texts are no numbers, numbers no texts, and what no database takes is refused."""
    for route in OURS:
        example = json.loads(asking.request(route)["content"])
        for place in _places(example):
            for raw in _odd_values(route, example, place):
                if is_passed_over(f"{route.name} {place} {raw}", _STRIDE):
                    continue
                await asking.refused(route, asking.request(route, content=_with(example, place, raw)), 400, 422)


async def test_an_unknown_member_is_refused_wherever_it_stands(asking: Asking) -> None:
    """It may be a mistyped name, and the answer is short whatever it is called."""
    for route in OURS:
        example = json.loads(asking.request(route)["content"])
        for place in _places(example):
            inner = _value(example, place)
            if isinstance(inner, dict):
                for name in ("unknown", "k" * 60_000):
                    if name == "unknown" and _OF_ANY_KEY.intersection(place):
                        continue
                    content = _with(example, place, json.dumps({**inner, name: 1}))
                    await asking.refused(route, asking.request(route, content=content), 422)


async def test_a_write_says_nothing_in_its_address_that_is_not_read(asking: Asking) -> None:
    """It may be a mistyped narrowing or dry run, without which all would be written or removed."""
    for route in CLOSED:
        if route.method != "GET":
            request = asking.request(route)
            request["params"] = {**request.get("params", {}), "dryRun": "true"}
            await asking.refused(route, request, 422)


async def test_a_body_that_cannot_be_read_is_refused(asking: Asking) -> None:
    """Nested deeply, with a number of thousands of digits, in another encoding, or no JSON at all."""
    for route in BODIES:
        for content in _NOT_JSON:
            await asking.refused(route, asking.request(route, content=content), 400, 413, 422)


async def test_a_body_of_another_media_type_is_named(asking: Asking) -> None:
    """The problem says which type came and which is wanted."""
    kinds = ("text/plain", "application/x-www-form-urlencoded", "json", ";", "multipart/form-data")
    for route, kind in product(BODIES, kinds):
        request = asking.request(route, {"Content-Type": kind})
        await asking.refused(route, request, 415)
        answer = await asking.client.request(**request)
        assert repr(kind)[1:-1] in answer.json()["detail"]
        assert "application/json" in answer.json()["detail"]


async def test_nothing_in_an_address_is_a_mistake_of_ours(asking: Asking) -> None:
    """Whatever stands for each id, week, day, cursor or limit, and also twice."""
    for route in ROUTES:
        for parameter in route.operation.get("parameters", ()):
            for raw in _IN_ADDRESSES:
                if is_passed_over(f"{route.name} {parameter['name']} {raw}", _STRIDE):
                    continue
                request = asking.request(route)
                if parameter["in"] == "path":
                    path = route.path.replace(f"{{{parameter['name']}}}", raw.replace("%", "%25%"))
                    filled = {name: quote(str(value)) for name, value in asking.person.ids.items()}
                    request["url"] = path.format(**{**PLACES, **filled}).replace("%25%", "%")
                elif parameter["in"] == "query":
                    given = "&".join(f"{name}={value}" for name, value in request.pop("params").items())
                    name = parameter["name"]
                    request["url"] += f"?{given}&{name}={raw}&{name}={raw}"
                else:
                    continue
                await asking.answered(route, request)


async def test_nothing_in_a_header_is_a_mistake_of_ours(asking: Asking) -> None:
    """Whatever stands in the headers that a route reads, in the cookie, and in the key."""
    for route in CLOSED:
        names = [p["name"] for p in route.operation.get("parameters", ()) if p["in"] == "header"]
        for name in (*names, "Cookie", "Accept", "Range"):
            for raw in _IN_HEADERS:
                if is_passed_over(f"{route.name} {name} {raw!r}", _STRIDE):
                    continue
                value = b"daywright=" + raw if name == "Cookie" else raw
                await asking.answered(route, asking.request(route, {name: value}))
