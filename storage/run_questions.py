"""Questions that runs ask the person, and the answers (rules PAUSE-1 to PAUSE-4 and DATA-17)."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.refusals import not_found, translated
from storage.tables import run_questions


@dataclass(frozen=True, slots=True)
class RunQuestion:
    """What a run asks at one of its steps.

    Attributes:
        questions: one to three short sentences, asked together.
        answer, answered_at: what was said to them, once it was.
        closed_at: when the run went on, with an answer or without.
    """

    run_id: str
    question_id: str
    step: int
    questions: Sequence[str]
    asked_at: datetime
    answer: str | None = None
    answered_at: datetime | None = None
    closed_at: datetime | None = None


_COLUMNS = [run_questions.c[column.name] for column in fields(RunQuestion)]


async def insert_question(owner: str, conn: AsyncConnection, question: RunQuestion) -> None:
    """Store a question that is asked now; one that is stored already stays as it is, so that a retry is harmless.

    Raises:
        NotFound: this owner has no such run.
    """
    values: dict[str, Any] = {column.name: getattr(question, column.name) for column in fields(question)}
    values["questions"] = list(question.questions)
    with translated({"fk_run_questions_run_id": not_found("run", question.run_id)}):
        await conn.execute(insert(run_questions).values(user_id=owner, **values).on_conflict_do_nothing())


async def load_question(owner: str, conn: AsyncConnection, run_id: str, question_id: str) -> RunQuestion:
    """A question of a run.

    Raises:
        NotFound: no run of this owner has asked it.
    """
    asked = select(*_COLUMNS).where(_of(owner, run_id), run_questions.c.question_id == question_id)
    found = await _one(conn, asked)
    if found is None:
        raise not_found("question", question_id)
    return found


async def open_question(owner: str, conn: AsyncConnection, run_id: str) -> RunQuestion | None:
    """The question on which a run has not gone on yet, answered or not; None where there is none."""
    return await _one(conn, select(*_COLUMNS).where(_of(owner, run_id), run_questions.c.closed_at.is_(None)))


async def list_questions(owner: str, conn: AsyncConnection, run_id: str) -> list[RunQuestion]:
    """All questions that a run has asked, in order."""
    asked = select(*_COLUMNS).where(_of(owner, run_id)).order_by(run_questions.c.step)
    return [RunQuestion(*row) for row in await conn.execute(asked)]


async def answer_question(
    owner: str, conn: AsyncConnection, run_id: str, question_id: str, answer: str, at: datetime
) -> bool:
    """Store the answer to a question that is open and has none; False and no change for any other.

    The caller holds the row of the run locked, so that the run does not go on meanwhile.
    """
    c = run_questions.c
    waiting = and_(c.question_id == question_id, c.answer.is_(None), c.closed_at.is_(None))
    change = update(run_questions).where(_of(owner, run_id), waiting).values(answer=answer, answered_at=at)
    return (await conn.execute(change.returning(c.run_id))).one_or_none() is not None


async def close_question(owner: str, conn: AsyncConnection, run_id: str, at: datetime) -> RunQuestion | None:
    """The run goes on: its open question takes no answer any more. The question as it then is, None without one."""
    change = update(run_questions).where(_of(owner, run_id), run_questions.c.closed_at.is_(None))
    row = (await conn.execute(change.values(closed_at=at).returning(*_COLUMNS))).one_or_none()
    return None if row is None else RunQuestion(*row)


def _of(owner: str, run_id: str) -> ColumnElement[bool]:
    return and_(run_questions.c.user_id == owner, run_questions.c.run_id == run_id)


async def _one(conn: AsyncConnection, query: Select[Any]) -> RunQuestion | None:
    row = (await conn.execute(query)).one_or_none()
    return None if row is None else RunQuestion(*row)
