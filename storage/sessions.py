"""Sessions and their logs (rule DATA-9)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Case, Select, bindparam, case, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.json_texts import restored, storable
from storage.pages import newest_first
from storage.recall_log import LoggedEntry, keep_said
from storage.refusals import not_found, translated
from storage.tables import previews, runs, session_events, sessions
from storage.tables.runs import OPEN

Role = Literal["root", "child"]


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A conversation and the plans made in it.

    Attributes:
        parent_id: the session it was branched from; ``seed_length`` is how much of its log it took over.
        last_seq: number of the newest log entry, 0 before the first.
        active_turn: the turn that is being answered.
        role: a child was opened inside its parent and has no reminders of its own; everything else is a root.
        active_at: when something was last said in it; None for a new one, in which that is when it was made.
    """

    id: str
    created_at: datetime
    title: str = ""
    parent_id: str | None = None
    seed_length: int = 0
    last_seq: int = 0
    active_turn: str | None = None
    ended_at: datetime | None = None
    role: Role = "root"
    active_at: datetime | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "active_at", self.active_at or self.created_at)


@dataclass(frozen=True, slots=True)
class SessionOverview(SessionRecord):
    """A session with where it stands.

    Attributes:
        revision: newest revision of its preview; None before the first, and once it has expired.
        open_run: id of the run that is at work in it.
    """

    revision: int | None = None
    open_run: str | None = None


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """Something to be written into the log of a session."""

    kind: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SessionEvent:
    """An entry of the log; ``seq`` counts from 1 without a gap."""

    seq: int
    at: datetime
    kind: str
    data: dict[str, Any]


async def insert_session(owner: str, conn: AsyncConnection, session: SessionRecord) -> None:
    """Store a new session; a refusal spends the transaction.

    Raises:
        NotFound: no such owner, or the owner has no such parent session.
    """
    values = {"user_id": owner} | {column.name: getattr(session, column.name) for column in fields(session)}
    refusals = {
        "fk_sessions_user_id": not_found("user", owner),
        "fk_sessions_parent_id": not_found("session", session.parent_id or ""),
    }
    with translated(refusals):
        await conn.execute(_INSERTION, values)


# What a fork has taken over was said elsewhere, and is found there (rule RECALL-8).
_INSERTION = insert(sessions).values(
    {name: bindparam(name) for name in ("user_id", *SessionRecord.__slots__)}
    | {"recalled_seq": bindparam("seed_length")}
)


async def load_session(owner: str, conn: AsyncConnection, session_id: str) -> SessionRecord:
    """The session.

    Raises:
        NotFound: this owner has no such session.
    """
    columns = [sessions.c[column.name] for column in fields(SessionRecord)]
    query = select(*columns).where(sessions.c.user_id == owner, sessions.c.id == session_id)
    row = (await conn.execute(query)).one_or_none()
    if row is None:
        raise not_found("session", session_id)
    return SessionRecord(**row._mapping)


async def lock_session(owner: str, conn: AsyncConnection, session_id: str) -> SessionRecord:
    """The session; nobody else changes it, or refers to it as a new preview does, until this transaction ends.

    Raises:
        NotFound: this owner has no such session.
    """
    columns = [sessions.c[column.name] for column in fields(SessionRecord)]
    query = select(*columns).where(sessions.c.user_id == owner, sessions.c.id == session_id).with_for_update()
    row = (await conn.execute(query)).one_or_none()
    if row is None:
        raise not_found("session", session_id)
    return SessionRecord(**row._mapping)


async def note_said(owner: str, conn: AsyncConnection, session_id: str, at: datetime) -> None:
    """Keep a session live from ``at`` on, because something was said in it (rule SESSION-2)."""
    said = update(sessions).where(sessions.c.user_id == owner, sessions.c.id == session_id)
    await conn.execute(said.values(active_at=at))


async def load_overview(owner: str, conn: AsyncConnection, session_id: str) -> SessionOverview:
    """The session with where it stands, in one statement.

    Raises:
        NotFound: this owner has no such session.
    """
    row = (await conn.execute(_overviews(owner).where(sessions.c.id == session_id))).one_or_none()
    if row is None:
        raise not_found("session", session_id)
    return SessionOverview(**row._mapping)


