"""Times as they are found in a sentence (rules WHEN)."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

Grain = Literal[
    "second", "minute", "hour", "part", "day", "weekend", "week", "third", "month", "quarter", "half", "year", "holiday"
]
"""The unit in which a time is told; ``part`` is a part of the day, ``third`` a third of a month (旬)."""

Kind = Literal["range", "point", "recurring", "filter", "deadline"]
"""How a time is meant: ``filter`` is a part of the day without a day (上午), ``deadline`` ends at ``end``."""


class TimeRange(BaseModel):
    """From ``start`` up to, not including, ``end``, both with their offset; None where that side is open."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: datetime | None
    end: datetime | None


class TimeExpression(BaseModel):
    """One time of a sentence.

    Attributes:
        start: position of its first character in the sentence as given.
        end: position after its last character.
        text: the characters between the two.
        label: its meaning in English snake case: ``yesterday``, ``last_week``; the same for the same meaning in
            either language.
        range: None where it is recurring or a filter, which name no one range.
        provisional: the days off of that year are not official yet.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: int
    end: int
    text: str
    grain: Grain
    kind: Kind
    label: str
    range: TimeRange | None
    provisional: bool = False


class Impossible(BaseModel):
    """Words that have the form of a time that cannot be: 2月30日, 25点, 13月."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: int
    end: int
    text: str


class TimesFound(BaseModel):
    """All times of a sentence in their order, none of which overlap, and what cannot be."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    times: tuple[TimeExpression, ...] = ()
    impossible: tuple[Impossible, ...] = ()
