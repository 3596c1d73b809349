"""Runs over HTTP: started once, one at a time, followed live, cancelled."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import httpx2
import pytest
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from runtime.clock import now
from services.reconcile import reconcile
from services.start_run import workflow_id
from storage.runs import load_run
from tests.edge import OWNER, ServedEdge
from tests.week import Gate, Week, refine_request
from worker.build import working

RUNS = "/api/v1/runs"
WORDS = "把第5周周四到周五的任务均匀分散到周一到周三"


@pytest.fixture
def gate() -> Gate:
    """Open unless a test names the node to hold."""
    return Gate()


@pytest.fixture
async def week(served: ServedEdge, database: str, temporal: WorkflowEnvironment, gate: Gate) -> AsyncIterator[Week]:
    """The example week with a worker."""
    ledger = Ledger(served.edge.engine, now, gate)
    async with working(temporal.client, ledger), Week.stored(database, temporal.client) as week:
        yield week


@pytest.fixture
async def client(served: ServedEdge) -> AsyncIterator[httpx2.AsyncClient]:
    """Asks as the owner of the week."""
    async with served.client(await served.key()) as client:
        yield client


def plan_order(week: Week, session: str | None = None) -> dict[str, Any]:
    order = week.request.model_dump(mode="json")
    return order | ({"session_id": session} if session else {})


def refine_order(session: str) -> dict[str, Any]:
    return refine_request(WORDS).model_dump(mode="json") | {"session_id": session}


async def events(client: httpx2.AsyncClient, run: str, headers: dict[str, str] | None = None) -> list[tuple[str, str]]:
    """Name or id, and data, of everything that is sent until the stream ends."""
    sent: list[tuple[str, str]] = []
    found: dict[str, str] = {}
    async with client.stream("GET", f"{RUNS}/{run}/events", headers=headers or {}) as answer:
        assert answer.status_code == 200, await answer.aread()
        assert answer.headers["content-type"].startswith("text/event-stream")
        async for line in answer.aiter_lines():
            name, _, value = line.partition(": ")
            if line == "" and "data" in found:
                sent.append((found.get("id", found.get("event", "")), found["data"]))
                found = {}
            elif name:
                found[name] = value
    return sent


async def ended(client: httpx2.AsyncClient, run: str) -> dict[str, Any]:
    await events(client, run)
    shown: dict[str, Any] = (await client.get(f"{RUNS}/{run}")).json()
    return shown


async def test_a_plan_and_a_refine_run_from_start_to_preview(week: Week, client: httpx2.AsyncClient) -> None:
    """Without a session one is made; every link leads somewhere; the preview has a reason for every change."""
    accepted = await client.post(RUNS, json=plan_order(week))
    assert accepted.status_code == 202
    run = accepted.json()
    assert accepted.headers["location"] == run["links"]["self"]
    assert (await ended(client, run["id"]))["status"] == "completed"
    refine = (await client.post(RUNS, json=refine_order(run["session_id"]))).json()
    told = await events(client, refine["id"])
    assert [name for name, _ in told] == [*map(str, range(1, len(told))), ""]
    assert told[-1][1] == "[DONE]"
    preview = await client.get(refine["links"]["preview"])
    assert (preview.status_code, preview.headers["etag"], preview.json()["revision"]) == (200, '"2"', 2)
    assert all(change["reason"] for change in preview.json()["diff"]["previous"])
    earlier = await client.get(refine["links"]["preview"], params={"conversation_id": run["session_id"], "revision": 1})
    assert earlier.json()["revision"] == 1
    listed = (await client.get(RUNS, params={"session_id": run["session_id"]})).json()["items"]
    assert [item["id"] for item in listed] == [refine["id"], run["id"]]
    session = (await client.get(f"/api/v1/sessions/{run['session_id']}")).json()
    assert (session["revision"], session["open_run"]) == (2, None)


async def test_the_same_key_is_one_run_and_one_answer(week: Week, client: httpx2.AsyncClient) -> None:
    """Whether sent together, again, or after the run has ended; another body with the key is refused."""
    key = {"Idempotency-Key": "once"}
    together = await asyncio.gather(*(client.post(RUNS, json=plan_order(week), headers=key) for _ in range(5)))
    assert {answer.status_code for answer in together} == {202}
    assert len({answer.content for answer in together}) == 1
    await ended(client, together[0].json()["id"])
    assert (await client.post(RUNS, json=plan_order(week), headers=key)).content == together[0].content
    other = await client.post(RUNS, json=plan_order(week) | {"locale": "en"}, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert len((await client.get(RUNS)).json()["items"]) == 1
    assert len((await client.get("/api/v1/sessions")).json()["items"]) == 1


async def test_a_second_run_in_a_session_is_told_of_the_first(
    week: Week, client: httpx2.AsyncClient, gate: Gate
) -> None:
    """409 with the open run; the session is free again when that has ended."""
    gate.node = "place"
    first = (await client.post(RUNS, json=plan_order(week))).json()
    await gate.reached.wait()
    second = await client.post(RUNS, json=plan_order(week, first["session_id"]))
    assert (second.status_code, second.json()["code"], second.json()["run_id"]) == (
        409,
        "run_in_progress",
        first["id"],
    )
    gate.opened.set()
    await ended(client, first["id"])
    assert (await client.post(RUNS, json=plan_order(week, first["session_id"]))).status_code == 202


async def test_a_person_has_at_most_two_open_runs(week: Week, client: httpx2.AsyncClient, gate: Gate) -> None:
    """Of many that are started at once two are accepted, the others are refused and leave no session."""
    gate.node = "place"
    answers = await asyncio.gather(*(client.post(RUNS, json=plan_order(week)) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [202, 202, 409, 409, 409, 409]
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"too_many_runs"}
    assert len((await client.get("/api/v1/sessions")).json()["items"]) == 2
    gate.opened.set()


async def test_a_reader_goes_on_where_it_was(week: Week, client: httpx2.AsyncClient) -> None:
    """Last-Event-ID, and ``after`` for those who cannot send it, give what follows and nothing else."""
    run = (await client.post(RUNS, json=plan_order(week))).json()["id"]
    told = await events(client, run)
    assert await events(client, run, {"Last-Event-ID": "2"}) == told[2:]
    assert await events(client, run, {"Last-Event-ID": str(len(told) - 1)}) == told[-1:]
    async with client.stream("GET", f"{RUNS}/{run}/events", params={"after": 2}) as answer:
        assert "id: 3" in (await answer.aread()).decode()


async def test_a_quiet_stream_says_that_it_is_there(week: Week, client: httpx2.AsyncClient, gate: Gate) -> None:
    """A comment comes while nothing happens, so that neither end takes the other for gone."""
    gate.node = "place"
    run = (await client.post(RUNS, json=plan_order(week))).json()["id"]
    async with client.stream("GET", f"{RUNS}/{run}/events") as answer:
        async for line in answer.aiter_lines():
            if line.startswith(":"):
                break
    gate.opened.set()


async def test_a_cancelled_run_says_so(week: Week, client: httpx2.AsyncClient, gate: Gate) -> None:
    """Cancelling again, and cancelling a run that has ended, changes nothing."""
    gate.node = "place"
    run = (await client.post(RUNS, json=plan_order(week))).json()["id"]
    await gate.reached.wait()
    assert (await client.post(f"{RUNS}/{run}/cancel")).status_code == 202
    gate.opened.set()
    shown = await ended(client, run)
    assert shown["status"] in ("cancelled", "completed")
    assert (await client.post(f"{RUNS}/{run}/cancel")).json()["status"] == shown["status"]


async def test_a_failed_run_ends_its_stream_with_the_reason(week: Week, client: httpx2.AsyncClient) -> None:
    """More tasks than fit: the error event and the run name what is in the way."""
    day = {"first": week.days[0].isoformat(), "last": week.days[0].isoformat()}
    run = (await client.post(RUNS, json=plan_order(week) | day)).json()["id"]
    told = await events(client, run)
    assert [name for name, _ in told[-2:]] == ["error", ""]
    shown = (await client.get(f"{RUNS}/{run}")).json()
    assert (shown["status"], shown["code"]) == ("failed", "placement_impossible")
    assert json.loads(told[-2][1]) == {"run": run, "code": shown["code"], "detail": shown["detail"]}


async def test_terminating_in_the_web_ui_frees_the_session(
    week: Week, client: httpx2.AsyncClient, gate: Gate, served: ServedEdge
) -> None:
    """The next look of the reconciler closes the run, tells its watchers why, and lets another one start."""
    gate.node = "place"
    run = (await client.post(RUNS, json=plan_order(week))).json()
    await gate.reached.wait()
    async with served.edge.engine.connect() as connection:
        row = await load_run(OWNER, connection, run["id"])
    await served.edge.client.get_workflow_handle(workflow_id(row)).terminate("an operator")
    watching = asyncio.create_task(events(client, run["id"]))
    await reconcile(served.edge.engine, served.edge.client, now() + timedelta(minutes=1))
    told = await watching
    assert [name for name, _ in told[-2:]] == ["error", ""]
    assert "workflow_terminated" in told[-2][1]
    gate.opened.set()
    assert (await client.post(RUNS, json=plan_order(week, run["session_id"]))).status_code == 202


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"first": "2026-08-24"}, 422, "out_of_term"),
        ({"last": "2027-08-24"}, 422, "out_of_term"),
        ({"first": "2026-10-07", "last": "2026-09-28"}, 422, "invalid_window"),
        ({"class_ids": []}, 422, "invalid_request"),
        ({"class_ids": ["01K6F0Q2M3N4P5R6S7T8V9W0XA"]}, 404, "not_found"),
        ({"term_id": "01K6F0Q2M3N4P5R6S7T8V9W0XA"}, 404, "not_found"),
        ({"term_id": "first"}, 422, "invalid_input"),
        ({"session_id": "01K6F0Q2M3N4P5R6S7T8V9W0XA"}, 404, "not_found"),
        ({"colour": "red"}, 422, "invalid_request"),
    ],
)
async def test_an_order_that_cannot_be_met_makes_nothing(
    week: Week, client: httpx2.AsyncClient, change: dict[str, Any], status: int, code: str
) -> None:
    """Neither a run nor a session."""
    answer = await client.post(RUNS, json=plan_order(week) | change)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert (await client.get(RUNS)).json()["items"] == (await client.get("/api/v1/sessions")).json()["items"] == []


async def test_a_message_without_words_is_no_order(client: httpx2.AsyncClient) -> None:
    """Empty, of blanks alone, or with U+0000: told in the same way, and no run is made."""
    for message in ("", " \u3000\n\t", "a\0b"):
        answer = await client.post(RUNS, json={"kind": "refine", "message": message})
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")
        assert "message" in str(answer.json()["errors"])
    assert (await client.get(RUNS)).json()["items"] == []


async def test_there_is_nothing_to_refine_without_a_preview(week: Week, client: httpx2.AsyncClient) -> None:
    """Neither in a new session nor in an empty one."""
    empty = (await client.post("/api/v1/sessions", json={})).json()["id"]
    for order in (refine_order(empty), {"kind": "refine", "message": WORDS}):
        answer = await client.post(RUNS, json=order)
        assert (answer.status_code, answer.json()["code"]) == (404, "SchedulePlanPreviewNotFound")
    assert len((await client.get("/api/v1/sessions")).json()["items"]) == 1
