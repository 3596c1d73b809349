"""What of the logs of sessions is kept for recall (rules RECALL-8 and RECALL-10)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.context.recall.reading import item_of, said_by_person
from domain.term.calendar import Term
from storage.json_texts import restored
from storage.learned_messages import taken_out
from storage.recall_items import index_items
from storage.refusals import not_found
from storage.tables import session_events, sessions
from storage.zones import known_zone

_USUAL = ZoneInfo(str(Term.model_fields["zone"].default))


@dataclass(frozen=True, slots=True)
class LoggedEntry:
    """An entry of a log with its number."""

    seq: int
    at: datetime
    kind: str
    data: dict[str, Any]


async def keep_said(owner: str, conn: AsyncConnection, session_id: str, entries: Sequence[LoggedEntry]) -> None:
    """Keep what the person said in a session, in the transaction that writes it or later; again changes nothing."""
    texts = [(entry, text) for entry in entries if (text := said_by_person(entry.kind, entry.data)) is not None]
    if not texts:
        return
    zone = await known_zone(owner, conn, texts[-1][0].at) or _USUAL
    items = [
        item_of("chat", f"{session_id}:{entry.seq}", text, entry.at.astimezone(zone), session_id=session_id)
        for entry, text in texts
    ]
    await index_items(owner, conn, items)


async def unkept_sessions(conn: AsyncConnection, after_id: str, limit: int) -> list[tuple[str, str]]:
    """Owner and id of sessions of all users whose log was not gone through to its end, from above ``after_id``."""
    behind = func.greatest(sessions.c.recalled_seq, sessions.c.seed_length) < sessions.c.last_seq
    query = select(sessions.c.user_id, sessions.c.id).where(sessions.c.id > after_id, behind)
    found = await conn.execute(query.order_by(sessions.c.id).limit(limit))
    return [(owner, session_id) for owner, session_id in found]


async def keep_next_said(owner: str, conn: AsyncConnection, session_id: str, limit: int) -> int:
    """Go through at most ``limit`` further entries of a log; how many there were. Locks the session.

    What was forgotten or corrected since is not kept again (rule MEMORY-24).

    Raises:
        NotFound: this owner has no such session.
    """
    mine = (sessions.c.user_id == owner, sessions.c.id == session_id)
    done = select(func.greatest(sessions.c.recalled_seq, sessions.c.seed_length)).where(*mine).with_for_update()
    after = await conn.scalar(done)
    if after is None:
        raise not_found("session", session_id)
    entries = await _entries_after(owner, conn, session_id, after, limit)
    forgotten = await taken_out(owner, conn, session_id) if entries else []
    await keep_said(owner, conn, session_id, [entry for entry in entries if entry.seq not in forgotten])
    if entries:
        await conn.execute(update(sessions).where(*mine).values(recalled_seq=entries[-1].seq))
    return len(entries)


async def _entries_after(
    owner: str, conn: AsyncConnection, session_id: str, after: int, limit: int
) -> list[LoggedEntry]:
    table = session_events.c
    query = select(table.seq, table.at, table.kind, table.data).where(
        table.user_id == owner, table.session_id == session_id, table.seq > after
    )
    found = await conn.execute(query.order_by(table.seq).limit(limit))
    return [LoggedEntry(seq, at, kind, restored(data)) for seq, at, kind, data in found]
