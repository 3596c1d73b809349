"""Confirm, undo and their list over HTTP (rules CONFIRM-2 to UNDO-5)."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from runtime.clock import now
from runtime.embedded.program import Program
from services.expire_preview import expire_preview
from services.issue_key import issue_key
from storage.engine import create_engine
from tests import forking
from tests.api.watched import api_process
from tests.desk import Desk, at, commit_desk, free_place
from tests.edge import OWNER, ServedEdge, served_edge
from tests.week import Week
from worker.build import working


@pytest.fixture
async def served(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[ServedEdge]:
    """An API with a worker."""
    async with (
        served_edge(database, temporal.client) as edge,
        working(temporal.client, Ledger(edge.edge.engine, now)),
    ):
        yield edge


@pytest.fixture
async def desk(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Desk]:
    """The example week, whose previews are edited beside the API."""
    async with Week.stored(database, temporal.client) as week, commit_desk(week) as desk:
        yield desk


@asynccontextmanager
async def asking(served: ServedEdge, user: str = OWNER) -> AsyncIterator[httpx2.AsyncClient]:
    key = await served.key(user)
    async with served.client(key, "/api/v1/") as client:
        yield client


def confirming(revision: str = '"1"', key: str | None = None) -> dict[str, str]:
    return {"If-Match": revision} | ({"Idempotency-Key": key} if key else {})


async def placed(desk: Desk, index: int = 0) -> str:
    """A session that wants one more task placed."""
    state = await desk.live()
    task = [task for task in state.tasks if task.status == "pending"][index]
    return await desk.opened(at(task, *free_place(state, task.length)))


async def test_a_preview_is_confirmed_listed_and_undone(served: ServedEdge, desk: Desk) -> None:
    """Who, what and when; the same key gives the same answer; an undo is told by the same commit."""
    session = await placed(desk)
    async with asking(served) as client:
        made = await client.post(f"previews/{session}/confirm", headers=confirming(key="once"))
        again = await client.post(f"previews/{session}/confirm", headers=confirming(key="once"))
        assert (made.status_code, again.status_code) == (201, 201)
        assert again.json() == made.json()
        commit = made.json()
        assert made.headers["location"] == commit["links"]["self"]
        assert (commit["status"], commit["session_id"], commit["revision"]) == ("applied", session, 1)
        prefix = client.headers["authorization"].removeprefix("Bearer ")[:11]
        assert commit["actor"] == prefix
        [change] = commit["changes"]
        assert (change["kind"], change["before"]["places"]) == ("placed", [])
        assert change["after"]["places"][0].keys() == {"week", "day_of_week", "section_from", "section_to"}
        assert (await client.get(f"commits/{commit['id']}")).json() == commit
        for query in ("", f"?session_id={session}"):
            assert (await client.get(f"commits{query}")).json() == {"items": [commit], "next_cursor": None}
        undone = (await client.post(f"commits/{commit['id']}/undo")).json()
        assert (undone["status"], undone["undone_by"]) == ("undone", prefix)
        assert (await client.post(f"commits/{commit['id']}/undo")).json() == undone
        second = await client.post(f"previews/{session}/confirm", headers=confirming("*"))
        assert second.status_code == 201
        assert [one["id"] for one in (await client.get("commits?limit=1")).json()["items"]] == [second.json()["id"]]


async def test_what_a_confirm_would_write_is_what_it_writes(served: ServedEdge, desk: Desk) -> None:
    """Before the first, after an edit and after another plan got in the way; foretelling writes nothing."""
    session, rival = await placed(desk), await placed(desk)
    other = await placed(desk, 1)
    async with asking(served) as client, asking(served, "stranger") as stranger:
        assert (await stranger.get(f"previews/{session}/confirm")).status_code == 404
        before = await desk.dump()
        for _round in range(2):
            told = await client.get(f"previews/{session}/confirm")
            assert await desk.dump() == before
            made = await client.post(f"previews/{session}/confirm", headers={"If-Match": told.headers["etag"]})
            written = [{k: v for k, v in change.items() if k != "event_id"} for change in made.json()["changes"]]
            assert (told.json()["changes"], told.json()["conflicts"]) == (written, [])
            state = await desk.state(session)
            [task] = [task for task in state.tasks if task.status == "suggested"]
            await desk.edit(session, at(task, *free_place(state, task.length, task.slots[0].day)))
            before = await desk.dump()
        assert [change["kind"] for change in written] == ["moved"]
        told = await client.get(f"previews/{rival}/confirm")
        refused = await client.post(f"previews/{rival}/confirm", headers=confirming())
        assert (told.json()["changes"], refused.status_code) == ([], 409)
        assert told.json()["conflicts"] == refused.json()["conflicts"]
        assert (await client.post(f"previews/{other}/confirm", headers=confirming())).status_code in (201, 409)


async def test_an_expired_preview_says_since_when(served: ServedEdge, desk: Desk) -> None:
    """Neither a confirm nor what it would write is told of a plan that is shown no more."""
    session, at_once = await placed(desk), timedelta(0)
    await expire_preview(OWNER, desk.week.engine, session, at_once, now() + timedelta(days=1))
    async with asking(served) as client:
        path = f"previews/{session}/confirm"
        for answer in (await client.get(path), await client.post(path, headers=confirming())):
            assert (answer.status_code, answer.json()["code"]) == (404, "SchedulePlanPreviewNotFound")
            assert answer.json()["expired_at"]


async def test_what_is_not_meant_or_forbidden_is_refused(served: ServedEdge, desk: Desk) -> None:
    """428 without If-Match, 412 for another revision, 409 for one that was confirmed, 404 for what is a stranger's."""
    session = await placed(desk)
    path = f"previews/{session}/confirm"
    async with asking(served) as client, asking(served, "stranger") as stranger:
        answers = [
            await client.post(path),
            await client.post(path, headers=confirming('"7"')),
            await client.post(path, headers=confirming('"x"')),
            await stranger.post(path, headers=confirming()),
            await client.post(path, headers=confirming()),
            await client.post(path, headers=confirming()),
        ]
        commit = answers[4].json()["id"]
        answers.append(await stranger.post(f"commits/{commit}/undo"))
    told = [(answer.status_code, answer.json().get("code")) for answer in answers]
    assert told == [
        (428, "precondition_required"),
        (412, "revision_mismatch"),
        (412, "revision_mismatch"),
        (404, "not_found"),
        (201, None),
        (409, "already_confirmed"),
        (404, "not_found"),
    ]
    assert answers[5].json()["commit_id"] == commit


