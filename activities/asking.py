"""Asking a model, as ledgered steps of their own (rules RUN-12 to RUN-16)."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Generic, Literal, TypeVar, cast

from sqlalchemy.ext.asyncio import AsyncConnection
from temporalio import activity
from temporalio.exceptions import ApplicationError

from activities.ledger import Ledger
from activities.model_rows import row_of
from activities.models.client import ModelClients
from activities.models.faults import ModelFault
from activities.models.reply import Reply
from activities.reasoning import REASONING, RESET, Block, RunWatchers, Telling
from domain.canonical import canonical_json
from domain.models.patience import LONGEST_QUESTION, LONGEST_QUIET, Patience
from domain.models.prompt import Prompt
from domain.plan import react as plan_react
from domain.plan.memory import PlanMemory
from domain.plan.react_prompt import prompt as plan_prompt
from domain.refine.asking import prompt_for
from domain.refine.memory import Answered, AskedNode, RefineMemory
from domain.refine.upcoming import wants_model
from domain.schedule.state import ScheduleState
from domain.steps import NodeResult
from storage.model_calls import ModelCall, read_model_calls, write_model_call
from storage.runs import RunRecord
from workflows.messages import StepInput, StepOutcome
from workflows.ports import ModelSteps

M = TypeVar("M", RefineMemory, PlanMemory)

_QUIET = {
    "zh-CN": "模型端点 {endpoint} 刚才没有回应，约 {seconds} 秒后才会再问。",
    "en": "model endpoint {endpoint} did not answer just now and is asked again in about {seconds} s.",
}
_GIVEN_UP = {
    "zh-CN": "向模型端点 {endpoint} 的提问一再中断，这一步不再问它。",
    "en": "asking model endpoint {endpoint} was broken off again and again; for this step it is not asked any more.",
}
# Another question may well be answered, although this one never will.
_OF_ONE_QUESTION = frozenset({"content_filtered", "context_too_long"})
# A step that kills its worker each time must not be tried for ever.
_MOST_ATTEMPTS = 20
_SHORTEST = 0.1


@dataclass(frozen=True, slots=True)
class Questions(Generic[M]):
    """What the runs of one kind ask a model.

    Attributes:
        memory: what they hand on.
        wanted: whether a node needs an answer of a model.
        prompt: what it is asked.
        seconds: how long one question may take in all, whatever the patience.
        reasoning, reset: the stages at which watchers are told what the model thinks, and to forget it.
    """

    memory: type[M]
    wanted: Callable[[AskedNode, ScheduleState, M], bool]
    prompt: Callable[[AskedNode, ScheduleState, M], Prompt]
    seconds: Callable[[M], float]
    reasoning: str = REASONING
    reset: str = RESET


def _unbounded(memory: RefineMemory) -> float:
    return LONGEST_QUESTION


def _of_plan(node: AskedNode, state: ScheduleState, memory: PlanMemory) -> Prompt:
    return plan_prompt(state, memory)


def _wanted_by_plan(node: AskedNode, state: ScheduleState, memory: PlanMemory) -> bool:
    return plan_react.wants_model(memory)


_REFINE = Questions(RefineMemory, wants_model, prompt_for, _unbounded)
_PLAN = Questions(
    PlanMemory,
    _wanted_by_plan,
    _of_plan,
    lambda memory: memory.react.round_seconds,
    "schedule_plan.reasoning",
    "schedule_plan.reset",
)


class LedgeredModelSteps(ModelSteps):
    """Each ask reads the row before it, calls the model once, and stores what came of it for the node."""

    def __init__(self, ledger: Ledger, clients: ModelClients, patience: Patience) -> None:
        self._ledger = ledger
        self._clients = clients
        self._patience = patience

    @activity.defn(name="refine.ask")
    async def ask(self, step: StepInput) -> StepOutcome:
        """Ask a model what the next step of a node needs.

        The verdict is the outcome of the answer that the node will find, or ``skipped`` where it needs none.
        """
        return await self._asked(_REFINE, step)

    @activity.defn(name="plan.ask")
    async def ask_of_plan(self, step: StepInput) -> StepOutcome:
        """The same for a round after the placement of a plan run (rule PLAN-24)."""
        return await self._asked(_PLAN, step)

    async def _asked(self, questions: Questions[M], step: StepInput) -> StepOutcome:
        asking = Asking(questions, self._ledger, self._clients, self._patience, step, activity.info().attempt)
        return await self._ledger.step(step, asking.compute, asking.write)


@dataclass
class Asking(Generic[M]):
    """One attempt at one ask."""

    questions: Questions[M]
    ledger: Ledger
    clients: ModelClients
    patience: Patience
    step: StepInput
    attempt: int
    _call: ModelCall | None = None
    _earlier: Sequence[ModelCall] = ()

    async def compute(self) -> NodeResult[M]:
        """What came of it for the node.

        Raises:
            ApplicationError: the call failed and is made again; it says when.
        """
        state, memory = await self.ledger.previous(self.step, self.questions.memory)
        if memory.endpoint is None or not self.questions.wanted(self._node, state, memory):
            return NodeResult(state, memory, "skipped", f"nothing to ask for {self._node}", ())
        block = Block(self.ledger, RunWatchers(self.step, self.questions.reasoning, self.questions.reset))
        await block.open(self.attempt)
        if (reason := self._left_alone(memory)) is not None:
            return self._answered(state, memory, Answered(node=self._node, outcome="away", problem=reason))
        prompt = await asyncio.to_thread(self.questions.prompt, self._node, state, memory)
        self._earlier = await self._failed_before()
        began, endpoint = self.ledger.now(), (memory.endpoint, self._model(memory.endpoint))
        within = min(self.patience.call(self._spent(memory), taken(self._earlier)), self._left(memory))
        try:
            reply = await block.told_of(partial(self._called, memory.endpoint, prompt, within))
        except ModelFault as fault:
            # Waiting for a place at the endpoint is no time of the call, but it is time of the run.
            fault.seconds = max(fault.seconds, (self.ledger.now() - began).total_seconds())
            row = row_of(self.step, self.attempt, endpoint, prompt, began, fault)
            return await self._failed(state, memory, row, fault)
        self._call = row_of(self.step, self.attempt, endpoint, prompt, began, reply)
        return self._given(state, memory.with_models(patience_used_seconds=self._spent(memory)), reply)

    async def write(self, connection: AsyncConnection, run: RunRecord, result: NodeResult[M]) -> NodeResult[M]:
        """Store the call with which the step ended, in the step's transaction (rule RUN-14)."""
        if self._call is not None:
            await write_model_call(self.step.user_id, connection, self._call)
        return result

    @property
    def _node(self) -> AskedNode:
        return cast(AskedNode, self.step.node.partition(".")[2])

    def _model(self, endpoint: str) -> str:
        return next((known.model for known in self.clients.endpoints if known.id == endpoint), "")

    def _left_alone(self, memory: M) -> str | None:
        """Why no call is made now, for people; None where one is."""
        until = memory.models.away_until
        left = (until - self.ledger.now()).total_seconds() if until else 0.0
        if left <= 0 and self.attempt <= _MOST_ATTEMPTS:
            return None
        sentence = (_QUIET if left > 0 else _GIVEN_UP)[memory.locale]
        return sentence.format(endpoint=memory.endpoint, seconds=max(1, round(left)))

    async def _called(self, endpoint: str, prompt: Prompt, within: float, told: Telling) -> Reply:
        return await self.clients.ask(endpoint, prompt, told, within)

    def _given(self, state: ScheduleState, memory: M, reply: Reply) -> NodeResult[M]:
        known, usage = memory.models, reply.usage
        counted = memory.with_models(
            calls=known.calls + 1,
            prompt_tokens=known.prompt_tokens + usage.prompt_tokens,
            completion_tokens=known.completion_tokens + usage.completion_tokens,
            away_until=None,
            quiet_seconds=0.0,
        )
        text = canonical_json(reply.answer.model_dump(mode="json", by_alias=True))
        return self._answered(state, counted, Answered(node=self._node, outcome="given", text=text))

    async def _failed(self, state: ScheduleState, memory: M, row: ModelCall, fault: ModelFault) -> NodeResult[M]:
        """What a fault leaves for the node."""
        sentence = fault.sentence(memory.locale)
        if not fault.retryable:
            self._call = row
            outcome: Literal["away", "refused"] = "away" if fault.kind in _OF_ONE_QUESTION else "refused"
            answer = Answered(node=self._node, outcome=outcome, problem=sentence[:1000])
            if fault.malformed:
                answer = Answered(node=self._node, outcome="malformed", problem=(fault.problem or sentence)[:1000])
            return self._answered(state, memory, answer)
        return await self._away(state, memory, row, fault)

    async def _away(self, state: ScheduleState, memory: M, row: ModelCall, fault: ModelFault) -> NodeResult[M]:
        """Raised while there is patience; then the node is told that nobody answers (rule RUN-13)."""
        named, before = fault.retry_after_seconds, self._spent(memory)
        spent = before + row.seconds
        on_question = taken((*self._earlier, row))
        pause = self.patience.pause(len(self._earlier) + 1, named, spent, on_question)
        if pause is not None and on_question + pause <= self.questions.seconds(memory):
            await self._put_off(replace(row, wait_seconds=pause))
        self._call = row
        tired = memory.with_models(patience_used_seconds=spent)
        if self.patience.is_gone(before):
            quiet = self.patience.quiet(memory.models.quiet_seconds, named)
            tired = tired.with_models(quiet_seconds=quiet, away_until=self._in(quiet))
        elif named is not None:
            tired = tired.with_models(away_until=self._in(min(named, LONGEST_QUIET)))
        sentence = fault.sentence(memory.locale)[:1000]
        return self._answered(state, tired, Answered(node=self._node, outcome="away", problem=sentence))

    def _in(self, seconds: float) -> datetime:
        return self.ledger.now() + timedelta(seconds=seconds)

    def _left(self, memory: M) -> float:
        """The seconds that are left of those that the question may take."""
        return max(self.questions.seconds(memory) - taken(self._earlier), _SHORTEST)

    def _spent(self, memory: M) -> float:
        """The patience that is gone before this call."""
        return memory.models.patience_used_seconds + taken(self._earlier)

    async def _failed_before(self) -> list[ModelCall]:
        """The calls of earlier attempts at this step; all of them failed."""
        step = self.step
        if self.attempt == 1:
            return []
        async with self.ledger.engine.connect() as connection:
            return await read_model_calls(step.user_id, connection, "run", step.run_id, [step.step])

    async def _put_off(self, row: ModelCall) -> None:
        """Store the failed call by itself, and have the next attempt made after its pause."""
        async with self.ledger.engine.begin() as connection:
            await write_model_call(self.step.user_id, connection, row)
        pause = timedelta(seconds=row.wait_seconds)
        # What lies behind the fault may quote the endpoint, and is written into logs with its cause.
        raise ApplicationError(row.problem, type=f"model_{row.outcome}", next_retry_delay=pause) from None

    def _answered(self, state: ScheduleState, memory: M, answer: Answered) -> NodeResult[M]:
        done = memory.model_copy(update={"answer": answer})
        kind = f": {self._call.outcome}" if self._call is not None and not self._call.given else ""
        brief = f"the model was asked for {self._node}: {answer.outcome}{kind}"
        return NodeResult(state, done, answer.outcome, brief, (), "model" if answer.outcome == "given" else "rules")


def taken(calls: Sequence[ModelCall]) -> float:
    """The seconds that failed calls and the pauses after them took."""
    return sum(call.seconds + call.wait_seconds for call in calls)
