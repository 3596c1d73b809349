"""Plan and refine runs as workflows: what they end with, and what stops them."""

import asyncio

import pytest
from sqlalchemy import text
from temporalio.client import WorkflowExecutionStatus, WorkflowFailureError
from temporalio.common import SearchAttributeKey
from temporalio.exceptions import ApplicationError, CancelledError

from domain.errors import IdempotencyKeyReused, NotFound, PreviewNotFound, RunInProgress
from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState
from domain.timetable.choice import TermChoice
from runtime.clock import now
from services.cancel_run import cancel_run
from services.delete_class import delete_class
from services.import_timetable import import_timetable
from services.make_term import make_term
from services.open_session import open_session
from services.start_run import RunOrder, start_run, workflow_id
from storage.previews import latest_preview, load_preview
from storage.run_events import read_events
from storage.runs import RunRecord, load_run
from storage.terms import load_term, raise_version
from tests.week import EXAMPLES, OWNER, Gate, Week, refine_request
from workflows.messages import RunInput
from workflows.policies import RUN_QUEUE

ATTRIBUTES = ("DaywrightUser", "DaywrightSession", "DaywrightStage", "DaywrightOutcome")
SPREAD = "把第5周周四到周五的任务均匀分散到周一到周三"


async def stages(week: Week, run: RunRecord) -> list[str]:
    async with week.engine.connect() as connection:
        return [event.stage for event in await read_events(OWNER, connection, run.id)]


async def row(week: Week, run: RunRecord) -> RunRecord:
    async with week.engine.connect() as connection:
        return await load_run(OWNER, connection, run.id)


async def test_a_plan_run_places_every_task_and_saves_revision_1(week: Week) -> None:
    """All pending items of the classes become suggested, nothing overlaps, and the first revision is there."""
    session = await week.planned_session()
    async with week.engine.connect() as connection:
        preview = await load_preview(OWNER, connection, session, 1)
    state = ScheduleState.model_validate_json(preview.state)
    assert [task.status for task in state.tasks if task.source == "task_item"] == ["suggested"] * 16
    assert breaches(state) == ()
    assert preview.completed
    assert preview.body["diff"]["previous"] == preview.body["diff"]["timetable"]


async def test_a_refine_run_goes_through_the_seven_nodes(week: Week) -> None:
    """The stages come in the order of the nodes, react is skipped after a composite, and revision 2 follows."""
    session = await week.planned_session()
    run = await week.finished(await week.start(session, refine_request(SPREAD)))
    assert (run.status, run.outcome_code) == ("completed", "completed")
    nodes = [stage.split(".")[1] for stage in await stages(week, run)]
    order = ["context", "contract", "plan", "slice", "objective", "route", "react", "hard_check", "summary", "preview"]
    assert list(dict.fromkeys(nodes)) == order
    async with week.engine.connect() as connection:
        preview = await latest_preview(OWNER, connection, session)
    assert preview is not None
    assert preview.revision == 2
    state = ScheduleState.model_validate_json(preview.state)
    assert breaches(state) == ()
    left = [
        task.label for task in state.tasks for slot in task.slots if task.status == "suggested" and slot.day in (4, 5)
    ]
    assert left == []


async def test_a_refine_run_moves_tasks_one_by_one_where_no_composite_is_asked(week: Week) -> None:
    """A plain move goes through rounds of react, one tool call each."""
    session = await week.planned_session()
    run = await week.finished(await week.start(session, refine_request("把第5周周五的任务都挪到周六")))
    assert (run.status, run.outcome_code) == ("completed", "completed")
    assert "schedule_refine.react.tool_call" in await stages(week, run)


async def test_a_refine_run_needs_a_preview(week: Week) -> None:
    """Without a preview there is nothing to refine, and no run is made."""
    session = await open_session(OWNER, week.engine, now())
    with pytest.raises(PreviewNotFound, match=session.id):
        await week.start(session.id, refine_request(SPREAD))
    async with week.engine.connect() as connection:
        assert (await connection.execute(text("select count(*) from runs"))).scalar_one() == 0


async def test_a_plan_of_a_class_that_was_deleted_cannot_be_refined(week: Week) -> None:
    """The run fails with a code of its own and says to plan again; the preview stays."""
    session = await week.planned_session()
    await delete_class(OWNER, week.engine, week.class_ids[0])
    run = await week.start(session, refine_request(SPREAD))
    with pytest.raises(WorkflowFailureError):
        await week.finished(run)
    ended = await row(week, run)
    assert (ended.status, ended.outcome_code) == ("failed", "plan_outdated")
    assert "start a plan run" in (ended.outcome_detail or "")


