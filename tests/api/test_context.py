"""Context plans over HTTP: what is answered, what is refused, and in whose zone (CONTEXT-30 to 33)."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
from temporalio.testing import WorkflowEnvironment

from api.schemas.problems import Problem
from domain.context.plan.answer import answer_text
from domain.context.plan.planner import make_plan
from domain.term.calendar import Term
from services.make_term import make_term
from tests.domain.context.plan.example import EXAMPLE, EXAMPLE_NOW, EXAMPLE_QUERY
from tests.edge import OWNER, ServedEdge, served_edge

PATHS = ("/api/v1/context/plan", "/v1/context/plan")
ASKED = {"query": EXAMPLE_QUERY, "user_id": OWNER, "now": EXAMPLE_NOW}


async def _post(served: ServedEdge, path: str = PATHS[0], key: str | None = None, **changes: Any) -> httpx2.Response:
    body = {name: value for name, value in (ASKED | changes).items() if value is not ...}
    async with served.client(key or await served.key()) as client:
        return await client.post(path, json=body)


@pytest.mark.parametrize("path", PATHS)
async def test_the_worked_example_is_answered(served: ServedEdge, path: str) -> None:
    """At both addresses, as compact JSON with its keys in their order."""
    answer = await _post(served, path)
    assert answer.status_code == 200, answer.text
    assert json.dumps(answer.json(), ensure_ascii=False, separators=(",", ":")) == EXAMPLE
    assert answer.content == (await _post(served, path)).content


@pytest.mark.parametrize("path", PATHS)
async def test_nobody_without_a_key_is_answered(served: ServedEdge, path: str) -> None:
    async with served.client(None) as client:
        answer = await client.post(path, json=ASKED)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


REFUSALS: list[tuple[dict[str, Any], int, str]] = [
    ({"query": "  　\n"}, 400, "invalid_query"),
    ({"query": ""}, 400, "invalid_query"),
    ({"query": "昨" * 2001}, 400, "invalid_query"),
    ({"now": "2026-09-03T22:00:00"}, 400, "invalid_now"),
    ({"now": "yesterday"}, 400, "invalid_now"),
    ({"now": 1788444000}, 400, "invalid_now"),
    ({"user_id": ...}, 422, "missing_field"),
    ({"user_id": None}, 422, "missing_field"),
    ({"query": ...}, 422, "missing_field"),
    ({"user_id": "somebody-else"}, 403, "forbidden"),
    ({"planner_level": "semantic"}, 501, "not_implemented"),
    ({"planner_level": "clever"}, 422, "invalid_request"),
    ({"locale": "fr-FR"}, 422, "invalid_request"),
    ({"colour": "red"}, 422, "invalid_request"),
    ({"query": "2月30日有什么安排"}, 422, "time_unparseable"),
    ({"session_id": "01K6F0Q2M3N4P5R6S7T8V9W0XA"}, 404, "not_found"),
    ({"session_id": "a70ff537-8908-486e-9b6c-042e07cc25db"}, 404, "not_found"),
]


async def test_what_is_wrong_is_refused_with_its_code(served: ServedEdge) -> None:
    """Nothing else is told; what is missing or unknown is named."""
    key = await served.key()
    for changes, status, code in REFUSALS:
        answer = await _post(served, key=key, **changes)
        problem = Problem.model_validate(answer.json())
        assert (answer.status_code, problem.code) == (status, code), answer.text
        if code in ("invalid_request", "missing_field"):
            assert next(iter(changes)) in problem.detail


async def test_levels_sessions_and_locales_do_not_change_the_plan(served: ServedEdge) -> None:
    """The same bytes with either level, in a session of one's own, and in another region's locale."""
    key = await served.key()
    async with served.client(key) as client:
        session = (await client.post("/api/v1/sessions")).json()["id"]
    plain = await _post(served, key=key)
    for changes in (
        {"planner_level": "cheap_only"},
        {"session_id": session},
        {"locale": "zh-HK"},
        {"session_id": None},
    ):
        assert (await _post(served, key=key, **changes)).content == plain.content


async def test_a_session_of_somebody_else_is_not_found(served: ServedEdge) -> None:
    async with served.client(await served.key("other")) as client:
        session = (await client.post("/api/v1/sessions")).json()["id"]
    answer = await _post(served, session_id=session)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_ranges_are_in_the_zone_of_the_person(served: ServedEdge) -> None:
    """Without one, in the offset of now: at 20:00 in London it is already tomorrow in Shanghai."""
    key, evening = await served.key(), "2026-09-03T20:00:00+01:00"
    before = (await _post(served, key=key, now=evening)).json()["plan"]["time"]["event_range"]
    assert before == {"start": "2026-09-02T00:00:00+01:00", "end": "2026-09-03T00:00:00+01:00"}
    await make_term(OWNER, served.edge.engine, Term(first_monday=datetime(2026, 8, 31).date(), weeks=18))
    after = before
    async with asyncio.timeout(120):
        while after == before:
            after = (await _post(served, key=key, now=evening)).json()["plan"]["time"]["event_range"]
    assert after == {"start": "2026-09-03T00:00:00+08:00", "end": "2026-09-04T00:00:00+08:00"}


async def test_the_clock_is_read_where_no_moment_is_told(database: str, temporal: WorkflowEnvironment) -> None:
    """It is then the moment of the server in the usual zone; told as well, it changes nothing."""
    clock = datetime(2026, 9, 3, 14, tzinfo=UTC)
    async with served_edge(database, temporal.client, lambda: clock) as served:
        silent = await _post(served, now=..., key=await served.key())
    in_zone = clock.astimezone(datetime.fromisoformat(EXAMPLE_NOW).tzinfo)
    assert silent.text == answer_text(make_plan(EXAMPLE_QUERY, in_zone))
    assert in_zone.utcoffset() == timedelta(hours=8)
