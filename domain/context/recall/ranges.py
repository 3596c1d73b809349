"""The times of a plan as instants, and what lies in them (rule RECALL-16)."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from domain.context.plan.contract import PlanTime, TemporalMode
from domain.context.when.expression import TimeRange

EARLIEST: Final = datetime(1, 1, 2, tzinfo=UTC)
LATEST: Final = datetime(9999, 12, 30, tzinfo=UTC)
LONGEST_EVENT: Final = timedelta(days=31)
"""What lasts longer counts as if it began so long before the range at the earliest."""


@dataclass(frozen=True, slots=True)
class Span:
    """From ``opens`` up to, not including, ``closes``, both in UTC."""

    opens: datetime
    closes: datetime

    def holds(self, instant: datetime | None) -> bool:
        """Whether an instant lies in it."""
        return instant is not None and self.opens <= instant < self.closes

    def touches(self, start: datetime | None, end: datetime | None) -> bool:
        """Whether an event shares a moment with it; without an end it is an instant, without a start a deadline."""
        if start is None:
            return end is not None and self.opens <= end <= self.closes
        if end is None or end <= start:
            return self.holds(start)
        return start < self.closes and end > self.opens


@dataclass(frozen=True, slots=True)
class Axes:
    """Which instants are meant: of being said, of happening, or either; None for an axis that does not count."""

    mention: Span | None
    event: Span | None

    @property
    def is_open(self) -> bool:
        """No time is meant."""
        return self.mention is None and self.event is None

    def hold(self, mention_at: datetime | None, start: datetime | None, end: datetime | None) -> bool:
        """Whether something lies in the time that is meant, on one axis at least."""
        by_mention = self.mention is not None and self.mention.holds(mention_at)
        return by_mention or (self.event is not None and self.event.touches(start, end))


def axes_of(mode: TemporalMode, time: PlanTime) -> Axes:
    """The axes that a plan's mode names, with their ranges."""
    mention = time.mention_range if mode in ("MENTION", "AMBIGUOUS") else None
    event = time.event_range if mode in ("EVENT", "AMBIGUOUS") else None
    return Axes(_span(mention), _span(event))


def _span(found: TimeRange | None) -> Span | None:
    if found is None:
        return None
    opens = EARLIEST if found.start is None else in_utc(found.start)
    return Span(opens, LATEST if found.end is None else in_utc(found.end))


def in_utc(instant: datetime) -> datetime:
    """The instant in UTC, and at most as early or late as a database keeps it."""
    try:
        return min(max(instant.astimezone(UTC), EARLIEST), LATEST)
    except OverflowError:
        return EARLIEST if instant.year == 1 else LATEST


def zone_of(time: PlanTime) -> tzinfo | None:
    """The offset in which a plan tells its time; None where it tells none."""
    ranges = (each for each in (time.event_range, time.mention_range) if each is not None)
    ends = (end for each in ranges for end in (each.start, each.end) if end is not None)
    return next((end.tzinfo for end in ends), None)
