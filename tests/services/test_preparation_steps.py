"""What the steps of a preparation leave behind and what they refuse (rules PREP-10 to PREP-17, PREP-26, PREP-28)."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import DaywrightError, LedgerMismatch
from domain.preparation.errors import NothingToConfirm, PreparationEnded, PreparationNotFound, SnapshotInvalid
from domain.preparation.recommending import Recommendation
from domain.preparation.sessions import PrepType, Session, Status
from domain.preparation.values import Value
from services.forget_history import Forgotten, forget_history
from services.preparation_steps import (
    PreparationStep,
    StepChange,
    StepTold,
    end_preparation,
    find_told,
    read_standing,
    record_step,
)
from services.read_preparation import read_preparation
from services.recall_decisions import recall_for_preparation
from services.record_recommendation import record_execution, record_recommendation
from services.record_word import record_adjustment, record_confirmation
from storage.preparations import PreparationRecord, insert_preparation, load_preparation
from storage.tables import prep_sessions, prep_snapshots, steps
from tests.storage.world import new_id

START = datetime(2026, 7, 14, 6, 0, tzinfo=UTC)
COOL: dict[str, Value] = {"hvac_target_temp": 24, "light_power": True}


@dataclass
class Room:
    """One preparation, at a moment that the test chooses; its steps count up by themselves."""

    engine: AsyncEngine
    id: str = field(default_factory=new_id)
    at: datetime = START - timedelta(minutes=15)
    step: int = 0

    async def now(self, _: AsyncConnection) -> datetime:
        return self.at

    def next(self, name: str, asked: Any = None) -> PreparationStep:
        """The step that comes next."""
        self.step += 1
        return PreparationStep(self.id, self.step - 1, name, asked)

    async def recommended(self, values: dict[str, Value]) -> StepTold:
        """A recommendation by the rules."""
        made = Recommendation(values=values, by="rules")
        return await record_recommendation("ann", self.engine, self.next("recommend"), made, self.now)

    async def executed(self, values: dict[str, Value]) -> StepTold:
        """Values that were executed."""
        return await record_execution("ann", self.engine, self.next("execute"), values, self.now)

    async def adjusted(self, values: dict[str, Value]) -> StepTold:
        """Values that Ann wants."""
        return await record_adjustment("ann", self.engine, self.next("adjust"), "ann", values, self.now)

    async def confirmed(self) -> StepTold:
        """Ann's word."""
        return await record_confirmation("ann", self.engine, self.next("confirm"), "ann", self.now)

    async def settled(self, name: str, verdict: str) -> None:
        """A step of the workflow that says what became of a command."""

        async def decide(*_: object) -> StepChange:
            return StepChange(StepTold(verdict, name))

        await record_step("ann", self.engine, self.next(name), decide, self.now)

    async def rows(self) -> list[tuple[str, dict[str, Value]]]:
        """What happened, by source and values."""
        standing = await read_standing("ann", self.engine, self.id, self.now)
        return [(row.source, row.values) for row in standing.snapshots]

    async def status(self) -> Status:
        """Where it stands."""
        return (await read_standing("ann", self.engine, self.id, self.now)).record.status


async def _room(
    engine: AsyncEngine, prep_type: PrepType = "auto_notify", status: Status = "preparing", days: int = 0
) -> Room:
    room = Room(engine)
    start = START - timedelta(days=days)
    facts = Session(
        id=room.id,
        session_id=room.id,
        meeting_id="m",
        room_id="A-101",
        zone="Asia/Shanghai",
        booker_id="ann",
        meeting_start=start,
        meeting_end=start + timedelta(hours=1),
        prep_trigger_at=start - timedelta(minutes=15),
        prep_type=prep_type,
        weather_temp=33,
    )
    async with engine.begin() as conn:
        await insert_preparation("ann", conn, PreparationRecord(facts, status, start))
    return room


async def _stored(engine: AsyncEngine) -> list[list[Any]]:
    async with engine.connect() as conn:
        return [sorted(map(str, await conn.execute(select(table)))) for table in (prep_sessions, prep_snapshots, steps)]


