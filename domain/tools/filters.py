"""Which days and sections a call is about (rule TOOL-6)."""

from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from domain.schedule.state import ScheduleState, Slot
from domain.term.calendar import SECTIONS_PER_DAY
from domain.term.window import WindowDay
from domain.tools.arguments import Arguments, Listed, Number, Numeric, misused
from domain.tools.refusal import refused

Section = Annotated[int, Strict(), Field(ge=1, le=SECTIONS_PER_DAY), Numeric]
Weekday = Annotated[int, Strict(), Field(ge=1, le=7), Numeric]
_SCOPES = {"all": range(1, 8), "workday": range(1, 6), "weekend": range(6, 8)}


class DayFilters(Arguments):
    """Filters on days; all that are given must hold."""

    day: Number | None = Field(None, description="only this day of the window; excludes day_start and day_end")
    day_start: Number | None = Field(None, description="first day of the window to consider")
    day_end: Number | None = Field(None, description="last day of the window to consider")
    day_scope: Literal["all", "workday", "weekend"] = Field("all", description="workday is Monday to Friday")
    day_of_week: Annotated[tuple[Weekday, ...], Listed] = Field((), description="1 is Monday, 7 is Sunday")
    week: Annotated[tuple[Number, ...], Listed] = Field((), description="weeks of the term, as week_filter")
    week_filter: Annotated[tuple[Number, ...], Listed] = Field((), description="weeks of the term")
    week_from: Number | None = Field(None, description="first week of the term to consider")
    week_to: Number | None = Field(None, description="last week of the term to consider")

    @model_validator(mode="after")
    def _check_days(self) -> Self:
        for other in ("day_start", "day_end"):
            if self.day is not None and getattr(self, other) is not None:
                raise misused("exclusive", "day", self.day, other=other)
        check_range("day_start", self.day_start, "day_end", self.day_end)
        check_range("week_from", self.week_from, "week_to", self.week_to)
        return self

    @property
    def weeks(self) -> tuple[int, ...]:
        """The weeks named one by one, ascending."""
        return tuple(sorted({*self.week, *self.week_filter}))

    @property
    def week_bounds(self) -> tuple[int | None, int | None]:
        """First and last week as given, else those of the weeks named."""
        weeks = self.weeks or (None,)
        if self.week_from is None and self.week_to is None:
            return weeks[0], weeks[-1]
        return self.week_from, self.week_to

    def allowed_days(self, state: ScheduleState) -> tuple[int, ...]:
        """The days of the window that pass, ascending.

        Raises:
            Refused: ``out_of_window`` where a day is named that the window does not have.
        """
        for day in (self.day, self.day_start, self.day_end):
            if day is not None:
                check_day(state, day)
        return tuple(day.day_index for day in state.window.day_mapping if self._passes(day))

    def _passes(self, day: WindowDay) -> bool:
        return (
            self.day in (None, day.day_index)
            and _between(self.day_start, day.day_index, self.day_end)
            and day.day_of_week in _SCOPES[self.day_scope]
            and (not self.day_of_week or day.day_of_week in self.day_of_week)
            and (not self.weeks or day.week in self.weeks)
            and _between(self.week_from, day.week, self.week_to)
        )


class SectionFilters(DayFilters):
    """Filters on days and on sections."""

    exclude_sections: Annotated[tuple[Section, ...], Listed] = Field((), description="sections to keep clear of")
    after_section: Section | None = Field(None, description="only what starts after this section")
    before_section: Section | None = Field(None, description="only what ends before this section")

    def admits(self, slot: Slot) -> bool:
        """Whether the sections of a slot pass."""
        if any(slot.slot_start <= section <= slot.slot_end for section in self.exclude_sections):
            return False
        if self.after_section is not None and slot.slot_start <= self.after_section:
            return False
        return self.before_section is None or slot.slot_end < self.before_section


class RangeFilters(SectionFilters):
    """Filters on days, on sections and on one exact range of sections."""

    section_from: Section | None = Field(None, description="first section of an exact range; needs section_to")
    section_to: Section | None = Field(None, description="last section of an exact range; needs section_from")

    @model_validator(mode="after")
    def _check_exact(self) -> Self:
        pair = {"section_from": self.section_from, "section_to": self.section_to}
        for name, other in (("section_from", "section_to"), ("section_to", "section_from")):
            if pair[name] is not None and pair[other] is None:
                raise misused("together", name, pair[name], other=other)
        check_range("section_from", self.section_from, "section_to", self.section_to)
        return self

    @property
    def restricts(self) -> bool:
        """Whether any filter is set."""
        return any(getattr(self, name) != field.default for name, field in RangeFilters.model_fields.items())

    @property
    def exact(self) -> tuple[int, int] | None:
        """First and last section of the exact range, if one is asked for."""
        if self.section_from is None or self.section_to is None:
            return None
        return self.section_from, self.section_to


def check_day(state: ScheduleState, day: int) -> None:
    """Refuse a day that the window does not have.

    Raises:
        Refused: ``out_of_window``.
    """
    last = state.window.total_days
    if not 1 <= day <= last:
        raise refused("out_of_window", state.locale, day=day, last=last)


def check_range(low: str, first: int | None, high: str, last: int | None) -> None:
    """Refuse, from within a validator, a range whose end lies before its start."""
    if first is not None and last is not None and last < first:
        raise misused("not_before", high, last, other=low, bound=first)


def _between(low: int | None, value: int, high: int | None) -> bool:
    return (low is None or low <= value) and (high is None or value <= high)
