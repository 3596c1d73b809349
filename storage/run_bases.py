"""What a new run starts from: the newest preview of its session and the timetable of a term (rule EDGE-47)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ARRAY, Select, Text, and_, bindparam, exists, func, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.refusals import not_found
from storage.tables import previews, sessions, task_classes, terms, users
from storage.terms import TermRecord, term_record


@dataclass(frozen=True, slots=True)
class RunBase:
    """What stands when a run is made.

    Attributes:
        revision: newest preview revision of the session; None where there is none.
        term: the term asked for, else that of the preview; None where there is neither.
        expired_at: since when that revision cannot be gone on from.
        ended_at: when the session ended, if it has.
    """

    revision: int | None
    term: TermRecord | None
    expired_at: datetime | None = None
    ended_at: datetime | None = None


async def lock_owner(owner: str, conn: AsyncConnection) -> None:
    """Let no run of this owner be made, and no preview of theirs be confirmed or edited, until the transaction ends.

    Raises:
        NotFound: no such owner.
    """
    if await conn.scalar(_OWNER, {"owner": owner}) is None:
        raise not_found("user", owner)


# The weaker lock leaves foreign keys to the user usable.
_OWNER = select(users.c.id).where(users.c.id == bindparam("owner", type_=Text)).with_for_update(key_share=True)


async def lock_base(
    owner: str, conn: AsyncConnection, session_id: str, term_id: str | None = None, class_ids: Collection[str] = ()
) -> RunBase:
    """What a run of this session starts from; no other run of this owner can be made until the transaction ends.

    One statement reads all of it and locks the owner's row, so that ``insert_run`` after it counts every run that was
    made before, without a further round trip. A statement that has to wait for the lock sees the rest as it was before;
    ``insert_run`` finds that out, and who makes no run calls ``lock_owner`` first.

    Args:
        term_id: the term to be planned; None for that of the newest preview.
        class_ids: the classes to be planned.

    Raises:
        NotFound: this owner has no such session, term or class.
    """
    asked = {"owner": owner, "session_id": session_id, "term_id": term_id, "class_ids": list(class_ids)}
    row = (await conn.execute(_BASE, asked)).one_or_none()
    if row is None or row.session_id is None:
        raise not_found("session", session_id)
    if row.id is None and term_id is not None:
        raise not_found("term", term_id)
    if row.missing_class is not None:
        raise not_found("class", row.missing_class)
    return RunBase(row.revision, None if row.id is None else term_record(row), row.expired_at, row.ended_at)


def _base() -> Select[tuple[object, ...]]:
    owner, session_id = bindparam("owner", type_=Text), bindparam("session_id", type_=Text)
    newest = (
        select(*previews.c["revision", "term_id", "expired_at"])
        .where(previews.c.user_id == owner, previews.c.session_id == session_id)
        .order_by(previews.c.revision.desc())
        .limit(1)
        .lateral("newest")
    )
    term_id = func.coalesce(bindparam("term_id", type_=Text), newest.c.term_id)
    is_session = and_(sessions.c.user_id == users.c.id, sessions.c.id == session_id)
    is_term = and_(terms.c.user_id == users.c.id, terms.c.id == term_id)
    asked = func.unnest(bindparam("class_ids", type_=ARRAY(Text)), type_=Text).column_valued("asked")
    is_own_class = exists().where(task_classes.c.user_id == owner, task_classes.c.id == asked)
    missing = select(func.min(asked)).where(~is_own_class).scalar_subquery()
    told = (newest.c.revision, newest.c.expired_at, missing.label("missing_class"))
    columns = (sessions.c.id.label("session_id"), sessions.c.ended_at, *told, *terms.c)
    found = users.outerjoin(sessions, is_session).outerjoin(newest, true()).outerjoin(terms, is_term)
    # The weaker lock leaves foreign keys to the user usable.
    return select(*columns).select_from(found).where(users.c.id == owner).with_for_update(of=users, key_share=True)


_BASE = _base()