async def list_sessions(
    owner: str, conn: AsyncConnection, *, limit: int, before: str | None = None, parent_id: str | None = None
) -> list[SessionOverview]:
    """At most ``limit`` sessions with where they stand, newest first, from below the id ``before``; one statement.

    Args:
        parent_id: the session whose children and forks are asked for; None for all sessions.
    """
    found = _overviews(owner)
    if parent_id is not None:
        found = found.where(sessions.c.parent_id == parent_id)
    page = newest_first(found, sessions.c.id, before, limit)
    return [SessionOverview(**row._mapping) for row in await conn.execute(page)]


def _overviews(owner: str) -> Select[tuple[Any, ...]]:
    return _OVERVIEWS.where(sessions.c.user_id == owner)


def _every_overview() -> Select[tuple[Any, ...]]:
    revision = (
        select(func.max(previews.c.revision))
        .where(
            previews.c.user_id == sessions.c.user_id,
            previews.c.session_id == sessions.c.id,
            previews.c.expired_at.is_(None),
        )
        .scalar_subquery()
    )
    open_run = (
        select(runs.c.id)
        .where(runs.c.user_id == sessions.c.user_id, runs.c.session_id == sessions.c.id, text(OPEN))
        .scalar_subquery()
    )
    columns = [sessions.c[column.name] for column in fields(SessionRecord)]
    return select(*columns, revision.label("revision"), open_run.label("open_run"))


# Made once: building it would take longer than it takes to run.
_OVERVIEWS = _every_overview()


async def append_session_events(
    owner: str, conn: AsyncConnection, session_id: str, entries: Sequence[SessionEntry], at: datetime
) -> list[SessionEvent]:
    """Write entries at the end of the log, in order; other writers to it wait until this transaction ends.

    Every text can be stored (rule SESSION-3). What the person said is kept for recall with them (rule RECALL-8).

    Raises:
        NotFound: this owner has no such session.
    """
    last = await conn.scalar(
        update(sessions)
        .where(sessions.c.user_id == owner, sessions.c.id == session_id)
        .values(last_seq=sessions.c.last_seq + len(entries), recalled_seq=_recalled(len(entries)))
        .returning(sessions.c.last_seq)
    )
    if last is None:
        raise not_found("session", session_id)
    first = last - len(entries) + 1
    events = [SessionEvent(seq, at, entry.kind, entry.data) for seq, entry in enumerate(entries, start=first)]
    if events:
        rows = [
            {
                "user_id": owner,
                "session_id": session_id,
                "seq": e.seq,
                "at": at,
                "kind": e.kind,
                "data": storable(e.data),
            }
            for e in events
        ]
        await conn.execute(insert(session_events), rows)
        await keep_said(owner, conn, session_id, [LoggedEntry(e.seq, e.at, e.kind, e.data) for e in events])
    return events


def _recalled(entries: int) -> Case[Any]:
    """How far the log is kept for recall; what lies before these entries may still wait (rule RECALL-10)."""
    is_whole = sessions.c.recalled_seq == sessions.c.last_seq
    return case((is_whole, sessions.c.last_seq + entries), else_=sessions.c.recalled_seq)


async def read_session_events(
    owner: str,
    conn: AsyncConnection,
    session_id: str,
    after_seq: int = 0,
    limit: int = 200,
    kinds: Sequence[str] | None = None,
) -> list[SessionEvent]:
    """At most ``limit`` entries of the log that follow ``after_seq``, in order; only of some kinds where given."""
    query = _entries(owner, session_id, kinds).where(session_events.c.seq > after_seq)
    found = await conn.execute(query.order_by(session_events.c.seq).limit(limit))
    return [SessionEvent(seq, at, kind, restored(data)) for seq, at, kind, data in found]


async def newest_session_events(
    owner: str,
    conn: AsyncConnection,
    session_id: str,
    *,
    limit: int,
    before_seq: int | None = None,
    kinds: Sequence[str] | None = None,
) -> list[SessionEvent]:
    """The same from the newest on, or from below the number ``before_seq``, in descending order."""
    query = _entries(owner, session_id, kinds)
    if before_seq is not None:
        query = query.where(session_events.c.seq < before_seq)
    found = await conn.execute(query.order_by(session_events.c.seq.desc()).limit(limit))
    return [SessionEvent(seq, at, kind, restored(data)) for seq, at, kind, data in found]


def _entries(owner: str, session_id: str, kinds: Sequence[str] | None) -> Select[tuple[Any, ...]]:
    mine = (session_events.c.user_id == owner, session_events.c.session_id == session_id)
    query = select(*session_events.c["seq", "at", "kind", "data"]).where(*mine)
    return query if kinds is None else query.where(session_events.c.kind.in_(kinds))