async def test_a_room_is_prepared_and_adjusted(engine: AsyncEngine, owner: str) -> None:
    """What is recommended is executed at once; later words are of the time at which they are said."""
    room = await _room(engine)
    told = await room.recommended(COOL)
    assert (told.verdict, told.told["execute"], await room.status()) == ("now", COOL, "prepared")
    assert (await room.executed(COOL)).verdict == "executed"
    assert (await room.adjusted({"hvac_target_temp": 22})).verdict == "user_adjust"
    room.at = START
    later = await room.adjusted({"light_power": False})
    assert (later.verdict, later.told) == ("user_later_adjust", {"execute": {"light_power": False}, "seq": 4})
    sources = ["llm_recommend", "auto_executed", "user_adjust", "user_later_adjust"]
    assert [source for source, _ in await room.rows()] == sources


async def test_a_late_recommendation_leaves_what_the_person_changed(engine: AsyncEngine, owner: str) -> None:
    """Neither is it executed, nor does what is recorded as executed say otherwise."""
    room = await _room(engine)
    await room.adjusted({"hvac_target_temp": 21})
    told = await room.recommended(COOL)
    assert told.told["execute"] == {"light_power": True}
    await room.executed(told.told["execute"])
    assert (await room.rows())[-1] == ("auto_executed", {"hvac_target_temp": 21, "light_power": True})


async def test_a_word_is_taken_once_and_with_what_was_adjusted(engine: AsyncEngine, owner: str) -> None:
    """What was adjusted before the word is in force, and is not executed again."""
    room = await _room(engine, "confirm")
    with pytest.raises(NothingToConfirm):
        await room.confirmed()
    assert ((await room.recommended(COOL)).verdict, await room.status()) == ("when_confirmed", "unconfirmed")
    await room.adjusted({"hvac_target_temp": 21})
    told = await room.confirmed()
    assert (told.verdict, told.told["execute"]) == ("confirmed", {"light_power": True})
    assert (await room.rows())[-1] == ("user_confirmed", {"hvac_target_temp": 21, "light_power": True})
    with pytest.raises(NothingToConfirm):
        await room.confirmed()


async def test_a_refused_step_leaves_nothing(engine: AsyncEngine, owner: str) -> None:
    """After the end, out of range, of a preparation that is not there, or of somebody else's."""
    room, other = await _room(engine), await _room(engine, status="cancelled")
    other_id, nowhere = room.next("adjust"), PreparationStep(new_id(), 0, "adjust")
    before = await _stored(engine)

    async def as_stranger() -> StepTold:
        return await record_adjustment("bob", engine, other_id, "bob", COOL, room.now)

    async def of_nothing() -> StepTold:
        return await record_adjustment("ann", engine, nowhere, "ann", COOL, room.now)

    refusals: list[tuple[Callable[[], Awaitable[StepTold]], type[DaywrightError]]] = [
        (as_stranger, PreparationNotFound),
        (of_nothing, PreparationNotFound),
        (lambda: other.adjusted(COOL), PreparationEnded),
        (lambda: room.adjusted({"hvac_target_temp": 31}), SnapshotInvalid),
    ]
    for refused, kind in refusals:
        with pytest.raises(kind):
            await refused()
    room.at = START + timedelta(hours=1)
    with pytest.raises(PreparationEnded):
        await room.adjusted(COOL)
    assert await _stored(engine) == before
    assert (await other.recommended(COOL)).verdict == "never"
    assert (await other.rows(), await other.status()) == ([], "cancelled")


async def test_a_step_is_done_once(engine: AsyncEngine, owner: str) -> None:
    """Asked again it tells the same, also at the same moment and when time has passed; with something else never."""
    room = await _room(engine)
    step = PreparationStep(room.id, 7, "adjust", {"light_power": True})

    async def ask() -> StepTold:
        return await record_adjustment("ann", engine, step, "ann", {"light_power": True}, room.now)

    told = await asyncio.gather(*(ask() for _ in range(4)))
    assert [one.told["seq"] for one in told] == [1] * 4
    before = await _stored(engine)
    room.at = START + timedelta(days=1)
    assert await ask() == await find_told("ann", engine, step) == told[0]
    other = PreparationStep(room.id, 7, "adjust", {"light_power": False})
    with pytest.raises(LedgerMismatch):
        await find_told("ann", engine, other)
    with pytest.raises(LedgerMismatch):
        await record_adjustment("ann", engine, other, "ann", {"light_power": False}, room.now)
    assert await _stored(engine) == before


