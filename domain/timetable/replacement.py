"""The courses of a term become those of a file: which rows change, and how it is told (IMPORT-29, IMPORT-30)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from domain.commit.images import EventImage, Images, ItemImage, SectionImage, Touched
from domain.timetable.course import Cell, Course, TimedEvent, Timetable, meetings_of
from domain.timetable.difference import CourseDifference, Difference, DifferenceKind, DisplacedTask, TimedDifference
from domain.timetable.displacement import displaced_tasks
from domain.timetable.held import HeldTerm, course_of, timed_event_of
from domain.timetable.matching import Pair, course_pairs, instant, timed_pairs
from domain.timetable.overriding import Rows
from domain.timetable.task_rows import tasks_left, with_tasks


@dataclass(frozen=True, slots=True)
class Replacement:
    """What an import changes.

    Attributes:
        images: every row that changes; none where the term holds what the file says.
    """

    difference: Difference
    images: Images


def replacement(
    held: HeldTerm, timetable: Timetable, ids: Iterator[str], now: datetime, returning: Rows = MappingProxyType({})
) -> Replacement:
    """What has to change in a term so that its courses are those of a file; tasks stay where they can.

    Args:
        ids: ids of new rows, ascending.
        now: when new events are made.
        returning: sections of courses that have their old rows again when they come back (rule OVERRIDE-5).
    """
    courses = course_pairs(held.courses, held.rows, timetable.courses)
    timed = timed_pairs(held.timed, timetable.timed_events)
    displaced = displaced_tasks(held, courses)
    writing = _Writing(held, ids, now, returning)
    return Replacement(
        difference=Difference(
            courses=tuple(_course_differences(held, courses)),
            timed_events=tuple(_timed_differences(timed)),
            displaced=displaced,
            tasks_left=tasks_left(held, timetable.tasks),
        ),
        images=with_tasks(writing.images(courses, timed, displaced), held, timetable.tasks, ids, now),
    )


def _kind(pair: Pair[Course] | Pair[TimedEvent]) -> DifferenceKind:
    if pair.event is None:
        return "added"
    return "removed" if pair.wanted is None else "changed"


def _course_differences(held: HeldTerm, pairs: list[Pair[Course]]) -> Iterator[CourseDifference]:
    for pair in pairs:
        rows = held.rows_of(pair.event.id) if pair.event else {}
        before = course_of(pair.event, rows) if pair.event else None
        cells = set(pair.wanted.cells()) if pair.wanted else set()
        if before is None or pair.wanted is None or not _is_same(before, pair.wanted, rows, cells):
            yield CourseDifference(
                kind=_kind(pair),
                event_id=pair.event.id if pair.event else None,
                before=before,
                after=pair.wanted,
                meetings_gone=meetings_of(rows.keys() - cells),
                meetings_come=meetings_of(cells - rows.keys()),
            )


def _is_same(before: Course, after: Course, rows: Mapping[Cell, SectionImage], cells: set[Cell]) -> bool:
    return rows.keys() == cells and before.model_copy(update={"meetings": after.meetings}) == after


def _timed_differences(pairs: list[Pair[TimedEvent]]) -> Iterator[TimedDifference]:
    for pair in pairs:
        before = timed_event_of(pair.event) if pair.event else None
        if before is None or pair.wanted is None or not _is_same_time(before, pair.wanted):
            event_id = pair.event.id if pair.event else None
            yield TimedDifference(kind=_kind(pair), event_id=event_id, before=before, after=pair.wanted)


def _is_same_time(before: TimedEvent, after: TimedEvent) -> bool:
    return _instants(before) == _instants(after)


def _instants(event: TimedEvent) -> tuple[str, str, datetime, datetime]:
    return event.name, event.location, instant(event.starts_at), instant(event.ends_at)


@dataclass(frozen=True, slots=True)
class _Writing:
    """The rows of a replacement, made with new ids."""

    held: HeldTerm
    ids: Iterator[str]
    now: datetime
    returning: Rows

    def images(
        self, courses: list[Pair[Course]], timed: list[Pair[TimedEvent]], displaced: tuple[DisplacedTask, ...]
    ) -> Images:
        """Every row that changes, events in the order of the file."""
        tasks = {task.event_id for task in displaced}
        events = [(pair, self._event(pair)) for pair in courses]
        others = [self._timed(pair) for pair in timed]
        gone: list[Touched[EventImage]] = [Touched(before=event) for event in self.held.tasks if event.id in tasks]
        cells = {event.id: pair.wanted for pair, touched in events if (event := touched.after) and pair.wanted}
        waiting = (task.item_id for task in displaced if task.item_id is not None)
        return Images(
            events=tuple(one for one in (*(event for _, event in events), *others, *gone) if one.before != one.after),
            sections=(*self._leaving(cells, tasks), *self._coming(cells)),
            items=tuple(map(_released, waiting)),
        )

    def _event(self, pair: Pair[Course]) -> Touched[EventImage]:
        course = pair.wanted
        if course is None:
            return Touched(before=pair.event)
        said = {
            "name": course.name,
            "location": course.location,
            "teacher": course.teacher,
            "can_be_embedded": course.embeddable,
        }
        return Touched(before=pair.event, after=self._made(pair.event, said))

    def _timed(self, pair: Pair[TimedEvent]) -> Touched[EventImage]:
        event = pair.wanted
        if event is None:
            return Touched(before=pair.event)
        if pair.event is not None and _is_same_time(timed_event_of(pair.event), event):
            return Touched(before=pair.event, after=pair.event)
        times = {"starts_at": event.starts_at, "ends_at": event.ends_at}
        return Touched(
            before=pair.event, after=self._made(pair.event, {"name": event.name, "location": event.location, **times})
        )

    def _made(self, event: EventImage | None, said: Mapping[str, object]) -> EventImage:
        if event is not None:
            return event.model_copy(update=dict(said))
        return EventImage.model_validate({"id": next(self.ids), "type": "course", "created_at": self.now, **said})

    def _leaving(self, stays: Mapping[str, Course], tasks: set[str]) -> Iterator[Touched[SectionImage]]:
        """Rows of what is gone or has moved away, and those that lose their guest."""
        kept = {event.id for event in self.held.tasks} - tasks
        for event_id, rows in self.held.rows.items():
            cells = rows.keys() if event_id in kept else set(stays[event_id].cells()) if event_id in stays else set()
            for cell, row in rows.items():
                if cell not in cells:
                    yield Touched(before=row)
                elif row.guest_event_id in tasks:
                    yield Touched(before=row, after=row.model_copy(update={"guest_event_id": None}))

    def _coming(self, stays: Mapping[str, Course]) -> Iterator[Touched[SectionImage]]:
        for event_id, course in stays.items():
            rows = self.held.rows_of(event_id)
            known = self.returning.get(event_id, {})
            for cell in sorted(set(course.cells()) - rows.keys()):
                row_id = known.get(cell) or next(self.ids)
                yield Touched(after=SectionImage(id=row_id, event_id=event_id, **cell._asdict()))


def _released(item_id: str) -> Touched[ItemImage]:
    return Touched(before=ItemImage(id=item_id, status="arranged"), after=ItemImage(id=item_id, status="pending"))
