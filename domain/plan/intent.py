"""What the message of a plan asks for, as it was read (rules PLAN-10 to PLAN-18)."""

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Section = Annotated[int, Field(ge=1, le=12)]
DayOfWeek = Annotated[int, Field(ge=1, le=7)]
Duration = Annotated[int, Field(ge=1, le=12)]
Open = Literal["window", "classes"]
WindowFault = Literal["past", "outside_term", "impossible"]


class KnownClass(BaseModel):
    """A class as far as a message may speak of it.

    Attributes:
        class_id: its id.
        name: what people call it.
        waiting: how many of its tasks wait for a place.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    class_id: str
    name: str
    waiting: int = 0


class ClosedSections(BaseModel):
    """Sections of one day, or of every such day of the week, that tasks keep off (周三下午有事).

    Attributes:
        day: the date; None where a day of the week is meant.
        day_of_week: 1 (Monday) to 7; None where a date is meant.
        sections: ascending.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    day: date | None = None
    day_of_week: DayOfWeek | None = None
    sections: tuple[Section, ...]


class ClassWish(BaseModel):
    """What a message asks of one class, in this run alone; what it leaves out is as the class has it.

    Attributes:
        class_id: the class.
        strategy: ``steady`` spreads over the window, ``rapid`` finishes early; None where nothing is said.
        excluded_sections: sections its tasks keep off, beside those of the class.
        excluded_days_of_week: 1 (Monday) to 7, beside those of the class.
        excluded_dates: days its tasks keep off.
        closed: sections of some days that its tasks keep off.
        preferred_sections: sections it likes, instead of those of the class; empty where nothing is said.
        allow_embed: whether its tasks may lie on courses; None where nothing is said.
        duration: sections that each waiting task takes, 1 to 12; None where nothing is said.
        deadline: the last day on which a task may end.
        deadline_section: the last section of that day; None for the whole day, and always where there is no day.
        earliest: the first day on which a task may begin.
        earliest_section: the first section of that day; None for the whole day.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    class_id: str
    strategy: Literal["steady", "rapid"] | None = None
    excluded_sections: tuple[Section, ...] = ()
    excluded_days_of_week: tuple[DayOfWeek, ...] = ()
    excluded_dates: tuple[date, ...] = ()
    closed: tuple[ClosedSections, ...] = ()
    preferred_sections: tuple[Section, ...] = ()
    allow_embed: bool | None = None
    duration: Duration | None = None
    deadline: date | None = None
    deadline_section: Section | None = None
    earliest: date | None = None
    earliest_section: Section | None = None


class PlanIntent(BaseModel):
    """What a plan is to be of, and what was left open.

    Attributes:
        first, last: the window, both inside the term; None where the message fixes none.
        class_ids: the classes whose tasks are to be placed; None where the message fixes none.
        wishes: what is asked of classes, at most one wish each; those of classes that are not placed are of no effect.
        unread: parts of the message that were not understood, as they were written.
        unknown_classes: names that the message gives to classes and that no class has.
        fault: why days that the message names make no window; then the window is missing.
        fault_words: the words that name those days.
        proposal_first, proposal_last: the window that is proposed; None only where the term is over.
        proposal_class_ids: the classes that are proposed: those with tasks that wait.
        missing: what must be asked about before anything can be placed.
        declined: the person wants no plan after all.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    first: date | None = None
    last: date | None = None
    class_ids: tuple[str, ...] | None = None
    wishes: tuple[ClassWish, ...] = ()
    unread: tuple[str, ...] = ()
    unknown_classes: tuple[str, ...] = ()
    fault: WindowFault | None = None
    fault_words: str = ""
    proposal_first: date | None = None
    proposal_last: date | None = None
    proposal_class_ids: tuple[str, ...] = ()
    missing: tuple[Open, ...] = ()
    declined: bool = False

    def settled(self) -> "PlanIntent":
        """The same with the proposal in place of what is missing: what an unanswered question comes to."""
        update: dict[str, object] = {"missing": ()}
        if "window" in self.missing:
            update |= {"first": self.proposal_first, "last": self.proposal_last}
        if "classes" in self.missing:
            update["class_ids"] = self.proposal_class_ids
        return self.model_copy(update=update)
