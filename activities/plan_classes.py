"""The classes whose tasks stand in a plan."""

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import NotFound, PlanOutdated
from domain.schedule.state import ScheduleState, class_ids
from storage.classes import ClassRecord, load_classes


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