async def test_one_open_run_in_a_session(week: Week) -> None:
    """The second run is refused and told which one is open; afterwards the session is free again."""
    session = await week.planned_session()
    first = await week.reserve(session, refine_request(SPREAD))
    with pytest.raises(RunInProgress, match=first.id):
        await week.start(session, refine_request(SPREAD))
    await week.launch(first)
    await week.finished(first)
    assert (await week.finished(await week.start(session, refine_request(SPREAD)))).status == "completed"


async def test_an_idempotency_key_gives_the_same_run(week: Week) -> None:
    """The same key and body give one run, before and after it ended; another body is refused."""
    session = await week.planned_session()
    order = RunOrder(session, refine_request(SPREAD), idempotency_key="k1")
    runs = [await start_run(OWNER, week.engine, week.client, order, now()) for _ in range(2)]
    await week.finished(runs[0])
    runs.append(await start_run(OWNER, week.engine, week.client, order, now()))
    assert len({run.id for run in runs}) == 1
    other = RunOrder(session, refine_request("别排晚上"), idempotency_key="k1")
    with pytest.raises(IdempotencyKeyReused, match="k1"):
        await start_run(OWNER, week.engine, week.client, other, now())


async def test_a_strangers_run_is_not_found(week: Week) -> None:
    """Services look for an object under its owner only."""
    session = await week.planned_session()
    run = await week.reserve(session, refine_request(SPREAD))
    with pytest.raises(NotFound, match=run.id):
        await cancel_run("stranger", week.engine, week.client, run.id, now())
    with pytest.raises(NotFound, match=session):
        await start_run("stranger", week.engine, week.client, RunOrder(session, refine_request(SPREAD)), now())


async def test_a_timetable_changed_meanwhile_keeps_the_preview_as_it_was(week: Week) -> None:
    """The run ends without a preview, says why, and the base revision stays the newest."""
    session = await week.planned_session()
    run = await week.reserve(session, refine_request(SPREAD))
    async with week.engine.begin() as connection:
        await raise_version(OWNER, connection, run.term_id)
    await week.launch(run)
    ended = await week.finished(run)
    assert (ended.status, ended.outcome_code) == ("completed_without_preview", "timetable_changed")
    assert (await stages(week, run))[-1] == "schedule_refine.preview.skipped"
    async with week.engine.connect() as connection:
        preview = await latest_preview(OWNER, connection, session)
    assert preview is not None
    assert preview.revision == 1


@pytest.mark.parametrize("kind", ["plan", "refine"])
async def test_a_timetable_imported_meanwhile_ends_the_run_without_a_preview(week: Week, gate: Gate, kind: str) -> None:
    """The courses that came in are not planned over: the run says why, and what was shown stays."""
    async with week.engine.connect() as connection:
        known = await load_term(OWNER, connection, week.request.term_id)
    empty = await make_term(OWNER, week.engine, known.term)
    planning = week.request.model_copy(update={"term_id": empty.id})
    session = (await open_session(OWNER, week.engine, now())).id
    if kind == "refine":
        assert (await week.finished(await week.start(session, planning))).status == "completed"
    gate.node = "place" if kind == "plan" else "slice"
    run = await week.start(session, planning if kind == "plan" else refine_request(SPREAD))
    await gate.reached.wait()
    calendar = (EXAMPLES / "timetable.ics").read_bytes()
    await import_timetable(OWNER, week.engine, content=calendar, choice=TermChoice(term_id=empty.id))
    gate.opened.set()
    ended = await week.finished(run)
    assert (ended.status, ended.outcome_code) == ("completed_without_preview", "timetable_changed")
    assert (await stages(week, run))[-1] == f"schedule_{kind}.preview.skipped"
    async with week.engine.connect() as connection:
        preview = await latest_preview(OWNER, connection, session)
    assert (preview.revision if preview else None) == (1 if kind == "refine" else None)


async def test_more_tasks_than_fit_end_the_run_with_what_stands_in_the_way(week: Week) -> None:
    """A window of one full day cannot take sixteen tasks: the run fails with its own code and makes no preview."""
    session = await open_session(OWNER, week.engine, now())
    short = week.request.model_copy(update={"last": week.request.first})
    run = await week.start(session.id, short)
    with pytest.raises(WorkflowFailureError) as failure:
        await week.finished(run)
    assert isinstance(failure.value.cause, ApplicationError)
    assert failure.value.cause.type == "placement_impossible"
    ended = await row(week, run)
    assert (ended.status, ended.outcome_code) == ("failed", "placement_impossible")
    assert ended.outcome_detail is not None
    assert "第一章" in ended.outcome_detail
    assert (await stages(week, run))[-2:] == ["schedule_plan.preview.failed", "schedule_plan.run.failed"]
    async with week.engine.connect() as connection:
        assert await latest_preview(OWNER, connection, session.id) is None


