"""Which event of a term is which course of a file (rule IMPORT-29)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Generic, NamedTuple, TypeVar

from domain.commit.images import EventImage
from domain.timetable.course import Cell, Course, TimedEvent

Wanted = TypeVar("Wanted", Course, TimedEvent)


class Pair(NamedTuple, Generic[Wanted]):
    """An event and what the file has of it; None where there is none."""

    event: EventImage | None
    wanted: Wanted | None


def course_pairs(
    events: Iterable[EventImage], cells: Mapping[str, Collection[Cell]], courses: Iterable[Course]
) -> list[Pair[Course]]:
    """Courses with their events: by name and embeddability, else by name, else by all their sections.

    Args:
        cells: the sections of each event, by its id.

    Returns:
        the courses in their order, then the events of which the file has nothing.
    """
    matching = _Matching(events, courses)
    matching.by(lambda event: (event.name, event.can_be_embedded), lambda course: (course.name, course.embeddable))
    matching.by(lambda event: event.name, lambda course: course.name)
    matching.by(lambda event: frozenset(cells.get(event.id, ())) or event.id, lambda course: frozenset(course.cells()))
    return list(matching.pairs())


def timed_pairs(events: Iterable[EventImage], wanted: Iterable[TimedEvent]) -> list[Pair[TimedEvent]]:
    """Timed events likewise: by name and times, else by name."""
    matching = _Matching(events, wanted)
    matching.by(_name_and_times, _name_and_times)
    matching.by(lambda event: event.name, lambda event: event.name)
    return list(matching.pairs())


def instant(moment: datetime | None) -> datetime:
    """A moment in UTC: those of two zones may be one and yet not equal."""
    assert moment is not None
    return moment.astimezone(UTC)


def _name_and_times(event: EventImage | TimedEvent) -> Hashable:
    return event.name, instant(event.starts_at), instant(event.ends_at)


class _Matching(Generic[Wanted]):
    """Events and what is wanted, each matched once, by one key after the other."""

    def __init__(self, events: Iterable[EventImage], wanted: Iterable[Wanted]) -> None:
        self._events = list(events)
        self._wanted: list[Wanted] = list(wanted)
        self._found: dict[int, EventImage] = {}

    def by(self, of_event: Callable[[EventImage], Hashable], of_wanted: Callable[[Wanted], Hashable]) -> None:
        """Match what has one key, the first with the first."""
        left: dict[Hashable, list[EventImage]] = defaultdict(list)
        for event in reversed(self._events):
            left[of_event(event)].append(event)
        for number, one in enumerate(self._wanted):
            if number not in self._found and left.get(of_wanted(one)):
                self._found[number] = left[of_wanted(one)].pop()
        matched = {event.id for event in self._found.values()}
        self._events = [event for event in self._events if event.id not in matched]

    def pairs(self) -> Iterator[Pair[Wanted]]:
        """Everything that is wanted, then the events that are left."""
        for number, one in enumerate(self._wanted):
            yield Pair(self._found.get(number), one)
        for event in self._events:
            yield Pair(event, None)
