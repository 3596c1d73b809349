"""Overrides of terms as programs see them (rules OVERRIDE-1, OVERRIDE-4 and OVERRIDE-14)."""

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, Strict

from api.schemas.moments import Day
from domain.term.calendar import MAX_WEEKS
from domain.term.overrides import Override
from domain.timetable.difference import Difference
from domain.whole import WHOLE

_AS_WEEK = Annotated[int, Field(ge=1, le=MAX_WEEKS), WHOLE]
_AS_DAY = Annotated[int, Field(ge=1, le=7), WHOLE]
_MOST = 420


class OverrideDraft(BaseModel):
    """What a day is to be held as.

    Attributes:
        as_week, as_day_of_week: the day of the term whose courses are held; both left out for a day without classes.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        json_schema_extra={"examples": [{"as_week": 6, "as_day_of_week": 2}]},
    )

    as_week: _AS_WEEK | None = None
    as_day_of_week: _AS_DAY | None = None

    def override(self, day: date) -> Override:
        """It for a day.

        Raises:
            InvalidInput: only one of both is given.
        """
        return Override(day=day, as_week=self.as_week, as_day_of_week=self.as_day_of_week)


class DatedOverrideDraft(OverrideDraft):
    """The same with the day it is for."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"day": "2026-10-01"}]})

    day: Day


class OverridesDraft(BaseModel):
    """What is decided of several days together.

    Attributes:
        overrides: days that are held otherwise from now on; of two for one day the last counts.
        removed: days that are held as themselves again.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {"overrides": [{"day": "2026-10-01"}, {"day": "2026-10-10", "as_week": 6, "as_day_of_week": 3}]}
            ]
        },
    )

    overrides: Annotated[tuple[DatedOverrideDraft, ...], Strict(False), Field(max_length=_MOST)] = ()
    removed: Annotated[tuple[Day, ...], Strict(False), Field(max_length=_MOST)] = ()

    @property
    def accepted(self) -> tuple[Override, ...]:
        """The overrides to be accepted."""
        return tuple(one.override(one.day) for one in self.overrides)


class OverrideView(BaseModel):
    """A day that is held otherwise.

    Attributes:
        day: the date.
        as_week, as_day_of_week: the day of the term whose courses are held; null where there are no classes.
    """

    model_config = ConfigDict(frozen=True)

    day: date
    as_week: int | None
    as_day_of_week: int | None

    @classmethod
    def of(cls, override: Override) -> Self:
        """The view of an override."""
        return cls(**override.model_dump())

    @classmethod
    def each(cls, overrides: Iterable[Override]) -> tuple[Self, ...]:
        """The views of several."""
        return tuple(map(cls.of, overrides))


class ProposalView(OverrideView):
    """An override that the public calendar suggests.

    Attributes:
        holiday: what it is for.
        provisional: whether it is a guess that should be checked.
        reason: why, in one sentence.
        goes, comes: names of the courses that are not held that day then, and of those that are.
        standing: what is in force on the day by now; null where nothing is.
    """

    holiday: str
    provisional: bool
    reason: str
    goes: tuple[str, ...]
    comes: tuple[str, ...]
    standing: OverrideView | None


class OverridesChangedView(BaseModel):
    """What became of the overrides of a term, or would.

    Attributes:
        timetable_version: of its timetable then.
        overrides: all that are in force then, by their days.
        difference: the courses that change, and the tasks that lose their places and wait again.
    """

    model_config = ConfigDict(frozen=True)

    timetable_version: int
    overrides: tuple[OverrideView, ...]
    difference: Difference
