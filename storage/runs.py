"""Runs: at most one open in a session (rule DATA-8)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import ReturningInsert

from domain.errors import RunInProgress, TooManyRuns
from storage.pages import newest_first
from storage.refusals import not_found, translated
from storage.tables import previews, runs, terms
from storage.tables.runs import OPEN

RunKind = Literal["plan", "refine"]
OpenStatus = Literal["queued", "running", "paused"]
ClosedStatus = Literal["completed", "completed_without_preview", "failed", "cancelled"]

MOST_OPEN_RUNS = 2
"""How many runs of one user may be open at once (rule EDGE-47)."""

RUN_CHANNEL = "daywright_run"
"""Notified with the id of a run when it has new events or ends."""


class BaseMoved(Exception):
    """What a run was to start from has changed since it was read: read it again, and try again."""


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run as stored.

    Attributes:
        base_revision: the preview revision it starts from; None where there is none yet.
        base_timetable_version: version of the term's timetable it starts from.
        request: what was asked for, as given.
        last_seq: number of the newest event, 0 before the first.
        outcome_code, outcome_detail, finished_at: set when it ends.
    """

    id: str
    session_id: str
    term_id: str
    kind: RunKind
    base_timetable_version: int
    request: dict[str, Any]
    created_at: datetime
    base_revision: int | None = None
    status: OpenStatus | ClosedStatus = "queued"
    last_seq: int = 0
    outcome_code: str | None = None
    outcome_detail: str | None = None
    finished_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether it may still change."""
        return self.finished_at is None


@dataclass(frozen=True, slots=True)
class OwnedRun:
    """A run with its user."""

    owner: str
    run: RunRecord


_COLUMNS = [runs.c[column.name] for column in fields(RunRecord)]
_IS_OPEN = runs.c.finished_at.is_(None)
# Built once: every look at a run asks it, and building it takes longer than the answer.
_ONE = select(*_COLUMNS).where(runs.c.user_id == bindparam("owner"), runs.c.id == bindparam("run_id"))
_ONE_LOCKED = _ONE.with_for_update()


async def insert_run(owner: str, conn: AsyncConnection, run: RunRecord) -> None:
    """Store a new run; a refusal by a constraint spends the transaction.

    The limit holds among transactions that called ``lock_base`` before.

    Raises:
        RunInProgress: the session has an open run; message and facts name it.
        TooManyRuns: the owner has ``MOST_OPEN_RUNS`` open runs; message and facts name them (rule EDGE-47).
        NotFound: this owner has no such session, term or base revision.
        BaseMoved: the preview has a newer revision, or the term another timetable, than the run was to start from.
    """
    refusals = {
        "fk_runs_session_id": not_found("session", run.session_id),
        "fk_runs_term_id": not_found("term", run.term_id),
        "fk_runs_base_revision": not_found("preview revision", str(run.base_revision)),
    }
    with translated(refusals):
        stored = await conn.scalar(_INSERTION, {"user_id": owner, "most": MOST_OPEN_RUNS} | _values(run))
    if stored is None:
        await _refuse_another(owner, conn, run)


def _values(run: RunRecord) -> dict[str, Any]:
    return {column.name: getattr(run, column.name) for column in fields(run)}


def _insertion() -> ReturningInsert[tuple[str]]:
    """The statement of ``insert_run``: it stores nothing where too many runs are open, or one of the session is."""
    names = ["user_id", *(column.name for column in fields(RunRecord))]
    given = {name: bindparam(name, type_=runs.c[name].type) for name in names}
    open_ones = select(func.count()).select_from(runs).where(runs.c.user_id == given["user_id"], text(OPEN))
    row = select(*given.values()).where(open_ones.scalar_subquery() < bindparam("most"), _base_stands(given))
    unless_open = insert(runs).from_select(names, row)
    return unless_open.on_conflict_do_nothing(
        index_elements=["user_id", "session_id"], index_where=text(OPEN)
    ).returning(runs.c.id)


def _base_stands(given: Mapping[str, BindParameter[Any]]) -> ColumnElement[bool]:
    """Whether the base that was read is still what there is; it may be older than the lock that was waited for."""
    here = (previews.c.user_id == given["user_id"], previews.c.session_id == given["session_id"])
    newest = select(func.max(previews.c.revision)).where(*here).scalar_subquery()
    term = (terms.c.user_id == given["user_id"], terms.c.id == given["term_id"])
    version = select(terms.c.timetable_version).where(*term).scalar_subquery()
    revision, known = given["base_revision"], given["base_timetable_version"]
    # What is not there at all is for the foreign keys to refuse.
    return and_(func.coalesce(newest <= revision, True), func.coalesce(version == known, True))


_INSERTION = _insertion()


async def _refuse_another(owner: str, conn: AsyncConnection, run: RunRecord) -> None:
    query = select(runs.c.id, runs.c.session_id).where(runs.c.user_id == owner, text(OPEN)).order_by(runs.c.id)
    others = (await conn.execute(query)).all()
    for other in others:
        if other.session_id == run.session_id:
            message = f"run {other.id!r} of session {run.session_id!r} is open: wait for it or cancel it"
            raise RunInProgress(message, run_id=other.id)
    if len(others) >= MOST_OPEN_RUNS:
        ids = [other.id for other in others]
        message = f"{len(ids)} of your runs are open ({', '.join(map(repr, ids))}): wait for one of them or cancel it"
        raise TooManyRuns(message, run_ids=ids)
    # What was in the way is not there any more, or the base is another one by now.
    raise BaseMoved


async def load_run(owner: str, conn: AsyncConnection, run_id: str, *, lock: bool = False) -> RunRecord:
    """The run; with ``lock`` no other transaction can change it or write a step of it until this one ends.

    Raises:
        NotFound: this owner has no such run.
    """
    asked = {"owner": owner, "run_id": run_id}
    row = (await conn.execute(_ONE_LOCKED if lock else _ONE, asked)).one_or_none()
    if row is None:
        raise not_found("run", run_id)
    return RunRecord(*row)


async def open_run_of(owner: str, conn: AsyncConnection, session_id: str) -> RunRecord | None:
    """The open run of a session, if there is one."""
    query = select(*_COLUMNS).where(runs.c.user_id == owner, runs.c.session_id == session_id, _IS_OPEN)
    row = (await conn.execute(query)).one_or_none()
    return None if row is None else RunRecord(**row._mapping)


async def list_runs(
    owner: str,
    conn: AsyncConnection,
    *,
    limit: int,
    before: str | None = None,
    session_id: str | None = None,
    status: OpenStatus | ClosedStatus | None = None,
) -> list[RunRecord]:
    """At most ``limit`` runs, newest first, from below the id ``before``; of one session or one status where given."""
    query = select(*_COLUMNS).where(runs.c.user_id == owner)
    if session_id is not None:
        query = query.where(runs.c.session_id == session_id)
    if status is not None:
        query = query.where(runs.c.status == status)
    return [RunRecord(**row._mapping) for row in await conn.execute(newest_first(query, runs.c.id, before, limit))]


async def open_runs(conn: AsyncConnection, made_before: datetime, after_id: str, limit: int) -> list[OwnedRun]:
    """Open runs of all users in the order of their ids, and so the oldest first; for the reconciler (rule EDGE-50).

    Args:
        made_before: younger runs are left out.
        after_id: id of the last run of the page before; empty for the first page.
        limit: how many at most.
    """
    # In the words of the partial index, which holds the open runs alone.
    query = (
        select(runs.c.user_id, *_COLUMNS)
        .where(text(OPEN), runs.c.created_at < made_before, runs.c.id > after_id)
        .order_by(runs.c.id)
        .limit(limit)
    )
    return [OwnedRun(owner, RunRecord(*run)) for owner, *run in await conn.execute(query)]


async def advance_run(owner: str, conn: AsyncConnection, run_id: str, events: int) -> RunRecord | None:
    """Lock an open run for one more step: it is running now, and its next ``events`` numbers are reserved.

    Who waits for the run is notified at commit. In one statement, because every step of every run does all this.

    Args:
        events: how many events the step tells; their numbers are the last ones up to ``last_seq`` of the answer.

    Returns:
        The run as it now is; None and no change once it has ended.

    Raises:
        NotFound: this owner has no such run.
    """
    values = {"last_seq": runs.c.last_seq + events, "status": "running"}
    advanced = update(runs).where(_is(owner, run_id), _IS_OPEN).values(values)
    notified = func.pg_notify(RUN_CHANNEL, run_id).label("notified")
    row = (await conn.execute(advanced.returning(*_COLUMNS, notified))).one_or_none()
    if row is None:
        await load_run(owner, conn, run_id)
        return None
    return RunRecord(**{column.name: getattr(row, column.name) for column in fields(RunRecord)})


async def pause_run(owner: str, conn: AsyncConnection, run_id: str) -> None:
    """An open run waits for the person from now on; its next step makes it run again (rule PAUSE-1).

    Raises:
        NotFound: this owner has no such run that is open.
    """
    paused = update(runs).where(_is(owner, run_id), _IS_OPEN).values(status="paused").returning(runs.c.id)
    if (await conn.execute(paused)).one_or_none() is None:
        raise not_found("open run", run_id)


async def finish_run(
    owner: str,
    conn: AsyncConnection,
    run_id: str,
    status: ClosedStatus,
    code: str | None,
    detail: str | None,
    at: datetime,
) -> bool:
    """End an open run; False and no change where it has ended before, so that a retry is harmless.

    Args:
        code: stable code of the outcome; a failed run must have one.
        detail: one readable sentence.

    Raises:
        NotFound: this owner has no such run.
    """
    values = {"status": status, "outcome_code": code, "outcome_detail": detail, "finished_at": at}
    ending = update(runs).where(_is(owner, run_id), _IS_OPEN).values(values)
    notified = func.pg_notify(RUN_CHANNEL, run_id)
    ended = (await conn.execute(ending.returning(runs.c.id, notified))).one_or_none() is not None
    if not ended:
        await load_run(owner, conn, run_id)
    return ended


def _is(owner: str, run_id: str) -> ColumnElement[bool]:
    return and_(runs.c.user_id == owner, runs.c.id == run_id)
