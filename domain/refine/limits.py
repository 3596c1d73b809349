"""What a class forbids, wherever a request does not say otherwise (rule SLICE-15)."""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from domain.optimise.placement_problem import PlacementGroup
from domain.schedule.occupancy import Position
from domain.schedule.state import ScheduleState, Task, class_key


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


Limits = dict[str, ClassLimits]
_NONE = ClassLimits()


def limits_of(groups: Iterable[PlacementGroup]) -> Limits:
    """The limits of classes by their key."""
    return {
        group.key: ClassLimits(
            days_of_week=tuple(sorted(group.excluded_days_of_week)),
            sections=tuple(sorted(group.excluded_sections)),
            embed=group.allow_embed,
        )
        for group in groups
    }


def overruled(limits: Limits, days: bool, sections: bool) -> Limits:
    """The limits that are left when the request names days, or sections, itself."""
    changed = {name: () for name, named in (("days_of_week", days), ("sections", sections)) if named}
    return {key: limit.model_copy(update=changed) for key, limit in limits.items()}


def joint(limits: Limits, tasks: Iterable[Task]) -> ClassLimits:
    """What any class of some tasks forbids."""
    found = [limits.get(class_key(task), _NONE) for task in tasks]
    return ClassLimits(
        days_of_week=tuple(sorted({day for limit in found for day in limit.days_of_week})),
        sections=tuple(sorted({section for limit in found for section in limit.sections})),
        embed=all(limit.embed for limit in found),
    )


def permits(limits: Limits, state: ScheduleState, task: Task, place: Position) -> bool:
    """Whether the class of a task lets it be put there."""
    limit = limits.get(class_key(task), _NONE)
    return (
        state.window.place(place.day).day_of_week not in limit.days_of_week
        and not any(place.start <= section <= place.end for section in limit.sections)
        and (place.host is None or limit.embed)
    )
