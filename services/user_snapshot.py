"""What is known of a person at a moment: profile, preferences and what is coming (rules MEMORY-15 to MEMORY-17)."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.context.person.facts import values_of
from domain.context.person.snapshot import MOST_REMEMBERED, Commitment, Remembered, UserSnapshot
from services.coming_commitments import coming_commitments
from services.person_zone import person_zone
from storage.memories import Memory, weightiest_memories
from storage.profiles import load_profile


async def load_snapshot(owner: str, connection: AsyncConnection, now: datetime) -> UserSnapshot:
    """The snapshot; that of a person of whom nothing is known is empty.

    Args:
        now: the moment, from which the coming days are counted in the person's zone.
    """
    zone = await person_zone(owner, connection, now)
    told = await load_profile(owner, connection)
    coming = await coming_commitments(owner, connection, zone, now)
    undertaken = await weightiest_memories(owner, connection, kinds=["commitment"], limit=MOST_REMEMBERED)
    liked = await weightiest_memories(owner, connection, kinds=["preference"], limit=MOST_REMEMBERED)
    return UserSnapshot(
        at=now.astimezone(zone),
        zone=zone.key,
        profile=values_of(told.profile) if told else {},
        preferences=values_of(told.preferences) if told else {},
        remembered=tuple(Remembered(id=each.id, text=each.text, importance=each.importance) for each in liked),
        commitments=(*coming, *map(_undertaken, undertaken)),
    )


def _undertaken(memory: Memory) -> Commitment:
    known = {"importance": memory.importance, "session_id": memory.session_id}
    return Commitment(source="memory", id=memory.id, text=memory.text, **known)
