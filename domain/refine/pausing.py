"""A question to the person in the middle of a run, and what comes of it (rule REACT-14)."""

from domain.canonical import digest
from domain.refine.memory import Question, RefineMemory
from domain.refine.stages import stage
from domain.schedule.state import ScheduleState
from domain.steps import NodeResult


def question_of(memory: RefineMemory, questions: tuple[str, ...]) -> Question:
    """The question of a round, under an id that the same round always gives it."""
    return Question(question_id=f"q{memory.used.rounds}-{digest(list(questions))[:12]}", questions=questions)


def resume(state: ScheduleState, memory: RefineMemory, answer: str | None) -> NodeResult[RefineMemory]:
    """Go on after a pause. Verdict ``done``, decided by the person, or by rules where no answer came in time.

    Args:
        answer: what the person said, at most 2,000 characters; None where the wait is over without it.
    """
    asked = memory.question
    closed = None if asked is None else asked.model_copy(update={"text": answer, "closed": True})
    key = "react.unanswered" if answer is None else "react.answered"
    data = {"question_id": asked.question_id if asked else "", "answered": answer is not None}
    event = stage(memory.locale, "react.answered", key, data)
    brief = "no answer came" if answer is None else "the person answered"
    done = memory.model_copy(update={"question": closed})
    return NodeResult(state, done, "done", brief, (event,), "rules" if answer is None else "person")
