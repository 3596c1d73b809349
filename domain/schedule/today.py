"""What goes on at a moment, and what comes next (rules READ-3 to READ-5)."""

from collections.abc import Callable
from datetime import UTC, datetime

from pydantic import BaseModel, ConfigDict

from domain.ids import Ulid
from domain.schedule.week import DayView, TimedEventView


class TodayView(DayView):
    """What stands today.

    Attributes:
        term_id: the term that the day belongs to.
        at: the moment by which it is told what is done, in the zone of the term.
    """

    term_id: Ulid
    at: datetime


class NextView(DayView):
    """What comes next: of its day, that alone which begins at the one moment.

    Attributes:
        term_id: the term that the day belongs to.
        starts_at: when all of it begins, in the zone of the term.
    """

    term_id: Ulid
    starts_at: datetime


class NowView(BaseModel):
    """What goes on, and what comes next.

    Attributes:
        at: the moment that is told of, in the zone of the term; in UTC outside every term.
        term_id: the term that the moment belongs to; null outside every term.
        now: of today, that alone which goes on; null outside every term.
        next: null where nothing comes any more in this term and the one after it.
    """

    model_config = ConfigDict(frozen=True)

    at: datetime
    term_id: Ulid | None = None
    now: DayView | None = None
    next: NextView | None = None


def going_on(day: DayView, now: datetime) -> DayView:
    """The day with that alone which has begun and not ended (rule READ-3)."""
    moment = now.astimezone(UTC)
    return _only(day, lambda event: event.starts_at.astimezone(UTC) <= moment < event.ends_at.astimezone(UTC))


def begins_next(day: DayView, now: datetime) -> tuple[datetime, DayView] | None:
    """The next moment after now at which something begins on the day, and that; None where nothing does (READ-4)."""
    moment = now.astimezone(UTC)
    events: tuple[TimedEventView, ...] = (*day.entries, *day.timed_events)
    later = [event.starts_at for event in events if event.starts_at.astimezone(UTC) > moment]
    if not later:
        return None
    starts_at = min(later, key=lambda start: start.astimezone(UTC))
    return starts_at, _only(day, lambda event: event.starts_at.astimezone(UTC) == starts_at.astimezone(UTC))


def _only(day: DayView, wanted: Callable[[TimedEventView], bool]) -> DayView:
    entries = tuple(entry for entry in day.entries if wanted(entry))
    timed_events = tuple(event for event in day.timed_events if wanted(event))
    return day.model_copy(update={"entries": entries, "timed_events": timed_events})
