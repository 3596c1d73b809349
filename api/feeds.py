"""Feeds that calendars subscribe to: made, listed, revoked, read under a secret address (rules FEED-1 to FEED-5)."""

import hashlib
from typing import Annotated

from fastapi import APIRouter, Header, Path, Response

from api.declared import Cursor, Limit, answers, problems
from api.edge import CurrentEdge, Owner
from api.exports import CALENDAR, file_of
from api.ids import FeedId
from api.links import of_feed, of_page
from api.schemas.feeds import FeedDraft, FeedView, OpenedFeedView
from api.schemas.pages import Page, id_before, page_of
from services.feeds import open_feed, read_feed, revoke_feed
from storage.feeds import FeedRecord, list_feeds

router = APIRouter(prefix="/feeds", tags=["export"])
page = APIRouter(tags=["export"])

_MADE = answers(201, go_on=of_feed())
_LISTED = answers(200, go_on=of_page("list_feeds", of_feed("/items/0")))
_READ = file_of(CALENDAR, "The calendar", "BEGIN:VCALENDAR\r\n…\r\nEND:VCALENDAR\r\n")
_SAME = {304: {"description": "It is as it was when this ETag was given."}}
_Secret = Annotated[str, Path(description="what the address of a feed holds")]
_Known = Annotated[str | None, Header(alias="If-None-Match", description="the ETag of what is there already")]


@router.post("", status_code=201, operation_id="open_feed", responses=_MADE | problems(404, body=True))
async def create(draft: FeedDraft, edge: CurrentEdge, owner: Owner) -> OpenedFeedView:
    """Make a secret address to which a calendar subscribes, for one term or the newest ones; it is shown this once."""
    made = await open_feed(
        owner,
        edge.engine,
        edge.now(),
        name=draft.name,
        term_id=draft.term_id,
        alarm_minutes=draft.alarm_minutes,
    )
    url = f"{edge.options.public_url}/feeds/{made.secret}.ics"
    return OpenedFeedView(**_view(made.record).model_dump(), url=url)


@router.get("", operation_id="list_feeds", responses=_LISTED | problems())
async def index(edge: CurrentEdge, owner: Owner, limit: Limit = 50, cursor: Cursor = None) -> Page[FeedView]:
    """List the feeds, newest first, without their addresses."""
    before = id_before(cursor)
    async with edge.reads.connect() as connection:
        found = await list_feeds(owner, connection, before=before, limit=limit + 1)
    return page_of(found, limit, _view)


@router.delete("/{feed_id}", status_code=204, operation_id="revoke_feed", responses=problems(404))
async def remove(feed_id: FeedId, edge: CurrentEdge, owner: Owner) -> None:
    """Revoke a feed: its address leads nowhere from now on."""
    await revoke_feed(owner, edge.engine, feed_id)


@page.get(
    "/feeds/{secret}.ics",
    operation_id="read_feed",
    response_class=Response,
    responses=_READ | _SAME | problems(404),
)
async def read(secret: _Secret, edge: CurrentEdge, if_none_match: _Known = None) -> Response:
    """Read a timetable as a calendar does, by the secret in the address; there is nothing to sign in with.

    With ``If-None-Match`` the answer is 304 while nothing has changed.
    """
    content = await read_feed(edge.reads, secret)
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if _names(if_none_match, tag):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=f"{CALENDAR}; charset=utf-8", headers=headers)


def _names(if_none_match: str | None, tag: str) -> bool:
    known = {one.strip().removeprefix("W/") for one in (if_none_match or "").split(",")}
    return bool(known & {tag, "*"})


def _view(feed: FeedRecord) -> FeedView:
    return FeedView(
        id=feed.id,
        name=feed.name,
        term_id=feed.term_id,
        alarm_minutes=feed.alarm_minutes,
        created_at=feed.created_at,
    )
