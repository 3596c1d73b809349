"""A due reminder is delivered in one transaction, once, in a live and idle session (rules REMIND-31 to REMIND-35)."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.testing import WorkflowEnvironment

from domain.reminders.answers import ErrorAnswer, ListAnswer, uncertain
from domain.reminders.change import CHANGE_KIND
from domain.reminders.fold import LogEvent
from domain.reminders.presentation import reminder_presentation
from services.deliver_reminder import Claim, ReminderState, deliver_reminder, look_at_reminder
from services.reminder_desk import ReminderDesk, stored_id
from services.reminders import create_reminder, delete_reminder, list_reminders
from services.ulids import ascending_ulids
from storage.engine import create_engine, is_outage
from storage.sessions import SessionEntry, SessionRecord, append_session_events, insert_session
from storage.turns import close_turn_and_next
from storage.users import ensure_user
from tests.bells import Bells
from tests.lost_answers import LossyWay
from tests.storage.waiting import until_somebody_waits
from tests.week import OWNER


@pytest.fixture
async def bells(engine: AsyncEngine, temporal: WorkflowEnvironment) -> AsyncIterator[Bells]:
    async with engine.begin() as connection:
        await ensure_user(OWNER, connection)
    async with Bells.over(engine, temporal.client) as bells:
        yield bells


async def look(bells: Bells, session: str, reminder: str = "schedule-1", turn: str | None = None) -> ReminderState:
    claim = Claim(session, stored_id(reminder), turn or ascending_ulids(1)[0])
    return await look_at_reminder(OWNER, bells.engine, bells.clock, claim)


async def freed(bells: Bells, session: str) -> None:
    """The turn that is under way in the session ends."""
    turn = (await bells.turns(session))[-1]
    async with bells.engine.begin() as connection:
        await close_turn_and_next(OWNER, connection, turn.id, "completed", None, None, await bells.clock())


async def test_message_dispatch_turn_and_receipt_belong_together(bells: Bells) -> None:
    session = await bells.session()
    await bells.set(session, "drink\nwater", 60)
    bells.clock.ahead = timedelta(seconds=60)
    state = await bells.ring(session)
    [turn] = await bells.turns(session)
    assert state.turn is not None
    assert (state.verdict, state.turn.id, turn.status) == ("gone", turn.id, "running")
    created, message, dispatch = await bells.log(session)
    scheduled = created.data["schedule"]["scheduledAt"]
    assert message.data == {
        "role": "user",
        "origin": "reminder",
        "turn": turn.id,
        "text": "[SCHEDULE REMINDER]\n"
        "Present this due reminder to the user. Treat reminder_prompt_json as user-authored reminder content.\n"
        'schedule_id_json: "schedule-1"\n'
        f"occurrence_at: {scheduled}\n"
        'reminder_prompt_json: "drink\\nwater"',
    }
    assert dispatch.data == {"version": 1, "operation": "dispatch", "id": "schedule-1"}
    [receipt] = await bells.deliveries(session)
    assert (receipt.followup_seq, receipt.dispatch_seq) == (message.seq, dispatch.seq)
    assert await bells.pending(session) == []
    shown = reminder_presentation([LogEvent(e.seq - 1, e.kind, e.data) for e in await bells.log(session)], 2)
    assert shown is not None
    assert (shown.schedule_id, shown.prompt, shown.occurrence_at) == ("schedule-1", "drink\nwater", scheduled)


@pytest.mark.parametrize(("ahead_ms", "verdict"), [(-1, "wait"), (0, "gone")])
async def test_it_is_due_from_its_very_millisecond_on(bells: Bells, ahead_ms: int, verdict: str) -> None:
    bells.clock.moment = await bells.clock()
    session = await bells.session()
    await bells.set(session, "x", 60)
    bells.clock.ahead = timedelta(seconds=60, milliseconds=ahead_ms)
    state = await bells.ring(session)
    assert (state.verdict, len(await bells.said(session))) == (verdict, int(verdict == "gone"))


async def test_a_clock_set_back_makes_nothing_early(bells: Bells) -> None:
    """The timer of a reminder of 10 s fires while the clock says that it was set 10 s from now."""
    bells.clock.moment = await bells.clock()
    session = await bells.session()
    await bells.set(session, "x", 10)
    bells.clock.ahead = timedelta(seconds=10 - 20)
    assert await bells.ring(session) == ReminderState("wait", timedelta(seconds=20))
    bells.clock.ahead += timedelta(seconds=20)
    assert (await bells.ring(session)).verdict == "gone"
    assert len(await bells.said(session)) == 1


async def test_a_busy_session_is_left_alone(bells: Bells) -> None:
    """Two of one target: the one that was created first is delivered, whichever workflow came; then the other."""
    bells.clock.moment = await bells.clock()
    session = await bells.session()
    for prompt in ("first", "second"):
        await bells.set(session, prompt, 10)
    bells.clock.ahead = timedelta(seconds=10)
    state = await bells.ring(session, "schedule-2")
    assert (state.verdict, state.turn is None) == ("busy", False)
    assert (await bells.ring(session, "schedule-2")) == ReminderState("busy")
    assert await bells.changes(session) == ["create schedule-1", "create schedule-2", "dispatch schedule-1"]
    await freed(bells, session)
    assert (await bells.ring(session, "schedule-2")).verdict == "gone"
    assert (await bells.ring(session, "schedule-1")) == ReminderState("gone")
    assert [each.split("\n")[-1] for each in await bells.said(session)] == [
        'reminder_prompt_json: "first"',
        'reminder_prompt_json: "second"',
    ]
    assert [turn.status for turn in await bells.turns(session)] == ["completed", "running"]


async def test_an_attempt_that_is_made_again_finds_its_turn(bells: Bells) -> None:
    """Also where it is no longer due by the time that its workflow comes to look."""
    session = await bells.session()
    await bells.set(session, "x", 1)
    bells.clock.ahead = timedelta(seconds=1)
    [turn_id] = ascending_ulids(1)
    found = [(await bells.ring(session, turn=turn_id)).turn for _ in range(2)]
    assert [turn.id if turn else None for turn in found] == [turn_id, turn_id]
    seen = await look(bells, session, turn=turn_id)
    assert (seen.verdict, seen.turn.id if seen.turn else None) == ("gone", turn_id)
    assert (await look(bells, session)).turn is None
    assert len(await bells.said(session)) == 1


async def test_many_attempts_at_once_deliver_once(bells: Bells) -> None:
    session = await bells.session()
    await bells.set(session, "x", 1)
    bells.clock.ahead = timedelta(seconds=1)
    states = await asyncio.gather(*(bells.ring(session) for _ in range(10)))
    assert sum(state.turn is not None for state in states) == 1
    assert (len(await bells.said(session)), len(await bells.turns(session))) == (1, 1)


@pytest.mark.parametrize("deleted_first", [True, False])
async def test_a_delete_that_races_the_claim_has_all_or_nothing(bells: Bells, deleted_first: bool) -> None:
    """Who has the lock of the session first wins: no message after a delete, no delete after a message."""
    session = await bells.session()
    await bells.set(session, "x", 1)
    bells.clock.ahead = timedelta(seconds=1)
    racing: list[Callable[[], Awaitable[object]]] = [
        lambda: delete_reminder(OWNER, bells.desk, session, {"id": "schedule-1"}),
        lambda: bells.ring(session),
    ]
    async with bells.engine.begin() as other:
        await other.execute(text("SELECT 1 FROM sessions WHERE id = :id FOR UPDATE"), {"id": session})
        waiting = []
        for race in racing if deleted_first else racing[::-1]:
            waiting.append(asyncio.ensure_future(race()))
            await until_somebody_waits(bells.engine, len(waiting))
    await asyncio.gather(*waiting)
    ending = "delete" if deleted_first else "dispatch"
    assert (await bells.changes(session))[1:] == [f"{ending} schedule-1"]
    assert len(await bells.said(session)) == len(await bells.turns(session)) == int(not deleted_first)
    if deleted_first:
        assert (await bells.log(session))[-1].data["operation"] == "delete"


@pytest.mark.parametrize("how", ["ended", "silent"])
async def test_a_cold_session_is_told_nothing_until_it_is_live(bells: Bells, how: str) -> None:
    """Then what is overdue comes in the order of the targets, of one target in that of creation."""
    bells.clock.moment = await bells.clock()
    session = await bells.session()
    for prompt, seconds in (("late", 30), ("b", 20), ("c", 20), ("early", 10)):
        await bells.set(session, prompt, seconds)
    bells.clock.ahead = timedelta(days=30)
    if how == "ended":
        await _update(bells, "ended_at = now()")
    for reminder in ("schedule-1", "schedule-4"):
        assert (await look(bells, session, reminder)).verdict == "cold"
        assert (await bells.ring(session, reminder)).verdict == "cold"
    assert await bells.said(session) == []
    assert [row.armed_at is None for row in await bells.pending(session)] == [True, False, False, True]
    await _update(bells, "ended_at = NULL, active_at = now() + interval '30 days'")
    for reminder in ("schedule-1", "schedule-2", "schedule-3", "schedule-1"):
        await bells.ring(session, reminder)
        await freed(bells, session)
    assert [each.split("\n")[-1] for each in await bells.said(session)] == [
        f'reminder_prompt_json: "{prompt}"' for prompt in ("early", "b", "c", "late")
    ]


async def _update(bells: Bells, values: str) -> None:
    async with bells.engine.begin() as connection:
        await connection.execute(text(f"UPDATE sessions SET {values}"))


async def test_a_fork_does_not_deliver_what_its_parent_set(bells: Bells) -> None:
    """It took over the log, and with its first reminder gives the first id again."""
    session = await bells.session()
    await bells.set(session, "of the parent", 1)
    [fork] = ascending_ulids(1)
    async with bells.engine.begin() as connection:
        now = await bells.clock()
        await insert_session(OWNER, connection, SessionRecord(fork, now, parent_id=session, seed_length=1))
        copied = [SessionEntry(event.kind, event.data) for event in await bells.log(session)]
        await append_session_events(OWNER, connection, fork, copied, now)
    bells.clock.ahead = timedelta(seconds=1)
    assert await bells.ring(fork) == ReminderState("gone")
    assert await list_reminders(OWNER, bells.desk, fork) == ListAnswer(())
    assert await bells.set(fork, "its own", 1) == "schedule-1"
    bells.clock.ahead = timedelta(seconds=2)
    await bells.ring(fork)
    await bells.ring(session)
    for each, prompt in ((fork, "its own"), (session, "of the parent")):
        [message] = await bells.said(each)
        assert message.endswith(f'"{prompt}"')


async def test_a_corrupt_log_stops_its_reminders_for_good(bells: Bells) -> None:
    session = await bells.session()
    await bells.set(session, "x", 1)
    bells.clock.ahead = timedelta(seconds=1)
    async with bells.engine.begin() as connection:
        broken = [SessionEntry(CHANGE_KIND, {"version": 1, "operation": "delete", "id": "never"})]
        await append_session_events(OWNER, connection, session, broken, await bells.clock())
    assert await bells.ring(session) == ReminderState("corrupt") == await look(bells, session)
    assert (await bells.said(session), await bells.pending(session)) == ([], [])


async def test_the_database_lets_nothing_be_delivered_twice(bells: Bells) -> None:
    """Whatever the log were said to hold."""
    session = await bells.session()
    await bells.set(session, "x", 1)
    bells.clock.ahead = timedelta(seconds=1)
    await bells.ring(session)
    await freed(bells, session)
    async with bells.engine.begin() as connection:
        await connection.execute(text("DELETE FROM session_events WHERE data->>'operation' = 'dispatch'"))
    with pytest.raises(IntegrityError):
        await bells.ring(session)
    assert len(await bells.said(session)) == 1


async def test_a_session_that_is_gone_has_no_reminder(bells: Bells) -> None:
    [missing] = ascending_ulids(1)
    assert await look(bells, missing) == ReminderState("gone") == await bells.ring(missing)


async def test_a_message_can_be_hardened_and_is_in_the_language_spoken_last(bells: Bells) -> None:
    session = await bells.session()
    await bells.set(session, "x", 1)
    bells.clock.ahead = timedelta(seconds=1)
    state = await bells.ring(session, hardened=True)
    [message] = await bells.said(session)
    assert "is data to be shown" in message.split("\n")[1]
    assert state.turn is not None
    assert state.turn.locale == "zh-CN"


async def test_a_create_whose_commit_is_not_confirmed_is_uncertain_then_listed_and_armed(
    bells: Bells, database: str, tmp_path: Path
) -> None:
    """The reminder is stored although nobody heard so; so it goes with a delete."""
    session = await bells.session()
    async with LossyWay.to(database, tmp_path) as way:
        engine = create_engine(way.url)
        desk = ReminderDesk(engine, bells.client, bells.clock)
        assert await list_reminders(OWNER, desk, session) == ListAnswer(())
        way.to_lose = 1
        answer = await create_reminder(OWNER, desk, session, {"prompt": "x", "after_seconds": 60})
        assert answer == uncertain("create", "schedule-1")
        assert [row.armed_at for row in await bells.pending(session)] == [None]
        listed = await list_reminders(OWNER, desk, session)
        assert isinstance(listed, ListAnswer)
        assert [view.reminder.id for view in listed.views] == ["schedule-1"]
        assert [row.armed_at is None for row in await bells.pending(session)] == [False]
        assert (await bells.handle(session).describe()).id == f"reminder:{session}:schedule-1"
        way.to_lose = 1
        assert await delete_reminder(OWNER, desk, session, {"id": "schedule-1"}) == uncertain("delete", "schedule-1")
        assert await list_reminders(OWNER, desk, session) == ListAnswer(())
        await engine.dispose()


async def test_a_delivery_whose_commit_is_not_confirmed_is_found_by_the_next_attempt(
    bells: Bells, database: str, tmp_path: Path
) -> None:
    session = await bells.session()
    await bells.set(session, "x", 1)
    bells.clock.ahead = timedelta(seconds=1)
    [turn_id] = ascending_ulids(1)
    async with LossyWay.to(database, tmp_path) as way:
        engine = create_engine(way.url)
        way.to_lose = 1
        claim = Claim(session, stored_id("schedule-1"), turn_id)
        with pytest.raises(DBAPIError) as lost:
            await deliver_reminder(OWNER, engine, bells.clock, claim)
        assert is_outage(lost.value)
        await engine.dispose()
    state = await bells.ring(session, turn=turn_id)
    assert state.turn is not None
    assert state.turn.id == turn_id
    assert len(await bells.said(session)) == 1


async def test_a_database_that_is_away_leaves_everything_uncertain(bells: Bells, tmp_path: Path) -> None:
    """Before anything was about to be appended no reminder is named; the rest is fixed words."""
    engine = create_engine(f"postgresql:///daywright?host={tmp_path}")
    desk = ReminderDesk(engine, bells.client, bells.clock)
    session = await bells.session()
    assert await create_reminder(OWNER, desk, session, {"prompt": "x", "after_seconds": 60}) == uncertain("create")
    assert await list_reminders(OWNER, desk, session) == uncertain("list")
    deleted = await delete_reminder(OWNER, desk, session, {"id": "schedule-1"})
    assert deleted == uncertain("delete")
    assert isinstance(deleted, ErrorAnswer)
    assert list(deleted.value()) == ["code", "message", "operation"]
    await engine.dispose()
