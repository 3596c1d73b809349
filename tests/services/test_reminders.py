"""The reminder tools over the log of a session (rules REMIND-10 to REMIND-16 and REMIND-27 to REMIND-30)."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs
from temporalio.testing import WorkflowEnvironment

from domain.errors import IdempotencyKeyReused, NoReminders, NotFound, SessionEnded
from domain.reminders.answers import DeleteAnswer, ErrorAnswer, ListAnswer, ReminderView, uncertain
from domain.reminders.fold import fold
from services.reminders import create_reminder, delete_reminder, list_reminders
from services.ulids import ascending_ulids
from storage.reminder_log import read_changes
from storage.sessions import SessionEntry, SessionRecord, append_session_events, insert_session
from storage.users import ensure_user
from tests.bells import Bells
from tests.storage.waiting import until_somebody_waits
from tests.week import OWNER


@pytest.fixture
async def bells(engine: AsyncEngine, temporal: WorkflowEnvironment) -> AsyncIterator[Bells]:
    async with engine.begin() as connection:
        await ensure_user(OWNER, connection)
    async with Bells.over(engine, temporal.client) as bells:
        yield bells


async def test_a_reminder_is_stored_trimmed_and_due_its_delay_later(bells: Bells) -> None:
    bells.clock.moment = datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)
    session = await bells.session()
    answer = await create_reminder(OWNER, bells.desk, session, {"prompt": "  check logs  ", "after_seconds": 30})
    assert isinstance(answer, ReminderView)
    assert (answer.reminder.prompt, answer.reminder.scheduled_at) == ("check logs", "1970-01-01T00:00:31.000Z")
    [event] = await bells.log(session)
    assert (event.kind, event.data["operation"], event.seq) == ("schedule/change", "create", 1)
    [row] = await bells.pending(session)
    assert (row.schedule_id, row.created_seq, row.target) == ('"schedule-1"', 1, 31_000)


@pytest.mark.parametrize(("later", "state"), [(30_999, "scheduled"), (31_000, "overdue")])
async def test_a_list_is_as_of_one_sample_of_the_clock(bells: Bells, later: int, state: str) -> None:
    bells.clock.moment = datetime(1970, 1, 1, tzinfo=UTC)
    session = await bells.session()
    await bells.set(session, "walk", 31)
    bells.clock.ahead = timedelta(milliseconds=later)
    answer = await list_reminders(OWNER, bells.desk, session)
    assert isinstance(answer, ListAnswer)
    assert [(view.reminder.id, view.state) for view in answer.views] == [("schedule-1", state)]


async def test_an_id_is_never_given_again(bells: Bells) -> None:
    session = await bells.session()
    first = await bells.set(session, "one", 60)
    assert await delete_reminder(OWNER, bells.desk, session, {"id": first}) == DeleteAnswer(first, deleted=True)
    assert await bells.set(session, "two", 60) == "schedule-2"
    assert await delete_reminder(OWNER, bells.desk, session, {"id": first}) == DeleteAnswer(first, deleted=False)
    assert await bells.changes(session) == ["create schedule-1", "delete schedule-1", "create schedule-2"]
    assert [row.schedule_id for row in await bells.pending(session)] == ['"schedule-2"']


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"prompt": "x", "after_seconds": 251_616_369_600}, "time_out_of_range"),
        ({"prompt": "x", "after_seconds": 2**53}, "invalid_rule"),
        ({"prompt": " \u3000", "after_seconds": 1}, "invalid_prompt"),
        ({"prompt": "x", "after_seconds": 1, "cron": "* * * * *"}, "invalid_selector"),
        ({"prompt": "x", "after_seconds": True}, "INVALID_ARGS"),
    ],
)
async def test_what_is_refused_appends_nothing(bells: Bells, arguments: dict[str, object], code: str) -> None:
    bells.clock.moment = datetime(2026, 8, 5, 12, tzinfo=UTC)
    session = await bells.session()
    assert await create_reminder(OWNER, bells.desk, session, arguments) == ErrorAnswer(code)  # type: ignore[arg-type]
    assert (await bells.log(session), await bells.pending(session)) == ([], [])


async def test_the_last_second_that_can_be_written_is_accepted(bells: Bells) -> None:
    bells.clock.moment = datetime(2026, 8, 5, 12, tzinfo=UTC)
    session = await bells.session()
    answer = await create_reminder(OWNER, bells.desk, session, {"prompt": "x", "after_seconds": 251_616_369_599})
    assert isinstance(answer, ReminderView)
    assert answer.reminder.scheduled_at == "9999-12-31T23:59:59.000Z"


async def test_tools_of_a_session_run_one_after_another(bells: Bells) -> None:
    """Twenty at once give twenty ids, none twice, and a log that folds."""
    session = await bells.session()
    ids = await asyncio.gather(*(bells.set(session, f"{n}", 600) for n in range(20)))
    assert sorted(ids) == sorted(f"schedule-{n}" for n in range(1, 21))
    async with bells.engine.connect() as connection:
        folded = fold(await read_changes(OWNER, connection, session, 0))
    assert [each.id for each in folded.active] == [f"schedule-{n}" for n in range(1, 21)]


async def test_a_call_that_is_cancelled_appends_nothing(bells: Bells) -> None:
    """It waits for its turn behind another tool of the session when it is."""
    session = await bells.session()
    async with bells.engine.begin() as other:
        await other.execute(text("SELECT 1 FROM sessions WHERE id = :id FOR UPDATE"), {"id": session})
        call = asyncio.create_task(bells.set(session, "never", 60))
        await until_somebody_waits(bells.engine)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
    assert await bells.log(session) == []


async def test_another_persons_session_is_not_found(bells: Bells) -> None:
    session = await bells.session()
    await bells.set(session, "mine", 60)
    for ask in (
        create_reminder("stranger", bells.desk, session, {"prompt": "x", "after_seconds": 1}),
        list_reminders("stranger", bells.desk, session),
        delete_reminder("stranger", bells.desk, session, {"id": "schedule-1"}),
    ):
        with pytest.raises(NotFound):
            await ask


async def test_an_agent_of_another_session_is_told_nothing(bells: Bells) -> None:
    """Before anything is read: the session need not even exist."""
    for ask in (create_reminder, list_reminders, delete_reminder):
        arguments: object = {"id": "schedule-1"} if ask is delete_reminder else {}
        assert await ask(OWNER, bells.desk, "nowhere", arguments, caller="elsewhere") == ErrorAnswer("internal_error")


async def test_a_child_has_no_reminders(bells: Bells) -> None:
    parent = await bells.session()
    [child] = ascending_ulids(1)
    async with bells.engine.begin() as connection:
        made = SessionRecord(child, await bells.clock(), parent_id=parent, role="child")
        await insert_session(OWNER, connection, made)
    with pytest.raises(NoReminders):
        await list_reminders(OWNER, bells.desk, child)


async def test_a_session_that_has_ended_lists_and_takes_none(bells: Bells) -> None:
    session = await bells.session()
    await bells.set(session, "kept", 60)
    async with bells.engine.begin() as connection:
        await connection.execute(text("UPDATE sessions SET ended_at = now()"))
    assert isinstance(listed := await list_reminders(OWNER, bells.desk, session), ListAnswer)
    assert [view.reminder.prompt for view in listed.views] == ["kept"]
    for ask in (
        create_reminder(OWNER, bells.desk, session, {"prompt": "x", "after_seconds": 1}),
        delete_reminder(OWNER, bells.desk, session, {"id": "schedule-1"}),
    ):
        with pytest.raises(SessionEnded):
            await ask


async def test_a_corrupt_log_is_told_by_every_tool_and_left_alone(bells: Bells) -> None:
    session = await bells.session()
    async with bells.engine.begin() as connection:
        change = SessionEntry("schedule/change", {"version": 2, "operation": "create", "secret": "Postgres"})
        await append_session_events(OWNER, connection, session, [change], await bells.clock())
    corrupt = ErrorAnswer("corrupt_schedule_log")
    assert await create_reminder(OWNER, bells.desk, session, {"prompt": "x", "after_seconds": 1}) == corrupt
    assert await list_reminders(OWNER, bells.desk, session) == corrupt
    assert await delete_reminder(OWNER, bells.desk, session, {"id": "schedule-1"}) == corrupt
    assert len(await bells.log(session)) == 1


@pytest.mark.parametrize("prompt", ["\x00", "half \ud800", '"},{"', "喝水 💧", "x" * 100_000])
async def test_any_prompt_is_stored_as_it_is(bells: Bells, prompt: str) -> None:
    session = await bells.session()
    await bells.set(session, prompt, 60)
    listed = await list_reminders(OWNER, bells.desk, session)
    assert isinstance(listed, ListAnswer)
    assert listed.views[0].reminder.prompt == prompt


async def test_the_same_key_sets_one_reminder(bells: Bells) -> None:
    """Whatever became of it since; with something else the key is refused."""
    session, arguments = await bells.session(), {"prompt": "half \ud800", "after_seconds": 60}
    first = await create_reminder(OWNER, bells.desk, session, arguments, idempotency_key="k")
    await bells.set(session, "another", 60)
    assert await create_reminder(OWNER, bells.desk, session, arguments, idempotency_key="k") == first
    await delete_reminder(OWNER, bells.desk, session, {"id": "schedule-1"})
    assert await create_reminder(OWNER, bells.desk, session, arguments, idempotency_key="k") == first
    with pytest.raises(IdempotencyKeyReused):
        await create_reminder(OWNER, bells.desk, session, arguments | {"after_seconds": 61}, idempotency_key="k")
    assert await bells.changes(session) == ["create schedule-1", "create schedule-2", "delete schedule-1"]


async def test_setting_a_reminder_keeps_a_session_live(bells: Bells) -> None:
    session = await bells.session()
    bells.clock.ahead = timedelta(days=29)
    await bells.set(session, "x", 60)
    bells.clock.ahead = timedelta(days=31)
    assert (await bells.ring(session)).turn is not None


async def test_each_reminder_is_armed_once_it_is_stored(bells: Bells) -> None:
    """Its workflow is there under its name; a second start of it finds the first."""
    session = await bells.session()
    await bells.set(session, "x", 60)
    first = await bells.handle(session).describe()
    async with bells.engine.begin() as connection:
        await connection.execute(text("UPDATE pending_reminders SET armed_at = NULL"))
    await list_reminders(OWNER, bells.desk, session)
    assert (await bells.handle(session).describe()).run_id == first.run_id
    assert [row.armed_at is None for row in await bells.pending(session)] == [False]


async def test_a_database_that_refuses_is_an_error_without_its_words(bells: Bells) -> None:
    session = await bells.session()
    async with bells.engine.begin() as connection:
        await connection.execute(text("ALTER TABLE pending_reminders ADD CONSTRAINT secret CHECK (target < 0)"))
    with capture_logs() as logs:
        answer = await create_reminder(OWNER, bells.desk, session, {"prompt": "x", "after_seconds": 1})
    assert answer == ErrorAnswer("internal_error")
    assert [line["event"] for line in logs] == ["reminder tool failed"]
    assert "secret" not in str(answer.value())
    assert await bells.log(session) == []


def test_what_is_uncertain_says_of_which_reminder() -> None:
    assert uncertain("create", "schedule-1").value()["id"] == "schedule-1"
