"""Reminders over HTTP (rule REMIND-38)."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import text
from temporalio.testing import WorkflowEnvironment

from domain.reminders.wording import TEXTS
from tests.bells import Bells
from tests.edge import ServedEdge, served_edge
from tests.lost_answers import LossyWay

SESSIONS = "/api/v1/sessions"


@dataclass(frozen=True)
class Asking:
    """Somebody with a session."""

    client: httpx2.AsyncClient
    session: str

    async def post(self, body: object, **headers: str) -> httpx2.Response:
        return await self.client.post(f"{SESSIONS}/{self.session}/reminders", json=body, headers=headers)

    async def list(self) -> Any:
        return (await self.client.get(f"{SESSIONS}/{self.session}/reminders")).json()

    async def delete(self, reminder: str) -> httpx2.Response:
        return await self.client.delete(f"{SESSIONS}/{self.session}/reminders/{reminder}")


@asynccontextmanager
async def _somebody(served: ServedEdge, user: str = "student") -> AsyncIterator[Asking]:
    async with (
        Bells.over(served.edge.engine, served.edge.client),
        served.client(await served.key(user)) as client,
    ):
        yield Asking(client, (await client.post(SESSIONS)).json()["id"])


@pytest.fixture
async def asking(served: ServedEdge) -> AsyncIterator[Asking]:
    async with _somebody(served) as asking:
        yield asking


async def test_a_reminder_is_set_listed_and_taken_back(asking: Asking) -> None:
    """With the values of the tools, in their order."""
    answer = await asking.post({"prompt": " 喝水 ", "after_seconds": 1800.0})
    view = answer.json()
    assert answer.status_code == 201
    assert list(view) == ["id", "kind", "prompt", "afterSeconds", "scheduledAt", "state", "deliveryMode"]
    assert (view["id"], view["prompt"], view["afterSeconds"]) == ("schedule-1", "喝水", 1800)
    assert await asking.list() == {"items": [view], "next_cursor": None}
    assert (await asking.delete("schedule-1")).json() == {"id": "schedule-1", "deleted": True}
    again = await asking.delete("schedule-1")
    assert (again.status_code, again.json()["code"]) == (200, "schedule_not_found")
    assert (await asking.list())["items"] == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"prompt": "  ", "after_seconds": 1}, "invalid_prompt"),
        ({"prompt": "x", "after_seconds": 0}, "invalid_rule"),
        ({"prompt": "x", "after_seconds": 1.5}, "invalid_rule"),
        ({"prompt": "x", "after_seconds": 2**53}, "invalid_rule"),
        ({"prompt": "x", "after_seconds": 2**53 - 1}, "time_out_of_range"),
        ({"prompt": "x", "after_seconds": 1, "time_zone": "UTC"}, "invalid_selector"),
        ({"prompt": "x", "after_seconds": True}, "invalid_request"),
        ({"prompt": "x", "after_seconds": "5"}, "invalid_request"),
        ({"prompt": "x" * 10_001, "after_seconds": 5}, "invalid_request"),
        ({"after_seconds": 5}, "invalid_request"),
    ],
)
async def test_what_a_tool_refuses_is_refused_with_its_code(asking: Asking, body: object, code: str) -> None:
    answer = await asking.post(body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert (await asking.list())["items"] == []


async def test_a_padded_id_is_refused(asking: Asking) -> None:
    answer = await asking.delete("%20schedule-1")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_rule")


async def test_the_same_key_sets_one_reminder(asking: Asking) -> None:
    body, key = {"prompt": "x", "after_seconds": 60}, {"Idempotency-Key": "k"}
    assert (await asking.post(body, **key)).json() == (await asking.post(body, **key)).json()
    assert len((await asking.list())["items"]) == 1
    reused = await asking.post({"prompt": "y", "after_seconds": 60}, **key)
    assert (reused.status_code, reused.json()["code"]) == (422, "idempotency_key_reused")


async def test_another_persons_session_is_not_found(asking: Asking, served: ServedEdge) -> None:
    await asking.post({"prompt": "secret", "after_seconds": 60})
    async with served.client(await served.key("stranger")) as client:
        stranger = Asking(client, asking.session)
        answers = [
            await stranger.post({"prompt": "x", "after_seconds": 60}),
            await client.get(f"{SESSIONS}/{asking.session}/reminders"),
            await stranger.delete("schedule-1"),
        ]
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert "secret" not in answer.text


async def test_states_that_forbid_it_are_told_apart(asking: Asking, served: ServedEdge) -> None:
    """A child, a session that has ended, and a log that is corrupt."""
    child = (await asking.client.post(f"{SESSIONS}/{asking.session}/children")).json()["id"]
    refused = await asking.client.get(f"{SESSIONS}/{child}/reminders")
    assert (refused.status_code, refused.json()["code"]) == (409, "no_reminders")
    await asking.post({"prompt": "x", "after_seconds": 60})
    await asking.client.post(f"{SESSIONS}/{asking.session}/end")
    ended = await asking.post({"prompt": "x", "after_seconds": 60})
    assert (ended.status_code, ended.json()["code"]) == (409, "session_ended")
    assert len((await asking.list())["items"]) == 1
    async with served.edge.engine.begin() as connection:
        await connection.execute(text("UPDATE session_events SET data = '{\"version\": 2}'"))
    corrupt = await asking.client.get(f"{SESSIONS}/{asking.session}/reminders")
    assert (corrupt.status_code, corrupt.json()["code"]) == (409, "corrupt_schedule_log")


async def test_a_commit_that_nobody_heard_of_is_uncertain_and_the_same_key_finds_it(
    database: str, temporal: WorkflowEnvironment, tmp_path: Path
) -> None:
    async with (
        LossyWay.to(database, tmp_path) as way,
        served_edge(way.url, temporal.client) as served,
        _somebody(served) as asking,
    ):
        body, key = {"prompt": "x", "after_seconds": 60}, {"Idempotency-Key": "k"}
        way.to_lose = 1
        answer = await asking.post(body, **key)
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (503, "persistence_uncertain")
        assert (problem["operation"], problem["id"]) == ("create", "schedule-1")
        assert problem["detail"] == TEXTS["persistence_uncertain"][1]
        assert answer.headers["retry-after"]
        again = await asking.post(body, **key)
        assert (again.status_code, again.json()["id"]) == (201, "schedule-1")
        assert len((await asking.list())["items"]) == 1
