"""Reserving and starting runs (rules EDGE-46 to EDGE-49)."""

import asyncio
import socket
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client, WorkflowExecutionStatus
from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment

from domain.errors import InvalidWindow, NotFound, PreviewNotFound, RunInProgress, TooManyRuns
from domain.requests import RefineRequest
from runtime.clock import now
from services.open_session import open_session
from services.start_run import RunOrder, reserve_run, start_run, workflow_id
from storage.previews import PreviewRecord, save_preview
from storage.runs import RunRecord, finish_run, load_run
from storage.users import ensure_user
from tests.storage.waiting import until_somebody_waits
from tests.week import OWNER, Week, refine_request


@pytest.fixture
async def week(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Week]:
    """The example week; nobody works on its runs."""
    async with Week.stored(database, temporal.client) as week:
        yield week


async def _session_with_preview(week: Week) -> str:
    session_id = (await open_session(OWNER, week.engine, now())).id
    preview = PreviewRecord(session_id, 1, week.request.term_id, 1, "", True, {}, "{}", now())
    async with week.engine.begin() as connection:
        await save_preview(OWNER, connection, preview)
    return session_id


async def _reserve(week: Week, order: RunOrder, at: datetime | None = None) -> RunRecord:
    async with week.engine.begin() as connection:
        return await reserve_run(OWNER, connection, order, at or now())


async def _count(engine: AsyncEngine, table: str) -> int:
    async with engine.connect() as connection:
        count: int = (await connection.execute(text(f"SELECT count(*) FROM {table}"))).scalar_one()
    return count


async def _start_elsewhere(week: Week, client: Client) -> RunRecord:
    order = RunOrder(None, week.request, idempotency_key="away")
    return await start_run(OWNER, week.engine, client, order, now())


async def test_of_many_runs_asked_for_at_once_two_are_made(week: Week) -> None:
    """The others are told which two are open, and nothing of them is stored."""
    sessions = [await open_session(OWNER, week.engine, now()) for _ in range(8)]
    orders = [RunOrder(session.id, week.request) for session in sessions]
    outcomes = await asyncio.gather(*(_reserve(week, order) for order in orders), return_exceptions=True)
    made = sorted(outcome.id for outcome in outcomes if isinstance(outcome, RunRecord))
    refused = [outcome for outcome in outcomes if isinstance(outcome, TooManyRuns)]
    assert (len(made), len(refused)) == (2, 6)
    assert all(refusal.facts == {"run_ids": made} for refusal in refused)
    assert all(run_id in refusal.message for refusal in refused for run_id in made)
    assert await _count(week.engine, "runs") == 2


async def test_a_run_that_is_only_being_made_counts_too(week: Week) -> None:
    """Who asks meanwhile waits, and then is refused."""
    await _reserve(week, RunOrder(None, week.request))
    async with week.engine.begin() as connection:
        second = await reserve_run(OWNER, connection, RunOrder(None, week.request), now())
        third = asyncio.create_task(_reserve(week, RunOrder(None, week.request)))
        await until_somebody_waits(week.engine)
    with pytest.raises(TooManyRuns, match=second.id):
        await third


async def test_a_run_that_ends_makes_room_and_others_do_not_count(week: Week) -> None:
    """The limit is of one user, and of open runs."""
    first, _ = [await _reserve(week, RunOrder(None, week.request)) for _ in range(2)]
    with pytest.raises(TooManyRuns, match=first.id):
        await _reserve(week, RunOrder(None, week.request))
    async with week.engine.begin() as connection:
        await finish_run(OWNER, connection, first.id, "cancelled", None, None, now())
    third = await _reserve(week, RunOrder(None, week.request))
    with pytest.raises(RunInProgress) as refusal:
        await _reserve(week, RunOrder(third.session_id, week.request))
    assert refusal.value.facts == {"run_id": third.id}
    async with week.engine.begin() as connection:
        await ensure_user("other", connection)
        with pytest.raises(NotFound, match="term"):
            await reserve_run("other", connection, RunOrder(None, week.request), now())


async def test_a_plan_run_without_a_session_makes_one(week: Week) -> None:
    """Of requests with one key at the same time and later, all get the same session and run."""
    order = RunOrder(None, week.request, idempotency_key="k")
    made = await asyncio.gather(*(_reserve(week, order) for _ in range(5)))
    made.append(await _reserve(week, order))
    assert {(run.id, run.session_id) for run in made} == {(made[0].id, made[0].session_id)}
    assert (await _count(week.engine, "sessions"), await _count(week.engine, "runs")) == (1, 1)


