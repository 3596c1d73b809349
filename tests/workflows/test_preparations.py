"""Preparations wait in time that is skipped, and each command and row is there once (rules PREP-29 to PREP-37)."""

import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.preparation.errors import InvalidPreparation, NothingToConfirm, PreparationEnded
from domain.preparation.recommending import Recommendation
from services.forget_history import forget_history
from services.preparation_steps import PreparationStep
from services.reconcile_preparations import Rejoined, reconcile_preparations
from services.record_recommendation import record_recommendation
from storage.engine import create_engine
from storage.preparations import lock_preparation, save_preparation
from storage.users import ensure_user
from tests.bells import eventually
from tests.model_server.exchange import Asked
from tests.model_server.server import ModelServer
from tests.preparing import HOUR, Rooms
from tests.week import OWNER
from tests.workflows.asking import endpoint

PREPARED = ["llm_recommend", "auto_executed"]
SOON = timedelta(minutes=10)
"""Before the start of a meeting whose trigger has passed then."""


@pytest.fixture
async def rooms(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Rooms]:
    engine = create_engine(database)
    async with engine.begin() as connection:
        await ensure_user(OWNER, connection)
    rooms = Rooms(engine, temporal.client, temporal)
    yield rooms
    await rooms.end_workflows()
    await engine.dispose()


@pytest.mark.parametrize("cached", [500, 0], ids=["cached", "replayed at every step"])
async def test_a_room_is_prepared_at_its_trigger_and_adjusted_until_the_meeting_ends(rooms: Rooms, cached: int) -> None:
    """Nothing before; then each row, command and notice once, and the words of the person by the clock."""
    async with rooms.worked_on(cached):
        start = rooms.now + HOUR
        room = await rooms.report(session_id="s", start=start)
        assert await rooms.report(session_id="s", start=start) == room
        await rooms.waits(room)
        await rooms.passes(room, timedelta(minutes=44))
        assert (await rooms.rows(room), rooms.building.commands) == ([], {})
        await rooms.passes(room, timedelta(minutes=2))
        await rooms.is_at(room, "prepared", 2)
        recommended = (await rooms.look(room)).recommended
        first = await rooms.adjust(room, {"hvac_target_temp": 22}, "once")
        assert await rooms.adjust(room, {"hvac_target_temp": 22}, "once") == first
        await rooms.passes(room, timedelta(minutes=15))
        await rooms.adjust(room, {"light_brightness": 60})
        await eventually(lambda: _has(rooms, room, 3))
        await rooms.passes(room, HOUR)
        assert await rooms.ended(room) == "ended"
        assert await rooms.rows(room) == [*PREPARED, "user_adjust", "user_later_adjust"]
        own = [{"hvac_target_temp": 22}, {"light_brightness": 60}]
        assert rooms.building.of(room) == [recommended, *own]
        assert rooms.building.told(room) == ["executed"]
        facts = await rooms.look(room)
        assert (facts.record.session.weather_temp, facts.record.status) == (33, "ended")
        with pytest.raises(PreparationEnded):
            await rooms.adjust(room, {"light_power": False})


async def _has(rooms: Rooms, room: str, commands: int) -> bool:
    return len(rooms.building.of(room)) >= commands


