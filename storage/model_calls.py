"""Calls of models: what each was asked, said and cost (rules RUN-14 and DATA-16)."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.refusals import not_found, translated
from storage.steps import OwnerKind
from storage.tables import model_calls


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of an endpoint.

    Attributes:
        owner_kind, owner_id, step: the ledgered step for which it was made.
        attempt: number of the attempt at that step, from 1.
        endpoint: id of the endpoint; ``model`` is its name there, ``mode`` how JSON was asked for.
        prompt: the question, as ``system``, ``user`` and the name of the answer's form as ``schema``.
        answer, reasoning: what the model said, bounded by whoever writes it.
        outcome: ``given``, or the kind of the fault, whose sentence is ``problem``.
        prompt_tokens, completion_tokens: as the endpoint counts them, or ``tokens_estimated``.
        seconds: how long the call took.
        wait_seconds: how long the next attempt was put off after it; 0 where there was none.
    """

    owner_kind: OwnerKind
    owner_id: str
    step: int
    attempt: int
    endpoint: str
    model: str
    mode: str
    prompt: dict[str, Any]
    answer: str
    reasoning: str
    outcome: str
    problem: str
    prompt_tokens: int
    completion_tokens: int
    tokens_estimated: bool
    started_at: datetime
    seconds: float
    wait_seconds: float = 0.0

    @property
    def given(self) -> bool:
        """Whether an answer of the form asked for came."""
        return self.outcome == "given"


@dataclass(frozen=True, slots=True)
class CallTotal:
    """All calls of one owner that ended alike; tokens, seconds and waits are sums."""

    outcome: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    wait_seconds: float


async def write_model_call(owner: str, conn: AsyncConnection, call: ModelCall) -> None:
    """Store a call; one that is stored already stays as it is, so that a retry is harmless.

    Raises:
        NotFound: this owner has no such run.
    """
    values = {column.name: getattr(call, column.name) for column in fields(call)}
    with translated({"fk_model_calls_run_id": not_found("run", call.owner_id)}):
        await conn.execute(insert(model_calls).values(user_id=owner, **values).on_conflict_do_nothing())


async def read_model_calls(
    owner: str, conn: AsyncConnection, owner_kind: OwnerKind, owner_id: str, steps: Sequence[int] | None = None
) -> list[ModelCall]:
    """The calls made for an owner, in order: all, or those of some of its steps."""
    c = model_calls.c
    columns = [c[column.name] for column in fields(ModelCall)]
    query = select(*columns).where(c.user_id == owner, c.owner_kind == owner_kind, c.owner_id == owner_id)
    if steps is not None:
        query = query.where(c.step.in_(steps))
    return [ModelCall(**row._mapping) for row in await conn.execute(query.order_by(c.step, c.attempt))]


async def total_model_calls(owner: str, conn: AsyncConnection, owner_kind: OwnerKind, owner_id: str) -> list[CallTotal]:
    """What the calls made for an owner came to, by their outcome."""
    c = model_calls.c
    summed = ("prompt_tokens", "completion_tokens", "seconds", "wait_seconds")
    sums = [func.sum(c[name]).label(name) for name in summed]
    query = (
        select(c.outcome, func.count().label("calls"), *sums)
        .where(c.user_id == owner, c.owner_kind == owner_kind, c.owner_id == owner_id)
        .group_by(c.outcome)
        .order_by(c.outcome)
    )
    return [CallTotal(**row._mapping) for row in await conn.execute(query)]
