"""Which decisions of the past are like the case at hand (rules LEARN-9 to LEARN-12)."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from domain.preparation.reduction import Decision

DAYS: Final = 30
MOST: Final = 5
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def oldest(as_of: datetime) -> datetime:
    """The earliest trigger that counts, itself included."""
    return as_of - timedelta(days=DAYS)


def similar(
    decisions: Iterable[Decision],
    room: str,
    booker: str,
    as_of: datetime,
    current_temp: float | None,
    exclude: str | None = None,
) -> tuple[Decision, ...]:
    """The most similar decisions of that person in that room, at most five, the most similar first.

    Args:
        decisions: of any rooms and people.
        room: the room at hand.
        booker: who booked it.
        as_of: the moment from which 30 days are counted back.
        current_temp: outdoors, in °C.
        exclude: id of the preparation at hand, which does not count.
    """
    earliest = oldest(as_of)
    ours = [
        decision
        for decision in decisions
        if (decision.room_id, decision.booker_id) == (room, booker)
        and decision.prep_trigger_at >= earliest
        and decision.id != exclude
    ]
    return tuple(sorted(ours, key=lambda decision: _rank(decision, current_temp))[:MOST])


def _rank(decision: Decision, current_temp: float | None) -> tuple[bool, float, timedelta, str]:
    temp = decision.weather_temp
    far = 0.0 if current_temp is None or temp is None else abs(temp - current_temp)
    lacks = current_temp is not None and temp is None
    return lacks, far, _EPOCH - decision.prep_trigger_at, decision.id