async def test_a_word_is_waited_for_until_the_meeting_starts(rooms: Rooms) -> None:
    """What was adjusted before it is not commanded again; without a word nothing is, and the room can be adjusted."""
    async with rooms.worked_on():
        spoken, silent = [await rooms.report("confirm", start=rooms.now + SOON) for _ in range(2)]
        for room in (spoken, silent):
            await rooms.is_at(room, "unconfirmed", 1)
        await rooms.adjust(spoken, {"hvac_target_temp": 21})
        seq = await rooms.confirm(spoken, "once")
        assert await rooms.confirm(spoken, "once") == seq
        with pytest.raises(NothingToConfirm):
            await rooms.confirm(spoken)
        recommended = (await rooms.look(spoken)).recommended
        rest = {key: value for key, value in recommended.items() if key != "hvac_target_temp"}
        await eventually(lambda: _has(rooms, spoken, 2))
        assert rooms.building.of(spoken) == [{"hvac_target_temp": 21}, rest]
        assert await rooms.rows(spoken) == ["llm_recommend", "user_adjust", "user_confirmed"]
        await rooms.passes(silent, timedelta(minutes=11))
        await rooms.is_at(silent, "prepared")
        with pytest.raises(NothingToConfirm):
            await rooms.confirm(silent)
        await rooms.adjust(silent, {"light_power": False})
        await eventually(lambda: _has(rooms, silent, 1))
        assert rooms.building.of(silent) == [{"light_power": False}]
        assert [rooms.building.told(room) for room in (spoken, silent)] == [["confirm"]] * 2
        late = await rooms.report("confirm", start=rooms.now - SOON)
        await eventually(lambda: _told(rooms, late))
        assert (rooms.building.told(late), rooms.building.of(late)) == (["recommended"], [])


async def test_what_a_person_changed_is_never_overwritten(rooms: Rooms) -> None:
    """Changed while the preparation waits, while it reads, and while its command does not get through."""
    async with rooms.worked_on():
        early = await rooms.report()
        await rooms.waits(early)
        await rooms.adjust(early, {"light_power": False, "hvac_target_temp": 20})
        await rooms.passes(early, timedelta(minutes=44))
        # Until its trigger the room is somebody else's.
        assert rooms.building.sent == []
        await rooms.passes(early, timedelta(minutes=2))
        await rooms.is_at(early, "prepared", 3)
        assert rooms.building.of(early)[0] == {"light_power": False, "hvac_target_temp": 20}

        rooms.building.held = asyncio.Event()
        reading = await rooms.report(start=rooms.now + SOON)
        await rooms.is_at(reading, "preparing")
        await rooms.adjust(reading, {"light_power": False, "hvac_target_temp": 20})
        rooms.building.held.set()
        await rooms.is_at(reading, "prepared", 3)

        rooms.building.is_away = True
        unheard = await rooms.report(start=rooms.now + SOON)
        await eventually(lambda: _is_sent(rooms, unheard))
        await rooms.adjust(unheard, {"light_power": False, "hvac_target_temp": 20})
        rooms.building.is_away = False
        await eventually(lambda: _has(rooms, unheard, 2))
        await rooms.is_at(unheard, "prepared", 3)
        assert ("delivered.2", "superseded") in await rooms.ledger(unheard)

        for room in (early, reading, unheard):
            own = {"light_power": False, "hvac_target_temp": 20}
            [recommended] = [each for each in rooms.building.of(room) if each != own]
            assert not set(own) & set(recommended), room
            assert {key: (await rooms.look(room)).values[key] for key in own} == own
            assert sorted(await rooms.rows(room)) == sorted([*PREPARED, "user_adjust"])


async def _is_sent(rooms: Rooms, room: str) -> bool:
    return any(each.key.startswith(room) for each in rooms.building.sent)


async def test_a_command_is_carried_out_once_or_never(rooms: Rooms) -> None:
    """Sent again with its key where the answer was lost; refused, or with the weather away, the rest goes on."""
    async with rooms.worked_on():
        rooms.building.loses_answers, rooms.building.outdoors = 1, None
        lost = await rooms.report(start=rooms.now + SOON, weather_temp=35)
        await rooms.is_at(lost, "prepared", 2)
        assert [each.key for each in rooms.building.sent] == [next(iter(rooms.building.commands))] * 2
        assert (await rooms.rows(lost), len(rooms.building.of(lost))) == (PREPARED, 1)
        assert (await rooms.look(lost)).record.session.weather_temp == 35
        rooms.building.refuses = True
        refused = await rooms.report(start=rooms.now + SOON)
        await eventually(lambda: _told(rooms, refused))
        assert (await rooms.rows(refused), rooms.building.told(refused)) == (PREPARED[:1], ["recommended"])
        rooms.building.is_away = True
        away = await rooms.report(start=rooms.now + SOON)
        await eventually(lambda: _is_sent(rooms, away))
        await rooms.call_off(away)
        rooms.building.refuses = rooms.building.is_away = False
        assert await rooms.ended(away) == "cancelled"
        assert (rooms.building.of(away), await rooms.rows(away)) == ([], PREPARED[:1])


