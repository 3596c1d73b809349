"""What was said and done in a session: its log, and its turns (rules SESSION-3, SESSION-8 and SESSION-11)."""

import json
import re
from typing import Annotated, Any

from fastapi import APIRouter, Query

from api.chat import view_of
from api.declared import Cursor, Limit, answers, problems
from api.edge import CurrentEdge, Owner
from api.ids import SessionId
from api.links import of_page, of_turn
from api.schemas.chat import TurnView
from api.schemas.pages import Page, number_before, page_by
from api.schemas.sessions import EntryKind, LogEntryView, LogOrder
from storage.sessions import SessionEvent, load_session, newest_session_events, read_session_events
from storage.turns import list_turns

router = APIRouter(prefix="/sessions", tags=["sessions"])

_LOG = answers(200, go_on=of_page("show_log", {}, "session_id"))
_TURNS = answers(200, go_on=of_page("list_turns", of_turn("/items/0/id", "/items/0/conversation_id"), "session_id"))
_HALF_PAIR = re.compile("[\ud800-\udfff]")

_Kind = Annotated[EntryKind | None, Query(description="only entries of this kind")]
_Order = Annotated[LogOrder, Query(description="which end of the log comes first")]


@router.get("/{session_id}/log", operation_id="show_log", responses=_LOG | problems(404))
async def log(
    session_id: SessionId,
    edge: CurrentEdge,
    owner: Owner,
    kind: _Kind = None,
    order: _Order = "newest",
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Page[LogEntryView]:
    """Show the log of a session: what was said, done and decided in it, newest or oldest first."""
    place = number_before(cursor)
    kinds = None if kind is None else [kind]
    async with edge.reads.connect() as connection:
        await load_session(owner, connection, session_id)
        if order == "newest":
            found = await newest_session_events(
                owner, connection, session_id, limit=limit + 1, before_seq=place, kinds=kinds
            )
        else:
            found = await read_session_events(owner, connection, session_id, place or 0, limit + 1, kinds)
    return page_by(found, limit, _entry, lambda entry: str(entry.seq))


@router.get("/{session_id}/turns", operation_id="list_turns", responses=_TURNS | problems(404))
async def turns(
    session_id: SessionId, edge: CurrentEdge, owner: Owner, limit: Limit = 50, cursor: Cursor = None
) -> Page[TurnView]:
    """List the turns of a session, newest first: each is one message and what answers it."""
    before = number_before(cursor)
    async with edge.reads.connect() as connection:
        await load_session(owner, connection, session_id)
        found = await list_turns(owner, connection, session_id, limit=limit + 1, before_seq=before)
    return page_by(found, limit, view_of, lambda turn: str(turn.seq))


def _entry(entry: SessionEvent) -> LogEntryView:
    return LogEntryView(seq=entry.seq, at=entry.at, kind=entry.kind, data=_well_formed(entry.data))


def _well_formed(data: dict[str, Any]) -> dict[str, Any]:
    """The data with U+FFFD for half a surrogate pair, which the log keeps but few readers of JSON take."""
    text = json.dumps(data, ensure_ascii=False)
    mended: dict[str, Any] = json.loads(_HALF_PAIR.sub("\ufffd", text)) if _HALF_PAIR.search(text) else data
    return mended
