"""One turn of a conversation: a message is read, what it asks is done, and one reply told (TURN-1 to TURN-12)."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

from temporalio import workflow
from temporalio.common import WorkflowIDReusePolicy
from temporalio.exceptions import (
    ActivityError,
    ApplicationError,
    FailureError,
    WorkflowAlreadyStartedError,
    is_cancelled_exception,
)
from temporalio.workflow import ChildWorkflowCancellationType, ParentClosePolicy

from workflows import timers

# Modules without state need not be imported anew for every workflow.
with workflow.unsafe.imports_passed_through():
    from workflows import attributes
    from workflows.messages import (
        RunInput,
        RunLook,
        RunReport,
        TurnEnd,
        TurnInput,
        TurnOutcome,
        TurnResult,
        TurnStep,
    )
    from workflows.policies import RUN_QUEUE, ActivityOptions, model_options, reply_options, step_options
    from workflows.ports import TurnModelSteps, TurnSteps

from workflows.run import ASK, unbroken
from workflows.turn_start import begin_turn, searchable

Step = Callable[[Any, TurnStep], Coroutine[Any, Any, TurnOutcome]]

_LOOK_EVERY = timedelta(seconds=30)
# A run that this turn did not start may not know that it is waited for.
_SOON, _AT_ONCE = timedelta(seconds=5), timedelta(seconds=1)
_RUNS = {"plan": "PlanRun", "refine": "RefineRun"}


@workflow.defn(name="Turn")
class Turn:
    """Answers one message. Its id is ``turn:{session}:{seq}``."""

    @workflow.init
    def __init__(self, turn: TurnInput) -> None:
        self._turn = turn
        self._steps = 0
        self._kind = ""
        self._is_stopped = False
        self._doing: asyncio.Task[None] | None = None
        self._reports: list[RunReport] = []

    @workflow.signal(name="turn.stop")
    def stop(self) -> None:
        """End what is being done; once the reply is told it is too late (rule TURN-9)."""
        self._is_stopped = True

    @workflow.signal(name="run.reported")
    def reported(self, report: RunReport) -> None:
        """A run pauses, or has closed; it may be heard of before this turn knows that it waits for that run."""
        self._reports.append(report)

    @workflow.run
    async def run(self, turn: TurnInput) -> TurnResult:
        """Answer the message, start the turn that follows, and see to the title of the session."""
        told = await self._conducted()
        workflow.upsert_search_attributes([attributes.OUTCOME.value_set(told.verdict)])
        if told.next_turn:
            await begin_turn(self._following(told))
        for reminder in told.reminders:
            await _tell_idle(reminder)
        if told.asks:
            await self._find_title()
        return TurnResult(told.verdict, self._kind)

    async def _conducted(self) -> TurnOutcome:
        """Everything up to the reply, which is told whatever went wrong before it."""
        try:
            opened = await self._step("open", TurnSteps.open, "read the message")
            self._kind = opened.verdict
            if await self._done_before_stop(opened):
                return await self._reply("completed")
            await self._halt()
            return await self._reply("cancelled")
        except (ActivityError, asyncio.CancelledError) as error:
            if is_cancelled_exception(error):
                return await self._reply("cancelled")
            return await self._reply("failed", _code(error))

    async def _done_before_stop(self, opened: TurnOutcome) -> bool:
        """Do what the message asks for; False where the turn was stopped before that was done."""
        self._doing = doing = asyncio.create_task(self._do(opened))
        stopped = asyncio.create_task(timers.once(lambda: self._is_stopped))
        try:
            await workflow.wait([doing, stopped], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            # Whoever cancels the workflow in Temporal wishes the same.
            self._is_stopped = True
        stopped.cancel()
        if not doing.done():
            doing.cancel()
            await workflow.wait([doing])
        if doing.cancelled():
            return False
        error = doing.exception()
        if error is None:
            return True
        if self._is_stopped and is_cancelled_exception(error):
            return False
        raise error

    async def _do(self, opened: TurnOutcome) -> None:
        match opened.verdict:
            case "plan" | "refine":
                reserved = await self._step("start_run", TurnSteps.start_run, "reserve a run")
                if reserved.run_id:
                    await self._start_run(reserved)
                    await self._heard(reserved.run_id, _LOOK_EVERY, "paused", "closed")
            case "answer":
                answered = await self._step("answer", TurnSteps.answer, "answer the paused run")
                if answered.run_id:
                    await self._heard(answered.run_id, _SOON, "paused", "closed")
            case "cancel":
                await self._halt()
            case "reminder":
                await self._step("tool", TurnSteps.tool, "reminder tool")
            case "question":
                looked_up = await self._step("look_up", TurnSteps.look_up, "look up the answer")
                await self._ask("reply", looked_up)
            case "plain" | "present":
                await self._ask("reply", opened)
            case _:
                return

    async def _halt(self) -> None:
        """Cancel the run, and wait until it has closed, so that its session is free for another."""
        halted = await self._step("halt", TurnSteps.halt, "stop what is under way")
        if halted.run_id:
            await self._heard(halted.run_id, _AT_ONCE, "closed")

    async def _start_run(self, reserved: TurnOutcome) -> None:
        turn, run_id = self._turn, reserved.run_id
        given = RunInput(
            turn.user_id,
            turn.session_id,
            run_id,
            wait_limit_seconds=turn.wait_limit_seconds,
            turn=workflow.info().workflow_id,
        )
        try:
            started = await workflow.start_child_workflow(
                _RUNS[reserved.run_kind],
                given,
                id=f"{reserved.run_kind}:{turn.session_id}:{run_id}",
                task_queue=RUN_QUEUE,
                id_reuse_policy=WorkflowIDReusePolicy.REJECT_DUPLICATE,
                parent_close_policy=ParentClosePolicy.ABANDON,
                cancellation_type=ChildWorkflowCancellationType.ABANDON,
                search_attributes=searchable(turn.user_id, turn.session_id),
                static_summary=f"{reserved.run_kind} run {run_id}",
            )
            # How the run ends is heard from its reports and its row; asyncio complains of an end that nobody looks at.
            started.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        except WorkflowAlreadyStartedError:
            workflow.logger.info("run was started before")

    async def _heard(self, run_id: str, pause: timedelta, *awaited: str) -> None:
        """Wait until a run has come to one of the verdicts: it says so, and now and then its row is looked at.

        Args:
            pause: how long until the first look; it grows with each.
        """
        verdict = "open"
        while verdict not in awaited:
            self._stop_if_broken_off()
            is_told = await timers.until(lambda: self._is_told_of(run_id), pause, "look at the run")
            self._reports.clear()
            pause = min(2 * pause, _LOOK_EVERY)
            if is_told or await self._has_come_to(run_id, awaited):
                verdict = (await self._step("hear_run", TurnSteps.hear_run, "hear what became of the run")).verdict

    def _is_told_of(self, run_id: str) -> bool:
        return any(report.run_id == run_id for report in self._reports)

    async def _has_come_to(self, run_id: str, awaited: tuple[str, ...]) -> bool:
        look = RunLook(self._turn.user_id, run_id)
        seen = await workflow.execute_activity_method(
            TurnSteps.look_at_run, look, summary="look at the run", **step_options()
        )
        return seen.status == "paused" if "paused" in awaited and seen.is_open else not seen.is_open

    async def _ask(self, what: str, before: TurnOutcome) -> None:
        """Ask a model for better words where one may be asked; the built-in ones stand where none comes."""
        if not before.asks:
            return
        try:
            await self._step(f"{ASK}{what}", TurnModelSteps.ask, f"ask the model: {what}", model_options())
        except ActivityError as error:
            if is_cancelled_exception(error):
                raise
            workflow.logger.warning("a model could not be asked")

    async def _find_title(self) -> None:
        """Nobody waits for it, so nothing that goes wrong with it matters."""
        try:
            asked = await self._step(f"{ASK}title", TurnModelSteps.ask, "ask the model: title", model_options())
            if asked.verdict == "given":
                await self._step("title", TurnSteps.title, "give the session a title")
        except ActivityError:
            workflow.logger.warning("no title was found")

    async def _step(self, node: str, step: Step, summary: str, options: ActivityOptions | None = None) -> TurnOutcome:
        """Execute the next ledgered step; one that is broken off may have been recorded, so its number is spent."""
        number = self._next_number()
        turn = self._turn
        outcome = await workflow.execute_activity_method(
            step,
            TurnStep(turn.user_id, turn.session_id, turn.turn_id, number, node),
            summary=summary,
            **(options or step_options()),
        )
        self._show(node, outcome)
        self._stop_if_broken_off()
        return outcome

    def _stop_if_broken_off(self) -> None:
        """What completes although it was cancelled swallows the cancel; nothing more is to be done for that."""
        task = asyncio.current_task()
        if task is not None and task is self._doing and task.cancelling():
            raise asyncio.CancelledError

    async def _reply(self, status: str, code: str = "") -> TurnOutcome:
        turn, number = self._turn, self._next_number()
        end = TurnEnd(turn.user_id, turn.session_id, turn.turn_id, number, "reply", status, code)
        # A cancel that comes now is too late, and would leave the session closed to everything else that was said.
        told = await unbroken(
            workflow.start_activity_method(TurnSteps.reply, end, summary="tell the reply", **reply_options())
        )
        self._show("reply", told)
        return told

    def _next_number(self) -> int:
        number, self._steps = self._steps, self._steps + 1
        return number

    def _following(self, told: TurnOutcome) -> TurnInput:
        turn = self._turn
        return TurnInput(turn.user_id, turn.session_id, told.next_turn, told.next_seq, turn.wait_limit_seconds)

    def _show(self, node: str, outcome: TurnOutcome) -> None:
        lines = [f"**{node}**", f"- kind: {self._kind or 'not known yet'}", f"- last: {outcome.brief}"]
        workflow.set_current_details("\n".join(lines))


async def _tell_idle(reminder: str) -> None:
    """Tell the workflow of a reminder that its session is idle; it is as well where that is gone."""
    try:
        await workflow.get_external_workflow_handle(reminder).signal("session.idle")
    except FailureError:
        workflow.logger.info("reminder is gone")


def _code(error: BaseException) -> str:
    cause = error.cause if isinstance(error, ActivityError) else None
    return cause.type if isinstance(cause, ApplicationError) and cause.type else "step_failed"