async def _told(rooms: Rooms, room: str) -> bool:
    return bool(rooms.building.told(room))


async def test_a_meeting_is_moved_in_every_state(rooms: Rooms) -> None:
    """Later it waits anew, and is prepared anew without what the person changed; a little, and what was made stands."""
    async with rooms.worked_on():
        waiting = await rooms.report()
        await rooms.waits(waiting)
        await rooms.move(waiting, 2 * HOUR)
        await rooms.waits(waiting, 2)
        await rooms.move(waiting, -2 * HOUR - timedelta(minutes=50))
        await rooms.is_at(waiting, "prepared", 2)

        rooms.building.held = asyncio.Event()
        preparing = await rooms.report(start=rooms.now + SOON)
        await rooms.is_at(preparing, "preparing")
        await rooms.move(preparing, HOUR)
        rooms.building.held.set()
        await rooms.waits(preparing)
        assert (await rooms.status(preparing), await rooms.rows(preparing)) == ("waiting", [])

        unconfirmed = await rooms.report("confirm", start=rooms.now + SOON)
        await rooms.is_at(unconfirmed, "unconfirmed", 1)
        await rooms.move(unconfirmed, HOUR)
        with pytest.raises(NothingToConfirm):
            await rooms.confirm(unconfirmed)

        prepared = await rooms.report(start=rooms.now + SOON)
        await rooms.is_at(prepared, "prepared", 2)
        await rooms.adjust(prepared, {"hvac_target_temp": 20})
        await rooms.move(prepared, timedelta(minutes=2))
        assert await rooms.status(prepared) == "prepared"
        await rooms.move(prepared, HOUR)
        await rooms.is_at(prepared, "waiting")

        for room in (preparing, unconfirmed, prepared):
            await rooms.move(room, -HOUR)
        await rooms.is_at(preparing, "prepared", 2)
        await rooms.is_at(unconfirmed, "unconfirmed", 2)
        await rooms.is_at(prepared, "prepared", 5)
        await eventually(lambda: _has(rooms, prepared, 3))
        assert "hvac_target_temp" not in rooms.building.of(prepared)[-1]
        assert [len(rooms.building.of(room)) for room in (waiting, preparing, unconfirmed, prepared)] == [1, 1, 0, 3]
        await rooms.move(prepared, -3 * HOUR)
        assert await rooms.ended(prepared) == "ended"


async def test_a_room_that_is_being_prepared_cannot_become_another(rooms: Rooms) -> None:
    """Nothing would be prepared there; while the preparation waits it can."""
    async with rooms.worked_on():
        start = rooms.now + HOUR
        room = await rooms.report(session_id="s", start=start)
        await rooms.report(session_id="s", start=start, room_id="B-202")
        await rooms.report(session_id="s", start=rooms.now + SOON, room_id="B-202")
        await rooms.is_at(room, "prepared", 2)
        with pytest.raises(InvalidPreparation, match="report a new session"):
            await rooms.report(session_id="s", start=rooms.now + SOON, room_id="C-303")
        assert [each.room.room_id for each in rooms.building.commands.values()] == ["B-202"]


async def test_a_meeting_is_called_off_in_every_state(rooms: Rooms) -> None:
    """The workflow ends, and nothing more is recorded or commanded."""
    async with rooms.worked_on():
        waiting, unconfirmed = await rooms.report(), await rooms.report("confirm", start=rooms.now + SOON)
        prepared = await rooms.report(start=rooms.now + SOON)
        await rooms.is_at(unconfirmed, "unconfirmed", 1)
        await rooms.is_at(prepared, "prepared", 2)
        rooms.building.held = asyncio.Event()
        preparing = await rooms.report(start=rooms.now + SOON)
        await rooms.is_at(preparing, "preparing")
        every = (waiting, preparing, unconfirmed, prepared)
        for room in every:
            await rooms.call_off(room)
        rooms.building.held.set()
        assert [await rooms.ended(room) for room in every] == ["cancelled"] * 4
        assert [len(await rooms.rows(room)) for room in every] == [0, 0, 1, 2]
        assert [len(rooms.building.of(room)) for room in every] == [0, 0, 0, 1]
        with pytest.raises(PreparationEnded):
            await rooms.adjust(prepared, {"light_power": True})


