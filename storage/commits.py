"""Commits: rows that say what was written, or why nothing was (rules CONFIRM-7, CONFIRM-8 and DATA-15)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Select, Text, bindparam, cast, func, insert, literal, select, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.commit.images import Images
from domain.schedule.state import Locale
from storage.pages import newest_first
from storage.refusals import not_found, translated
from storage.tables import commits, terms

CommitKind = Literal["confirm", "not_done"]
CommitStatus = Literal["applied", "refused", "undone"]

COMMIT_CHANNEL = "daywright_commit"
"""Notified with the id of a commit when it is stored, undone, or its undo is refused."""


@dataclass(frozen=True, slots=True)
class CommitRecord:
    """A commit as stored, without its images.

    Attributes:
        session_id, revision: the preview that was confirmed; None for a commit without one.
        actor: who asked: the visible prefix of an API key, or ``login``.
        locale: language of its sentences.
        changes: what it wrote, task by task.
        problem: why it was refused, if it was.
        timetable_version: the version that it made; the one that it found where it changed nothing.
        undo_refusals: why undoing it was refused, by the attempt.
    """

    id: str
    term_id: str
    kind: CommitKind
    status: CommitStatus
    actor: str
    locale: Locale
    created_at: datetime
    session_id: str | None = None
    revision: int | None = None
    summary: str = ""
    changes: list[dict[str, Any]] = field(default_factory=list)
    problem: dict[str, Any] | None = None
    timetable_version: int | None = None
    undone_at: datetime | None = None
    undone_by: str | None = None
    undo_refusals: Mapping[str, Any] = field(default_factory=dict)


_COLUMNS = [commits.c[column.name] for column in fields(CommitRecord)]


async def insert_commit(owner: str, conn: AsyncConnection, record: CommitRecord, images: Images) -> None:
    """Store a commit, and wake those who wait for it once the transaction ends; a refusal spends the transaction.

    Raises:
        NotFound: this owner has no such term, session or revision.
    """
    values = {column.name: getattr(record, column.name) for column in fields(record)}
    values |= {"user_id": owner, "images": images.model_dump(mode="json")}
    refusals = {
        "fk_commits_term_id": not_found("term", record.term_id),
        "fk_commits_session_id": not_found("session", record.session_id or ""),
        "fk_commits_revision": not_found("preview revision", str(record.revision)),
    }
    with translated(refusals):
        await conn.execute(_INSERTION, values)


_INSERTION = (
    insert(commits)
    .values({name: bindparam(name, type_=commits.c[name].type) for name in ("user_id", "images")})
    .values({column.name: bindparam(column.name, type_=commits.c[column.name].type) for column in fields(CommitRecord)})
    .returning(func.pg_notify(COMMIT_CHANNEL, commits.c.id))
)


async def find_commit(owner: str, conn: AsyncConnection, commit_id: str) -> CommitRecord | None:
    """The commit, if it is stored."""
    row = (await conn.execute(_ONE, {"owner": owner, "commit_id": commit_id})).one_or_none()
    return None if row is None else CommitRecord(**row._mapping)


async def load_commit(owner: str, conn: AsyncConnection, commit_id: str) -> CommitRecord:
    """The commit.

    Raises:
        NotFound: this owner has no such commit.
    """
    found = await find_commit(owner, conn, commit_id)
    if found is None:
        raise not_found("commit", commit_id)
    return found


_MINE = (commits.c.user_id == bindparam("owner"), commits.c.id == bindparam("commit_id"))
_ONE = select(*_COLUMNS).where(*_MINE)
_IMAGES = select(commits.c.images).where(*_MINE)


async def load_images(owner: str, conn: AsyncConnection, commit_id: str) -> Images:
    """The rows that a commit touched, before and after.

    Raises:
        NotFound: this owner has no such commit.
    """
    found = await conn.scalar(_IMAGES, {"owner": owner, "commit_id": commit_id})
    if found is None:
        raise not_found("commit", commit_id)
    return Images.model_validate(found)


async def list_commits(
    owner: str, conn: AsyncConnection, *, limit: int, before: str | None = None, session_id: str | None = None
) -> list[CommitRecord]:
    """At most ``limit`` commits, newest first, from below the id ``before``; all, or those of a session."""
    query: Select[Any] = select(*_COLUMNS).where(commits.c.user_id == owner)
    if session_id is not None:
        query = query.where(commits.c.session_id == session_id)
    page = newest_first(query, commits.c.id, before, limit)
    return [CommitRecord(**row._mapping) for row in await conn.execute(page)]


async def standing_after(owner: str, conn: AsyncConnection, term_id: str, commit_id: str) -> list[CommitRecord]:
    """The commits of a term that are applied and younger than a commit, the oldest first."""
    mine = (commits.c.user_id == owner, commits.c.term_id == term_id, commits.c.status == "applied")
    query = select(*_COLUMNS).where(*mine, commits.c.id > commit_id).order_by(commits.c.id)
    return [CommitRecord(**row._mapping) for row in await conn.execute(query)]


async def lock_commit(owner: str, conn: AsyncConnection, commit_id: str) -> CommitRecord:
    """The commit, while nobody else changes its timetable, or undoes it, until this transaction ends.

    Raises:
        NotFound: this owner has no such commit.
    """
    of_commit = select(commits.c.term_id).where(*_MINE).scalar_subquery()
    locking = select(terms.c.id).where(terms.c.user_id == bindparam("owner"), terms.c.id == of_commit)
    await conn.execute(locking.with_for_update(key_share=True), {"owner": owner, "commit_id": commit_id})
    # Read by another statement, because it may have been undone while this one waited.
    return await load_commit(owner, conn, commit_id)


async def mark_undone(owner: str, conn: AsyncConnection, commit_id: str, actor: str, at: datetime) -> None:
    """Say that an applied commit was undone, and wake those who wait for it; one that is not applied stays."""
    undoing = update(commits).where(
        commits.c.user_id == owner, commits.c.id == commit_id, commits.c.status == "applied"
    )
    values = {"status": "undone", "undone_at": at, "undone_by": actor}
    await conn.execute(undoing.values(values).returning(func.pg_notify(COMMIT_CHANNEL, commits.c.id)))


async def note_undo_refusal(
    owner: str, conn: AsyncConnection, commit_id: str, attempt: str, problem: Mapping[str, Any]
) -> None:
    """Remember why an attempt to undo a commit was refused, and wake those who wait for it."""
    noted = cast(literal({attempt: dict(problem)}, JSONB), JSONB)
    noting = update(commits).where(commits.c.user_id == owner, commits.c.id == cast(commit_id, Text))
    values = {"undo_refusals": commits.c.undo_refusals.op("||")(noted)}
    await conn.execute(noting.values(values).returning(func.pg_notify(COMMIT_CHANNEL, commits.c.id)))
