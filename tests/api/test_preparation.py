"""Preparations over HTTP: what services report and ask, what people do, and what is refused (PREP-22 to PREP-28)."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx2
import pytest
from sqlalchemy import func, select
from temporalio.testing import WorkflowEnvironment

from services.preparation_steps import PreparationStep
from services.recall_decisions import recall_for_preparation
from storage.tables import metadata, prep_snapshots
from tests.clock import Clock
from tests.edge import OWNER, ServedEdge, served_edge
from tests.preparing import Rooms

FULL = {
    "hvac_power": True,
    "hvac_mode": "制冷",
    "hvac_target_temp": 24,
    "light_power": True,
    "light_brightness": 80,
    "curtain_power": True,
    "curtain_position": 50,
}
SESSION = {
    "session_id": "s_20260714_A101",
    "meeting_id": "mtg_001",
    "room_id": "A-101",
    "booker_id": "u_zhangsan",
    "booker_name": "张三",
    "meeting_start": "2026-07-14 14:00",
    "meeting_end": "2026-07-14 15:00",
    "prep_trigger_at": "2026-07-14 13:45",
    "prep_type": "auto_notify",
    "weather_temp": 35,
    "weather_condition": "晴",
}
EXAMPLE = [
    ("13:45", "llm_recommend", None, FULL),
    ("13:45", "auto_executed", None, FULL),
    ("13:50", "user_adjust", "u_zhangsan", FULL | {"hvac_target_temp": 22}),
    (
        "14:00",
        "user_later_adjust",
        "u_zhangsan",
        FULL | {"hvac_target_temp": 23, "light_brightness": 60, "curtain_position": 100},
    ),
    ("14:30", "user_later_adjust", "u_zhangsan", {"hvac_target_temp": 22}),
]
"""The example of a whole session, with its last row partial."""
NEXT = SESSION | {
    "session_id": "s_next",
    "meeting_start": "2026-07-20 14:00",
    "meeting_end": "2026-07-20 15:00",
    "prep_trigger_at": None,
    "weather_temp": 34,
}


@dataclass
class Asked:
    """An API at a moment, asked by a service and by the person for whom it acts."""

    served: ServedEdge
    clock: Clock
    service: httpx2.AsyncClient
    person: httpx2.AsyncClient

    async def report(self, session: dict[str, Any] = SESSION, status: int = 201) -> dict[str, Any]:
        """Report a session."""
        return _told(await self.service.post("/internal/preparation/sessions", json=session), status)

    async def snapshot(self, status: int = 201, **changes: Any) -> dict[str, Any]:
        """Report a row of the example's session."""
        return _told(await self.service.post("/internal/preparation/snapshots", json=row() | changes), status)

    async def context(self, task_id: str, **params: Any) -> dict[str, Any]:
        """The context of a task."""
        return _told(await self.service.get(f"/internal/preparation/tasks/{task_id}/context", params=params), 200)

    async def with_example(self) -> tuple[str, str]:
        """Store the example and a meeting after it; the ids of both."""
        first, second = await self.report(), await self.report(NEXT)
        for at, source, operator, values in EXAMPLE:
            await self.snapshot(recorded_at=f"2026-07-14 {at}", source=source, operator_id=operator, snapshot=values)
        return first["task_id"], second["task_id"]

    async def contents(self) -> dict[str, list[str]]:
        """Every row of every table."""
        async with self.served.edge.engine.connect() as conn:
            tables = metadata.sorted_tables
            return {table.name: sorted(map(str, await conn.execute(select(table)))) for table in tables}


def row() -> dict[str, Any]:
    """A row of the example as it is posted."""
    return {
        "session_id": SESSION["session_id"],
        "recorded_at": "2026-07-14 13:50",
        "source": "user_adjust",
        "operator_id": "u_zhangsan",
        "snapshot": {"hvac_target_temp": 22},
    }


