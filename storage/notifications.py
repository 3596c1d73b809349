"""Waking those who wait: one connection of a process listens, however many watch (rule EDGE-42)."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Self, cast

import asyncpg
import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from storage.api_keys import KEY_CHANNEL
from storage.commits import COMMIT_CHANNEL
from storage.engine import OUTAGES
from storage.runs import RUN_CHANNEL
from storage.terms import ZONE_CHANNEL
from storage.turns import TURN_CHANNEL

__all__ = ["COMMIT_CHANNEL", "KEY_CHANNEL", "RUN_CHANNEL", "TURN_CHANNEL", "ZONE_CHANNEL", "Notifications"]

_WATCHED = (RUN_CHANNEL, COMMIT_CHANNEL, TURN_CHANNEL)
_CHANNELS = (*_WATCHED, KEY_CHANNEL, ZONE_CHANNEL)
_ANSWER_SECONDS = 5.0
_PROBE_SECONDS = 5.0
_FIRST_PAUSE_SECONDS = 0.1
_LONGEST_PAUSE_SECONDS = 1.0

Callback = Callable[[str], None]
_Connection = asyncpg.Connection

_log = structlog.get_logger()


class Notifications:
    """Hears what the database notifies of, from entering to leaving the context; a lost connection is replaced.

    A notification may be lost with the connection. Who waits therefore looks by itself too.

    Attributes:
        connected: whether notifications arrive at present.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.connected = False
        self._engine = engine
        self._watchers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._callbacks: defaultdict[str, list[Callback]] = defaultdict(list)
        self._pause = _FIRST_PAUSE_SECONDS
        self._tried = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin to listen; where the database is away, go on trying."""
        self._listening = asyncio.create_task(self._keep_listening())
        await self._tried.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Give the connection back; nobody is woken any more."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    @property
    def watched(self) -> int:
        """How many runs, commits and turns are watched."""
        return len(self._watchers)

    @contextmanager
    def watching(self, watched_id: str, wake: asyncio.Event | None = None) -> Iterator[asyncio.Event]:
        """An event that is set whenever the run, commit or turn has, or may have had, news; the caller clears it.

        Args:
            wake: the event to be set, where one waits for several at a time.
        """
        wake = asyncio.Event() if wake is None else wake
        self._watchers[watched_id].add(wake)
        try:
            yield wake
        finally:
            self._watchers[watched_id].discard(wake)
            if not self._watchers[watched_id]:
                del self._watchers[watched_id]

    def subscribe(self, channel: str, callback: Callback) -> None:
        """Call back with the payload of every notification of a channel."""
        self._callbacks[channel].append(callback)

    async def _keep_listening(self) -> None:
        # The pool hands on what the driver raises as it is.
        outages: tuple[type[Exception], ...] = (*OUTAGES, self._engine.dialect.loaded_dbapi.Error)
        while True:
            try:
                await self._listen()
            except outages as error:
                _log.debug("no notifications", reason=type(error).__name__)
            except Exception:
                # Whatever it was: who watches looks each second meanwhile, and the next attempt may succeed.
                _log.exception("listening failed")
            self._tried.set()
            await asyncio.sleep(self._pause)
            self._pause = min(2 * self._pause, _LONGEST_PAUSE_SECONDS)

    async def _listen(self) -> None:
        """Hear notifications until the connection is lost."""
        connection = await self._connect()
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                for channel in _CHANNELS:
                    await connection.add_listener(channel, self._hear)
            self._begin()
            await _until_lost(connection, lost)
        finally:
            self.connected = False
            with suppress(*OUTAGES):
                await connection.close(timeout=_ANSWER_SECONDS)

    def _begin(self) -> None:
        self.connected = True
        self._pause = _FIRST_PAUSE_SECONDS
        self._tried.set()
        # What was told while nobody listened is found by looking.
        for wakes in self._watchers.values():
            for wake in wakes:
                wake.set()

    async def _connect(self) -> _Connection:
        """A connection that is taken out of the pool for good, so that those who write do not miss it."""
        async with asyncio.timeout(_ANSWER_SECONDS):
            pooled = await self._engine.raw_connection()
        connection = cast("_Connection", pooled.driver_connection)
        pooled.detach()
        return connection

    def _hear(self, _connection: object, _pid: int, channel: str, payload: object) -> None:
        text = str(payload)
        if channel in _WATCHED:
            for wake in self._watchers.get(text, ()):
                wake.set()
        for callback in self._callbacks[channel]:
            callback(text)


async def _until_lost(connection: _Connection, lost: asyncio.Event) -> None:
    """Return when the connection has ended; raise where it only looks alive."""
    while not lost.is_set():
        try:
            async with asyncio.timeout(_PROBE_SECONDS):
                await lost.wait()
        except TimeoutError:
            # A server that vanished from the network closes nothing; a question finds out.
            async with asyncio.timeout(_ANSWER_SECONDS):
                await connection.execute("SELECT 1")
