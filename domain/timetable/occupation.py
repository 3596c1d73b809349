"""Sections belong to whoever comes first in a file (rules IMPORT-8 and IMPORT-10)."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from domain.errors import InvalidCalendar
from domain.timetable.calendar import SkipCode, Skipped
from domain.timetable.course import Cell, Course, meetings_of

MAX_COLLISIONS = 10_000


@dataclass(frozen=True, slots=True)
class Holder:
    """What wants sections: an entry of a file, which is all or a part of a course.

    Attributes:
        uid: identifier in the file, empty where the file gives none.
        entry: what the file calls it.
        course: name of the course.
    """

    uid: str
    entry: str
    course: str
    embeddable: bool
    location: str = ""
    teacher: str = ""


@dataclass(slots=True)
class _Draft:
    """A course under construction."""

    cells: set[Cell] = field(default_factory=set)
    locations: dict[str, None] = field(default_factory=dict)
    teachers: dict[str, None] = field(default_factory=dict)


class Occupation:
    """The courses of a file as its entries take their sections, and what is left out."""

    def __init__(self, skipped: Iterable[Skipped] = ()) -> None:
        self.skipped: list[Skipped] = list(skipped)
        self._drafts: dict[tuple[str, bool], _Draft] = {}
        self._owner: dict[Cell, tuple[str, bool]] = {}
        self._collisions = 0

    @property
    def courses(self) -> tuple[Course, ...]:
        """The courses that hold a section, in the order of the file."""
        return tuple(_course(*key, draft) for key, draft in self._drafts.items() if draft.cells)

    def take(self, holder: Holder, cells: frozenset[Cell]) -> None:
        """Give an entry its sections, apart from those of other courses, which are told as collisions.

        Raises:
            InvalidCalendar: that makes more than 10,000 collisions.
        """
        if not cells:
            return
        key = holder.course, holder.embeddable
        draft = self._drafts.setdefault(key, _Draft())
        lost: dict[str, set[Cell]] = {}
        for cell in sorted(cells):
            owner = self._owner.setdefault(cell, key)
            if owner == key:
                draft.cells.add(cell)
            else:
                lost.setdefault(owner[0], set()).add(cell)
        draft.locations.update(dict.fromkeys(filter(None, [holder.location])))
        draft.teachers.update(dict.fromkeys(filter(None, [holder.teacher])))
        self._tell(holder, lost)

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


def _course(name: str, embeddable: bool, draft: _Draft) -> Course:
    return Course(
        name=name,
        location="; ".join(draft.locations),
        teacher="; ".join(draft.teachers),
        embeddable=embeddable,
        meetings=meetings_of(draft.cells),
    )
