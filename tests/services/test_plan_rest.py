"""Planning the rest again (rules READ-8 and PLAN-5)."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from temporalio.client import WorkflowFailureError
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from domain.errors import InvalidWindow, NoTermToday, NothingToPlace, OutOfTerm
from domain.requests import PlanRequest
from domain.schedule.rows import EventRow, SectionRow
from domain.schedule.state import ScheduleState
from domain.term.clock import section_span
from services.plan_rest import RestWish, plan_rest
from services.take_out import NotDone, take_out
from services.ulids import ascending_ulids
from services.undo_commit import UndoOrder, undo_commit
from storage.classes import load_classes
from storage.engine import create_engine
from storage.previews import load_preview
from storage.runs import RunRecord
from storage.schedule import insert_event
from storage.terms import load_term
from tests.week import OWNER, Week
from worker.build import working

ACTOR = "dw_abcd1234"


@pytest.fixture
async def week(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Week]:
    """The example week with a worker whose clock does not matter."""
    engine = create_engine(database)
    async with (
        working(temporal.client, Ledger(engine, lambda: at("2027-05-01", "00:00"))),
        Week.stored(database, temporal.client) as week,
    ):
        yield week
    await engine.dispose()


def at(day: str, clock: str) -> datetime:
    """By the clocks of the example term."""
    return datetime.fromisoformat(f"{day}T{clock}:00+08:00").astimezone(UTC)


async def arranged(week: Week, day_of_week: int, *sections: int, number: int = 0, group: int = 0) -> str:
    """An item of a class, placed in week 5; its id."""
    async with week.engine.begin() as conn:
        [found] = await load_classes(OWNER, conn, [week.class_ids[group]])
        item = found.row.items[number]
        event_id, *row_ids = ascending_ulids(1 + len(sections))
        rows = [SectionRow(row, event_id, 5, day_of_week, n) for row, n in zip(row_ids, sections, strict=True)]
        event = EventRow(event_id, "task", item.content, item_id=item.id, sections=tuple(rows))
        await insert_event(OWNER, conn, week.request.term_id, event)
    return item.id


async def not_done(week: Week, item_id: str, moment: datetime) -> str:
    """Id of the commit."""
    order = NotDone(ascending_ulids(1)[0], item_id, week.request.term_id, ACTOR)
    assert (await take_out(OWNER, week.engine, order, moment)).status == "applied"
    return order.commit_id


async def rest(week: Week, moment: datetime, **wish: object) -> RunRecord:
    return await plan_rest(OWNER, week.engine, week.client, RestWish(**wish), moment)  # type: ignore[arg-type]


async def planned(week: Week, run: RunRecord) -> ScheduleState:
    """The state that the run left."""
    ended = await week.finished(run)
    assert ended.status == "completed", ended
    async with week.engine.connect() as conn:
        return ScheduleState.model_validate_json((await load_preview(OWNER, conn, run.session_id, 1)).state)


async def test_what_was_not_done_is_placed_from_now_on(week: Week) -> None:
    """Only that: tasks that stand keep their places, other items of its class are not in the plan."""
    undone, kept = await arranged(week, 1, 11, 12), await arranged(week, 3, 11, 12, number=1)
    await not_done(week, undone, at("2026-09-28", "23:00"))
    moment = at("2026-09-28", "23:10")
    run = await rest(week, moment)
    request = PlanRequest.model_validate(run.request)
    assert (request.first, request.last) == (date(2026, 9, 29), date(2026, 10, 4))
    assert (request.item_ids, request.class_ids, request.not_before) == ((undone,), week.class_ids[:1], moment)
    state = await planned(week, run)
    [task] = [task for task in state.tasks if task.source == "task_item"]
    assert (task.source_id, task.status) == (undone, "suggested")
    assert [t.slots[0].slot_start for t in state.tasks if t.event_type == "task" and t.source == "event"] == [11]
    assert kept not in (request.item_ids or ())


@pytest.mark.parametrize("clock", ["07:59", "10:15", "10:16", "16:00", "21:45"])
async def test_nothing_is_placed_before_now(week: Week, clock: str) -> None:
    """On today alone there is only what begins at this moment or later; tasks may be said not to be done beforehand."""
    items = [await arranged(week, 5, *sections, number=n, group=2) for n, sections in enumerate([(11, 12), (9, 10)])]
    moment = at("2026-10-02", clock)
    for item_id in items:
        await not_done(week, item_id, moment)
    run = await rest(week, moment, last=date(2026, 10, 2))
    if clock == "21:45":
        with pytest.raises(WorkflowFailureError):
            await week.finished(run)
        ended = await week.row(run)
        assert (ended.status, ended.outcome_code) == ("failed", "no_candidate")
        assert ended.outcome_detail is not None
        assert "窗口内空闲 1 节" in ended.outcome_detail
        return
    async with week.engine.connect() as conn:
        term = (await load_term(OWNER, conn, week.request.term_id)).term
    suggested = [task for task in (await planned(week, run)).tasks if task.status == "suggested"]
    assert {task.source_id for task in suggested} == set(items)
    for task in suggested:
        [slot] = task.slots
        assert section_span(term, date(2026, 10, 2), slot.slot_start, slot.slot_end)[0] >= moment


async def test_what_counts_as_of_today(week: Week) -> None:
    """What stood today, whenever that was said, and what was said today; nothing that stands again."""
    today = at("2026-10-04", "12:00")
    stood_today, said_today, neither = (
        await arranged(week, 7, 1, 2),
        await arranged(week, 6, 11, 12, number=1),
        await arranged(week, 6, 9, 10, number=2),
    )
    undone = await arranged(week, 7, 11, 12, number=3)
    await not_done(week, neither, at("2026-10-03", "23:59"))
    with pytest.raises(NothingToPlace, match="no task of 2026-10-04 waits"):
        await rest(week, today)
    await not_done(week, stood_today, at("2026-09-28", "12:00"))
    await not_done(week, said_today, at("2026-10-04", "00:00"))
    commit_id = await not_done(week, undone, today)
    await undo_commit(OWNER, week.engine, UndoOrder(commit_id, ascending_ulids(1)[0], ACTOR), today)
    request = PlanRequest.model_validate((await rest(week, today)).request)
    assert set(request.item_ids or ()) == {stood_today, said_today}


async def test_the_same_key_is_one_run(week: Week) -> None:
    """Also later, when more was not done; in the session that was named."""
    await not_done(week, await arranged(week, 1, 11, 12), at("2026-09-28", "12:00"))
    session = await week.planned_session()
    first = await rest(week, at("2026-09-28", "12:00"), idempotency_key="key", session_id=session)
    await week.finished(first)
    await not_done(week, await arranged(week, 1, 9, 10, number=1), at("2026-09-28", "13:00"))
    again = await rest(week, at("2026-09-28", "13:00"), idempotency_key="key", session_id=session)
    assert (again.id, again.request, again.session_id) == (first.id, first.request, session)
    other = await rest(week, at("2026-09-28", "13:00"), idempotency_key="other", locale="en")
    assert len(PlanRequest.model_validate(other.request).item_ids or ()) == 2
    assert other.session_id != session


async def test_what_cannot_be_planned_is_refused(week: Week) -> None:
    """Outside the term, before now, and where nothing is left of it; no run is made of any of it."""
    await not_done(week, await arranged(week, 7, 11, 12), at("2026-10-04", "12:00"))
    evening = at("2026-10-04", "23:00")
    assert evening.astimezone(ZoneInfo("Asia/Shanghai")).date() == date(2026, 10, 4)
    for last in (date(2026, 10, 4), date(2026, 10, 3)):
        with pytest.raises(InvalidWindow, match=f"no section is left from now to {last}: give a later last day"):
            await rest(week, evening, last=last)
    with pytest.raises(OutOfTerm):
        await rest(week, evening, last=date(2027, 10, 4))
    with pytest.raises(NoTermToday):
        await rest(week, evening - timedelta(days=90))
    async with week.engine.connect() as conn:
        assert (await load_classes(OWNER, conn, week.request.class_ids))[0].row.items[0].status == "pending"
