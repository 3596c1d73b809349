"""Messages of a preparation, each attempt by itself (rules PREP-32, PREP-36 and PREP-38)."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs
from temporalio.exceptions import ApplicationError
from temporalio.testing import ActivityEnvironment

from activities.preparation import PreparationWorks, StoredPreparationSteps
from activities.preparation_outside import deliver, tell
from domain.preparation.recommending import Recommendation
from runtime.clock import now
from services.preparation_ledger import LedgerEnd, ledger_end
from services.preparation_steps import PreparationStep, StepTold
from services.record_recommendation import record_recommendation
from services.record_word import record_adjustment
from storage.engine import create_engine
from storage.preparations import lock_preparation, save_preparation
from storage.users import ensure_user
from tests.preparing import Rooms
from tests.week import OWNER
from workflows.preparation_messages import PreparationStepInput

COOL = {"hvac_target_temp": 24, "light_power": True}


@pytest.fixture
async def rooms(database: str) -> AsyncIterator[Rooms]:
    """Rooms whose steps a test does itself: no workflow does any."""
    engine = create_engine(database)
    async with engine.begin() as connection:
        await ensure_user(OWNER, connection)
    yield Rooms(engine, cast(Any, None), cast(Any, None))
    await engine.dispose()


async def _recommended(rooms: Rooms) -> str:
    room = await rooms.stored()
    made = Recommendation(values=dict(COOL), by="rules")
    await record_recommendation(OWNER, rooms.engine, PreparationStep(room, 0, "recommend"), made, rooms.clock)
    return room


async def _adjusted(rooms: Rooms, room: str, step: int, values: dict[str, Any]) -> None:
    await record_adjustment(OWNER, rooms.engine, PreparationStep(room, step, "adjust"), "ann", values, rooms.clock)


async def _delivered(rooms: Rooms, room: str, step: int, of: int = 0) -> StepTold:
    return await deliver(
        rooms.engine, rooms.clock, rooms.building.ports.devices, PreparationStepInput(OWNER, room, step, of)
    )


async def _told(rooms: Rooms, room: str, step: int, word: str = "executed") -> StepTold:
    return await tell(
        rooms.engine,
        rooms.clock,
        rooms.building.ports.notifications,
        PreparationStepInput(OWNER, room, step, 0, word=word),
    )


async def _end(rooms: Rooms, room: str) -> LedgerEnd:
    async with rooms.engine.connect() as connection:
        return await ledger_end(OWNER, connection, room)


async def test_a_pause_that_is_asked_for_steers_the_next_attempt(rooms: Rooms) -> None:
    """Within bounds; where none is asked for, the policy decides."""
    room, rooms.building.is_away = await _recommended(rooms), True
    for named, kept in ((42.0, 42), (0.0, 1), (86_400.0, 300), (None, None)):
        rooms.building.pause = named
        pause = None if kept is None else timedelta(seconds=kept)
        for attempt in (_delivered(rooms, room, 1), _told(rooms, room, 3)):
            with pytest.raises(ApplicationError) as away:
                await attempt
            assert (away.value.next_retry_delay, away.value.non_retryable) == (pause, False)


async def test_a_command_keeps_its_key_whoever_sends_it(rooms: Rooms) -> None:
    """Also under another step; what says something else has another one."""
    room, other = await _recommended(rooms), await _recommended(rooms)
    rooms.building.loses_answers = 2
    for step in (1, 101):
        with pytest.raises(ApplicationError):
            await _delivered(rooms, room, step)
    assert (await _delivered(rooms, room, 201)).verdict == "executed"
    assert (len({each.key for each in rooms.building.sent}), len(rooms.building.sent)) == (1, 3)
    assert (await _delivered(rooms, other, 1)).verdict == "executed"
    await _adjusted(rooms, room, 301, {"light_power": False})
    assert (await _delivered(rooms, room, 302, 301)).verdict == "delivered"
    assert len(rooms.building.commands) == 3
    for key, command in rooms.building.commands.items():
        assert key.startswith(f"{command.room.preparation_id}:")


async def test_what_a_person_changed_between_two_attempts_has_another_key(rooms: Rooms) -> None:
    """The body of one key is always the same; a notice tells what was executed in the end."""
    room, rooms.building.loses_answers = await _recommended(rooms), 1
    with pytest.raises(ApplicationError):
        await _delivered(rooms, room, 1)
    await _adjusted(rooms, room, 3, {"hvac_target_temp": 20})
    assert (await _delivered(rooms, room, 1)).verdict == "superseded"
    assert (await _delivered(rooms, room, 4)).verdict == "executed"
    assert rooms.building.of(room) == [COOL, {"light_power": True}]
    assert (await _told(rooms, room, 6)).verdict == "delivered"
    [notice] = rooms.building.notices.values()
    assert notice.values == {"light_power": True}


async def test_what_came_of_a_command_is_written_once_and_not_sent_again(rooms: Rooms) -> None:
    """By two who send it at once, as after Temporal lost its data, and by one who comes later."""
    room = await _recommended(rooms)
    assert await _end(rooms, room) == LedgerEnd(101, (0,), (0,))
    both = await asyncio.gather(_delivered(rooms, room, 1), _delivered(rooms, room, 101))
    assert [each.verdict for each in both] == ["executed"] * 2
    sent = len(rooms.building.sent)
    assert (await _delivered(rooms, room, 201)).verdict == "executed"
    assert len(rooms.building.sent) == sent
    assert await rooms.rows(room) == ["llm_recommend", "auto_executed"]
    assert (await _end(rooms, room)).untold == (0,)
    for step in (203, 303):
        assert (await _told(rooms, room, step)).verdict == "delivered"
    assert len(rooms.building.notices) == 1
    await _adjusted(rooms, room, 400, {"light_power": False})
    assert await _end(rooms, room) == LedgerEnd(501, (400,), ())


async def test_in_another_room_a_command_is_another_one(rooms: Rooms) -> None:
    room, rooms.building.loses_answers = await _recommended(rooms), 1
    with pytest.raises(ApplicationError):
        await _delivered(rooms, room, 1)
    async with rooms.engine.begin() as connection:
        record = await lock_preparation(OWNER, connection, room)
        elsewhere = record.session.model_copy(update={"room_id": "B-202"})
        await save_preparation(OWNER, connection, replace(record, session=elsewhere))
    await _delivered(rooms, room, 1)
    assert [each.room.room_id for each in rooms.building.commands.values()] == ["A-101", "B-202"]


async def test_what_is_logged_names_the_preparation(rooms: Rooms) -> None:
    """Whatever is read, commanded and told, so that an operator knows whose room it was (rule DEVICE-5)."""
    room, building = await _recommended(rooms), rooms.building
    building.refuses, building.outdoors = True, None
    steps = StoredPreparationSteps(PreparationWorks(rooms.engine, now, rooms.clock, building.ports))
    with capture_logs(processors=[merge_contextvars]) as lines:
        await ActivityEnvironment().run(steps.read, PreparationStepInput(OWNER, room, 1))
        await ActivityEnvironment().run(steps.command, PreparationStepInput(OWNER, room, 2, 0))
        building.is_away = True
        with pytest.raises(ApplicationError):
            await ActivityEnvironment().run(steps.notify, PreparationStepInput(OWNER, room, 4, 0, word="recommended"))
    assert [line["event"] for line in lines] == [
        "not read for a preparation",
        "refused to a preparation",
        "away from a preparation",
    ]
    assert {line["preparation"] for line in lines} == {room}
