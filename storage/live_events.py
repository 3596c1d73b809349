"""The events of a run as they happen (rules EDGE-40 to EDGE-43)."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import Unavailable
from storage.engine import OUTAGES, is_outage
from storage.notifications import Notifications
from storage.run_events import News, RunEvent, read_news

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
    pace = _Pace()
    with notifications.watching(run_id) as wake:
        while True:
            wake.clear()
            news = await _news_or_outage(reads, owner, run_id, after_seq)
            pace.note(news)
            for event in news.events if news else ():
                yield event
                after_seq = event.seq
            if news and news.has_ended and after_seq >= news.last_seq:
                return
            if pace.is_heartbeat_due():
                yield None
            if news is None or after_seq >= news.last_seq:
                with suppress(TimeoutError):
                    async with asyncio.timeout(_POLL_SECONDS):
                        await wake.wait()


class _Pace:
    """How long it has been quiet, and how long the database has been away."""

    def __init__(self) -> None:
        self._clock = asyncio.get_running_loop().time
        self._spoke_at = self._answered_at = self._clock()

    def note(self, news: News | None) -> None:
        """Take down what a look found; None where the database is away."""
        now = self._clock()
        if news is not None:
            self._answered_at = now
            self._spoke_at = now if news.events else self._spoke_at
        elif now - self._answered_at > _OUTAGE_SECONDS:
            raise Unavailable("the database does not answer: ask again from the last event that you have read")

    def is_heartbeat_due(self) -> bool:
        """Whether it has been quiet for long; asking begins a new silence."""
        now = self._clock()
        if now - self._spoke_at < _HEARTBEAT_SECONDS:
            return False
        self._spoke_at = now
        return True


async def _news_or_outage(reads: AsyncEngine, owner: str, run_id: str, after_seq: int) -> News | None:
    try:
        async with asyncio.timeout(_READ_SECONDS), reads.connect() as conn:
            return await read_news(owner, conn, run_id, after_seq)
    except OUTAGES as error:
        if not is_outage(error):
            raise
        return None
