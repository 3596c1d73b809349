"""Days of a term that are held as another day, or without classes (rules OVERRIDE-1 to OVERRIDE-3)."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple, Self

from pydantic import BaseModel, ConfigDict, model_validator

from domain.errors import InvalidInput
from domain.term.calendar import Term


class TermDay(NamedTuple):
    """A day of a term: its week and its day of the week, 1 is Monday."""

    week: int
    day_of_week: int


class Override(BaseModel):
    """What is held on a day of a term in place of its own courses.

    Attributes:
        day: the date.
        as_week, as_day_of_week: the day of the term whose courses are held then; both None where there are no classes.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    day: date
    as_week: int | None = None
    as_day_of_week: int | None = None

    @model_validator(mode="after")
    def _both_or_none(self) -> Self:
        if (self.as_week is None) != (self.as_day_of_week is None):
            raise InvalidInput(
                f"as_week {self.as_week} and as_day_of_week {self.as_day_of_week} of {self.day} do not go together: "
                "give both, or neither for a day without classes"
            )
        return self

    @property
    def source(self) -> TermDay | None:
        """The day whose courses are held; None where there are no classes."""
        if self.as_week is None or self.as_day_of_week is None:
            return None
        return TermDay(self.as_week, self.as_day_of_week)

    def checked(self, term: Term) -> Self:
        """The same, if the term has both days.

        Raises:
            OutOfTerm: it does not have one of them.
            InvalidInput: they are the same day.
        """
        term.position(self.day)
        if self.source is not None and term.date_of(*self.source) == self.day:
            raise InvalidInput(f"{self.day} cannot be held as itself: remove its override, or name another day")
        return self


class KeptRow(BaseModel):
    """A section that a course takes on a day by the original timetable, and the id of its row (rule OVERRIDE-5)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    row_id: str
    event_id: str
    section: int


class StandingOverride(BaseModel):
    """An override that is in force.

    Attributes:
        kept: what stands on its day by the original timetable.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    override: Override
    kept: tuple[KeptRow, ...] = ()


DayPlan = Mapping[TermDay, TermDay | None]
"""The days that are held otherwise, and as which; None for a day without classes."""


def day_plan(term: Term, overrides: Iterable[Override]) -> DayPlan:
    """The overrides by days of the term.

    Raises:
        OutOfTerm: a day lies outside.
    """
    return {TermDay(*term.position(one.day)): one.source for one in overrides}
