"""The events of a run as they happen (rules EDGE-40 to EDGE-43)."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import Unavailable
from storage.engine import OUTAGES, is_outage
from storage.notifications import Notifications
from storage.run_events import RunEvent, read_news

Found = TypeVar("Found")

_POLL_SECONDS = 1.0
_READ_SECONDS = 5.0
_HEARTBEAT_SECONDS = 5.0
_OUTAGE_SECONDS = 60.0


async def follow_events(
    engine: AsyncEngine, owner: str, run_id: str, after_seq: int, notifications: Notifications
) -> AsyncGenerator[RunEvent | None, None]:
    """Every event after ``after_seq`` as it comes, once and in order, until the run has ended and all are read.

    Nothing but a place in ``notifications`` is held between two events, and no connection. Notifications only shorten
    the wait; a lost one costs a second (rules EDGE-40 to EDGE-43).

    Yields:
        An event; None after each five seconds without one.

    Raises:
        NotFound: this owner has no such run.
        Unavailable: the database was away for a minute.
    """
    reads = engine.execution_options(isolation_level="AUTOCOMMIT")
    pace = Pace()
    with notifications.watching(run_id) as wake:
        while True:
            wake.clear()
            news = await found_or_away(reads, partial(read_news, owner, run_id=run_id, after_seq=after_seq))
            pace.note(None if news is None else news.events)
            for event in news.events if news else ():
                yield event
                after_seq = event.seq
            if news and news.has_ended and after_seq >= news.last_seq:
                return
            if pace.is_heartbeat_due():
                yield None
            if news is None or after_seq >= news.last_seq:
                await woken(wake)


async def woken(wake: asyncio.Event) -> None:
    """Wait for a notification, but no longer than until it is time to look all the same."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_POLL_SECONDS):
            await wake.wait()


class Pace:
    """How long it has been quiet, and how long the database has been away."""

    def __init__(self) -> None:
        self._clock = asyncio.get_running_loop().time
        self._spoke_at = self._answered_at = self._clock()

    def note(self, told: Sequence[object] | None) -> None:
        """Take down what a look found to tell; None where the database is away.

        Raises:
            Unavailable: it has been away for a minute.
        """
        now = self._clock()
        if told is not None:
            self._answered_at = now
            self._spoke_at = now if told else self._spoke_at
        elif now - self._answered_at > _OUTAGE_SECONDS:
            raise Unavailable("the database does not answer: ask again from the last event that you have read")

    def is_heartbeat_due(self) -> bool:
        """Whether it has been quiet for long; asking begins a new silence."""
        now = self._clock()
        if now - self._spoke_at < _HEARTBEAT_SECONDS:
            return False
        self._spoke_at = now
        return True


async def found_or_away(reads: AsyncEngine, look: Callable[[AsyncConnection], Awaitable[Found]]) -> Found | None:
    """What a look finds; None where the database is away or takes too long."""
    try:
        async with asyncio.timeout(_READ_SECONDS), reads.connect() as conn:
            return await look(conn)
    except OUTAGES as error:
        if not is_outage(error):
            raise
        return None
