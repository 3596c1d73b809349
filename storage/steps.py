"""The ledger: what each step of a run, turn or preparation did, written once (rules RUN-2 and DATA-10)."""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Select, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import LedgerMismatch
from domain.steps import DecidedBy
from storage.refusals import not_found, translated
from storage.tables import steps

OwnerKind = Literal["run", "turn", "preparation"]


@dataclass(frozen=True, slots=True)
class StepRecord:
    """One step as recorded; the next step starts from its state and memory.

    Attributes:
        owner_kind, owner_id: whose step it is.
        step: its number.
        name: the node or round.
        argument_hash: digest of what the step was asked with.
        memory, state: canonical JSON; ``state_hash`` is the SHA-256 of ``state``.
        decided_by: who gave the answer behind the step.
        verdict: the word on which the workflow branches.
        brief: one line for operators, at most 300 characters.
        tool, arguments, result: the tool executed and its outcome with its changes, if there was one.
    """

    owner_kind: OwnerKind
    owner_id: str
    step: int
    name: str
    argument_hash: str
    memory: str
    state: str
    state_hash: str
    decided_by: DecidedBy
    verdict: str
    brief: str
    tool: str | None = None
    arguments: dict[str, Any] | None = None
    result: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class TracedStep:
    """A step without its state, for those who look at what happened; fields as in ``StepRecord``."""

    step: int
    name: str
    decided_by: DecidedBy
    verdict: str
    brief: str
    tool: str | None
    arguments: dict[str, Any] | None
    result: dict[str, Any] | None
    memory: str
    created_at: datetime


async def list_steps(
    owner: str, conn: AsyncConnection, owner_kind: OwnerKind, owner_id: str, after_step: int, limit: int
) -> list[TracedStep]:
    """At most ``limit`` steps that follow one with this number (-1 for the first), in order."""
    columns = [steps.c[column.name] for column in fields(TracedStep)]
    of_owner = (steps.c.user_id == owner, steps.c.owner_kind == owner_kind, steps.c.owner_id == owner_id)
    query = select(*columns).where(*of_owner, steps.c.step > after_step).order_by(steps.c.step).limit(limit)
    return [TracedStep(**row._mapping) for row in await conn.execute(query)]


async def list_records(owner: str, conn: AsyncConnection, owner_kind: OwnerKind, owner_id: str) -> list[StepRecord]:
    """Every step as it was recorded, in order."""
    rows = await conn.execute(_steps_of(owner, owner_kind, owner_id).order_by(steps.c.step))
    return [StepRecord(**row._mapping) for row in rows]


async def count_deciders(
    owner: str, conn: AsyncConnection, owner_kind: OwnerKind, owner_id: str
) -> dict[DecidedBy, int]:
    """How many steps each of those who decide has decided."""
    of_owner = (steps.c.user_id == owner, steps.c.owner_kind == owner_kind, steps.c.owner_id == owner_id)
    query = select(steps.c.decided_by, func.count().label("steps")).where(*of_owner).group_by(steps.c.decided_by)
    return {row.decided_by: row.steps for row in await conn.execute(query)}


async def write_step(owner: str, conn: AsyncConnection, record: StepRecord) -> bool:
    """Record a step; False where the same step stands already, which then is the one that counts.

    Raises:
        LedgerMismatch: it stands with another argument hash.
        NotFound: this owner has no such run.
    """
    values = {column.name: getattr(record, column.name) for column in fields(record)}
    statement = insert(steps).values(user_id=owner, **values).on_conflict_do_nothing().returning(steps.c.step)
    with translated({"fk_steps_run_id": not_found("run", record.owner_id)}):
        written = await conn.scalar(statement)
    if written is None:
        await recorded_step(owner, conn, record.owner_kind, record.owner_id, record.step, record.argument_hash)
    return written is not None


async def read_step(
    owner: str, conn: AsyncConnection, owner_kind: OwnerKind, owner_id: str, step: int
) -> StepRecord | None:
    """The step, if it has been recorded."""
    return await _first(conn, _steps_of(owner, owner_kind, owner_id).where(steps.c.step == step))


async def recorded_step(
    owner: str, conn: AsyncConnection, owner_kind: OwnerKind, owner_id: str, step: int, argument_hash: str
) -> StepRecord | None:
    """The step, if it has been recorded with these arguments.

    Raises:
        LedgerMismatch: it was recorded with others.
    """
    record = await read_step(owner, conn, owner_kind, owner_id, step)
    if record is not None and record.argument_hash != argument_hash:
        raise LedgerMismatch(
            f"step {step} of {owner_kind} {owner_id!r} was recorded with arguments {record.argument_hash[:12]} and is "
            f"asked again with {argument_hash[:12]}: start a new {owner_kind}"
        )
    return record


async def last_step(owner: str, conn: AsyncConnection, owner_kind: OwnerKind, owner_id: str) -> StepRecord | None:
    """The newest step, if there is one."""
    return await _first(conn, _steps_of(owner, owner_kind, owner_id).order_by(steps.c.step.desc()).limit(1))


async def last_step_before(
    owner: str, conn: AsyncConnection, owner_kind: OwnerKind, owner_id: str, step: int
) -> StepRecord | None:
    """The newest of the steps with lower numbers, if there is one; between them numbers may be missing."""
    before = _steps_of(owner, owner_kind, owner_id).where(steps.c.step < step)
    return await _first(conn, before.order_by(steps.c.step.desc()).limit(1))


def _steps_of(owner: str, owner_kind: OwnerKind, owner_id: str) -> Select[tuple[object, ...]]:
    columns = [steps.c[column.name] for column in fields(StepRecord)]
    return select(*columns).where(
        steps.c.user_id == owner, steps.c.owner_kind == owner_kind, steps.c.owner_id == owner_id
    )


async def _first(conn: AsyncConnection, query: Select[tuple[object, ...]]) -> StepRecord | None:
    row = (await conn.execute(query)).one_or_none()
    return None if row is None else StepRecord(**row._mapping)
