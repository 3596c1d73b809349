"""Turns: one message each and what answers it, one at a time in a session (rules SESSION-8 to SESSION-10).

Who locks a session and a turn locks the session first.
"""

from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Literal

from sqlalchemy import ColumnElement, and_, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.json_texts import writable
from storage.refusals import not_found, translated
from storage.sessions import lock_session
from storage.tables import sessions, turns

TurnOrigin = Literal["person", "reminder"]
OpenTurnStatus = Literal["queued", "running"]
ClosedTurnStatus = Literal["completed", "failed", "cancelled"]

TURN_CHANNEL = "daywright_turn"
"""Notified with the id of a turn when it begins, has new events or ends."""


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """A turn as stored.

    Attributes:
        seq: its number in the session, from 1.
        origin: who said the message that it answers.
        kind: what the message was taken for; None until that is known.
        run_id: the run that it started or answered.
        last_seq: number of the newest event, 0 before the first.
        started_at: when its turn came; None while it is queued.
        outcome_code, outcome_detail, finished_at: set when it ends.
    """

    id: str
    session_id: str
    seq: int
    origin: TurnOrigin
    locale: str
    created_at: datetime
    status: OpenTurnStatus | ClosedTurnStatus = "queued"
    kind: str | None = None
    run_id: str | None = None
    last_seq: int = 0
    outcome_code: str | None = None
    outcome_detail: str | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether it may still change."""
        return self.finished_at is None


@dataclass(frozen=True, slots=True)
class OwnedTurn:
    """A turn with its user."""

    owner: str
    turn: TurnRecord


@dataclass(frozen=True, slots=True)
class Closing:
    """What closing a turn did.

    Attributes:
        closed: False where it had ended before, and nothing was changed.
        following: the turn of the session that is running now; None where the session is idle.
    """

    closed: bool
    following: TurnRecord | None


_COLUMNS = [turns.c[column.name] for column in fields(TurnRecord)]
_IS_OPEN = turns.c.finished_at.is_(None)


async def insert_turn(owner: str, conn: AsyncConnection, turn: TurnRecord) -> None:
    """Store a turn as it is; ``queue_turn`` finds its number and whether it may run. A refusal spends the transaction.

    Raises:
        NotFound: this owner has no such session or run.
    """
    refusals = {
        "fk_turns_session_id": not_found("session", turn.session_id),
        "fk_turns_run_id": not_found("run", turn.run_id or ""),
    }
    values = {"user_id": owner} | {column.name: getattr(turn, column.name) for column in fields(turn)}
    with translated(refusals):
        await conn.execute(insert(turns), values)


async def queue_turn(
    owner: str,
    conn: AsyncConnection,
    session_id: str,
    turn_id: str,
    origin: TurnOrigin,
    locale: str,
    at: datetime,
) -> TurnRecord:
    """A new turn at the end of the session: running, and the session's active turn, if no other is, else queued.

    The session is locked until this transaction ends. What a person says keeps it live (rule SESSION-2).

    Raises:
        NotFound: this owner has no such session.
    """
    session = await lock_session(owner, conn, session_id)
    here = (turns.c.user_id == owner, turns.c.session_id == session_id)
    last = await conn.scalar(select(func.coalesce(func.max(turns.c.seq), 0)).where(*here)) or 0
    turn = TurnRecord(turn_id, session_id, last + 1, origin, locale, at)
    if session.active_turn is None:
        turn = replace(turn, status="running", started_at=at)
    await insert_turn(owner, conn, turn)
    active = sessions.c.active_turn if session.active_turn else turn_id
    spoken = at if origin == "person" else sessions.c.active_at
    await conn.execute(update(sessions).where(_of(owner, session_id)).values(active_turn=active, active_at=spoken))
    await _notify(conn, turn_id)
    return turn


async def load_turn(owner: str, conn: AsyncConnection, turn_id: str, *, lock: bool = False) -> TurnRecord:
    """The turn; with ``lock`` no other transaction can change it or write a step of it until this one ends.

    Raises:
        NotFound: this owner has no such turn.
    """
    query = select(*_COLUMNS).where(_is(owner, turn_id))
    row = (await conn.execute(query.with_for_update() if lock else query)).one_or_none()
    if row is None:
        raise not_found("turn", turn_id)
    return TurnRecord(*row)


async def list_turns(
    owner: str, conn: AsyncConnection, session_id: str, *, limit: int, before_seq: int | None = None
) -> list[TurnRecord]:
    """At most ``limit`` turns of a session, newest first, from below the number ``before_seq``."""
    query = select(*_COLUMNS).where(turns.c.user_id == owner, turns.c.session_id == session_id)
    if before_seq is not None:
        query = query.where(turns.c.seq < before_seq)
    return [TurnRecord(*row) for row in await conn.execute(query.order_by(turns.c.seq.desc()).limit(limit))]


async def advance_turn(owner: str, conn: AsyncConnection, turn_id: str, events: int) -> TurnRecord | None:
    """Lock an open turn for one more step and reserve its next ``events`` numbers, the last ones up to ``last_seq``.

    Who waits for the turn is notified at commit.

    Returns:
        The turn as it now is; None and no change once it has ended.

    Raises:
        NotFound: this owner has no such turn.
    """
    advanced = update(turns).where(_is(owner, turn_id), _IS_OPEN).values(last_seq=turns.c.last_seq + events)
    notified = func.pg_notify(TURN_CHANNEL, turn_id)
    row = (await conn.execute(advanced.returning(*_COLUMNS, notified))).one_or_none()
    if row is None:
        await load_turn(owner, conn, turn_id)
        return None
    return TurnRecord(*row[:-1])


async def note_kind(owner: str, conn: AsyncConnection, turn_id: str, kind: str) -> None:
    """Take down what the message of a turn was taken for.

    Raises:
        NotFound: this owner has no such turn.
    """
    noted = update(turns).where(_is(owner, turn_id)).values(kind=kind).returning(turns.c.id)
    if await conn.scalar(noted) is None:
        raise not_found("turn", turn_id)


async def link_run(owner: str, conn: AsyncConnection, turn_id: str, run_id: str) -> None:
    """Take down the run that a turn started or answered; those who follow the turn are notified.

    Raises:
        NotFound: this owner has no such turn or run; the transaction is spent where it is the run.
    """
    linked = update(turns).where(_is(owner, turn_id)).values(run_id=run_id)
    with translated({"fk_turns_run_id": not_found("run", run_id)}):
        found = await conn.scalar(linked.returning(turns.c.id))
    if found is None:
        raise not_found("turn", turn_id)
    await _notify(conn, turn_id)


async def close_turn_and_next(
    owner: str,
    conn: AsyncConnection,
    turn_id: str,
    status: ClosedTurnStatus,
    code: str | None,
    detail: str | None,
    at: datetime,
) -> Closing:
    """End an open turn; if it was the active one, the earliest queued turn of the session runs and is active now.

    The session is locked until this transaction ends.

    Args:
        code: stable code of the outcome; a failed turn must have one.
        detail: one readable sentence.

    Raises:
        NotFound: this owner has no such turn.
    """
    turn = await load_turn(owner, conn, turn_id)
    session = await lock_session(owner, conn, turn.session_id)
    closed = await _close(owner, conn, turn_id, status, code, detail, at)
    if session.active_turn not in (None, turn_id):
        return Closing(closed, await load_turn(owner, conn, session.active_turn or ""))
    following = await _start_earliest(owner, conn, turn.session_id, at)
    active = following.id if following else None
    await conn.execute(update(sessions).where(_of(owner, turn.session_id)).values(active_turn=active))
    return Closing(closed, following)


async def _close(
    owner: str,
    conn: AsyncConnection,
    turn_id: str,
    status: ClosedTurnStatus,
    code: str | None,
    detail: str | None,
    at: datetime,
) -> bool:
    values = {
        "status": status,
        "outcome_code": code,
        "outcome_detail": None if detail is None else writable(detail),
        "finished_at": at,
    }
    closing = update(turns).where(_is(owner, turn_id), _IS_OPEN).values(values).returning(turns.c.id)
    closed = await conn.scalar(closing) is not None
    await _notify(conn, turn_id)
    return closed


async def _start_earliest(owner: str, conn: AsyncConnection, session_id: str, at: datetime) -> TurnRecord | None:
    """Let the queued turn with the lowest number run; the session is locked, so that nobody else does."""
    here = and_(turns.c.user_id == owner, turns.c.session_id == session_id, _IS_OPEN)
    earliest = select(turns.c.id).where(here).order_by(turns.c.seq).limit(1).scalar_subquery()
    begun = update(turns).where(turns.c.user_id == owner, turns.c.id == earliest)
    started = begun.values(status="running", started_at=func.coalesce(turns.c.started_at, at))
    row = (await conn.execute(started.returning(*_COLUMNS))).one_or_none()
    if row is None:
        return None
    following = TurnRecord(*row)
    await _notify(conn, following.id)
    return following


async def open_turns(conn: AsyncConnection, made_before: datetime, after_id: str, limit: int) -> list[OwnedTurn]:
    """Open turns of all users in the order of their ids, for the reconciler.

    Args:
        made_before: younger turns are left out.
        after_id: id of the last turn of the page before; empty for the first page.
        limit: how many at most.
    """
    query = (
        select(turns.c.user_id, *_COLUMNS)
        .where(_IS_OPEN, turns.c.created_at < made_before, turns.c.id > after_id)
        .order_by(turns.c.id)
        .limit(limit)
    )
    return [OwnedTurn(owner, TurnRecord(*turn)) for owner, *turn in await conn.execute(query)]


async def blocked_sessions(conn: AsyncConnection, limit: int) -> list[tuple[str, str]]:
    """Owner and id of sessions whose active turn is not open, so that nothing queued in them would ever run."""
    its_turn = and_(turns.c.user_id == sessions.c.user_id, turns.c.id == sessions.c.active_turn, _IS_OPEN)
    query = (
        select(sessions.c.user_id, sessions.c.id)
        .where(sessions.c.active_turn.is_not(None), ~select(turns.c.id).where(its_turn).exists())
        .order_by(sessions.c.id)
        .limit(limit)
    )
    return [(owner, session_id) for owner, session_id in await conn.execute(query)]


async def free_session(owner: str, conn: AsyncConnection, session_id: str, at: datetime) -> TurnRecord | None:
    """Let a session go on whose active turn is not open: its earliest queued turn runs, or it is idle.

    The session is locked until this transaction ends. Where its active turn is open, nothing is changed.

    Returns:
        The turn that is running now, if there is one.

    Raises:
        NotFound: this owner has no such session.
    """
    session = await lock_session(owner, conn, session_id)
    if session.active_turn is not None:
        open_one = select(*_COLUMNS).where(_is(owner, session.active_turn), _IS_OPEN)
        row = (await conn.execute(open_one)).one_or_none()
        if row is not None:
            return TurnRecord(*row)
    following = await _start_earliest(owner, conn, session_id, at)
    active = following.id if following else None
    await conn.execute(update(sessions).where(_of(owner, session_id)).values(active_turn=active))
    return following


async def _notify(conn: AsyncConnection, turn_id: str) -> None:
    await conn.execute(select(func.pg_notify(TURN_CHANNEL, turn_id)))


def _is(owner: str, turn_id: str) -> ColumnElement[bool]:
    return and_(turns.c.user_id == owner, turns.c.id == turn_id)


def _of(owner: str, session_id: str) -> ColumnElement[bool]:
    return and_(sessions.c.user_id == owner, sessions.c.id == session_id)
