"""Plan runs of a message: what they ask, what an answer or its absence makes of it (PLAN-20 to 23)."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from temporalio.client import WorkflowFailureError
from temporalio.testing import WorkflowEnvironment

from domain.requests import PlanRequest
from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState
from runtime.clock import now
from services.delete_class import delete_class
from services.open_session import open_session
from services.start_run import workflow_id
from storage.previews import latest_preview
from storage.run_events import read_events
from storage.runs import RunRecord
from tests.asking import Paused
from tests.chaos.test_killed_worker import ledger_of
from tests.week import OWNER, Week

pytestmark = pytest.mark.parametrize("week", [0], indirect=True, ids=["replayed"])
"""A workflow that is replayed at every step does all that a cached one does."""

MONDAY = datetime(2026, 9, 28, 0, 0, tzinfo=UTC)


async def started(week: Week, words: str, **given: Any) -> RunRecord:
    """A run of these words, said on the first Monday of the example week."""
    asked = {"term_id": week.request.term_id, "message": words, "said_at": MONDAY, **given}
    session = await open_session(OWNER, week.engine, now())
    return await week.start(session.id, PlanRequest.model_validate(asked))


async def failed(week: Week, words: str, **given: Any) -> RunRecord:
    """The same, which fails."""
    run = await started(week, words, **given)
    with pytest.raises(WorkflowFailureError):
        await week.finished(run)
    return await week.row(run)


async def nodes(week: Week, run: RunRecord) -> list[str]:
    return [row[1] for row in await ledger_of(week.engine, run)]


async def plan_of(week: Week, run: RunRecord) -> ScheduleState:
    async with week.engine.connect() as connection:
        preview = await latest_preview(OWNER, connection, run.session_id)
    assert preview is not None
    state = ScheduleState.model_validate_json(preview.state)
    assert breaches(state) == ()
    return state


def places(state: ScheduleState) -> list[tuple[str, int, int, int]]:
    """Class, day, first and last section of the tasks that were placed."""
    return [(t.category, *t.slots[0].key) for t in state.tasks if t.status == "suggested"]


async def test_a_message_settles_window_classes_and_wishes(week: Week) -> None:
    """One class in one week, by Thursday, never in the evening, one section each; nothing is asked."""
    run = await week.finished(await started(week, "把英语排到下周，周五之前排完，每次一节，晚上不排"))
    assert (run.status, run.outcome_code) == ("completed", "completed"), run.outcome_detail
    assert await nodes(week, run) == ["analyze", "place", "save_preview"]
    state = await plan_of(week, run)
    assert [(day.week, day.day_of_week) for day in state.window.day_mapping] == [(6, n) for n in range(1, 8)]
    found = places(state)
    assert len(found) == 5
    assert {category for category, *_ in found} == {"英语"}
    assert all(day <= 4 and last <= 8 and last == first for _name, day, first, last in found), found


async def test_several_classes_are_one_optimum_and_each_keeps_its_wish(week: Week) -> None:
    """What is said of one class is not asked of the other; what the request gives goes before the message."""
    days = {"first": "2026-10-12", "last": "2026-10-18"}
    run = await week.finished(await started(week, "英语和数据结构排到下周，英语别排上午", **days))
    state = await plan_of(week, run)
    assert state.window.day_mapping[0].week == 7
    found = places(state)
    assert {category for category, *_ in found} == {"英语", "数据结构"}
    assert all(first >= 5 for name, _day, first, _last in found if name == "英语"), found
    assert len(found) == 10


async def test_what_is_open_is_asked_and_an_answer_settles_it(week: Week) -> None:
    """The question has a proposal, the run waits under PAUSE-1, and goes on as the answer says."""
    waiting = await Paused.of(week, await started(week, "帮我排一下"))
    assert len(waiting.question.questions) == 3
    assert await nodes(week, waiting.run) == ["analyze"]
    await waiting.answer("只排英语，下周")
    run = await week.finished(waiting.run)
    assert run.status == "completed"
    assert await nodes(week, run) == ["analyze", "resume", "place", "save_preview"]
    state = await plan_of(week, run)
    assert state.window.day_mapping[0].week == 6
    assert {category for category, *_ in places(state)} == {"英语"}
    # Words of a person stay out of Temporal.
    history = (await week.client.get_workflow_handle(workflow_id(run)).fetch_history()).to_json()
    forms = [form for word in ("英语", "排一下") for form in (word, word.encode("unicode_escape").decode())]
    assert [form for form in forms if form in history] == []


async def test_a_class_that_there_is_not_is_asked_about_twice_at_most(week: Week) -> None:
    """An answer that leaves it open is asked about again; after that the proposal stands, and the summary names it."""
    waiting = await Paused.of(week, await started(week, "把德语排到下周"))
    assert "德语" in waiting.question.questions[0]
    await waiting.answer("什么？")
    again = await _asked_again(week, waiting)
    await again.answer("再说吧")
    run = await week.finished(waiting.run)
    assert (run.status, run.outcome_code) == ("completed", "not_met")
    assert "按建议" in (run.outcome_detail or "")
    assert await nodes(week, run) == ["analyze", "resume", "resume", "place", "save_preview"]


async def _asked_again(week: Week, before: Paused) -> Paused:
    while True:
        again = await Paused.of(week, before.run)
        if again.question.question_id != before.question.question_id:
            return again


async def test_without_an_answer_the_proposal_stands(week: Week, temporal: WorkflowEnvironment) -> None:
    """A day passes; the summary says in the language of the request what was taken."""
    waiting = await Paused.of(week, await started(week, "plan something", locale="en"))
    await waiting.is_waited_for()
    await temporal.fast_forward(week.client.get_workflow_handle(workflow_id(waiting.run)), timedelta(hours=25))
    run = await week.finished(waiting.run)
    assert run.status == "completed"
    detail = run.outcome_detail or ""
    assert "those proposed stand: Mon 28 Sep to Sun 4 Oct" in detail
    assert "概率论" in detail


async def test_who_wants_no_plan_after_all_ends_the_run(week: Week) -> None:
    """It ends as cancelled, with a code of its own, and places nothing."""
    waiting = await Paused.of(week, await started(week, "帮我排一下"))
    await waiting.answer("算了")
    run = await week.finished(waiting.run)
    assert (run.status, run.outcome_code) == ("cancelled", "declined")
    assert await nodes(week, run) == ["analyze", "resume"]


async def test_each_failure_has_its_code_and_calls_no_later_node(week: Week) -> None:
    """No place at all, not enough of them, nothing that waits, no class: a sentence, no preview, one step less."""
    sunday = {"first": "2026-10-04", "last": "2026-10-04"}
    full = await failed(week, "排概率论", **sunday)
    assert (full.outcome_code, await nodes(week, full)) == ("no_candidate", ["analyze", "place"])
    some = await failed(week, "排概率论，每次四节，晚上不排", first="2026-09-28", last="2026-09-29")
    assert (some.outcome_code, await nodes(week, some)) == ("placement_impossible", ["analyze", "place"])
    late = await failed(week, "plan English next week", said_at=datetime(2027, 2, 1, tzinfo=UTC), locale="en")
    assert (late.outcome_code, await nodes(week, late)) == ("window_over", ["analyze"])
    async with week.engine.begin() as connection:
        await connection.execute(text("update task_items set status = 'arranged'"))
    idle = await failed(week, "把英语排到下周")
    assert (idle.outcome_code, await nodes(week, idle)) == ("nothing_to_place", ["analyze"])
    async with week.engine.begin() as connection:
        await connection.execute(text("update task_items set status = 'pending'"))
    for class_id in week.class_ids:
        await delete_class(OWNER, week.engine, class_id)
    none = await failed(week, "把作业排到下周", locale="en")
    assert (none.outcome_code, await nodes(week, none)) == ("no_class", ["analyze"])
    assert "There is no class of tasks yet" in (none.outcome_detail or "")
    for run in (full, some, late, idle, none):
        assert run.outcome_detail
        async with week.engine.connect() as connection:
            assert await latest_preview(OWNER, connection, run.session_id) is None
            told = [event.stage for event in await read_events(OWNER, connection, run.id)]
        assert "schedule_plan.run.failed" in told
