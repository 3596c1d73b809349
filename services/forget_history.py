"""Forget what was learned of a person (rule PREP-28)."""

from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.preparation.sessions import OPEN
from storage.preparations import delete_preparations, forget_asked, lock_preparations, save_preparation


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was forgotten.

    Attributes:
        removed: how many preparations are gone.
        kept: how many go on until their meetings end, and count for nothing from now on.
    """

    removed: int
    kept: int


async def forget_history(owner: str, engine: AsyncEngine, booker_id: str | None = None) -> Forgotten:
    """Forget the history of a booker, or of everybody; a preparation at hand loses what it recalled.

    A preparation that recalls at this moment is waited for, or waits: afterwards nothing of it is left.
    """
    async with engine.begin() as conn:
        found = await lock_preparations(owner, conn, booker_id)
        over = [record.id for record in found if record.status not in OPEN]
        open_ones = [record for record in found if record.status in OPEN]
        await delete_preparations(owner, conn, over)
        await forget_asked(owner, conn, [record.id for record in open_ones])
        for record in open_ones:
            await save_preparation(owner, conn, replace(record, recalled=None, forgotten=True))
    return Forgotten(len(over), len(open_ones))
