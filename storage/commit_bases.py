"""What a confirm starts from: the preview, its term, and where its session stands (rules CONFIRM-2 and CONFIRM-4)."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Integer, Select, Text, and_, bindparam, exists, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.commit.admission import AppliedCommit, SessionNow
from domain.commit.changes import CommitChange
from storage.refusals import not_found
from storage.tables import commits, previews, runs, sessions, terms, users
from storage.tables.commits import APPLIED
from storage.tables.runs import OPEN
from storage.terms import TermRecord, term_record


@dataclass(frozen=True, slots=True)
class ConfirmBase:
    """What a confirm reads before all else.

    Attributes:
        state, body: of the revision that is confirmed.
    """

    term: TermRecord
    state: str
    body: dict[str, Any]


async def lock_confirm(owner: str, conn: AsyncConnection, session_id: str, revision: int) -> ConfirmBase:
    """The revision and its term, which nobody else changes until this transaction ends; nor does a run start meanwhile.

    One statement, because a revision never changes; what may have changed while it waited is read afterwards.

    Raises:
        NotFound: this owner's session has no such revision.
    """
    asked = {"owner": owner, "session_id": session_id, "revision": revision}
    row = (await conn.execute(_BASE, asked)).one_or_none()
    if row is None:
        raise not_found(f"revision {revision} of the preview of session", session_id)
    return ConfirmBase(term_record(row), row.state, row.body)


def _base() -> Select[Any]:
    owner = bindparam("owner", type_=Text)
    here = and_(
        previews.c.user_id == users.c.id,
        previews.c.session_id == bindparam("session_id", type_=Text),
        previews.c.revision == bindparam("revision", type_=Integer),
    )
    joined = users.join(previews, here).join(
        terms, and_(terms.c.user_id == users.c.id, terms.c.id == previews.c.term_id)
    )
    found = select(previews.c.state, previews.c.body, *terms.c).select_from(joined).where(users.c.id == owner)
    # The owner as those do who start a run, then the term as those do who change a timetable.
    return found.with_for_update(of=(users, terms), key_share=True)


_BASE = _base()


async def read_session_now(
    owner: str, conn: AsyncConnection, session_id: str, commit_id: str | None = None
) -> SessionNow:
    """Where a session stands, in one statement.

    Args:
        commit_id: a commit about which is asked whether it is stored.

    Raises:
        NotFound: this owner has no such session.
    """
    row = (await conn.execute(_NOW, {"owner": owner, "session_id": session_id, "commit_id": commit_id})).one_or_none()
    if row is None:
        raise not_found("session", session_id)
    applied = [_applied(*found) for found in row.applied or ()]
    return SessionNow(
        session_id,
        row.newest,
        row.open_run,
        {commit.revision: commit for commit in applied},
        is_done=row.is_done,
        expired_at=row.expired_at,
    )


def _applied(commit_id: str, revision: int, changes: list[dict[str, Any]]) -> AppliedCommit:
    return AppliedCommit(commit_id, revision, tuple(map(CommitChange.model_validate, changes)))


def _now() -> Select[Any]:
    owner, session_id = bindparam("owner", type_=Text), bindparam("session_id", type_=Text)

    def of_session(table: Any) -> tuple[Any, ...]:
        return table.c.user_id == owner, table.c.session_id == session_id

    is_shown = previews.c.expired_at.is_(None)
    newest = select(func.max(previews.c.revision)).where(*of_session(previews), is_shown).scalar_subquery()
    open_run = select(runs.c.id).where(*of_session(runs), text(OPEN)).scalar_subquery()
    told = func.jsonb_build_array(commits.c.id, commits.c.revision, commits.c.changes)
    standing = select(func.jsonb_agg(told)).where(*of_session(commits), text(APPLIED)).scalar_subquery()
    asked = (commits.c.user_id == owner, commits.c.id == bindparam("commit_id", type_=Text))
    is_done = exists().where(*asked)
    gone = select(func.max(previews.c.expired_at)).where(*of_session(previews)).scalar_subquery()
    columns = (
        newest.label("newest"),
        gone.label("expired_at"),
        open_run.label("open_run"),
        standing.label("applied"),
        is_done.label("is_done"),
    )
    return select(*columns).select_from(sessions).where(sessions.c.user_id == owner, sessions.c.id == session_id)


_NOW = _now()