def _told(answer: httpx2.Response, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.fixture
async def asked(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Asked]:
    """An API on the afternoon of the second meeting, once it is over: no workflow is started."""
    clock = Clock(moment=None)  # type: ignore[arg-type]
    clock.set("2026-07-20", "18:00")
    async with (
        served_edge(database, temporal.client, clock) as served,
        served.client(await served.key(OWNER, "service")) as service,
        served.client(await served.key()) as person,
    ):
        yield Asked(served, clock, service, person)


async def test_the_example_is_told_for_the_next_meeting(asked: Asked) -> None:
    """One row, in the zone of the room, behind whose meeting it is; nothing where nothing was decided before."""
    first, second = await asked.with_example()
    told = await asked.context(second)
    assert (told["bookerId"], told["bookerName"], told["roomId"]) == ("u_zhangsan", "张三", "A-101")
    assert told["briefing"].splitlines()[5] == "07/14  35°C  你手动调过        空调24→22°C  亮度80→60%  窗帘50→100%"
    assert [(one["preparationId"], one["label"]) for one in told["history"]] == [(first, "user_adjusted")]
    alone = await asked.context(first)
    assert (alone["history"], alone["briefing"]) == ([], "")
    warmer = await asked.context(second, currentTemp=36, locale="en")
    assert "it is 36°C outdoors today, nearest to 07/14 (35°C)" in warmer["briefing"]


async def test_a_person_sees_what_happened_and_what_was_learned(asked: Asked) -> None:
    """Also of what services reported; the row of the decision is the one that a model is told."""
    first, _ = await asked.with_example()
    shown = _told(await asked.person.get(f"/api/v1/preparation/sessions/{first}"), 200)
    assert [one["source"] for one in shown["snapshots"]] == [source for _, source, _, _ in EXAMPLE]
    assert shown["values"] == FULL | {"hvac_target_temp": 22, "light_brightness": 60, "curtain_position": 100}
    assert (shown["recommended"], shown["status"]) == (FULL, "ended")
    assert shown["decision"]["touched"] == ["hvac_target_temp", "light_brightness", "curtain_position"]
    listed = _told(await asked.person.get("/api/v1/preparation/sessions", params={"limit": 1}), 200)
    assert listed["items"][0]["session_id"] == "s_next"
    history = _told(await asked.person.get("/api/v1/preparation/history"), 200)
    assert [one["line"] for one in history["items"]] == [shown["decision"]["line"]]
    other = await asked.person.get("/api/v1/preparation/history", params={"booker_id": "u_lisi"})
    assert other.json()["items"] == []


async def test_the_same_row_is_kept_once(asked: Asked) -> None:
    """Whatever way it is written, one after another or at the same moment."""
    await asked.report()
    post = asked.service.post
    answers = await asyncio.gather(*(post("/internal/preparation/snapshots", json=row()) for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    assert sorted(answer.json()["duplicate"] for answer in answers) == [False] + [True] * 7
    again = await asked.snapshot(200, recorded_at="2026-07-14T05:50:00Z", snapshot={"hvac_target_temp": 22.0})
    assert (again["duplicate"], again["seq"]) == (True, 1)
    other = await asked.snapshot(201, recorded_at="2026-07-14 13:51")
    assert (other["duplicate"], other["seq"]) == (False, 2)
    async with asked.served.edge.engine.connect() as conn:
        assert await conn.scalar(select(func.count()).select_from(prep_snapshots)) == 2


SNAPSHOTS: list[tuple[dict[str, Any], int, str, str]] = [
    ({"session_id": "s_other"}, 404, "preparation_not_found", "s_other"),
    ({"source": "user_guess"}, 422, "snapshot_invalid", "user_guess"),
    ({"source": "USER_ADJUST"}, 422, "snapshot_invalid", "llm_recommend"),
    ({"recorded_at": "13:50"}, 422, "snapshot_invalid", "13:50"),
    ({"recorded_at": "2026-02-30 13:50"}, 422, "snapshot_invalid", "2026-02-30"),
    ({"recorded_at": "tomorrow"}, 422, "snapshot_invalid", "2026-07-14 13:50"),
    ({"snapshot": {"hvac_target_temp": 31}}, 422, "snapshot_invalid", "16 to 30"),
    ({"snapshot": {"hvac_target_temp": "22"}}, 422, "snapshot_invalid", "'22'"),
    ({"snapshot": {"hvac_power": 1}}, 422, "snapshot_invalid", "true or false"),
    ({"snapshot": {"hvac_mode": "暴风"}}, 422, "snapshot_invalid", "暴风"),
    ({"snapshot": {"light_brightness": -1}}, 422, "snapshot_invalid", "-1"),
    ({"snapshot": {"curtain_position": 1e300}}, 422, "snapshot_invalid", "curtain_position"),
    ({"snapshot": {"other": [1]}}, 422, "snapshot_invalid", "other"),
    ({"snapshot": {"other": None}}, 422, "snapshot_invalid", "None"),
    ({"snapshot": {"两 个": 1}}, 422, "snapshot_invalid", "两 个"),
    ({"snapshot": {}}, 422, "snapshot_invalid", "0 keys"),
    ({"snapshot": {f"k{n}": 1 for n in range(65)}}, 422, "snapshot_invalid", "65 keys"),
    ({"snapshot": [1]}, 422, "invalid_request", "snapshot"),
    ({"operator_id": "x" * 65}, 422, "invalid_request", "operator_id"),
    ({"operator": "x"}, 422, "invalid_request", "operator"),
]
SESSIONS: list[tuple[dict[str, Any], int, str, str]] = [
    ({"meeting_end": "2026-07-14 14:00"}, 422, "invalid_preparation", "meeting_end"),
    ({"prep_trigger_at": "2026-07-14 15:00"}, 422, "invalid_preparation", "prep_trigger_at"),
    ({"meeting_start": "noon"}, 422, "invalid_preparation", "noon"),
    ({"zone": "Asia/Peking"}, 422, "invalid_preparation", "Asia/Peking"),
    ({"prep_type": "guess"}, 422, "invalid_request", "prep_type"),
    ({"weather_temp": 99}, 422, "invalid_request", "weather_temp"),
    ({"booker_id": " "}, 422, "invalid_request", "booker_id"),
    ({"room_id": "x" * 65}, 422, "invalid_request", "room_id"),
    ({"session_id": "\u200b"}, 422, "invalid_preparation", "session_id"),
    ({"meeting_id": None}, 422, "invalid_request", "meeting_id"),
]

REQUIRED = {
    "snapshots": ("session_id", "recorded_at", "source", "snapshot"),
    "sessions": ("session_id", "meeting_id", "room_id", "booker_id", "meeting_start", "meeting_end"),
}


async def test_what_cannot_be_kept_is_refused_and_leaves_nothing(asked: Asked) -> None:
    """Each with its code and what is wrong; no row of any table is written, not even by half."""
    await asked.report()
    before = await asked.contents()
    for address, whole, cases in (
        ("snapshots", row(), SNAPSHOTS),
        ("sessions", SESSION | {"session_id": "n"}, SESSIONS),
    ):
        for changes, status, code, quoted in cases:
            answer = await asked.service.post(f"/internal/preparation/{address}", json=whole | changes)
            told = _told(answer, status)
            assert told["code"] == code, (changes, told)
            assert quoted in told["detail"], (changes, told)
        for missing in REQUIRED[address]:
            body = {name: value for name, value in whole.items() if name != missing}
            told = _told(await asked.service.post(f"/internal/preparation/{address}", json=body), 422)
            assert (told["code"], missing in told["detail"]) == ("invalid_request", True), told
    assert await asked.contents() == before


async def test_bodies_over_64_kb_are_refused_and_smaller_ones_are_not(asked: Asked) -> None:
    """To the byte, also where the length is not said beforehand."""
    await asked.report()
    text, before = json.dumps(row()), await asked.contents()

    async def sent(size: int, *, whole: bool) -> httpx2.Response:
        content = text.ljust(size).encode()

        async def pieces() -> AsyncIterator[bytes]:
            yield content

        body: Any = content if whole else pieces()
        headers = {"Content-Type": "application/json"}
        return await asked.service.post("/internal/preparation/snapshots", content=body, headers=headers)

    for whole in (True, False):
        told = _told(await sent(65_537, whole=whole), 413)
        assert (told["code"], "65536" in told["detail"]) == ("upload_too_large", True)
    assert await asked.contents() == before
    assert (await sent(65_536, whole=True)).status_code == 201


async def test_without_a_key_or_with_one_of_a_person_nothing_is_kept(asked: Asked) -> None:
    before = await asked.contents()
    async with asked.served.client(None) as nobody:
        answer = await nobody.post("/internal/preparation/sessions", json=SESSION)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    refused = await asked.person.post("/internal/preparation/sessions", json=SESSION)
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert "daywright key create --service" in refused.json()["detail"]
    assert await asked.contents() == before


async def test_a_session_that_is_reported_again_has_the_facts_said_last(asked: Asked) -> None:
    """What is not known now stays, the same changes nothing; times of what is over cannot be others."""
    first = await asked.report()
    before = await asked.contents()
    assert await asked.report(status=200) == first
    assert await asked.contents() == before
    renamed = await asked.report(
        SESSION | {"booker_name": "张三丰", "weather_temp": None, "weather_condition": None}, 200
    )
    assert renamed == first | {"booker_name": "张三丰"}
    told = await asked.report(SESSION | {"meeting_end": "2026-07-14 16:00"}, 409)
    assert told["code"] == "preparation_ended"
    assert (await asked.report(SESSION | {"weather_temp": 30}, 200))["weather_temp"] == 30


async def test_a_meeting_that_lies_ahead_is_moved_and_called_off(asked: Asked) -> None:
    """By the service that reported it and by the person; after that nothing of it can be changed."""
    asked.clock.set("2026-07-20", "09:00")
    made = await asked.report(NEXT)
    assert (made["status"], made["prep_trigger_at"]) == ("waiting", "2026-07-20T05:45:00Z")
    moved = await asked.report(NEXT | {"meeting_start": "2026-07-20 13:30", "meeting_end": "2026-07-20 14:30"}, 200)
    assert (moved["prep_trigger_at"], moved["status"]) == ("2026-07-20T05:15:00Z", "waiting")
    address = f"/api/v1/preparation/sessions/{made['id']}"
    patched = _told(await asked.person.patch(address, json={"meeting_start": "2026-07-20 10:00"}), 200)
    times = [patched[name] for name in ("prep_trigger_at", "meeting_start", "meeting_end")]
    assert times == ["2026-07-20T01:45:00Z", "2026-07-20T02:00:00Z", "2026-07-20T03:00:00Z"]
    refused = await asked.person.patch(address, json={"meeting_end": "2026-07-20 09:30"})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_preparation")
    asked.clock.set("2026-07-20", "11:00")
    for late in ({"meeting_start": "2026-07-20 12:00"}, {"status": "cancelled"}):
        over = await asked.person.patch(address, json=late)
        assert (over.status_code, over.json()["code"]) == (409, "preparation_ended")
    asked.clock.set("2026-07-20", "09:00")
    for _ in range(2):
        off = _told(await asked.person.patch(address, json={"status": "cancelled"}), 200)
        assert off["status"] == "cancelled"
    for method, more, body in (
        ("PATCH", "", {"meeting_start": "2026-07-20 11:00"}),
        ("POST", "/adjust", {"values": {"light_power": True}}),
        ("POST", "/confirm", None),
    ):
        answer = await asked.person.request(method, address + more, json=body)
        assert (answer.status_code, answer.json()["code"]) == (409, "preparation_ended"), answer.text


async def test_a_person_asks_for_a_room_once_by_a_key(asked: Asked) -> None:
    """It is the caller's meeting; ids that are not given are ours, and it waits for a word."""
    asked.clock.set("2026-07-20", "09:00")
    draft = {"room_id": "B-2", "meeting_start": "2026-07-20T10:00:00+09:00", "meeting_end": "2026-07-20 11:00"}
    key = {"Idempotency-Key": "one"}
    made = [await asked.person.post("/api/v1/preparation/sessions", json=draft, headers=key) for _ in range(2)]
    one, two = (_told(answer, 201) for answer in made)
    assert one == two
    assert (one["booker_id"], one["prep_type"], one["session_id"]) == (OWNER, "confirm", one["id"])
    assert (one["meeting_start"], one["prep_trigger_at"]) == ("2026-07-20T01:00:00Z", "2026-07-20T00:45:00Z")
    assert made[0].headers["location"] == f"/api/v1/preparation/sessions/{one['id']}"
    other = await asked.person.post("/api/v1/preparation/sessions", json=draft | {"room_id": "B-3"}, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


async def test_settings_out_of_range_and_words_too_early_are_refused_at_once(asked: Asked) -> None:
    """Nobody has to be asked for that, and nothing is stored."""
    asked.clock.set("2026-07-20", "09:00")
    made = await asked.report(NEXT | {"prep_type": "confirm"})
    address, before = f"/api/v1/preparation/sessions/{made['id']}", await asked.contents()
    for values in ({"hvac_target_temp": 15}, {}, {"light_power": "on"}):
        answer = await asked.person.post(f"{address}/adjust", json={"values": values}, headers={"Idempotency-Key": "k"})
        assert (answer.status_code, answer.json()["code"]) == (422, "snapshot_invalid"), answer.text
    early = await asked.person.post(f"{address}/confirm")
    assert (early.status_code, early.json()["code"]) == (409, "nothing_to_confirm")
    assert await asked.contents() == before


async def test_words_of_a_person_take_effect_once(database: str, temporal: WorkflowEnvironment) -> None:
    """Sent again with its key one is the same, also where nobody was there to hear it at first."""
    async with (
        served_edge(database, temporal.client, commit_wait_seconds=1) as served,
        served.client(await served.key()) as person,
    ):
        rooms = Rooms(served.edge.engine, temporal.client, temporal)
        start = (rooms.now + timedelta(hours=1)).isoformat()
        end = (rooms.now + timedelta(hours=2)).isoformat()
        draft = {"room_id": "A-1", "meeting_start": start, "meeting_end": end, "prep_trigger_at": rooms.now.isoformat()}
        made = _told(await person.post("/api/v1/preparation/sessions", json=draft), 201)
        address = f"/api/v1/preparation/sessions/{made['id']}"
        first: Any = {"json": {"values": {"hvac_target_temp": 21}}, "headers": {"Idempotency-Key": "first"}}
        unheard = await person.post(f"{address}/adjust", **first)
        assert (unheard.status_code, unheard.json()["code"]) == (503, "unavailable")
        assert (unheard.json()["preparation_id"], "retry-after" in unheard.headers) == (made["id"], True)
        async with rooms.worked_on():
            await rooms.is_at(made["id"], "unconfirmed")
            for _ in range(2):
                _told(await person.post(f"{address}/adjust", **first), 200)
            later: Any = {"json": {"values": {"light_power": True}}, "headers": {"Idempotency-Key": "later"}}
            both = await asyncio.gather(*(person.post(f"{address}/adjust", **later) for _ in range(2)))
            assert [answer.status_code for answer in both] == [200, 200]
            other = await person.post(
                f"{address}/adjust", json={"values": {"light_power": False}}, headers=later["headers"]
            )
            assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
            for _ in range(2):
                done = await person.post(f"{address}/confirm", headers={"Idempotency-Key": "word"})
                assert _told(done, 200)["status"] == "prepared"
            again = await person.post(f"{address}/confirm")
            assert (again.status_code, again.json()["code"]) == (409, "nothing_to_confirm")
            shown = _told(await person.get(address), 200)
            await rooms.end_workflows()
    sources = sorted(one["source"] for one in shown["snapshots"])
    assert sources == ["llm_recommend", "user_adjust", "user_adjust", "user_confirmed"]
    assert {one["operator_id"] for one in shown["snapshots"]} == {None, OWNER}
    assert (shown["values"]["hvac_target_temp"], shown["values"]["light_power"]) == (21, True)
    assert shown["decision"]["label"] == "user_adjusted"


async def test_a_history_is_forgotten_also_where_it_was_recalled(asked: Asked) -> None:
    """What is over is gone; what is at hand goes on, has recalled nothing, and is history to nobody."""
    first, second = await asked.with_example()
    asked.clock.set("2026-07-20", "09:00")
    waiting = await asked.report(NEXT | {"session_id": "s_waiting"})
    engine = asked.served.edge.engine

    async def now(_: object) -> Any:
        return asked.clock()

    told = await recall_for_preparation(OWNER, engine, PreparationStep(waiting["id"], 0, "recall"), 34, now)
    assert told.told == {"count": 1}
    address = f"/api/v1/preparation/sessions/{waiting['id']}"
    assert len(_told(await asked.person.get(address), 200)["recalled"]) == 1
    nobody = await asked.service.delete("/internal/preparation/people/u_lisi/history")
    assert _told(nobody, 200) == {"removed": 0, "kept": 0}
    gone = await asked.service.delete("/internal/preparation/people/u_zhangsan/history")
    assert _told(gone, 200) == {"removed": 2, "kept": 1}
    for task in (first, second):
        assert (await asked.person.get(f"/api/v1/preparation/sessions/{task}")).status_code == 404
    shown = _told(await asked.person.get(address), 200)
    assert (shown["recalled"], shown["status"]) == (None, "waiting")
    assert (await asked.context(waiting["id"]))["briefing"] == ""
    assert _told(await asked.person.get("/api/v1/preparation/history"), 200)["items"] == []
    assert "hvac" not in str(await asked.contents())