async def test_a_run_that_is_refused_leaves_no_session(week: Week) -> None:
    """Nor a user who was not known before."""
    reversed_window = week.request.model_copy(update={"first": week.request.last, "last": week.request.first})
    for owner, request, refusal in (
        (OWNER, refine_request("挪"), PreviewNotFound),
        (OWNER, reversed_window, InvalidWindow),
        (OWNER, week.request.model_copy(update={"class_ids": ("01K00000000000000000000000",)}), NotFound),
        ("nobody", week.request, NotFound),
    ):
        with pytest.raises(refusal):
            async with week.engine.begin() as connection:
                await reserve_run(owner, connection, RunOrder(None, request), now())
    assert (await _count(week.engine, "sessions"), await _count(week.engine, "users")) == (0, 1)


@pytest.mark.parametrize(
    ("at", "today"),
    [
        (datetime(2026, 9, 30, 15, 59, tzinfo=UTC), "2026-09-30"),
        (datetime(2026, 9, 30, 16, 0, tzinfo=UTC), "2026-10-01"),
    ],
)
async def test_a_request_without_a_day_is_said_on_the_day_of_its_term(week: Week, at: datetime, today: str) -> None:
    """Not of UTC: Shanghai is eight hours ahead; a day that was given stays."""
    session_id = await _session_with_preview(week)
    run = await _reserve(week, RunOrder(session_id, RefineRequest(message="挪")), at)
    async with week.engine.begin() as connection:
        assert (await load_run(OWNER, connection, run.id)).request["today"] == today
        await finish_run(OWNER, connection, run.id, "cancelled", None, None, now())
    given = RefineRequest(message="挪", today=date(2027, 1, 2))
    assert (await _reserve(week, RunOrder(session_id, given), at)).request["today"] == "2027-01-02"


@pytest.mark.parametrize(("day", "is_told"), [(27, False), (28, True), (30, True)])
async def test_a_plan_of_today_begins_now(week: Week, day: int, is_told: bool) -> None:
    """What is over of its window is left alone (PLAN-6); a window that is still to come, or over, is planned whole."""
    first, moment = date(2026, 9, 28), datetime(2026, 9, day, 4, tzinfo=UTC)
    request = week.request.model_copy(update={"first": first, "last": date(2026, 9, 30)})
    run = await _reserve(week, RunOrder(None, request), moment)
    assert ("not_before" in run.request) == is_told
    later = await _reserve(week, RunOrder(None, request), datetime(2026, 10, 1, tzinfo=UTC))
    assert "not_before" not in later.request


async def test_a_key_stands_for_the_request_as_it_was_sent(week: Week) -> None:
    """A request without a day that is repeated on the next day gives the first run, with the first day."""
    session_id = await _session_with_preview(week)
    order = RunOrder(session_id, RefineRequest(message="挪"), idempotency_key="k")
    first, again = [await _reserve(week, order, datetime(2026, 9, day, tzinfo=UTC)) for day in (29, 30)]
    assert again == first
    assert again.request["today"] == "2026-09-29"


async def test_a_refine_run_is_reserved_in_two_statements(week: Week) -> None:
    """Each one more is a round trip that every run would wait for."""
    session_id = await _session_with_preview(week)
    statements: list[str] = []

    def note(_conn: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        statements.append(statement)

    event.listen(week.engine.sync_engine, "before_cursor_execute", note)
    await _reserve(week, RunOrder(session_id, refine_request("挪")))
    event.remove(week.engine.sync_engine, "before_cursor_execute", note)
    assert [statement.split()[0] for statement in statements] == ["SELECT", "INSERT"]


async def test_a_run_is_accepted_while_temporal_is_away(week: Week) -> None:
    """Nobody listens, or somebody who never answers: the row stands, and the same request starts the workflow later."""
    deaf = socket.create_server(("127.0.0.1", 0))
    address = "{}:{}".format(*deaf.getsockname())
    away = await Client.connect(address, lazy=True)
    run = await _start_elsewhere(week, away)
    deaf.close()
    away = await Client.connect(address, lazy=True)
    assert await _start_elsewhere(week, away) == run
    assert (await week.row(run)).is_open
    with pytest.raises(RPCError, match="not found"):
        await week.client.get_workflow_handle(workflow_id(run)).describe()
    assert await _start_elsewhere(week, week.client) == run
    described = await week.client.get_workflow_handle(workflow_id(run)).describe()
    assert described.status == WorkflowExecutionStatus.RUNNING
    await week.client.get_workflow_handle(workflow_id(run)).terminate()


async def test_a_call_that_temporal_refuses_is_not_swallowed(week: Week) -> None:
    """A namespace that does not exist will not come by waiting."""
    elsewhere = await Client.connect(week.client.service_client.config.target_host, namespace="nowhere")
    with pytest.raises(RPCError, match="nowhere"):
        await _start_elsewhere(week, elsewhere)
