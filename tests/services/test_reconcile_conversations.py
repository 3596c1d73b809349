"""Turns and reminders find their workflows again (rules REMIND-28 and REMIND-36)."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from runtime.clock import now
from services.rebuild_reminders import rebuild_reminders
from services.reconcile_conversations import Rejoined, reconcile_conversations
from services.start_turn import workflow_id
from services.ulids import ascending_ulids
from storage.sessions import SessionEntry, append_session_events
from storage.turns import list_turns, load_turn, queue_turn
from storage.users import ensure_user
from tests.bells import Bells, eventually
from tests.week import OWNER
from worker.build import working

LATER = timedelta(seconds=10)


@pytest.fixture
async def bells(engine: AsyncEngine, temporal: WorkflowEnvironment) -> AsyncIterator[Bells]:
    async with engine.begin() as connection:
        await ensure_user(OWNER, connection)
    async with Bells.over(engine, temporal.client) as bells:
        yield bells


async def rejoined(bells: Bells, *, first: bool = False) -> Rejoined:
    """What a reconciler does a little later."""
    return await reconcile_conversations(bells.engine, bells.client, now() + LATER, first=first)


async def turn_in(bells: Bells, session: str, text: str = "hello") -> str:
    """A turn whose row stands alone."""
    [turn_id] = ascending_ulids(1)
    said = SessionEntry("message", {"role": "user", "text": text, "turn": turn_id, "origin": "person"})
    async with bells.engine.begin() as connection:
        await queue_turn(OWNER, connection, session, turn_id, "person", "en", now())
        await append_session_events(OWNER, connection, session, [said], now())
    return turn_id


async def test_what_is_well_is_left_alone(bells: Bells) -> None:
    await bells.set(await bells.session(), "x", 3600)
    assert await rejoined(bells) == Rejoined()


async def test_reminders_that_are_not_armed_are(bells: Bells) -> None:
    """A session that has ended, or was silent for long, is told nothing, and so is left alone."""
    sessions = [await bells.session() for _ in range(3)]
    for session in sessions:
        await bells.set(session, "x", 3600)
    async with bells.engine.begin() as connection:
        await connection.execute(text("UPDATE pending_reminders SET armed_at = NULL"))
        of = {"ended": sessions[1], "cold": sessions[2]}
        await connection.execute(text("UPDATE sessions SET ended_at = now() WHERE id = :ended"), of)
        silent = text("UPDATE sessions SET active_at = now() - interval '31 days' WHERE id = :cold")
        await connection.execute(silent, of)
    assert (await rejoined(bells)).armed == (f"reminder:{sessions[0]}:schedule-1",)
    assert await rejoined(bells) == Rejoined()


async def test_a_reminder_whose_workflow_is_lost_is_told(bells: Bells) -> None:
    """Once it is overdue; a reconciler that begins sees at once what Temporal does not list."""
    session = await bells.session()
    await bells.set(session, "x", 1)
    await bells.handle(session).terminate()
    assert await rejoined(bells) == Rejoined()
    begun = await rejoined(bells, first=True)
    assert begun.armed == (f"reminder:{session}:schedule-1",)
    await bells.handle(session).terminate()
    late = await reconcile_conversations(bells.engine, bells.client, now() + timedelta(seconds=70))
    assert late.armed == (f"reminder:{session}:schedule-1",)
    async with working(bells.client, Ledger(bells.engine, now)):
        await eventually(lambda: bells.said(session, "assistant"))
    assert await bells.told_once(session) == ["x"]


async def test_the_table_is_made_anew_from_the_logs(bells: Bells) -> None:
    """Rows too many, too few and wrong ones; a corrupt log has none; what is right stays armed."""
    right, empty, wrong, corrupt = [await bells.session() for _ in range(4)]
    for session in (right, empty, wrong, corrupt):
        for prompt in ("a", "b"):
            await bells.set(session, prompt, 3600)
    expected = {session: await bells.pending(session) for session in (right, empty, wrong)}
    async with bells.engine.begin() as connection:
        of = {"empty": empty, "wrong": wrong}
        await connection.execute(text("DELETE FROM pending_reminders WHERE session_id = :empty"), of)
        await connection.execute(text("UPDATE pending_reminders SET target = 5 WHERE session_id = :wrong"), of)
        broken = [SessionEntry("schedule/change", {"version": 1, "operation": "delete", "id": "never"})]
        await append_session_events(OWNER, connection, corrupt, broken, now())
    assert await rebuild_reminders(bells.engine) == (empty, wrong, corrupt)
    for session, rows in expected.items():
        found = await bells.pending(session)
        told = [[(each.schedule_id, each.created_seq, each.target) for each in some] for some in (found, rows)]
        assert told[0] == told[1]
    assert await bells.pending(right) == expected[right]
    assert await bells.pending(corrupt) == []
    assert await rebuild_reminders(bells.engine) == ()


async def test_a_turn_without_a_workflow_is_answered(bells: Bells) -> None:
    """Also the one that began with a delivery whose worker died before it could start it."""
    session, other = await bells.session(), await bells.session()
    said = await turn_in(bells, session)
    await bells.set(other, "x", 1)
    bells.clock.ahead = timedelta(seconds=1)
    delivered = (await bells.ring(other)).turn
    assert delivered is not None
    assert (await rejoined(bells)).started == (said, delivered.id)
    async with working(bells.client, Ledger(bells.engine, now)):
        await eventually(lambda: bells.said(other, "assistant"))
        assert await bells.told_once(other) == ["x"]
        await eventually(lambda: _has_ended(bells, said))


async def _has_ended(bells: Bells, turn_id: str) -> bool:
    async with bells.engine.connect() as connection:
        return not (await load_turn(OWNER, connection, turn_id)).is_open


async def test_a_turn_whose_workflow_was_terminated_is_closed_and_the_next_one_runs(bells: Bells) -> None:
    session = await bells.session()
    lost, following = await turn_in(bells, session), await turn_in(bells, session, "again")
    await rejoined(bells)
    async with bells.engine.connect() as connection:
        turns = {turn.id: turn for turn in await list_turns(OWNER, connection, session, limit=5)}
    await bells.client.get_workflow_handle(workflow_id(turns[lost])).terminate()
    assert (await rejoined(bells)).lost == (lost,)
    async with bells.engine.connect() as connection:
        closed = await load_turn(OWNER, connection, lost)
        running = await load_turn(OWNER, connection, following)
    assert (closed.status, closed.outcome_code, running.status) == ("failed", "turn_lost", "running")
    handle = bells.client.get_workflow_handle(workflow_id(running))
    assert (await handle.describe()).id == f"turn:{session}:2"
    await handle.terminate()


async def test_a_session_that_is_blocked_by_a_turn_that_has_ended_goes_on(bells: Bells) -> None:
    """Its reminder is told then."""
    session = await bells.session()
    stuck = await turn_in(bells, session)
    async with bells.engine.begin() as connection:
        ended = "UPDATE turns SET status = 'cancelled', finished_at = now() WHERE id = :id"
        await connection.execute(text(ended), {"id": stuck})
    await bells.set(session, "x", 1)
    bells.clock.ahead = timedelta(seconds=1)
    assert (await bells.ring(session)).verdict == "busy"
    assert (await rejoined(bells)).freed == (session,)
    assert (await bells.ring(session)).verdict == "gone"


async def test_one_process_at_a_time_reconciles(bells: Bells) -> None:
    await turn_in(bells, await bells.session())
    async with bells.engine.connect() as other:
        await other.execute(text("SELECT pg_advisory_lock(:key)"), {"key": 0x646179_7475726E})
        assert await rejoined(bells) == Rejoined()
    assert len((await rejoined(bells)).started) == 1
