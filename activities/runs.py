"""How runs end: with a preview, or without one and a reason."""

from dataclasses import replace
from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncConnection
from temporalio import activity

from activities.failures import translated_errors
from activities.heartbeat import beating
from activities.ledger import Ledger
from domain.canonical import canonical_json
from domain.errors import TimetableChanged
from domain.events import StageEvent
from domain.plan.memory import PlanMemory
from domain.preview.body import PreviewBody, PreviewHeader, preview_body
from domain.preview.touched import touch
from domain.refine.memory import RefineMemory
from domain.schedule.state import ScheduleState
from domain.steps import NodeResult
from services.close_run import EndedWithout, Ending, close_run
from services.plan_classes import groups_of
from storage.previews import PreviewRecord, load_preview, save_preview
from storage.run_events import newest_event
from storage.runs import ClosedStatus, RunRecord, finish_run, load_run
from storage.steps import read_step
from storage.terms import load_term
from workflows.messages import CloseInput, RunResult, StepInput, StepOutcome
from workflows.ports import RunSteps

Ended = NodeResult[PlanMemory] | NodeResult[RefineMemory]


class LedgeredRunSteps(RunSteps):
    """Saves what a run worked out, or closes it with what went wrong."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    @activity.defn(name="run.save_preview")
    async def save_preview(self, step: StepInput) -> StepOutcome:
        """Save the outcome as the next preview revision and close the run, in one transaction (rule RUN-6)."""

        async def compute() -> NodeResult[Any]:
            async with self._ledger.engine.connect() as connection:
                run = await load_run(step.user_id, connection, step.run_id)
            memory = PlanMemory if run.kind == "plan" else RefineMemory
            return NodeResult(*await self._ledger.previous(step, memory), verdict="", brief="", events=())

        async def write(connection: AsyncConnection, run: RunRecord, ended: Ended) -> Ended:
            obstacle = await _obstacle(step.user_id, connection, run, ended)
            if obstacle is not None:
                return await self._skip(step.user_id, connection, run, ended, *obstacle)
            return await self._save(step.user_id, connection, run, ended)

        return await self._ledger.step(step, compute, write)

    @activity.defn(name="run.close")
    async def close(self, close: CloseInput) -> RunResult:
        """Close the run without a preview; a run already closed keeps its ending."""
        with translated_errors():
            async with beating(), self._ledger.engine.begin() as connection:
                run = await load_run(close.user_id, connection, close.run_id, lock=True)
                if run.is_open:
                    await self._close(connection, run, close)
                    run = await load_run(close.user_id, connection, close.run_id)
        # The row's own detail may name tasks, and those stay out of Temporal.
        detail = close.detail if run.status == close.status else "the run had ended before"
        return RunResult(run.status, run.outcome_code or run.status, detail)

    async def _close(self, connection: AsyncConnection, run: RunRecord, close: CloseInput) -> None:
        detail = await _reason_told(connection, close) or close.detail
        ending = Ending(cast(EndedWithout, close.status), close.code, detail)
        await close_run(close.user_id, connection, run, close.step, ending, self._ledger.now())

    async def _save(self, owner: str, connection: AsyncConnection, run: RunRecord, ended: Ended) -> Ended:
        body, state = await _body(owner, connection, run, ended)
        record = PreviewRecord(
            session_id=run.session_id,
            revision=body.revision,
            parent_revision=run.base_revision,
            run_id=run.id,
            term_id=run.term_id,
            timetable_version=run.base_timetable_version,
            summary=body.summary,
            completed=body.completed,
            body=body.model_dump(mode="json"),
            state=canonical_json(state),
            created_at=self._ledger.now(),
        )
        await save_preview(owner, connection, record)
        code = "completed" if body.completed else "not_met"
        await self._finish(owner, connection, run, "completed", code, body.summary)
        data = {"revision": body.revision, "changes": len(body.diff.previous), "completed": body.completed}
        stage = "schedule_plan.preview_return.done" if run.kind == "plan" else "schedule_refine.preview.saved"
        event = StageEvent(stage=stage, detail=body.summary, data=data)
        brief = f"preview revision {body.revision} saved, {len(body.diff.previous)} changes"
        return replace(ended, verdict="completed", brief=brief, events=(event,))

    async def _skip(
        self, owner: str, connection: AsyncConnection, run: RunRecord, ended: Ended, code: str, reason: str
    ) -> Ended:
        await self._finish(owner, connection, run, "completed_without_preview", code, reason)
        event = StageEvent(stage=f"schedule_{run.kind}.preview.skipped", detail=reason, data={"code": code})
        return replace(ended, verdict="completed_without_preview", brief=f"no preview: {code}", events=(event,))

    async def _finish(
        self, owner: str, connection: AsyncConnection, run: RunRecord, status: str, code: str, detail: str
    ) -> None:
        await finish_run(owner, connection, run.id, cast(ClosedStatus, status), code, detail, self._ledger.now())


async def _reason_told(connection: AsyncConnection, close: CloseInput) -> str | None:
    """What the node that failed has told; it names tasks, so it does not come through Temporal."""
    told = await newest_event(close.user_id, connection, close.run_id)
    return told.detail if told and told.data.get("code") == close.code else None


async def _obstacle(owner: str, connection: AsyncConnection, run: RunRecord, ended: Ended) -> tuple[str, str] | None:
    """Why the preview must not be saved: code and sentence, or None."""
    term = await load_term(owner, connection, run.term_id, lock=True)
    if term.timetable_version != run.base_timetable_version:
        versions = f"from version {run.base_timetable_version} to {term.timetable_version}"
        return TimetableChanged.code, f"the timetable changed {versions} while the run worked: start it again"
    if isinstance(ended.memory, RefineMemory) and ended.memory.keeps_previous_preview:
        return "check_failed", ended.memory.summary
    return None


async def _body(
    owner: str, connection: AsyncConnection, run: RunRecord, ended: Ended
) -> tuple[PreviewBody, ScheduleState]:
    """What is shown, and the state in which tasks that are back where the timetable has them are existing ones."""
    before, shown = await _base(owner, connection, run)
    header = PreviewHeader(
        session=run.session_id,
        run=run.id,
        revision=(run.base_revision or 0) + 1,
        summary=ended.memory.summary,
        completed=ended.memory.completed,
    )
    groups = await groups_of(owner, connection, ended.state)
    if isinstance(ended.memory, PlanMemory):
        # What the message asks of classes holds in this run alone, and its reasons are of that.
        groups = {**groups, **ended.memory.groups()}
    notes = [*(shown.notes if shown else ()), *ended.memory.notes.values()]
    after, touched = touch(shown.touched if shown else {}, before, ended.state)
    return preview_body(header, before, after, notes, groups, touched=touched), after


async def _before_placement(owner: str, connection: AsyncConnection, run: RunRecord) -> ScheduleState:
    """The timetable in the window that was settled: what the last step before the placement left."""
    number, opened = 0, await read_step(owner, connection, "run", run.id, 0)
    while opened is not None and opened.verdict == "ask":
        number += 1
        opened = await read_step(owner, connection, "run", run.id, number)
    assert opened is not None
    return ScheduleState.model_validate_json(opened.state)


async def _base(owner: str, connection: AsyncConnection, run: RunRecord) -> tuple[ScheduleState, PreviewBody | None]:
    """The state the run began with, and the preview it was shown in; None for the timetable."""
    if run.kind == "plan" or run.base_revision is None:
        return await _before_placement(owner, connection, run), None
    base = await load_preview(owner, connection, run.session_id, run.base_revision)
    return ScheduleState.model_validate_json(base.state), PreviewBody.model_validate(base.body)
