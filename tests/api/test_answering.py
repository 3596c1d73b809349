"""Runs that ask: shown, answered and cancelled over HTTP (PAUSE-2, PAUSE-8, EDGE-56), and refining switched off."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any, cast

import httpx2
import pytest
from temporalio.client import Client
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from runtime.api_process import options_of
from runtime.clock import now
from runtime.settings import Settings
from services.run_rules import RunRules
from storage.engine import create_engine
from storage.runs import pause_run
from tests.asking import QUESTIONS, SAID, AskingRefineSteps, Paused
from tests.edge import OWNER, ServedEdge, served_edge
from tests.storage.world import make_world, store_world
from tests.week import Week, refine_request
from worker.build import Limits, working

RUNS = "/api/v1/runs"
MOVE = "把第5周周五的任务都挪到周六"
SPREAD = "把第5周周四到周五的任务均匀分散到周一到周三"


@pytest.fixture
async def week(
    served: ServedEdge, database: str, temporal: WorkflowEnvironment, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Week]:
    """The example week with a worker whose runs ask in their first round."""
    monkeypatch.setattr("worker.build.LedgeredRefineSteps", AskingRefineSteps)
    async with (
        working(temporal.client, Ledger(served.edge.engine, now)),
        Week.stored(database, temporal.client) as week,
    ):
        yield week


@pytest.fixture
async def client(served: ServedEdge) -> AsyncIterator[httpx2.AsyncClient]:
    """Asks as the owner of the week."""
    async with served.client(await served.key()) as client:
        yield client


def order_of(session: str, words: str = MOVE) -> dict[str, Any]:
    return refine_request(words).model_dump(mode="json") | {"session_id": session}


async def paused(week: Week) -> Paused:
    return await Paused.of(week, await week.start(await week.planned_session(), refine_request(MOVE)))


async def say(client: httpx2.AsyncClient, waiting: Paused, text: str = SAID, **body: Any) -> httpx2.Response:
    said = {"question_id": waiting.question.question_id, "answer": text} | body
    return await client.post(f"{RUNS}/{waiting.run.id}/answer", json=said)


async def ended(client: httpx2.AsyncClient, run: str) -> dict[str, Any]:
    async with client.stream("GET", f"{RUNS}/{run}/events") as answer:
        await answer.aread()
    shown: dict[str, Any] = (await client.get(f"{RUNS}/{run}")).json()
    return shown


async def test_a_paused_run_shows_its_question_takes_an_answer_and_goes_on(
    week: Week, client: httpx2.AsyncClient
) -> None:
    """It is shown alone and in lists; the answer is taken once, and the same one again is the same reply."""
    waiting = await paused(week)
    shown = (await client.get(f"{RUNS}/{waiting.run.id}")).json()
    assert (shown["status"], shown["question"]["questions"]) == ("paused", list(QUESTIONS))
    asked = shown["question"]
    assert asked["answered_at"] is None
    assert datetime.fromisoformat(asked["waits_until"]) - datetime.fromisoformat(asked["asked_at"]) == timedelta(
        hours=24
    )
    assert shown["limits"] == {"seconds": 1800, "actions": 24}
    [listed] = (await client.get(RUNS, params={"status": "paused"})).json()["items"]
    assert listed["question"] == shown["question"]
    answers = await asyncio.gather(*(say(client, waiting) for _ in range(3)))
    assert {answer.status_code for answer in answers} == {202}
    shown = await ended(client, waiting.run.id)
    assert (shown["status"], shown["question"]) == ("completed", None)
    answers.append(await say(client, waiting))
    assert len({answer.content for answer in answers}) == 1
    other = await say(client, waiting, "下午")
    assert (other.status_code, other.json()["code"]) == (409, "already_answered")
    assert SAID in other.json()["detail"]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"answer": ""}, 422, "invalid_request"),
        ({"answer": " \u3000\n"}, 422, "invalid_request"),
        ({"answer": "好" * 501}, 422, "invalid_request"),
        ({"answer": "a\0b"}, 422, "invalid_request"),
        ({"question_id": "q9-000000000000"}, 404, "not_found"),
        ({"colour": "red"}, 422, "invalid_request"),
    ],
)
async def test_what_is_no_answer_leaves_the_run_waiting(
    served: ServedEdge, client: httpx2.AsyncClient, change: dict[str, Any], status: int, code: str, stored: Paused
) -> None:
    """An empty, blank or too long one, another question, and members that nobody knows."""
    refused = await say(client, stored, **change)
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert (await client.get(f"{RUNS}/{stored.run.id}")).json()["question"]["answered_at"] is None


@pytest.fixture
async def stored(served: ServedEdge) -> Paused:
    """A paused run by its rows alone: nobody works on it."""
    world = make_world(OWNER)
    async with served.edge.engine.begin() as connection:
        await store_world(world, connection)
        await pause_run(OWNER, connection, world.run.id)
    return Paused(cast(Week, None), world.run, world.question)


async def test_a_paused_run_stands_in_the_way_of_edits_confirms_and_runs(
    week: Week, client: httpx2.AsyncClient
) -> None:
    """409 run_in_progress for each; once it is cancelled nothing does, and its question takes no answer."""
    waiting = await paused(week)
    session, match = waiting.run.session_id, {"If-Match": '"1"'}
    edit = {"conversation_id": session, "edits": [{"pin": 1}]}
    refused = [
        await client.post("/api/v1/agent/schedule-state", json=edit, headers=match),
        await client.post(f"/api/v1/previews/{session}/confirm", headers=match),
        await client.post(RUNS, json=order_of(session)),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in refused] == [(409, "run_in_progress")] * 3
    assert (await client.post(f"{RUNS}/{waiting.run.id}/cancel")).status_code == 202
    shown = await ended(client, waiting.run.id)
    assert (shown["status"], shown["question"]) == ("cancelled", None)
    late = await say(client, waiting)
    assert (late.status_code, late.json()["code"]) == (409, "run_not_paused")
    assert (await client.post(f"/api/v1/previews/{session}/confirm", headers=match)).status_code == 201


async def test_an_answer_is_accepted_while_temporal_is_away(
    served: ServedEdge, database: str, stored: Paused, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told of it yet: 202 all the same, and it is shown that an answer stands."""
    monkeypatch.setattr("services.answer_run.ANSWER_SECONDS", 0.5)
    away = await Client.connect("127.0.0.1:1", lazy=True)
    async with served_edge(database, away) as edge, edge.client(await edge.key()) as client:
        accepted = await say(client, stored)
        shown = (await client.get(f"{RUNS}/{stored.run.id}")).json()
    assert accepted.status_code == 202
    assert shown["question"]["answered_at"] == accepted.json()["answered_at"]


