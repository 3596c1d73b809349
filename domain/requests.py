"""What a run is asked to do; stored with its row, never in a workflow's history (rule RUN-1)."""

from datetime import date
from typing import Annotated, Literal, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, model_validator

from domain.ids import Ulid
from domain.schedule.state import Locale

RunKind = Literal["plan", "refine"]


def _is_unsaid(value: object) -> bool:
    return value is None


class PlanWish(BaseModel):
    """Tasks of some classes to be placed between two days.

    What is given here goes before what the message says; what neither settles is asked about (rule PLAN-20).

    Attributes:
        term_id: the term whose timetable stands.
        first, last: first and last day of the window, both inside it; given together or not at all.
        class_ids: the classes whose pending items are placed.
        message: the person's words, at most 2,000 characters, none of them U+0000, which no database row takes.
        locale: language in which the plan speaks of itself.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["plan"] = "plan"
    term_id: Ulid
    first: Annotated[date | None, Field(exclude_if=_is_unsaid)] = None
    last: Annotated[date | None, Field(exclude_if=_is_unsaid)] = None
    class_ids: Annotated[
        Annotated[tuple[Ulid, ...], Field(min_length=1, max_length=100)] | None, Field(exclude_if=_is_unsaid)
    ] = None
    message: Annotated[
        Annotated[str, Field(max_length=2000, pattern=r"^[^\x00]*$")] | None, Field(exclude_if=_is_unsaid)
    ] = None
    locale: Locale = "zh-CN"

    @model_validator(mode="after")
    def _both_days_or_none(self) -> Self:
        if (self.first is None) != (self.last is None):
            raise ValueError("give the first and the last day, or neither of them")
        return self

    @property
    def days(self) -> tuple[date, date] | None:
        """First and last day, where they are given."""
        return None if self.first is None or self.last is None else (self.first, self.last)


class PlanRequest(PlanWish):
    """The same as a run is asked; what is not said is not stored either, so that older requests read and repeat alike.

    Attributes:
        item_ids: the only items that are placed, those of them that are pending; None for all of the classes (READ-8).
        not_before: nothing is placed where it would begin before this instant; None for the whole window.
        said_at: when it was asked for, by which 今天 and "next week" are understood; a stored request that leaves
            something to the message, or to the person, has one.
    """

    item_ids: Annotated[tuple[Ulid, ...] | None, Field(exclude_if=_is_unsaid)] = None
    not_before: Annotated[AwareDatetime | None, Field(exclude_if=_is_unsaid)] = None
    said_at: Annotated[AwareDatetime | None, Field(exclude_if=_is_unsaid)] = None


class RefineRequest(BaseModel):
    """Change the last preview as a message says.

    Attributes:
        message: the person's words, 1 to 2,000 characters, none of them U+0000, which no database row takes.
        today: the day on which they were said, by which 这周 and "next week" are understood; without one, the day it is
            in the zone of the term when the run is made (rule EDGE-49). A stored request has one.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["refine"] = "refine"
    message: Annotated[str, Field(min_length=1, max_length=2000, pattern=r"^[^\x00]*$")]
    today: date | None = None


RunRequest = Annotated[PlanRequest | RefineRequest, Field(discriminator="kind")]
