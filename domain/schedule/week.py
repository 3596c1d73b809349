"""A week of the timetable as people read it (rules EDGE-25 to EDGE-27 and READ-1)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict

from domain.ids import Ulid
from domain.term.calendar import Term
from domain.term.clock import day_span, section_span


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What people want to know of an event; ``class_id`` and ``class_name`` are those of its item."""

    event_id: str
    type: Literal["course", "task"]
    name: str
    location: str = ""
    teacher: str = ""
    can_be_embedded: bool = False
    item_id: str | None = None
    class_id: str | None = None
    class_name: str | None = None


@dataclass(frozen=True, slots=True)
class SectionTaken:
    """A section of a day that an event takes; as a guest where ``host_event_id`` names the event it is embedded in."""

    day_of_week: int
    section: int
    event: EventFacts
    host_event_id: str | None = None


@dataclass(frozen=True, slots=True)
class TimedEvent:
    """An event that takes no section, with its instants."""

    event: EventFacts
    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Standing:
    """All that stands in some days of one week, in any order."""

    sections: tuple[SectionTaken, ...] = ()
    timed_events: tuple[TimedEvent, ...] = ()


class _View(BaseModel):
    model_config = ConfigDict(frozen=True)


class TimedEventView(_View):
    """An event that takes no section.

    Attributes:
        starts_at, ends_at: in the zone of the term; it may begin before the day and end after it.
        item_id, class_id, class_name: the item that a task carries out, and its class.
        done: it is a task whose end has passed (rule READ-1).
    """

    event_id: Ulid
    type: Literal["course", "task"]
    name: str
    location: str
    teacher: str
    can_be_embedded: bool
    item_id: Ulid | None = None
    class_id: Ulid | None = None
    class_name: str | None = None
    starts_at: datetime
    ends_at: datetime
    done: bool


class EntryView(TimedEventView):
    """A run of sections that an event takes on a day.

    Attributes:
        section_from, section_to: first and last section, both included.
        host_event_id: the event in which it is embedded; it then takes sections that the host's entry has too.
    """

    section_from: int
    section_to: int
    host_event_id: Ulid | None = None


class DayView(_View):
    """What stands on a day.

    Attributes:
        day_of_week: 1 is Monday.
        entries: by first section, a guest after its host.
        timed_events: events that take no section, by their starts.
    """

    date: date
    week: int
    day_of_week: int
    entries: tuple[EntryView, ...]
    timed_events: tuple[TimedEventView, ...]


class WeekView(_View):
    """What stands in a week, day by day from Monday.

    Attributes:
        timetable_version: version of the term's timetable that is shown.
    """

    term_id: Ulid
    week: int
    timetable_version: int
    days: tuple[DayView, ...]


def days_of(term: Term, days: Iterable[date], standing: Standing, now: datetime) -> tuple[DayView, ...]:
    """What stands on each of some days of one week of a term, and what of it is done by now."""
    taken: dict[int, list[SectionTaken]] = defaultdict(list)
    for section in standing.sections:
        taken[section.day_of_week].append(section)
    return tuple(_day(term, day, taken[day.isoweekday()], standing.timed_events, now) for day in days)


def _day(term: Term, day: date, taken: Sequence[SectionTaken], timed: Sequence[TimedEvent], now: datetime) -> DayView:
    week, day_of_week = term.position(day)
    entries = sorted(_entries(term, day, taken, now), key=lambda e: (e.section_from, e.host_event_id is not None))
    return DayView(
        date=day,
        week=week,
        day_of_week=day_of_week,
        entries=tuple(entries),
        timed_events=tuple(_timed_events(term, day, timed, now)),
    )


def _entries(term: Term, day: date, taken: Iterable[SectionTaken], now: datetime) -> Iterator[EntryView]:
    for run in _runs(taken):
        first, last = run[0], run[-1]
        starts_at, ends_at = section_span(term, day, first.section, last.section)
        yield EntryView(
            **_facts(first.event),
            section_from=first.section,
            section_to=last.section,
            host_event_id=first.host_event_id,
            starts_at=starts_at,
            ends_at=ends_at,
            done=_is_done(first.event, ends_at, now),
        )


def _runs(taken: Iterable[SectionTaken]) -> list[list[SectionTaken]]:
    """Consecutive sections of one event in one role; a hole makes two runs (rule STATE-3)."""
    runs: list[list[SectionTaken]] = []
    for section in sorted(taken, key=lambda s: (s.event.event_id, s.host_event_id or "", s.section)):
        if runs and _goes_on(runs[-1][-1], section):
            runs[-1].append(section)
        else:
            runs.append([section])
    return runs


def _goes_on(last: SectionTaken, section: SectionTaken) -> bool:
    same = (last.event.event_id, last.host_event_id) == (section.event.event_id, section.host_event_id)
    return same and section.section == last.section + 1


def _timed_events(term: Term, day: date, timed: Iterable[TimedEvent], now: datetime) -> Iterator[TimedEventView]:
    zone = ZoneInfo(term.zone)
    opens, closes = day_span(term, day, day)
    for one in sorted(timed, key=lambda t: (t.starts_at, t.event.event_id)):
        if one.starts_at < closes and one.ends_at > opens:
            starts_at, ends_at = one.starts_at.astimezone(zone), one.ends_at.astimezone(zone)
            done = _is_done(one.event, ends_at, now)
            yield TimedEventView(**_facts(one.event), starts_at=starts_at, ends_at=ends_at, done=done)


def _is_done(event: EventFacts, ends_at: datetime, now: datetime) -> bool:
    # In UTC, because two times of one zone are compared by what its clocks show.
    return event.type == "task" and ends_at.astimezone(UTC) <= now.astimezone(UTC)


def _facts(event: EventFacts) -> dict[str, object]:
    return {name: getattr(event, name) for name in EventFacts.__slots__}
