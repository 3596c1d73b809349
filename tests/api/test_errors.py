"""What is wrong with a request is said in one form, and nothing is stored of it."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from api.schemas.problems import PROBLEM_MEDIA_TYPE, Problem
from storage.engine import create_engine
from tests.edge import ServedEdge

RUNS = "/api/v1/runs"
SESSIONS = "/api/v1/sessions"


@pytest.mark.parametrize("body", [b"", b"{", b'{"title": }', b"\xff\xfe", b"nul", b'{"title":"a"} x'])
async def test_what_is_not_json_is_a_bad_request(served: ServedEdge, body: bytes) -> None:
    """The problem says where the reading stopped."""
    async with served.client(await served.key()) as client:
        answer = await client.post(RUNS, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == PROBLEM_MEDIA_TYPE
    assert Problem.model_validate(answer.json()).code in ("invalid_json", "invalid_request")


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"kind": "plan"}, "body.term_id"),
        ({"kind": "dance"}, "body"),
        ({"kind": "refine", "message": "", "session_id": "01K6F0Q2M3N4P5R6S7T8V9W0XA"}, "body.message"),
        ({"kind": "refine", "message": "x", "colour": "red"}, "body.colour"),
        ({"kind": "refine", "message": "x\u0000y"}, "body.message"),
        ([], "body"),
    ],
)
async def test_every_wrong_place_is_listed(served: ServedEdge, body: Any, place: str) -> None:
    """Each with its value and what is wrong with it; unknown keys are wrong too."""
    async with served.client(await served.key()) as client:
        answer = await client.post(RUNS, json=body)
    problem = Problem.model_validate(answer.json())
    assert (answer.status_code, problem.code) == (422, "invalid_request")
    assert place in {flaw.place for flaw in problem.errors}
    assert len(problem.detail) < 600


_MEANT = {
    "pin": ({"pin": "13"}, "body.edits.0.pin: input should be a valid integer, got '13'"),
    "unpin": ({"unpin": 1.5}, "body.edits.0.unpin: input should be a valid integer, got 1.5"),
    "keep": ({"keep": -1}, "body.edits.0.keep: input should be greater than or equal to 0, got -1"),
    "an object in place of a number": ({"pin": {}}, "body.edits.0.pin: input should be a valid integer, got {}"),
    "without arguments": ({"tool": "move"}, "body.edits.0.arguments: field required"),
    "arguments of another type": (
        {"tool": "move", "arguments": [1]},
        "body.edits.0.arguments: input should be a valid object, got [1]",
    ),
    "another tool": (
        {"tool": "verify", "arguments": {}},
        "body.edits.0.tool: input should be 'place', 'move', 'swap', 'unplace' or 'batch_move', got 'verify'",
    ),
    "two at once": ({"pin": 1, "keep": 2}, "body.edits.0.keep: extra inputs are not permitted, got 2"),
    "none of them": (
        {"move": 3},
        "body.edits.0: an edit has one of tool, pin, unpin, keep, got {'move': 3}",
    ),
    "no object": (3, "body.edits.0: an edit has one of tool, pin, unpin, keep, got 3"),
}


@pytest.mark.parametrize("case", _MEANT)
async def test_of_several_forms_the_one_that_was_meant_is_told(served: ServedEdge, case: str) -> None:
    """One flaw, at its place in what was sent, and nothing of the other forms or of what follows from it."""
    edit, told = _MEANT[case]
    body = {"conversation_id": "01K6F0Q2M3N4P5R6S7T8V9W0XA", "edits": [edit]}
    async with served.client(await served.key()) as client:
        answer = await client.post("/api/v1/agent/schedule-state", json=body, headers={"If-Match": '"1"'})
    assert (answer.status_code, answer.json()["detail"]) == (422, f"{told}: correct them")


@pytest.mark.parametrize(
    ("edits", "told"),
    [([], "list should have at least 1 item, not 0, got []"), ({}, "input should be a valid list, got {}")],
)
async def test_types_are_called_as_in_json(served: ServedEdge, edits: Any, told: str) -> None:
    """A list is a list, whatever we keep it in."""
    body = {"conversation_id": "01K6F0Q2M3N4P5R6S7T8V9W0XA", "edits": edits}
    async with served.client(await served.key()) as client:
        answer = await client.post("/api/v1/agent/schedule-state", json=body, headers={"If-Match": '"1"'})
    assert (answer.status_code, answer.json()["detail"]) == (422, f"body.edits: {told}: correct them")


async def test_other_methods_and_large_bodies_are_refused(served: ServedEdge) -> None:
    """405 names what is allowed; a body of two megabytes is not read to its end."""
    async with served.client(await served.key()) as client:
        answer = await client.put(SESSIONS, json={})
        assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
        assert "POST" in answer.headers["allow"]
        large = await client.post(SESSIONS, json={"title": "x" * 2_000_000})
        assert (large.status_code, large.json()["code"]) == (413, "upload_too_large")


async def test_a_mistake_of_ours_tells_nothing_of_how_we_are_built(served: ServedEdge) -> None:
    """The answer has the request id and no word of the error."""
    key = await served.key()
    async with served.edge.engine.begin() as connection:
        await connection.execute(text("ALTER TABLE sessions RENAME COLUMN title TO heading"))
    async with served.client(key) as client:
        answer = await client.get(SESSIONS)
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert answer.json()["request"] in answer.json()["detail"]
    assert not {word for word in ("sessions", "SELECT", "asyncpg", "column", "heading") if word in answer.text}


async def test_without_the_database_it_says_when_to_come_back(served: ServedEdge, database: str) -> None:
    """503, not a mistake; and it serves again as soon as the database does."""
    key = await served.key()
    name = database.rsplit("/", 1)[1].split("?")[0]
    admin = create_engine(database)
    async with served.client(key) as client:
        assert (await client.get(SESSIONS)).status_code == 200
        async with admin.begin() as connection:
            gone = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :n AND pid <> pg_backend_pid()"
            )
            await connection.execute(text(gone), {"n": name})
        answers = [await client.get(SESSIONS) for _ in range(20)]
    await admin.dispose()
    away = [answer for answer in answers if answer.status_code == 503]
    assert {answer.status_code for answer in answers} <= {200, 503}
    assert answers[-1].status_code == 200
    for answer in away:
        assert (answer.json()["code"], answer.headers["retry-after"]) == ("unavailable", "1")


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)
_ORDER = st.fixed_dictionaries(
    {"kind": st.sampled_from(["plan", "refine"])},
    optional=dict.fromkeys(("session_id", "term_id", "first", "last", "class_ids", "message", "today"), _JSON),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=_JSON | _ORDER)
async def test_no_body_is_a_mistake_of_ours(served: ServedEdge, body: Any) -> None:
    """Whatever JSON comes, the answer is a refusal in the one form."""
    async with served.client(await served.key()) as client:
        content = json.dumps(body).encode()
        answer = await client.post(RUNS, content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code in (404, 422), answer.text
    assert Problem.model_validate(answer.json()).status == answer.status_code
