"""The devices of rooms: commands as webhooks, readings over HTTP (rules DEVICE-6 to DEVICE-12)."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from activities.outbound import Outbound, Sent, filled
from activities.preparation_ports import Delivery, DeviceCommand, RoomOf, RoomReading
from activities.reached import parsed, reaching
from activities.webhooks import Receiver, Webhooks
from domain.preparation.errors import SnapshotInvalid
from domain.preparation.keys import Range
from domain.preparation.snapshots import LONGEST_KEY, LONGEST_VALUE, MOST_KEYS, checked_values
from domain.preparation.values import Value

COMMAND: Final = "preparation.command"
_MOST_CHOICES: Final = 50

_Key = Annotated[str, Field(max_length=LONGEST_KEY, pattern=r"^[A-Za-z_][A-Za-z0-9_.:-]*$")]
_Choice = Annotated[str, Field(max_length=LONGEST_VALUE)]


class _Range(Range):
    """A range as a room tells it."""

    choices: tuple[_Choice, ...] = Field(default=(), max_length=_MOST_CHOICES)


class RoomAnswer(BaseModel):
    """What a room answers; what is left out is not known (rule DEVICE-11)."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    indoor_temp: float | None = Field(default=None, ge=-50, le=80)
    occupancy: int | None = Field(default=None, ge=0, le=100_000)
    illuminance: float | None = Field(default=None, ge=0, le=200_000)
    state: dict[str, Any] = Field(default={}, max_length=MOST_KEYS)
    ranges: dict[_Key, _Range] | None = Field(default=None, max_length=MOST_KEYS)


class OutsideDevices:
    """The devices behind the addresses of an operator; without an address there is nobody."""

    def __init__(
        self, webhooks: Webhooks, outbound: Outbound, receiver: Receiver | None, rooms_url: str | None
    ) -> None:
        """Commands go to ``receiver``, and ``rooms_url`` answers how a room is."""
        self._webhooks, self._outbound = webhooks, outbound
        self._receiver, self._rooms_url = receiver, rooms_url

    async def read(self, room: RoomOf) -> RoomReading | None:
        """What the room tells of itself; None where rooms tell nothing.

        Raises:
            PortAway, PortRefused: it cannot be read.
        """
        if self._rooms_url is None:
            return None
        with reaching("room", self._rooms_url):
            url = filled(self._rooms_url, {"room_id": room.room_id, "user_id": room.user_id})
            told = parsed(RoomAnswer, await self._outbound.answer(Sent(url)))
        ranges = None if told.ranges is None else {key: Range(**one.model_dump()) for key, one in told.ranges.items()}
        return RoomReading(told.indoor_temp, told.occupancy, told.illuminance, _known(told.state), ranges)

    async def execute(self, command: DeviceCommand) -> Delivery:
        """Post the command; the receiver does what its key names once.

        Raises:
            PortAway: another attempt may succeed.
            PortRefused: none will.
        """
        if self._receiver is None:
            return "not_configured"
        data = {**told_of(command.room), "values": dict(command.values)}
        with reaching("devices", self._receiver.url):
            await self._webhooks.post(self._receiver, command.key, COMMAND, data)
        return "delivered"


def told_of(room: RoomOf) -> dict[str, str]:
    """What every message says of the room and its preparation."""
    return {
        "user_id": room.user_id,
        "preparation_id": room.preparation_id,
        "meeting_id": room.meeting_id,
        "room_id": room.room_id,
    }


def _known(state: Mapping[str, object]) -> dict[str, Value]:
    """The values that can be understood; one that cannot does not take the others with it."""
    known: dict[str, Value] = {}
    for key, value in state.items():
        try:
            known |= checked_values({key: value}, {})
        except SnapshotInvalid:
            continue
    return known
