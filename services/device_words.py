"""What the devices said to what was recommended, adjusted and confirmed (rules PREP-34 and PREP-39)."""

import json
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.preparation.life import DeviceWord
from domain.preparation.sessions import OPEN
from services.preparation_ledger import is_for_devices, settlement
from storage.preparations import PreparationRecord
from storage.steps import list_records

_WORDS: Final[dict[str | None, DeviceWord]] = {
    None: "waiting",
    "executed": "taken",
    "delivered": "taken",
    "refused": "refused",
    "not_configured": "not_configured",
}


async def device_words(owner: str, conn: AsyncConnection, record: PreparationRecord) -> dict[int, DeviceWord]:
    """By the place of each row whose values are for devices, what they said to it."""
    done = await list_records(owner, conn, "preparation", record.id)
    words = {**_WORDS, None: _WORDS[None] if record.status in OPEN else "withdrawn"}
    return {
        json.loads(step.state).get("seq", 0): words.get(settlement(done, step.step), "withdrawn")
        for step in done
        if is_for_devices(step)
    }
