"""What plan and refine runs share: numbered steps, progress for people, questions, and one way to end.

Rules RUN-1 to RUN-6 and PAUSE-1 to PAUSE-9.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any, TypeVar

from temporalio import workflow
from temporalio.exceptions import ActivityError, ApplicationError, FailureError, is_cancelled_exception

from workflows import timers

# Modules without state need not be imported anew for every workflow.
with workflow.unsafe.imports_passed_through():
    from workflows import attributes
    from workflows.messages import (
        AnswerNotice,
        CloseInput,
        Progress,
        RunInput,
        RunReport,
        RunResult,
        StepInput,
        StepOutcome,
    )
    from workflows.policies import ActivityOptions, step_options
    from workflows.ports import RunSteps

T = TypeVar("T")
Step = Callable[[Any, StepInput], Coroutine[Any, Any, StepOutcome]]

ASK = "ask."
"""Begins the name of a step that asks a model, before that of the node it asks for."""

# A mistake of ours ends the run and says so; without this the workflow task would be retried for ever. A replay that
# does not match its history is no mistake of this kind: it must wait for the right code.
MISTAKES: tuple[type[Exception], ...] = (ValueError, TypeError, LookupError, AttributeError)


class NodeFailed(Exception):
    """A node found out that the run cannot end well; its step is in the ledger."""

    def __init__(self, outcome: StepOutcome) -> None:
        super().__init__(outcome.brief)
        self.code, self.detail = outcome.verdict, outcome.brief


class Run:
    """Base of the run workflows; holds the progress that queries and the Web UI show."""

    def __init__(self, run: RunInput) -> None:
        self._run = run
        self._progress = Progress()
        self._watch = timers.Stopwatch()
        self._asked_at_step: int | None = None
        self._answered_steps: set[int] = set()
        self._turn = run.turn

    @workflow.query(name="run.progress")
    def progress(self) -> Progress:
        """Where the run stands."""
        return self._progress

    @workflow.update(name="run.answered")
    def answered(self, notice: AnswerNotice) -> None:
        """Go on: the question that the step asked is answered."""
        self._answered_steps.add(notice.step)
        self._turn = notice.turn or self._turn

    @answered.validator
    def _is_awaited(self, notice: AnswerNotice) -> None:
        """Refuse what answers no question that is open; the step at work may have asked one already (PAUSE-3)."""
        if notice.step != self._asked_at_step and notice.step < self._progress.steps:
            raise ApplicationError(f"step {notice.step} waits for no answer", type="question_not_open")

    @property
    def worked(self) -> timedelta:
        """How long the run has worked, what it waited for answers apart."""
        return workflow.now() - workflow.info().start_time - self._watch.waited

    async def wait_for_answer(self) -> bool:
        """Wait durably for the answer to the question that the last step asked; False where the wait limit passed.

        Whether there is an answer is for the step that follows to find out: it stands in the database, or it does not.
        """
        asked = self._progress.steps - 1
        self._asked_at_step = asked
        self._enter("paused")
        await self._report("paused")
        limit = timedelta(seconds=self._run.wait_limit_seconds)
        # A run that is cancelled while it waits has no use for either afterwards.
        self._watch.stop()
        is_answered = await timers.until(lambda: asked in self._answered_steps, limit, "run.wait_limit")
        self._watch.go_on()
        self._asked_at_step = None
        return is_answered

    async def conduct(self, nodes: Coroutine[Any, Any, RunResult]) -> RunResult:
        """Go through the nodes; whatever ends them, the run's row is closed and says why."""
        limit = timedelta(seconds=self._run.time_limit_seconds)
        try:
            return await self._finished(await timers.within(limit, nodes, "time limit of the run", self._watch))
        except TimeoutError:
            reason = f"the run took longer than {self._run.time_limit_seconds} s and was stopped: start it again"
            return await self._fail("run_time_limit", reason)
        except (ActivityError, asyncio.CancelledError) as error:
            if is_cancelled_exception(error):
                return await self._cancelled(error)
            return await self._fail(*_reason(error))
        except NodeFailed as error:
            return await self._fail(error.code, error.detail)
        except MISTAKES:
            workflow.logger.exception("run ended by a mistake in its workflow")
            return await self._fail("internal_error", "the run met a mistake of ours: start it again, or report it")

    async def step(self, node: str, step: Step, summary: str, options: ActivityOptions | None = None) -> StepOutcome:
        """Execute the next ledgered step; one that asks a model for a node is called ``ask.{node}``."""
        self._enter(node.removeprefix(ASK))
        outcome = await workflow.execute_activity_method(
            step,
            StepInput(self._run.user_id, self._run.session_id, self._run.run_id, self._progress.steps, node),
            summary=summary,
            **(options or step_options()),
        )
        self._note(node, outcome)
        _stop_if_cancelled()
        return outcome

    def _note(self, node: str, outcome: StepOutcome) -> None:
        done = self._progress
        done.steps += 1
        done.verdicts[node] = outcome.verdict
        done.budget = outcome.budget
        if not node.startswith(ASK):
            done.last, done.decided_by = outcome.brief, outcome.decided_by
        self._show()

    async def save_preview(self) -> RunResult:
        """The last step: the outcome becomes the next preview revision."""
        try:
            saved = await self.step("save_preview", RunSteps.save_preview, "save the preview")
        except ActivityError as error:
            if is_cancelled_exception(error):
                raise
            code, detail = _reason(error)
            return await self.close("completed_without_preview", code, detail)
        return RunResult("completed", saved.verdict, saved.brief)

    async def close(self, status: str, code: str, detail: str) -> RunResult:
        """Close the run's row; the answer is how it really ended, should it have ended before."""
        run = self._run
        close = CloseInput(run.user_id, run.session_id, run.run_id, self._progress.steps, status, code, detail)
        summary = f"close the run: {status}"
        # A cancel that comes now is too late, and would leave the row open and the session closed to other runs.
        return await unbroken(workflow.start_activity_method(RunSteps.close, close, summary=summary, **step_options()))

    async def _fail(self, code: str, detail: str) -> RunResult:
        result = await self._finished(await self.close("failed", code, detail))
        if result.status != "failed":
            return result
        raise ApplicationError(f"{result.code}: {result.detail}", type=result.code, non_retryable=True)

    async def _cancelled(self, error: BaseException) -> RunResult:
        result = await self._finished(await self.close("cancelled", "cancelled", "the run was cancelled"))
        if result.status != "cancelled":
            return result
        raise error

    async def _finished(self, result: RunResult) -> RunResult:
        if not workflow.all_handlers_finished():
            await timers.once(workflow.all_handlers_finished)
        workflow.upsert_search_attributes([attributes.OUTCOME.value_set(result.status)])
        self._progress.stage = result.status
        self._progress.last = result.detail
        self._show()
        await unbroken(self._report(result.status))
        return result

    async def _report(self, status: str) -> None:
        """Tell the turn that waits for the run, if there is one; it is as well where that has ended (rule TURN-6)."""
        if not self._turn:
            return
        turn = workflow.get_external_workflow_handle(self._turn)
        try:
            await turn.signal("run.reported", RunReport(self._run.run_id, status, status == "paused"))
        except FailureError as error:
            if is_cancelled_exception(error):
                raise

    def _enter(self, node: str) -> None:
        if node == self._progress.stage:
            return
        self._progress.stage = node
        workflow.upsert_search_attributes([attributes.STAGE.value_set(node)])
        self._show()

    def _show(self) -> None:
        done = self._progress
        last = f"{done.last} (decided by {done.decided_by})" if done.decided_by else done.last or "nothing yet"
        lines = [f"**{done.stage}**", f"- steps done: {done.steps}", f"- react rounds: {done.rounds}"]
        budget = [f"- left: {done.budget}"] if done.budget else []
        workflow.set_current_details("\n".join([*lines, *budget, f"- last: {last}"]))


async def unbroken(work: Awaitable[T]) -> T:
    """The result of work that a cancel does not break off."""
    doing = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(doing)
    except asyncio.CancelledError:
        return await doing


def _stop_if_cancelled() -> None:
    """A step that completes although it was cancelled swallows the cancel; the run must not go on for that."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _reason(error: BaseException) -> tuple[str, str]:
    cause = error.cause if isinstance(error, ActivityError) else None
    if isinstance(cause, ApplicationError) and cause.type:
        return cause.type, cause.message
    return "step_failed", "a step could not be finished in time: start the run again later"
