"""The events of a turn as they happen, and between them those of its run (rules EDGE-60 to EDGE-63)."""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.json_texts import restored
from storage.live_events import Pace, found_or_away, woken
from storage.notifications import Notifications
from storage.run_events import News, RunEvent, read_news
from storage.tables import turn_events
from storage.turn_events import TurnEvent, TurnNews, read_turn_news

RUN_STAGE = "turn.run"
"""Stage of the event with which a turn begins to follow a run; its data name the ``run``, and ``after`` which event."""

_PAUSE = ".need_info"


@dataclass(frozen=True, order=True, slots=True)
class Place:
    """How far a turn was read, written ``T.R``.

    Attributes:
        turn: number of the newest event of the turn that was told.
        run: the same of the run that it follows; 0 where none of its events was told.
    """

    turn: int = 0
    run: int = 0

    def __str__(self) -> str:
        return f"{self.turn}.{self.run}"


@dataclass(frozen=True, slots=True)
class Told:
    """An event of the turn or of its run, and how far whoever has read it has come."""

    place: Place
    event: TurnEvent | RunEvent


@dataclass(frozen=True, slots=True)
class Link:
    """The run that a turn follows from its event ``seq`` on: its events behind ``after``, up to where it pauses."""

    seq: int
    run_id: str
    after: int

    @classmethod
    def of(cls, seq: int, data: Mapping[str, Any]) -> "Link":
        """What an event of the stage ``turn.run`` says."""
        return cls(seq, str(data["run"]), int(data.get("after", 0)))


async def follow_turn(
    engine: AsyncEngine, owner: str, turn_id: str, after: Place, notifications: Notifications
) -> AsyncGenerator[Told | None, None]:
    """Every event of a turn behind ``after`` as it comes, once and in order, until the turn has ended and all are told.

    Behind the event with which it begins to follow a run come the events of that run, until it has ended or pauses.
    Nothing but places in ``notifications`` is held between two events, and no connection (rules EDGE-40 to EDGE-43).

    Yields:
        An event; None after each five seconds without one.

    Raises:
        NotFound: this owner has no such turn.
        Unavailable: the database was away for a minute.
    """
    reads = engine.execution_options(isolation_level="AUTOCOMMIT")
    reader, pace, wake = _Reader(owner, turn_id, after), Pace(), asyncio.Event()
    with ExitStack() as watching:
        watching.enter_context(notifications.watching(turn_id, wake))
        while True:
            wake.clear()
            look = await found_or_away(reads, reader.look)
            link, told = reader.link, list(reader.told(look)) if look else []
            pace.note(told if look else None)
            if reader.link is not None and reader.link != link:
                watching.enter_context(notifications.watching(reader.link.run_id, wake))
            for event in told:
                yield event
            is_waited_for = look is None or not reader.has_more(look)
            if look is not None and is_waited_for and look.turn.has_ended:
                return
            if pace.is_heartbeat_due():
                yield None
            if is_waited_for:
                await woken(wake)


@dataclass(frozen=True, slots=True)
class _Look:
    """What a turn, and the run that it follows, have told; the turn was looked at first."""

    turn: TurnNews
    link: Link | None
    run: News | None


@dataclass(slots=True)
class _Reader:
    """How far a turn was read."""

    owner: str
    turn_id: str
    place: Place
    link: Link | None = None
    is_paused: bool = False

    async def look(self, conn: AsyncConnection) -> _Look:
        """Look at the turn, then at its run: what that had told before the turn went on is there by then."""
        turn = await read_turn_news(self.owner, conn, self.turn_id, self.place.turn)
        link = self.link
        if link is None and self.place.turn:
            link = await _link_until(self.owner, conn, self.turn_id, self.place.turn)
        if link is None or self.is_paused:
            return _Look(turn, link, None)
        # The event that was read last is read again, since it may be the one at which the run paused.
        return _Look(turn, link, await read_news(self.owner, conn, link.run_id, max(link.after, self.place.run - 1)))

    def told(self, look: _Look) -> Iterator[Told]:
        """What is new, in order: the run first, then the turn up to where it begins to follow a run."""
        if look.link != self.link:
            self.link = look.link
        yield from self._told_by_run(look.run.events if look.run else [])
        for event in () if self._is_behind(look) else look.turn.events:
            self.place = replace(self.place, turn=event.seq)
            if event.stage != RUN_STAGE:
                yield Told(self.place, event)
                continue
            self.link, self.is_paused, self.place = Link.of(event.seq, event.data), False, Place(event.seq)
            yield Told(self.place, event)
            return

    def _told_by_run(self, events: list[RunEvent]) -> Iterator[Told]:
        for event in events:
            if event.seq > self.place.run and not self.is_paused:
                self.place = replace(self.place, run=event.seq)
                yield Told(self.place, event)
            if event.seq == self.place.run:
                self.is_paused = event.stage.endswith(_PAUSE)

    def has_more(self, look: _Look) -> bool:
        """Whether there was more to be told than was told after this look."""
        return self.link != look.link or self._is_behind(look) or self.place.turn < look.turn.last_seq

    def _is_behind(self, look: _Look) -> bool:
        if look.run is None or look.link is None or self.is_paused:
            return False
        return max(self.place.run, look.link.after) < look.run.last_seq


async def _link_until(owner: str, conn: AsyncConnection, turn_id: str, seq: int) -> Link | None:
    """The run that the turn follows once its event of this number was told."""
    of_turn = (turn_events.c.user_id == owner, turn_events.c.turn_id == turn_id, turn_events.c.seq <= seq)
    query = select(*turn_events.c["seq", "data"]).where(*of_turn, turn_events.c.stage == RUN_STAGE)
    row = (await conn.execute(query.order_by(turn_events.c.seq.desc()).limit(1))).one_or_none()
    return None if row is None else Link.of(row.seq, restored(row.data))