@pytest.mark.parametrize("node", ["context", "route", "hard_check", "save_preview"])
async def test_a_cancelled_run_is_closed_and_says_so(week: Week, gate: Gate, node: str) -> None:
    """Cancelling in the middle of a step ends the workflow as cancelled, closes the row and frees the session."""
    session = await week.planned_session()
    gate.node = node
    run = await week.start(session, refine_request(SPREAD))
    await asyncio.wait_for(gate.reached.wait(), 60)
    await cancel_run(OWNER, week.engine, week.client, run.id, now())
    handle = week.client.get_workflow_handle(workflow_id(run))
    with pytest.raises(WorkflowFailureError) as failure:
        await asyncio.wait_for(handle.result(), 60)
    assert isinstance(failure.value.cause, CancelledError)
    ended = await row(week, run)
    assert (ended.status, ended.outcome_code) == ("cancelled", "cancelled")
    assert (await handle.describe()).status == WorkflowExecutionStatus.CANCELED
    assert (await stages(week, run))[-1] == "schedule_refine.run.cancelled"
    gate.node = ""
    assert (await week.finished(await week.start(session, refine_request(SPREAD)))).status == "completed"


async def test_a_run_that_takes_too_long_is_ended(week: Week, gate: Gate) -> None:
    """Past its time limit a run fails with its own code, whatever step it is at."""
    session = await week.planned_session()
    gate.node = "slice"
    run = await week.reserve(session, refine_request(SPREAD))
    limited = RunInput(OWNER, session, run.id, time_limit_seconds=2)
    handle = await week.client.start_workflow("RefineRun", limited, id=workflow_id(run), task_queue=RUN_QUEUE)
    with pytest.raises(WorkflowFailureError):
        await asyncio.wait_for(handle.result(), 60)
    assert gate.reached.is_set()
    ended = await row(week, run)
    assert (ended.status, ended.outcome_code) == ("failed", "run_time_limit")
    assert (await stages(week, run))[-1] == "schedule_refine.run.failed"


async def test_operators_see_where_a_run_stands(week: Week) -> None:
    """Query, search attributes and current details tell ids, stage and outcome, and no word of the person."""
    session = await week.planned_session()
    run = await week.finished(await week.start(session, refine_request(SPREAD)))
    handle = week.client.get_workflow_handle(workflow_id(run))
    progress = await handle.query("run.progress")
    assert progress["stage"] == "completed"
    assert progress["verdicts"]["route"] == "pass"
    described = await handle.describe()
    found = {key: described.typed_search_attributes.get(SearchAttributeKey.for_keyword(key)) for key in ATTRIBUTES}
    assert found == {
        "DaywrightUser": OWNER,
        "DaywrightSession": session,
        "DaywrightStage": "save_preview",
        "DaywrightOutcome": "completed",
    }
    history = (await handle.fetch_history()).to_json()
    assert "周四" not in history
    assert "u5468" not in history


async def test_a_composite_that_takes_too_long_is_given_up(week: Week, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tasks are then moved one by one, and the run completes."""
    session = await week.planned_session()
    monkeypatch.setattr("domain.refine.route.HANDFUL", 0)
    monkeypatch.setattr("activities.refine._ROUTE_SECONDS", 0)
    run = await week.finished(await week.start(session, refine_request(SPREAD)))
    assert (run.status, run.outcome_code) == ("completed", "completed")
    assert "schedule_refine.react.tool_call" in await stages(week, run)


async def test_a_placement_that_takes_too_long_ends_the_run(week: Week, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another attempt would take as long, so there is none."""
    monkeypatch.setattr("activities.plan._PLACE_SECONDS", 0)
    session = await open_session(OWNER, week.engine, now())
    run = await week.start(session.id, week.request)
    with pytest.raises(WorkflowFailureError):
        await week.finished(run)
    assert (await row(week, run)).outcome_code == "solver_time_limit"


async def test_a_larger_set_is_spread_in_a_solver_process(week: Week, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same outcome as in the worker itself."""
    outcomes = []
    for handful in (0, 100):
        monkeypatch.setattr("domain.refine.route.HANDFUL", handful)
        session = await week.planned_session()
        await week.finished(await week.start(session, refine_request(SPREAD)))
        async with week.engine.connect() as connection:
            outcomes.append((await load_preview(OWNER, connection, session, 2)).state)
    assert outcomes[0] == outcomes[1]
