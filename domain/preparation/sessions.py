"""One preparation of one meeting, and the checks of its facts (rules PREP-1 to PREP-3)."""

from datetime import datetime
from typing import Final, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict

from domain.preparation.errors import InvalidPreparation
from domain.preparation.values import figure
from domain.term.zones import zone_named

PrepType = Literal["auto_notify", "confirm"]
Status = Literal["waiting", "preparing", "unconfirmed", "prepared", "ended", "cancelled"]
"""Waits for its trigger; asks for a recommendation; waits for the person's word; done, and adjustments are taken until
the meeting ends; over; called off."""

OPEN: Final[frozenset[Status]] = frozenset({"waiting", "preparing", "unconfirmed", "prepared"})
COLDEST: Final = -90
HOTTEST: Final = 70


class Session(BaseModel):
    """One preparation of one meeting.

    Attributes:
        id: ours, a ULID; also the task id of the context route.
        session_id: the caller's, unique for an owner.
        meeting_id: of the meeting, in the caller's words.
        room_id: of the room.
        zone: IANA name of the zone of the room's clocks.
        booker_id: who booked the room.
        booker_name: how that person is called; may be empty.
        meeting_start, meeting_end: of the meeting.
        prep_trigger_at: when the room is prepared.
        prep_type: whether what is recommended is executed at once, or waits for the person.
        weather_temp: outdoors when it was triggered, in °C.
        weather_condition: in words.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    session_id: str
    meeting_id: str
    room_id: str
    zone: str
    booker_id: str
    booker_name: str = ""
    meeting_start: AwareDatetime
    meeting_end: AwareDatetime
    prep_trigger_at: AwareDatetime
    prep_type: PrepType
    weather_temp: int | None = None
    weather_condition: str | None = None


def check_times(meeting_start: datetime, meeting_end: datetime, prep_trigger_at: datetime, zone: str = "UTC") -> None:
    """Make sure that a meeting can be prepared at these times (rule PREP-2).

    Args:
        zone: IANA name of the zone on whose clocks they are told.

    Raises:
        InvalidPreparation: it ends before it starts, or is prepared only when it is over.
    """
    if not meeting_start < meeting_end:
        raise InvalidPreparation(
            f"the meeting would end at {_told(meeting_end, zone)}, "
            f"not after its start at {_told(meeting_start, zone)}: give a later meeting_end"
        )
    if not prep_trigger_at < meeting_end:
        raise InvalidPreparation(
            f"prep_trigger_at {_told(prep_trigger_at, zone)} is not before the end of the meeting at "
            f"{_told(meeting_end, zone)}: give an earlier one"
        )


def _told(moment: datetime, zone: str) -> str:
    return moment.astimezone(zone_named(zone)).isoformat(" ")


def checked_weather(temp: float | None) -> int | None:
    """An outdoor temperature in whole °C, as it is kept.

    Raises:
        InvalidPreparation: no place on earth has it.
    """
    if temp is None:
        return None
    if not COLDEST <= temp <= HOTTEST:
        raise InvalidPreparation(f"weather_temp {figure(temp)} is no outdoor temperature: give °C")
    return round(temp)
