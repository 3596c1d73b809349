"""A preparation: waits for its trigger, has a room prepared, and takes a person's word until its meeting ends.

Rules PREP-29 to PREP-38. Where it stands is a row of the database; the workflow looks at it before it goes on.
"""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

from temporalio import workflow
from temporalio.exceptions import ActivityError, ApplicationError, is_cancelled_exception

with workflow.unsafe.imports_passed_through():
    from workflows import attributes
    from workflows.policies import device_options, local_commit_options, model_options, step_options
    from workflows.preparation_messages import (
        ADJUST_UPDATE,
        CHANGED_SIGNAL,
        CONFIRM_UPDATE,
        AdjustOrder,
        ConfirmOrder,
        PreparationAnswer,
        PreparationInput,
        PreparationLook,
        PreparationNow,
        PreparationOutcome,
        PreparationStepInput,
    )
    from workflows.preparation_ports import PreparationModelSteps, PreparationSteps

from workflows import timers

Recording = Callable[[], Coroutine[Any, Any, PreparationOutcome]]

_WAITS = frozenset({"waiting", "unconfirmed", "prepared"})
_GONE = "preparation_not_found"
_HOLDS = "what is adjusted before the trigger is commanded at the trigger"
_TELLS_LATE = "a recommendation that is not executed is told"
_SENT_AS = {"executed": "executed", "delivered": "executed"}


