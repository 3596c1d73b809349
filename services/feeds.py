"""Feeds: secret addresses under which calendars read a timetable (rules FEED-1 to FEED-5)."""

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.canonical import checksum
from domain.errors import InvalidInput, NotFound, Unauthenticated
from services.export_term import export_calendar, export_newest
from services.secret_texts import FEED, new_token
from services.ulids import ascending_ulids
from storage.feeds import FeedRecord, delete_feed, find_feed, insert_feed
from storage.users import ensure_user

_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class OpenedFeed:
    """A new feed.

    Attributes:
        secret: what its address holds; it is not stored and cannot be had again.
    """

    record: FeedRecord
    secret: str = field(repr=False)


async def open_feed(
    owner: str,
    engine: AsyncEngine,
    now: datetime,
    *,
    name: str = "",
    term_id: str | None = None,
    alarm_minutes: int | None = None,
) -> OpenedFeed:
    """A new feed of this owner.

    Args:
        name: what a person calls it, to tell it from others.
        term_id: the one term it shows; None for the newest ones.

    Raises:
        InvalidInput: the name is not one that a feed can have.
        NotFound: this owner has no such term.
    """
    if len(name) > _LONGEST_NAME or not name.isprintable():
        raise InvalidInput(f"the name of the feed is {name!r}: write at most {_LONGEST_NAME} printable characters")
    [feed_id] = ascending_ulids(1)
    record = FeedRecord(feed_id, name, now, term_id, alarm_minutes)
    secret = new_token()
    async with engine.begin() as conn:
        await ensure_user(owner, conn)
        await insert_feed(owner, conn, record, checksum(secret))
    return OpenedFeed(record, secret)


async def revoke_feed(owner: str, engine: AsyncEngine, feed_id: str) -> None:
    """Take a feed away, at once and for ever.

    Raises:
        NotFound: this owner has no such feed.
    """
    async with engine.begin() as conn:
        await delete_feed(owner, conn, feed_id)


async def read_feed(engine: AsyncEngine, secret: str) -> bytes:
    """What calendars read under a secret address.

    Raises:
        NotFound: there is no such feed, or not any more; the message does not quote the secret.
    """
    gone = NotFound("this feed does not exist, or was revoked: make a new one with POST /api/v1/feeds")
    try:
        digest = FEED.digest(secret)
    except Unauthenticated:
        raise gone from None
    async with engine.connect() as conn:
        found = await find_feed(conn, digest)
    if found is None:
        raise gone
    owner, feed = found
    if feed.term_id is None:
        return await export_newest(owner, engine, feed.alarm_minutes)
    return await export_calendar(owner, engine, feed.term_id, feed.alarm_minutes)