async def test_what_was_lost_is_found_again(rooms: Rooms) -> None:
    """Without a workflow one is started, and sends what was not sent; one that was ended closes its preparation."""
    async with rooms.worked_on():
        lost = await rooms.stored()
        made = Recommendation(values={"light_power": True}, by="rules")
        step = PreparationStep(lost, 3, "recommend", [-1, -1])
        await record_recommendation(OWNER, rooms.engine, step, made, rooms.clock)
        ended = await rooms.report()
        await rooms.handle(ended).terminate()
        later = rooms.now + timedelta(seconds=10)
        assert await reconcile_preparations(rooms.engine, rooms.client, later) == Rejoined((lost,), (ended,))
        await rooms.is_at(lost, "prepared", 2)
        await eventually(lambda: _told(rooms, lost))
        assert rooms.building.of(lost) == [{"light_power": True}]
        assert [name for name, _ in await rooms.ledger(lost)][:3] == ["recommend", "command.3", "delivered.3"]
        assert await rooms.status(ended) == "cancelled"
        assert await reconcile_preparations(rooms.engine, rooms.client, later) == Rejoined()


async def test_where_temporal_lost_its_data_nothing_is_done_twice(rooms: Rooms) -> None:
    """What the ledger knows is not sent again; what was taken without an answer comes with the key that it had."""
    async with rooms.worked_on():
        done = await rooms.report(start=rooms.now + SOON)
        await eventually(lambda: _told(rooms, done))
        await rooms.adjust(done, {"light_brightness": 60})
        await eventually(lambda: _has(rooms, done, 2))
        await eventually(lambda: _is_written(rooms, done, "delivered", 2))
        rooms.building.loses_answers = 10**9
        unanswered = await rooms.report(start=rooms.now + SOON)
        await eventually(lambda: _has(rooms, unanswered, 1))
        rooms.building.is_away = True
        silent = await rooms.report("confirm", start=rooms.now + SOON)
        await rooms.is_at(silent, "unconfirmed", 1)
        sent = len([each for each in rooms.building.sent if each.key.startswith(done)])
        lost = (done, silent, unanswered)
        for room in lost:
            await rooms.handle(room).terminate()
        rooms.building.is_away, rooms.building.loses_answers = False, 0
        for room in lost:
            await rooms.begin_anew(room)
        await eventually(lambda: _told(rooms, silent))
        await eventually(lambda: _told(rooms, unanswered))
        await rooms.adjust(done, {"light_brightness": 70})
        await eventually(lambda: _has(rooms, done, 3))
        assert len([each for each in rooms.building.sent if each.key.startswith(done)]) == sent + 1
        assert [rooms.building.told(room) for room in lost] == [
            ["executed"],
            ["confirm"],
            ["executed"],
        ]
        assert (await rooms.rows(unanswered), len(rooms.building.of(unanswered))) == (PREPARED, 1)
        assert await rooms.rows(done) == [*PREPARED, "user_adjust", "user_adjust"]


async def test_a_move_of_which_a_workflow_was_not_told_is_found(rooms: Rooms) -> None:
    """It sleeps until the trigger that was, and is told to look again."""
    async with rooms.worked_on():
        room = await rooms.report()
        await rooms.waits(room)
        async with rooms.engine.begin() as connection:
            record = await lock_preparation(OWNER, connection, room)
            times = {"meeting_start": rooms.now + SOON, "prep_trigger_at": rooms.now}
            facts = record.session.model_copy(update=times)
            await save_preparation(OWNER, connection, replace(record, session=facts))
        assert await reconcile_preparations(rooms.engine, rooms.client, rooms.now) == Rejoined()
        later = rooms.now + timedelta(seconds=10)
        assert await reconcile_preparations(rooms.engine, rooms.client, later) == Rejoined()
        await rooms.is_at(room, "prepared", 2)


