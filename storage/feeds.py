"""Feeds of timetables, found by the digests of their secrets (rules FEED-1 to FEED-4)."""

from dataclasses import dataclass, fields
from datetime import datetime

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.pages import newest_first
from storage.refusals import not_found, refusing
from storage.tables import feeds


@dataclass(frozen=True, slots=True)
class FeedRecord:
    """A feed as stored; its secret is not.

    Attributes:
        name: what a person calls it.
        term_id: the one term it shows; None for the newest ones.
        alarm_minutes: how long before each start an alarm is due, if any.
    """

    id: str
    name: str
    created_at: datetime
    term_id: str | None = None
    alarm_minutes: int | None = None


_COLUMNS = [feeds.c[column.name] for column in fields(FeedRecord)]


async def insert_feed(owner: str, conn: AsyncConnection, feed: FeedRecord, secret_hash: str) -> None:
    """Store a new feed.

    Raises:
        NotFound: no such owner, or this owner has no such term.
    """
    values = {column.name: getattr(feed, column.name) for column in fields(feed)}
    refusals = {
        "fk_feeds_user_id": not_found("user", owner),
        "fk_feeds_term_id": not_found("term", feed.term_id or ""),
    }
    async with refusing(conn, refusals):
        await conn.execute(insert(feeds).values(user_id=owner, secret_hash=secret_hash, **values))


async def find_feed(conn: AsyncConnection, secret_hash: str) -> tuple[str, FeedRecord] | None:
    """The owner and the feed whose secret has this digest."""
    query = select(feeds.c.user_id, *_COLUMNS).where(feeds.c.secret_hash == secret_hash)
    row = (await conn.execute(query)).one_or_none()
    return row and (row.user_id, FeedRecord(*row[1:]))


async def list_feeds(owner: str, conn: AsyncConnection, *, limit: int, before: str | None = None) -> list[FeedRecord]:
    """At most ``limit`` feeds, newest first, from below the id ``before``."""
    query = newest_first(select(*_COLUMNS).where(feeds.c.user_id == owner), feeds.c.id, before, limit)
    return [FeedRecord(*row) for row in await conn.execute(query)]


async def delete_feed(owner: str, conn: AsyncConnection, feed_id: str) -> None:
    """Take a feed away; its address leads nowhere from then on.

    Raises:
        NotFound: this owner has no such feed.
    """
    mine = (feeds.c.user_id == owner, feeds.c.id == feed_id)
    if await conn.scalar(delete(feeds).where(*mine).returning(feeds.c.id)) is None:
        raise not_found("feed", feed_id)


async def delete_feeds_of_term(owner: str, conn: AsyncConnection, term_id: str) -> None:
    """Take away the feeds that show one term only, because that is about to go."""
    await conn.execute(delete(feeds).where(feeds.c.user_id == owner, feeds.c.term_id == term_id))