# A mistake of ours stops it only until it is mended: a room that was asked for is prepared.
@workflow.defn(name="MeetingPreparation")
class MeetingPreparation:
    """Prepares the room of one meeting. Its id is ``prep:{preparation}``."""

    @workflow.init
    def __init__(self, preparation: PreparationInput) -> None:
        self._given = preparation
        self._is_told = False
        self._next_step: int | None = None
        self._stage = ""
        self._last = "nothing yet"
        self._done = 0
        # One command after another, so that what a person wants comes after what was recommended before.
        self._devices = asyncio.Lock()
        self._under_way: set[asyncio.Task[None]] = set()
        self._held: list[int] = []

    @workflow.run
    async def run(self, preparation: PreparationInput) -> str:
        """How it ended: ``ended``, ``cancelled``, or ``gone`` where its row is no more."""
        status = await self._conducted()
        await timers.once(lambda: not self._under_way and workflow.all_handlers_finished())
        workflow.upsert_search_attributes([attributes.OUTCOME.value_set(status)])
        self._enter(status)
        return status

    @workflow.signal(name=CHANGED_SIGNAL)
    def changed(self) -> None:
        """Look now: the meeting was moved or called off, or something was reported anew."""
        self._is_told = True

    @workflow.update(name=ADJUST_UPDATE)
    async def adjust(self, order: AdjustOrder) -> PreparationAnswer:
        """Record what a person changes; the devices are told afterwards."""
        return await self._word(PreparationSteps.adjust, order, "record an adjustment")

    @workflow.update(name=CONFIRM_UPDATE)
    async def confirm(self, order: ConfirmOrder) -> PreparationAnswer:
        """Record a person's word; the devices are told afterwards."""
        answer = await self._word(PreparationSteps.confirm, order, "record the confirmation")
        self._is_told = True
        return answer

    async def _conducted(self) -> str:
        try:
            now = await self._look(begins=True)
            self._next_step = now.next_step
            self._resume(now)
            while True:
                if now.status == "preparing":
                    await self._prepare()
                elif now.status in _WAITS:
                    pause = timedelta(seconds=now.wait_seconds)
                    await timers.until(lambda: self._is_told, pause, f"the preparation is {now.status}")
                else:
                    return now.status
                now = await self._look()
        except ActivityError as error:
            if _code(error) == _GONE:
                return "gone"
            raise

    def _resume(self, now: PreparationNow) -> None:
        """Have sent what an earlier workflow recorded and did not see sent (rule PREP-38)."""
        for step in now.unsent:
            self._order(step, tells=step in now.untold)
        for step in now.untold:
            if step not in now.unsent:
                self._tell(step, "confirm")

    async def _look(self, *, begins: bool = False) -> PreparationNow:
        self._is_told = False
        look = PreparationLook(self._given.user_id, self._given.preparation_id, begins)
        now = await workflow.execute_local_activity_method(
            PreparationSteps.look, look, summary="see where the preparation stands", **local_commit_options()
        )
        self._enter(now.status)
        return now

    async def _prepare(self) -> None:
        """Read, recall, ask a model where there is one, and record what is recommended (rules PREP-30 and PREP-31)."""
        readings = await self._tried(self._read)
        of = -1 if readings is None else readings.step
        recalled = await self._tried(lambda: self._local(PreparationSteps.recall, self._step(of), "recall decisions"))
        answer = None
        if readings is not None and recalled is not None and readings.asks:
            answer = await self._tried(lambda: self._ask(of))
        step = self._step(of, -1 if answer is None else answer.step)
        made = await self._local(PreparationSteps.recommend, step, "record the recommendation")
        if made.verdict == "now":
            self._order(made.step, tells=True)
        elif made.verdict == "when_confirmed":
            self._tell(made.step, "confirm")
        elif workflow.patched(_TELLS_LATE):
            self._tell(made.step, "recommended")

    async def _read(self) -> PreparationOutcome:
        return self._noted(
            await workflow.execute_activity_method(
                PreparationSteps.read, self._step(), summary="read the weather and the room", **step_options()
            )
        )

    async def _ask(self, of: int) -> PreparationOutcome:
        return self._noted(
            await workflow.execute_activity_method(
                PreparationModelSteps.ask, self._step(of), summary="ask the model", **model_options()
            )
        )

    async def _tried(self, recording: Recording) -> PreparationOutcome | None:
        """What a step yields without which the preparation can go on."""
        try:
            return await recording()
        except ActivityError as error:
            if is_cancelled_exception(error) or _code(error) == _GONE:
                raise
            self._last = f"a step failed: {_code(error)}"
            return None

    async def _word(self, recorder: Any, order: AdjustOrder | ConfirmOrder, summary: str) -> PreparationAnswer:
        """Record what a person says; a refusal is an answer like any other."""
        await timers.once(lambda: self._next_step is not None)
        try:
            said = await workflow.execute_local_activity_method(
                recorder, args=[self._step(), order], summary=summary, **local_commit_options()
            )
        except ActivityError as error:
            if is_cancelled_exception(error):
                raise
            cause = error.cause
            return PreparationAnswer(0, _code(error), cause.message if isinstance(cause, ApplicationError) else "")
        self._noted(said)
        self._order(said.step)
        return PreparationAnswer(said.seq)

    async def _local(self, step: Any, given: PreparationStepInput, summary: str) -> PreparationOutcome:
        done: PreparationOutcome = await workflow.execute_local_activity_method(
            step, given, summary=summary, **local_commit_options()
        )
        return self._noted(done)

    def _order(self, of: int, *, tells: bool = False) -> None:
        """Have the devices told what a step recorded, after all that was to be told before.

        Before the trigger the room is somebody else's: what is adjusted then is held until it has come.
        """
        if self._stage == "waiting" and not tells and workflow.patched(_HOLDS):
            self._held.append(of)
        else:
            self._start(self._commanded(of, tells))

    def _tell(self, of: int, word: str) -> None:
        self._start(self._told(of, word))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _commanded(self, of: int, tells: bool) -> None:
        """Command the devices, anew where a person changed some of it meanwhile (rules PREP-32 and PREP-33)."""
        verdict = "superseded"
        async with self._devices:
            while verdict == "superseded":
                done = await self._tried(lambda: self._outside(PreparationSteps.command, self._step(of, steps=2)))
                verdict = "failed" if done is None else done.verdict
        if tells:
            await self._told(of, _SENT_AS.get(verdict, "recommended"))

    async def _told(self, of: int, word: str) -> None:
        await self._tried(lambda: self._outside(PreparationSteps.notify, self._step(of, word=word)))

    async def _outside(self, step: Any, given: PreparationStepInput) -> PreparationOutcome:
        summary = f"tell the person: {given.word}" if given.word else f"command the devices, of step {given.of}"
        return self._noted(await workflow.execute_activity_method(step, given, summary=summary, **device_options()))

    def _step(self, of: int = -1, answer: int = -1, word: str = "", steps: int = 1) -> PreparationStepInput:
        """The next step, with as many numbers as it takes."""
        assert self._next_step is not None
        number, self._next_step = self._next_step, self._next_step + steps
        return PreparationStepInput(self._given.user_id, self._given.preparation_id, number, of, answer, word)

    def _noted(self, done: PreparationOutcome) -> PreparationOutcome:
        self._done += 1
        self._last = f"{done.brief} (decided by {done.decided_by})" if done.decided_by else done.brief
        self._show()
        return done

    def _enter(self, stage: str) -> None:
        if stage != self._stage:
            self._stage = stage
            workflow.upsert_search_attributes([attributes.STAGE.value_set(stage)])
        if stage == "preparing":
            held, self._held = self._held, []
            for of in held:
                self._order(of)
        self._show()

    def _show(self) -> None:
        lines = (f"**{self._stage}**", f"- steps done: {self._done}", f"- last: {self._last}")
        workflow.set_current_details("\n".join(lines))


def _code(error: ActivityError) -> str:
    cause = error.cause
    return (cause.type if isinstance(cause, ApplicationError) else None) or "step_failed"