async def test_decisions_are_recalled_until_they_are_forgotten(engine: AsyncEngine, owner: str) -> None:
    """Of 30 days, in no other room; whoever forgets while a preparation recalls finds nothing of it afterwards."""
    rooms = [await _room(engine, days=days) for days in (31, 30, 2)]
    for past in rooms:
        past.at = (await read_standing("ann", engine, past.id)).record.session.prep_trigger_at
        await past.recommended(COOL)
        await past.adjusted({"hvac_target_temp": 20})
        past.at = START
        assert await end_preparation("ann", engine, past.id, past.now)
    for repeat in range(4):
        room = await _room(engine, days=0)
        recall = recall_for_preparation("ann", engine, room.next("recall"), 33, room.now)
        if repeat == 0:
            assert (await recall).told == {"count": 2}
            async with engine.connect() as conn:
                found = (await load_preparation("ann", conn, room.id)).recalled
            assert found is not None
            assert [one.id for one in found] == [rooms[2].id, rooms[1].id]
            continue
        await asyncio.gather(recall, forget_history("ann", engine, "ann"))
        async with engine.connect() as conn:
            record = await load_preparation("ann", conn, room.id)
        assert not record.recalled
        assert record.forgotten
    assert await forget_history("ann", engine) == Forgotten(0, 4)


async def test_what_is_forgotten_is_removed_once_it_is_over(engine: AsyncEngine, owner: str) -> None:
    """With its rows and steps; a preparation that is gone is over."""
    room = await _room(engine)
    await room.adjusted(COOL)
    await forget_history("ann", engine)
    assert not await end_preparation("ann", engine, room.id, room.now)
    await room.adjusted({"light_power": False})
    room.at = START + timedelta(hours=1)
    assert await end_preparation("ann", engine, room.id, room.now)
    assert await _stored(engine) == [[], [], []]
    assert await end_preparation("ann", engine, room.id, room.now)


async def test_each_row_tells_what_the_devices_said_to_it(engine: AsyncEngine, owner: str) -> None:
    """Until they answer it waits; what a later command replaced is not what counts (rule PREP-39)."""
    room = await _room(engine)
    await room.recommended(COOL)
    for temp in (20, 21, 22):
        await room.adjusted({"hvac_target_temp": temp})
    said = (await read_preparation("ann", engine, room.id)).devices
    assert said == dict.fromkeys((1, 2, 3, 4), "waiting")
    for name, verdict in {
        "command.0": "send",
        "delivered.0": "executed",
        "command.1": "nothing",
        "command.2": "send",
        "delivered.2": "refused",
        "command.3": "send",
        "delivered.3": "superseded",
    }.items():
        await room.settled(name, verdict)
    said = (await read_preparation("ann", engine, room.id)).devices
    assert said == {1: "taken", 2: "withdrawn", 3: "refused", 4: "waiting"}
    await room.settled("delivered.3", "not_configured")
    assert (await read_preparation("ann", engine, room.id)).devices[4] == "not_configured"
    await room.adjusted({"light_power": False})
    room.at = START + timedelta(hours=1)
    assert await end_preparation("ann", engine, room.id, room.now)
    assert (await read_preparation("ann", engine, room.id)).devices[5] == "withdrawn"


async def test_of_what_nobody_confirmed_the_devices_say_nothing(engine: AsyncEngine, owner: str) -> None:
    room = await _room(engine, "confirm")
    await room.recommended(COOL)
    assert (await read_preparation("ann", engine, room.id)).devices == {}
    await room.confirmed()
    assert (await read_preparation("ann", engine, room.id)).devices == {2: "waiting"}
