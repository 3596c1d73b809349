"""What a class forbids, wherever a request does not say otherwise (rule SLICE-15)."""

from pydantic import BaseModel, ConfigDict

from domain.schedule.occupancy import Position
from domain.term.window import Window


class ClassLimits(BaseModel):
    """Where tasks of a class are not put.

    Attributes:
        days_of_week, sections: excluded ones.
        embed: whether its tasks may be guests.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    days_of_week: tuple[int, ...] = ()
    sections: tuple[int, ...] = ()
    embed: bool = True

    def admits(self, window: Window, place: Position) -> bool:
        """Whether a task of the class may be put there."""
        return (
            window.place(place.day).day_of_week not in self.days_of_week
            and not any(place.start <= section <= place.end for section in self.sections)
            and (place.host is None or self.embed)
        )


Limits = dict[str, ClassLimits]
"""Limits of classes by their key; a class that is not in it has none."""

NO_LIMITS = ClassLimits()
