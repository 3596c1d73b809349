"""Previews: revisions in a row, each saved on top of the one it was made from (rules DATA-12 and PREVIEW-19)."""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import RevisionMismatch
from storage.refusals import not_found, refusing
from storage.tables import commits, previews
from storage.tables.commits import APPLIED
from storage.tables.previews import UNTIMED


@dataclass(frozen=True, slots=True)
class PreviewRecord:
    """One revision of a session's preview.

    Attributes:
        revision: 1 for the first, else one more than ``parent_revision``.
        run_id: the run that made it; None for an edit by hand.
        timetable_version: version of the term's timetable it was made for.
        completed: whether all that was asked for is met.
        body: what is shown: entries, differences, reasons.
        state: the schedule state as canonical JSON.
        expired_at: since when it is not shown any more (rule PREVIEW-21).
    """

    session_id: str
    revision: int
    term_id: str
    timetable_version: int
    summary: str
    completed: bool
    body: dict[str, Any]
    state: str
    created_at: datetime
    parent_revision: int | None = None
    run_id: str | None = None
    expired_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RevisionRecord:
    """One revision in a list.

    Attributes:
        changes: how many tasks it moved.
        commit_id: the commit of it that stands.
    """

    revision: int
    parent_revision: int | None
    run_id: str | None
    summary: str
    completed: bool
    created_at: datetime
    changes: int
    commit_id: str | None = None


@dataclass(frozen=True, slots=True)
class UntimedPreview:
    """A session with revisions for which nobody has seen to a timer.

    Attributes:
        revision: the newest of them.
        follows_expired: whether one of them was made on top of an expired one.
    """

    owner: str
    session_id: str
    revision: int
    follows_expired: bool


async def save_preview(owner: str, conn: AsyncConnection, preview: PreviewRecord) -> None:
    """Save a revision on top of its parent.

    Raises:
        RevisionMismatch: the parent is not the newest revision.
        NotFound: this owner has no such session, term or run.
    """
    parent = preview.parent_revision
    mismatch = RevisionMismatch(
        f"revision {preview.revision} cannot follow {parent or 'no preview'}: read the newest revision and try again"
    )
    refusals = {
        "fk_previews_session_id": not_found("session", preview.session_id),
        "fk_previews_term_id": not_found("term", preview.term_id),
        "fk_previews_run_id": not_found("run", preview.run_id or ""),
        "fk_previews_parent_revision": mismatch,
        "ck_previews_follows_parent": mismatch,
    }
    values = {column.name: getattr(preview, column.name) for column in fields(preview)}
    statement = insert(previews).values(user_id=owner, **values).on_conflict_do_nothing().returning(previews.c.revision)
    async with refusing(conn, refusals):
        saved = await conn.scalar(statement)
    if saved is None:
        raise mismatch


async def latest_preview(owner: str, conn: AsyncConnection, session_id: str) -> PreviewRecord | None:
    """The newest revision of a session's preview, if there is one."""
    newest = _revisions(owner, session_id).order_by(previews.c.revision.desc()).limit(1)
    row = (await conn.execute(newest)).one_or_none()
    return None if row is None else PreviewRecord(**row._mapping)


async def list_revisions(
    owner: str, conn: AsyncConnection, session_id: str, *, limit: int, before: int | None = None
) -> list[RevisionRecord]:
    """At most ``limit`` revisions of a session's preview, newest first, from below ``before``; no expired ones."""
    commit = (
        select(commits.c.id)
        .where(
            commits.c.user_id == previews.c.user_id,
            commits.c.session_id == previews.c.session_id,
            commits.c.revision == previews.c.revision,
            text(APPLIED),
        )
        .scalar_subquery()
    )
    changes = func.coalesce(func.jsonb_array_length(previews.c.body["diff"]["previous"]), 0)
    told = previews.c["revision", "parent_revision", "run_id", "summary", "completed", "created_at"]
    query = select(*told, changes.label("changes"), commit.label("commit_id")).where(
        previews.c.user_id == owner, previews.c.session_id == session_id, previews.c.expired_at.is_(None)
    )
    if before is not None:
        query = query.where(previews.c.revision < before)
    rows = await conn.execute(query.order_by(previews.c.revision.desc()).limit(limit))
    return [RevisionRecord(**row._mapping) for row in rows]


async def untimed_previews(
    conn: AsyncConnection, made_before: datetime, after_id: str, limit: int
) -> list[UntimedPreview]:
    """Sessions of all users with revisions for which nobody has seen to a timer, by id (rule PREVIEW-20).

    Args:
        made_before: younger revisions are left out.
        after_id: id of the last session of the page before; empty for the first page.
        limit: how many at most.
    """
    parent = previews.alias("parent")
    of_parent = and_(
        parent.c.user_id == previews.c.user_id,
        parent.c.session_id == previews.c.session_id,
        parent.c.revision == previews.c.parent_revision,
    )
    follows_expired = func.bool_or(parent.c.expired_at.isnot(None))
    # In the words of the partial index, which holds the few of them alone.
    query = (
        select(
            previews.c.user_id,
            previews.c.session_id,
            func.max(previews.c.revision),
            func.coalesce(follows_expired, False),
        )
        .select_from(previews.outerjoin(parent, of_parent))
        .where(text(f"previews.{UNTIMED.replace('AND ', 'AND previews.')}"), previews.c.created_at < made_before)
        .where(previews.c.session_id > after_id)
        .group_by(previews.c.user_id, previews.c.session_id)
        .order_by(previews.c.session_id)
        .limit(limit)
    )
    return [UntimedPreview(*row) for row in await conn.execute(query)]


async def mark_timed(owner: str, conn: AsyncConnection, session_id: str, revision: int, at: datetime) -> bool:
    """Note that a timer runs for the revisions of a session up to this one; False where none lacked the note."""
    lacking = and_(_is_of(owner, session_id), previews.c.revision <= revision, text(UNTIMED))
    noted = await conn.execute(update(previews).where(lacking).values(timed_at=at))
    return noted.rowcount > 0


async def expire_revisions(owner: str, conn: AsyncConnection, session_id: str, at: datetime) -> bool:
    """Expire every revision of a session's preview; False where none was left to expire."""
    living = and_(_is_of(owner, session_id), previews.c.expired_at.is_(None))
    gone = await conn.execute(update(previews).where(living).values(expired_at=at))
    return gone.rowcount > 0


def _is_of(owner: str, session_id: str) -> ColumnElement[bool]:
    return and_(previews.c.user_id == owner, previews.c.session_id == session_id)


async def load_preview(owner: str, conn: AsyncConnection, session_id: str, revision: int) -> PreviewRecord:
    """One revision of a session's preview.

    Raises:
        NotFound: this owner's session has no such revision.
    """
    row = (await conn.execute(_revisions(owner, session_id).where(previews.c.revision == revision))).one_or_none()
    if row is None:
        raise not_found(f"revision {revision} of the preview of session", session_id)
    return PreviewRecord(**row._mapping)


def _revisions(owner: str, session_id: str) -> Select[tuple[object, ...]]:
    columns = [previews.c[column.name] for column in fields(PreviewRecord)]
    return select(*columns).where(previews.c.user_id == owner, previews.c.session_id == session_id)