async def _is_written(rooms: Rooms, room: str, name: str, times: int) -> bool:
    return sum(step.startswith(name) for step, _ in await rooms.ledger(room)) >= times


async def test_a_history_that_is_forgotten_goes_when_its_meeting_is_over(rooms: Rooms) -> None:
    """A preparation that is gone ends its workflow."""
    async with rooms.worked_on():
        room = await rooms.report(start=rooms.now + SOON)
        await rooms.is_at(room, "prepared", 2)
        await forget_history(OWNER, rooms.engine)
        await rooms.waits(room)
        await rooms.passes(room, 2 * HOUR)
        assert await rooms.ended(room) == "ended"
        assert await rooms.ledger(room) == []


def _settings(asked: Asked) -> dict[str, Any]:
    """A model that turns the cold up beyond what devices take, and leaves the rest to the rules."""
    keys = asked.schema["properties"]
    return dict.fromkeys(keys) | {"reason": "历史偏好", "hvac_target_temp": 99, "light_brightness": 33}


async def test_a_model_recommends_where_it_can(rooms: Rooms) -> None:
    """It is told what the person decided; out of range is clamped; where nobody answers, the rules recommend."""
    with ModelServer(_settings) as server:
        async with rooms.worked_on(500, endpoint(server)):
            past = await rooms.report(start=rooms.now + SOON)
            await rooms.is_at(past, "prepared", 2)
            await rooms.adjust(past, {"curtain_position": 7})
            await rooms.waits(past)
            await rooms.passes(past, 2 * HOUR)
            assert await rooms.ended(past) == "ended"
            asked = await rooms.report(start=rooms.now + SOON, booker_name="安")
            await rooms.is_at(asked, "prepared", 2)
            [values] = rooms.building.of(asked)
            assert (values["hvac_target_temp"], values["light_brightness"], values["light_power"]) == (30, 33, True)
            told = [str(request.body["messages"]) for request in server.requests]
            assert ["【安近期操作习惯" in each and "你手动调过" in each for each in told] == [False, True]
            assert ("ask", "given") in await rooms.ledger(asked)
            assert [call.outcome for call in await rooms.calls(asked)] == ["given"]
            server.down()
            alone = await rooms.report(start=rooms.now + SOON)
            await rooms.is_at(alone, "prepared", 2)
            assert ("ask", "away") in await rooms.ledger(alone)
            assert (await rooms.look(alone)).recommended["hvac_target_temp"] != 30


async def test_what_is_forgotten_while_a_model_is_asked_is_used_for_nothing(rooms: Rooms) -> None:
    """Neither question nor answer is kept, also not of a call that fails and is made again; the rules recommend."""
    answers = threading.Event()

    def slowly(asked: Asked) -> dict[str, Any]:
        assert answers.wait(30)
        return _settings(asked)

    with ModelServer(slowly) as server:
        async with rooms.worked_on(500, endpoint(server)):
            for fault in (None, "hang_up"):
                answers.clear()
                server.requests.clear()
                if fault is not None:
                    server.misbehave(fault)
                room = await rooms.report(start=rooms.now + SOON)
                await eventually(lambda: _is_asked(server))
                await forget_history(OWNER, rooms.engine)
                answers.set()
                await rooms.is_at(room, "prepared", 2)
                ledger = await rooms.ledger(room)
                assert ("ask", "forgotten") in ledger or ("ask", "skipped") in ledger, fault
                assert (await rooms.calls(room), len(server.requests)) == ([], 1), fault
                assert (await rooms.look(room)).recommended["hvac_target_temp"] != 30


async def _is_asked(server: ModelServer) -> bool:
    return bool(server.requests)