async def test_refining_that_is_switched_off_is_told_and_stores_nothing(
    database: str, temporal: WorkflowEnvironment
) -> None:
    """409 refine_disabled, with a session or without; the key stays free, and planning goes on."""
    rules = RunRules(refine_enabled=False)
    async with (
        served_edge(database, temporal.client, run_rules=rules) as served,
        Week.stored(database, temporal.client) as week,
        served.client(await served.key()) as client,
    ):
        session = (await client.post("/api/v1/sessions", json={})).json()["id"]
        for order in (order_of(session), {"kind": "refine", "message": MOVE}):
            refused = await client.post(RUNS, json=order, headers={"Idempotency-Key": "mine"})
            assert (refused.status_code, refused.json()["code"]) == (409, "refine_disabled")
        assert (await client.get(RUNS)).json()["items"] == []
        plan = week.request.model_dump(mode="json") | {"session_id": session}
        accepted = await client.post(RUNS, json=plan, headers={"Idempotency-Key": "mine"})
        assert accepted.status_code == 202
        await client.post(f"{RUNS}/{accepted.json()['id']}/cancel")


async def test_without_the_composite_route_tasks_are_moved_one_by_one(
    database: str, temporal: WorkflowEnvironment
) -> None:
    """A spread is asked for; the run says that the route is off, and completes by rounds."""
    engine = create_engine(database)
    limits = Limits(composite_route=False)
    async with (
        served_edge(database, temporal.client) as served,
        working(temporal.client, Ledger(engine, now), limits),
        Week.stored(database, temporal.client) as week,
        served.client(await served.key()) as client,
    ):
        run = (await client.post(RUNS, json=order_of(await week.planned_session(), SPREAD))).json()["id"]
        assert (await ended(client, run))["status"] == "completed"
        told = (await client.get(f"{RUNS}/{run}/trace")).text
    await engine.dispose()
    assert "spread_even" not in told
    assert '"move"' in told


def test_the_settings_reach_the_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each switch and of the wait there is a variable."""
    assert options_of(Settings()).run_rules == RunRules()
    monkeypatch.setenv("DAYWRIGHT_REFINE_ENABLED", "false")
    monkeypatch.setenv("DAYWRIGHT_RUN_WAIT_HOURS", "0.5")
    monkeypatch.setenv("DAYWRIGHT_COMPOSITE_ROUTE", "false")
    assert options_of(Settings()).run_rules == RunRules(False, timedelta(minutes=30))
    assert not Settings().composite_route
