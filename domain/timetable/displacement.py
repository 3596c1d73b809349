"""Placed tasks that lose their place when the courses of a term become those of a file (rule IMPORT-30)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from domain.commit.images import EventImage, SectionImage
from domain.commit.standing import Host, Standing
from domain.commit.undo import stretches_of
from domain.commit.wording import names_text, standing_text
from domain.refine.wording import locale_of
from domain.schedule.state import Locale
from domain.timetable.course import Cell, Course
from domain.timetable.difference import DisplacedCode, DisplacedTask
from domain.timetable.held import HeldTerm, cell_of
from domain.timetable.matching import Pair

_TEXTS: Final[dict[DisplacedCode, tuple[str, str]]] = {
    "section_taken": ("「{task}」的{place}要给{by}，它改为待排。", "{task!r} leaves {place} to {by} and waits again."),
    "host_gone": (
        "「{task}」失去{place}：{by}已不在那里，它改为待排。",
        "{task!r} loses {place}: {by} is gone, and it waits again.",
    ),
    "host_closed": (
        "「{task}」失去{place}：{by}不再可嵌入，它改为待排。",
        "{task!r} loses {place}: {by} takes no tasks any more, and it waits again.",
    ),
    "host_moved": (
        "「{task}」失去{place}：{by}已不在这些节次，它改为待排。",
        "{task!r} loses {place}: {by} has left these sections, and it waits again.",
    ),
    "host_shared": (
        "「{task}」失去{place}：{by}那里已嵌入另一任务，它改为待排。",
        "{task!r} loses {place}: {by} hosts another task there, and it waits again.",
    ),
}


def displaced_tasks(held: HeldTerm, pairs: Collection[Pair[Course]]) -> tuple[DisplacedTask, ...]:
    """The tasks that cannot stay where they are, by their events.

    Args:
        pairs: the events of all courses of the term and all courses of the file.
    """
    return tuple(_Search(held, {pair.event.id: pair.wanted for pair in pairs if pair.event}, _takers(pairs)).found())


def _takers(pairs: Collection[Pair[Course]]) -> dict[Cell, str]:
    return {cell: pair.wanted.name for pair in pairs if pair.wanted for cell in pair.wanted.cells()}


@dataclass(frozen=True)
class _Search:
    """The term, what each of its courses becomes, and which course takes which section then."""

    held: HeldTerm
    becomes: Mapping[str, Course | None]
    takers: Mapping[Cell, str]

    def found(self) -> Iterator[DisplacedTask]:
        """Tasks whose own sections are taken, then guests, for a task can be a host."""
        ousted = {task.id for task in self.held.tasks if self._taken(task)}
        shared = self._sharing()
        for task in self.held.tasks:
            rows = self.held.guests.get(task.id, [])
            if task.id in ousted:
                yield self._told(task, "section_taken", [*self.held.rows_of(task.id).values()], self._taken(task))
            elif rows and (code := self._lost(rows, ousted)) is not None:
                yield self._hosted(task, code, rows)
            elif task.id in shared:
                yield self._hosted(task, "host_shared", rows)

    def _taken(self, task: EventImage) -> tuple[str, ...]:
        cells = sorted(self.held.rows_of(task.id))
        return tuple(dict.fromkeys(self.takers[cell] for cell in cells if cell in self.takers))

    def _lost(self, rows: Collection[SectionImage], ousted: Collection[str]) -> DisplacedCode | None:
        """How the host of a guest fails it, if it does."""
        for host_id in {row.event_id for row in rows}:
            course = self.becomes.get(host_id)
            if host_id in ousted or (host_id in self.becomes and course is None):
                return "host_gone"
            if course is not None and not course.embeddable:
                return "host_closed"
            if course is not None and not {cell_of(row) for row in rows} <= set(course.cells()):
                return "host_moved"
        return None

    def _sharing(self) -> set[str]:
        """Guests that would be second in an occurrence of a host that has grown (rule STATE-6)."""
        return {guest for host_id, course in self.becomes.items() if course for guest in self._second(host_id, course)}

    def _second(self, host_id: str, course: Course) -> Iterator[str]:
        rows = self.held.rows_of(host_id)
        guests = {cell: row.guest_event_id for cell, row in rows.items() if row.guest_event_id}
        if not guests or set(course.cells()) <= rows.keys():
            return
        for run in _occurrences(course):
            inside = dict.fromkeys(guests[cell] for cell in run if cell in guests)
            yield from (guest for guest in [*inside][1:] if guest)

    def _hosted(self, task: EventImage, code: DisplacedCode, rows: Collection[SectionImage]) -> DisplacedTask:
        hosts = {row.event_id for row in rows}
        host = next(event for event in self.held.events if event.id in hosts)
        return self._told(task, code, rows, (host.name,), Host(event_id=host.id, name=host.name))

    def _told(
        self,
        task: EventImage,
        code: DisplacedCode,
        rows: Collection[SectionImage],
        by: tuple[str, ...],
        host: Host | None = None,
    ) -> DisplacedTask:
        before = Standing(places=stretches_of(row.place for row in rows), host=host)
        return DisplacedTask(
            code=code,
            task=task.name,
            item_id=task.item_id,
            event_id=task.id,
            before=before,
            by=by,
            message=_sentence(locale_of(task.name), code, task.name, before, by),
        )


def _occurrences(course: Course) -> Iterator[list[Cell]]:
    """The runs of sections in which a course takes place."""
    for meeting in course.meetings:
        for week in meeting.weeks:
            sections = range(meeting.slot_start, meeting.slot_end + 1)
            yield [Cell(week, meeting.day_of_week, section) for section in sections]


def _sentence(locale: Locale, code: DisplacedCode, task: str, before: Standing, by: tuple[str, ...]) -> str:
    place = standing_text(locale, before)
    text = _TEXTS[code][0 if locale == "zh-CN" else 1]
    return text.format(task=task, place=place, by=names_text(locale, by))
