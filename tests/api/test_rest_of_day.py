"""Tasks that were not done, and planning them again, over HTTP (rules READ-7 and READ-8)."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from services.issue_key import issue_key
from tests.clock import Clock
from tests.edge import OWNER, ServedEdge, served_edge
from tests.storage.world import World, make_world, store_world
from worker.build import working

REST = "/api/v1/agent/plan-rest"


@pytest.fixture
def clock() -> Clock:
    """An hour before the guest of the world begins, on its day."""
    return Clock(datetime(2026, 9, 22, 5, 0, tzinfo=UTC))


@pytest.fixture
async def served(database: str, temporal: WorkflowEnvironment, clock: Clock) -> AsyncIterator[ServedEdge]:
    """An API and a worker by that clock."""
    async with (
        served_edge(database, temporal.client, clock) as served,
        working(temporal.client, Ledger(served.edge.engine, clock), clock=clock.of_database),
    ):
        yield served


@pytest.fixture
async def world(served: ServedEdge) -> World:
    """A guest of a class in a course, on the Tuesday of week 3."""
    world = make_world(OWNER)
    async with served.edge.engine.begin() as connection:
        await store_world(world, connection)
    return world


@pytest.fixture
async def client(served: ServedEdge, world: World, clock: Clock) -> AsyncIterator[httpx2.AsyncClient]:
    """Asks as the owner of the world."""
    async with served.client((await issue_key(OWNER, served.edge.engine, clock())).text) as client:
        yield client


async def test_not_done_is_a_commit_at_an_address(client: httpx2.AsyncClient, world: World) -> None:
    """Once for a key, to the byte; then the task waits, and another key is told so."""
    address = f"/api/v1/items/{world.guest.item_id}/not-done"
    answers = [await client.post(address, headers={"Idempotency-Key": "once"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].content == answers[1].content
    commit = answers[0].json()
    assert (commit["kind"], commit["session_id"], commit["changes"][0]["kind"]) == ("not_done", None, "taken_back")
    assert commit["actor"].startswith("dw_")
    shown = (await client.get(answers[0].headers["location"])).json()
    assert shown == commit
    assert len((await client.get("/api/v1/timetable/today")).json()["entries"]) == 1
    refused = await client.post(address)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_arranged")
    assert refused.json()["item_id"] == world.guest.item_id
    assert (await client.post(f"{commit['links']['undo']}")).json()["status"] == "undone"
    assert len((await client.get("/api/v1/timetable/today")).json()["entries"]) == 2


async def test_the_rest_is_planned_once_for_a_key(client: httpx2.AsyncClient, world: World, clock: Clock) -> None:
    """The same answer to the byte; what cannot be planned is a problem that says why."""
    refused = await client.post(REST, json={})
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_place")
    await client.post(f"/api/v1/items/{world.guest.item_id}/not-done")
    order: dict[str, Any] = {"json": {"last": "2026-09-23"}, "headers": {"Idempotency-Key": "once"}}
    first = await client.post(REST, **order)
    assert first.status_code == 202
    clock.set("2026-09-22", "23:00")
    again = await client.post(REST, **order)
    assert again.content == first.content
    run = (await client.get(first.headers["location"])).json()
    assert run["request"]["item_ids"] == [world.guest.item_id]
    assert (run["request"]["first"], run["request"]["last"]) == ("2026-09-22", "2026-09-23")
    late = await client.post(REST, json={"last": "2026-09-22"})
    assert (late.status_code, late.json()["code"]) == (422, "invalid_window")
    clock.set("2026-08-22", "12:00")
    outside = await client.post(REST, json={})
    assert (outside.status_code, outside.json()["code"]) == (404, "no_term_today")
    flawed = await client.post(REST, json={"last": "tomorrow", "class_ids": []})
    assert (flawed.status_code, flawed.json()["code"]) == (422, "invalid_request")
