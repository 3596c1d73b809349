"""Sections belong to whoever comes first in a file (rules IMPORT-8 and IMPORT-10)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from domain.errors import InvalidCalendar
from domain.timetable.calendar import SkipCode, Skipped
from domain.timetable.course import Cell, Course, PlacedTask, meetings_of

MAX_COLLISIONS = 10_000


@dataclass(frozen=True, slots=True)
class Holder:
    """What wants sections: an entry of a file, which is all or a part of a course or of a task.

    Attributes:
        uid: identifier in the file, empty where the file gives none.
        entry: what the file calls it.
        course: name of the course, or of the task.
        task: identifier of the task; None of a course.
    """

    uid: str
    entry: str
    course: str
    embeddable: bool
    location: str = ""
    teacher: str = ""
    task: str | None = None


class _Key(NamedTuple):
    """By which parts of one course, or of one task, are known."""

    name: str
    embeddable: bool
    task: str | None

    @classmethod
    def of(cls, holder: Holder) -> "_Key":
        return cls(holder.course, holder.embeddable, holder.task)


@dataclass(slots=True)
class _Draft:
    """A course or task under construction."""

    cells: set[Cell] = field(default_factory=set)
    locations: dict[str, None] = field(default_factory=dict)
    teachers: dict[str, None] = field(default_factory=dict)
    embedded: bool = False


class Occupation:
    """The courses and tasks of a file as its entries take their sections, and what is left out."""

    def __init__(self, skipped: Iterable[Skipped] = ()) -> None:
        self.skipped: list[Skipped] = list(skipped)
        self._drafts: dict[_Key, _Draft] = {}
        self._owner: dict[Cell, _Key] = {}
        self._guests: set[Cell] = set()
        self._collisions = 0

    @property
    def courses(self) -> tuple[Course, ...]:
        """The courses that hold a section, in the order of the file."""
        return tuple(_course(key, draft) for key, draft in self._drafts.items() if draft.cells and key.task is None)

    @property
    def tasks(self) -> tuple[PlacedTask, ...]:
        """The tasks that hold a section or stand in one, those that are embedded last."""
        drafts = ((key, draft) for key, draft in self._drafts.items() if draft.cells and key.task is not None)
        return tuple(_task(key, draft) for key, draft in drafts)

    def take(self, holder: Holder, cells: frozenset[Cell]) -> None:
        """Give an entry its sections, apart from those of other courses, which are told as collisions.

        Raises:
            InvalidCalendar: that makes more than 10,000 collisions.
        """
        if not cells:
            return
        key = _Key.of(holder)
        draft = self._drafts.setdefault(key, _Draft())
        lost: dict[str, set[Cell]] = {}
        for cell in sorted(cells):
            owner = self._owner.setdefault(cell, key)
            if owner == key:
                draft.cells.add(cell)
            else:
                lost.setdefault(owner.name, set()).add(cell)
        draft.locations.update(dict.fromkeys(filter(None, [holder.location])))
        draft.teachers.update(dict.fromkeys(filter(None, [holder.teacher])))
        self._tell(holder, lost)

    def embed(self, holder: Holder, cells: frozenset[Cell]) -> bool:
        """Put a guest into what holds its sections; whether there is one thing, embeddable and free (rule STATE-6)."""
        hosts = {self._owner.get(cell) for cell in cells}
        host = hosts.pop() if len(hosts) == 1 else None
        if host is None or not host.embeddable:
            return False
        if any(cell in self._guests for one in cells for cell in self._occurrence(one)):
            return False
        key = _Key.of(holder)
        self._drafts[key] = _Draft(set(cells), embedded=True)
        self._guests |= cells
        return True

    def _occurrence(self, cell: Cell) -> Iterator[Cell]:
        """The run of sections of one holder in which a section lies."""
        yield cell
        for step in (-1, 1):
            beside = cell._replace(section=cell.section + step)
            while self._owner.get(beside) == self._owner[cell]:
                yield beside
                beside = beside._replace(section=beside.section + step)

    def skip(self, holder: Holder, code: SkipCode, reason: str) -> None:
        """Leave an entry out, or a part of it."""
        self.skipped.append(Skipped(uid=holder.uid, name=holder.entry, code=code, reason=reason))

    def _tell(self, holder: Holder, lost: dict[str, set[Cell]]) -> None:
        self._collisions += len(lost)
        if self._collisions > MAX_COLLISIONS:
            raise InvalidCalendar(
                f"more than {MAX_COLLISIONS} times a course wants a section that another has, the last is "
                f"{holder.entry!r}: the file holds several timetables, import each for a term of its own"
            )
        for name, collided in lost.items():
            places = "; ".join(map(str, meetings_of(collided)))
            taken = f"{places}: already taken by {name!r}, which comes first in the file"
            self.skip(holder, "collision", f"{taken}; move one of the two and export again")


def _course(key: _Key, draft: _Draft) -> Course:
    return Course(
        name=key.name,
        location="; ".join(draft.locations),
        teacher="; ".join(draft.teachers),
        embeddable=key.embeddable,
        meetings=meetings_of(draft.cells),
    )


def _task(key: _Key, draft: _Draft) -> PlacedTask:
    return PlacedTask(
        name=key.name, embeddable=key.embeddable, embedded=draft.embedded, meetings=meetings_of(draft.cells)
    )