async def test_without_a_worker_the_same_key_asks_again(
    database: str, temporal: WorkflowEnvironment, desk: Desk
) -> None:
    """503 with the commit's id; once a worker is there, the same key gets that commit, which was applied once."""
    session = await placed(desk)
    async with served_edge(database, temporal.client, commit_wait_seconds=0.5) as served, asking(served) as client:
        away = await client.post(f"previews/{session}/confirm", headers=confirming(key="key"))
        assert (away.status_code, away.json()["code"], away.headers["retry-after"]) == (503, "unavailable", "1")
        async with working(temporal.client, Ledger(served.edge.engine, now)):
            async with asyncio.timeout(60):
                while True:
                    answer = await client.post(f"previews/{session}/confirm", headers=confirming(key="key"))
                    if answer.status_code != 503:
                        break
        assert (answer.status_code, answer.json()["id"]) == (201, away.json()["commit_id"])
        assert len((await client.get("commits")).json()["items"]) == 1


async def test_a_workflow_that_was_ended_from_outside_is_told(
    database: str, temporal: WorkflowEnvironment, desk: Desk
) -> None:
    """The key is used up, nothing was written, and the answer says so."""
    session = await placed(desk)
    async with served_edge(database, temporal.client, commit_wait_seconds=0.5) as served, asking(served) as client:
        away = await client.post(f"previews/{session}/confirm", headers=confirming(key="key"))
        await temporal.client.get_workflow_handle(f"commit:{away.json()['commit_id']}").terminate()
    async with served_edge(database, temporal.client) as served, asking(served) as client:
        lost = await client.post(f"previews/{session}/confirm", headers=confirming(key="key"))
        assert (lost.status_code, lost.json()["code"]) == (409, "commit_lost")
        assert (await client.get("commits")).json()["items"] == []


async def test_two_sessions_one_slot_two_processes_two_workers(
    database: str, temporal: WorkflowEnvironment, desk: Desk, tmp_path: Path
) -> None:
    """One wins; the other gets 409 that names the slot and the task in it."""
    state = await desk.live()
    left, right = [task for task in state.tasks if task.status == "pending" and task.length == 2][:2]
    async with AsyncExitStack() as running:
        urls = []
        for number in (1, 2):
            folder = tmp_path / str(number)
            folder.mkdir()
            program, url = api_process(database, temporal.client, folder)
            environment = {"DATABASE_URL": database, "TEMPORAL_ADDRESS": program_address(temporal)}
            command = forking.command("runtime.worker")
            for part in (program, Program("The worker", command, os.environ | environment, folder / "worker.log")):
                await part.start()
                running.push_async_callback(part.stop)
            urls.append(url)
        client = await running.enter_async_context(httpx2.AsyncClient(headers=await key_of(database), timeout=60))
        for _ in range(5):
            room = free_place(await desk.live(), 2)
            sessions = [await desk.opened(at(task, *room)) for task in (left, right)]
            posts = (
                client.post(f"{url}/api/v1/previews/{session}/confirm", headers=confirming())
                for url, session in zip(urls, sessions, strict=True)
            )
            answers = await asyncio.gather(*posts)
            won, lost = sorted(answers, key=lambda answer: answer.status_code)
            assert (won.status_code, lost.status_code, lost.json()["code"]) == (201, 409, "commit_conflict")
            [conflict] = lost.json()["conflicts"]
            [change] = won.json()["changes"]
            assert conflict["held_by"] == change["task"]
            assert conflict["place"] == change["after"]["places"][0]
            assert {conflict["task"], change["task"]} == {left.name, right.name}
            undone = await client.post(f"{urls[0]}/api/v1/commits/{won.json()['id']}/undo")
            assert undone.json()["status"] == "undone"


def program_address(temporal: WorkflowEnvironment) -> str:
    return temporal.client.service_client.config.target_host


async def key_of(database: str) -> dict[str, Any]:

    engine = create_engine(database)
    key = (await issue_key(OWNER, engine, now())).text
    await engine.dispose()
    return {"Authorization": f"Bearer {key}"}
