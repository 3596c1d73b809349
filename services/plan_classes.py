"""The classes whose tasks stand in a plan."""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import NotFound, PlanOutdated
from domain.optimise.placement_problem import PlacementGroup
from domain.schedule.state import ScheduleState, class_ids
from storage.classes import ClassRecord, load_classes

Groups = Mapping[str, PlacementGroup]
"""What classes ask of a placement, by class key."""


async def groups_of(owner: str, connection: AsyncConnection, state: ScheduleState) -> Groups:
    """What the classes of a state's tasks ask of a placement.

    Raises:
        PlanOutdated: one of them was deleted since the plan was made.
    """
    records = await classes_of(owner, connection, state)
    return {record.preferences.key: record.preferences for record in records}


async def classes_of(owner: str, connection: AsyncConnection, state: ScheduleState) -> list[ClassRecord]:
    """The classes of a state's tasks.

    Raises:
        PlanOutdated: one of them was deleted since the plan was made.
    """
    try:
        return await load_classes(owner, connection, class_ids(state))
    except NotFound:
        raise PlanOutdated(
            "a class with tasks in this plan was deleted since: start a plan run for the classes there are"
        ) from None
