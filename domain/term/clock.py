"""Days and sections of a term as instants (rules EDGE-26 and EDGE-27)."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from domain.term.calendar import Term


def instant_of(term: Term, day: date, clock: time) -> datetime:
    """The instant at which clocks in the term's zone show a time of a day, in that zone.

    A time that the zone skips is read with the offset from before the gap, so clocks show a later one; of a time
    that it repeats the first counts.
    """
    zone = ZoneInfo(term.zone)
    return datetime.combine(day, clock, zone).astimezone(UTC).astimezone(zone)


def section_span(term: Term, day: date, section_from: int, section_to: int) -> tuple[datetime, datetime]:
    """When a run of sections begins and ends on a day; never an end before the beginning."""
    starts = instant_of(term, day, term.sections[section_from - 1].start)
    ends = instant_of(term, day, term.sections[section_to - 1].end)
    # Across a gap the clock time of the end may come first as an instant.
    return starts, max(starts, ends, key=lambda instant: instant.astimezone(UTC))


def day_span(term: Term, first: date, last: date) -> tuple[datetime, datetime]:
    """The instants, in UTC, at which a day begins and at which a later day, or the same one, has ended."""
    opens, closes = (instant_of(term, day, time()) for day in (first, last + timedelta(days=1)))
    return opens.astimezone(UTC), closes.astimezone(UTC)
