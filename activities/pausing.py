"""The two ledgered ends of a pause: the step that asks, and the step that goes on (rules PAUSE-1 to PAUSE-4)."""

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncConnection

from activities.ledger import Ledger, Write
from domain.schedule.state import ScheduleState
from domain.steps import NodeResult
from storage.run_questions import RunQuestion, close_question, insert_question
from storage.runs import RunRecord, pause_run
from workflows.messages import StepInput, StepOutcome

M = TypeVar("M", bound=BaseModel)
Resume = Callable[[ScheduleState, M, str | None], NodeResult[M]]


def pausing(ledger: Ledger, step: StepInput) -> Write:
    """What a step writes that may ask: with the verdict ``ask`` its memory holds a ``question``, and the run pauses."""

    async def write(connection: AsyncConnection, run: RunRecord, result: NodeResult[Any]) -> NodeResult[Any]:
        if result.verdict == "ask":
            asked = result.memory.question
            question = RunQuestion(run.id, asked.question_id, step.step, asked.questions, ledger.now())
            await insert_question(step.user_id, connection, question)
            await pause_run(step.user_id, connection, run.id)
        return result

    return write


async def resumed(ledger: Ledger, step: StepInput, memory: type[M], resume: Resume[M]) -> StepOutcome:
    """The step that goes on after a question.

    The answer is looked for in the step's own transaction, which holds the run: an answer that is stored by then
    counts, and one that comes later is refused (rule PAUSE-4).
    """

    async def compute() -> NodeResult[M]:
        return NodeResult(*await ledger.previous(step, memory), verdict="", brief="", events=())

    async def write(connection: AsyncConnection, run: RunRecord, before: NodeResult[M]) -> NodeResult[M]:
        question = await close_question(step.user_id, connection, run.id, ledger.now())
        return resume(before.state, before.memory, question.answer if question else None)

    return await ledger.step(step, compute, write)
