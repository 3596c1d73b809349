"""The class limits that hold for a request (rule SLICE-15)."""

from collections.abc import Iterable

from domain.optimise.placement_problem import PlacementGroup
from domain.schedule.limits import NO_LIMITS, ClassLimits, Limits
from domain.schedule.state import Task, class_key


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


def limits_for(limits: Limits, task: Task) -> ClassLimits:
    """The limits of the class of a task."""
    return limits.get(class_key(task), NO_LIMITS)
