"""What the devices said to what was recommended, adjusted and confirmed (rules PREP-34 and PREP-39)."""

import json
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.preparation.life import DeviceWord
from services.preparation_ledger import is_for_devices, settlement
from storage.steps import list_records

_WORDS: Final[dict[str | None, DeviceWord]] = {
    None: "waiting",
    "executed": "taken",
    "delivered": "taken",
    "refused": "refused",
    "not_configured": "not_configured",
}


async def device_words(owner: str, conn: AsyncConnection, preparation_id: str) -> dict[int, DeviceWord]:
    """By the place of each row whose values are for devices, what they said to it."""
    done = await list_records(owner, conn, "preparation", preparation_id)
    return {
        json.loads(step.state).get("seq", 0): _WORDS.get(settlement(done, step.step), "withdrawn")
        for step in done
        if is_for_devices(step)
    }
