"""What an answer may say: the slots, counts and names of the rows it used and of its own words (rule CHAT-19)."""

from collections.abc import Collection
from datetime import date, time
from typing import Any

from pydantic import BaseModel, ConfigDict, field_serializer


class Held(BaseModel):
    """When a task or course is, by what was told of it: nothing else may be said of that name.

    Attributes:
        weekdays, sections, clocks: as of ``Facts``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    weekdays: tuple[int, ...]
    sections: tuple[tuple[int, int], ...]
    clocks: tuple[time, ...]


class Facts(BaseModel):
    """All that a wording of an answer may say.

    Attributes:
        today: the day on which it is said, by which 明天 and "tomorrow" are read; None where there is no term.
        week: the week of that day, counted on outside the term; 0 where there is no term.
        weeks: weeks of the term.
        weekdays: days of the week; 1 is Monday.
        dates: days of the calendar.
        sections: first and last section of runs, both included.
        clocks: times of day in the zone of the term.
        counts: numbers of things, of sections or of minutes.
        names: of tasks, courses, classes, places and teachers.
        held: when each task and course is that the answer tells the time of, by name.
        others: names of tasks and courses of the same person that the answer does not speak of.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    today: date | None = None
    week: int = 0
    weeks: frozenset[int] = frozenset()
    weekdays: frozenset[int] = frozenset()
    dates: frozenset[date] = frozenset()
    sections: frozenset[tuple[int, int]] = frozenset()
    clocks: frozenset[time] = frozenset()
    counts: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    held: tuple[Held, ...] = ()

    @field_serializer("weeks", "weekdays", "dates", "sections", "clocks", "counts", "names", "others")
    def _in_order(self, values: Collection[Any]) -> list[Any]:
        # The same facts are the same bytes, in whichever process they are written.
        return sorted(values)
