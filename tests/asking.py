"""Refine runs that ask the person in their first round, as a model would, and what a test does with them."""

import asyncio
from dataclasses import dataclass

from temporalio import activity

from activities.pausing import pausing
from activities.refine import LedgeredRefineSteps
from domain.refine.memory import RefineMemory
from domain.refine.nodes import run_node
from domain.refine.react import Action, run_round
from domain.refine.turns import begin_round
from domain.steps import NodeResult
from runtime.clock import now
from services.answer_run import Answer, answer_run
from services.start_run import workflow_id
from storage.run_questions import RunQuestion, open_question
from storage.runs import RunRecord
from tests.week import OWNER, Week
from workflows.messages import StepInput, StepOutcome

QUESTIONS = ("挪到上午还是下午？", "英语也算在内吗？")
SAID = "上午，英语不算"

_LOOK_SECONDS = 0.05


class AskingRefineSteps(LedgeredRefineSteps):
    """The first round of a run asks; what follows is as ever. It stands in for a model, and for nothing else."""

    @activity.defn(name="refine.react")
    async def react(self, step: StepInput) -> StepOutcome:
        async def compute() -> NodeResult[RefineMemory]:
            state, memory = await self._ledger.previous(step, RefineMemory)
            if memory.question is not None:
                return await asyncio.to_thread(run_node, "react", state, memory)
            begun, events = begin_round(state, memory)
            return run_round(state, begun, Action(missing_info=QUESTIONS), "model", events=events)

        return await self._ledger.step(step, compute, pausing(self._ledger, step))


@dataclass(frozen=True)
class Paused:
    """A run that waits for an answer."""

    week: Week
    run: RunRecord
    question: RunQuestion

    @classmethod
    async def of(cls, week: Week, run: RunRecord) -> "Paused":
        """The run once it waits."""
        async with asyncio.timeout(60):
            while (await week.row(run)).status != "paused":
                await asyncio.sleep(_LOOK_SECONDS)
        question = await question_of(week, run)
        assert question is not None
        return cls(week, run, question)

    async def is_waited_for(self) -> None:
        """Until the workflow too has heard that the run waits."""
        handle = self.week.client.get_workflow_handle(workflow_id(self.run))
        async with asyncio.timeout(120):
            while (await handle.query("run.progress"))["stage"] != "paused":
                await asyncio.sleep(_LOOK_SECONDS)

    async def answer(self, text: str = SAID) -> tuple[RunRecord, RunQuestion]:
        said = Answer(self.run.id, self.question.question_id, text)
        return await answer_run(OWNER, self.week.engine, self.week.client, said, now())


async def question_of(week: Week, run: RunRecord) -> RunQuestion | None:
    """What the run asks now."""
    async with week.engine.connect() as connection:
        return await open_question(OWNER, connection, run.id)
