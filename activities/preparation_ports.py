"""What a preparation needs of the world outside: the weather, a room's devices, and a way to tell a person.

Every call may be made again, with the same key where it has one; whoever is called does what a key names once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from domain.preparation.keys import Range
from domain.preparation.readings import Weather
from domain.preparation.values import Value
from domain.schedule.state import Locale

Delivery = Literal["delivered", "not_configured"]
"""What came of telling somebody: it was taken, or there is nobody to be told."""

NoticeKind = Literal["executed", "recommended", "confirm"]
"""The room is prepared; settings are recommended; settings are recommended and wait for the person's word."""


class PortAway(Exception):
    """Nobody answered, or asked to be asked later; the same call may succeed then.

    Attributes:
        retry_after: seconds for which the other side asks to be left alone; None where it does not say.
    """

    def __init__(self, message: str = "", retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class PortRefused(Exception):
    """The call was refused, and would be again."""


@dataclass(frozen=True, slots=True)
class RoomOf:
    """The room of one preparation.

    Attributes:
        user_id: whose preparation it is.
        zone: IANA name of the zone of its clocks.
    """

    user_id: str
    preparation_id: str
    room_id: str
    meeting_id: str
    zone: str


@dataclass(frozen=True, slots=True)
class RoomReading:
    """What a room tells of itself; whatever is None is not known.

    Attributes:
        indoor_temp: in °C.
        occupancy: people in it, or expected.
        illuminance: without its lights, in lux.
        state: values that its devices have now, by key.
        ranges: what its devices take, by key; a key of the table that is not there it does not have.
    """

    indoor_temp: float | None = None
    occupancy: int | None = None
    illuminance: float | None = None
    state: Mapping[str, Value] = field(default_factory=dict)
    ranges: Mapping[str, Range] | None = None


@dataclass(frozen=True, slots=True)
class DeviceCommand:
    """Settings for the devices of a room.

    Attributes:
        key: the same for every attempt at one command, another for every other.
        values: by key.
    """

    key: str
    room: RoomOf
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Notice:
    """What the person is told.

    Attributes:
        key: the same for every attempt at one notice, another for every other.
        booker_id, booker_name: the person.
        values: what was recommended, or executed.
        link: path and query of the panel on the page of Daywright.
        locale: the language of what is said.
    """

    key: str
    room: RoomOf
    kind: NoticeKind
    booker_id: str
    booker_name: str
    meeting_start: datetime
    meeting_end: datetime
    values: Mapping[str, Value]
    link: str
    locale: Locale


class WeatherSource(Protocol):
    """Where the weather is read."""

    async def read(self, room: RoomOf, at: datetime) -> Weather | None:
        """The weather at the room, as old as it says; None where none is known.

        Raises:
            PortAway, PortRefused: it cannot be read, and none is known from before.
        """
        ...


class DevicePort(Protocol):
    """The devices of rooms."""

    async def read(self, room: RoomOf) -> RoomReading | None:
        """What the room tells of itself; None where it tells nothing.

        Raises:
            PortAway, PortRefused: it cannot be read.
        """
        ...

    async def execute(self, command: DeviceCommand) -> Delivery:
        """Set the devices.

        Raises:
            PortAway: another attempt may succeed.
            PortRefused: none will.
        """
        ...


class NotificationPort(Protocol):
    """A way to tell people something."""

    async def notify(self, notice: Notice) -> Delivery:
        """Tell a person.

        Raises:
            PortAway: another attempt may succeed.
            PortRefused: none will.
        """
        ...


class NoWeather:
    """For a place whose weather nobody tells."""

    async def read(self, room: RoomOf, at: datetime) -> Weather | None:
        """None."""
        return None


class NoDevices:
    """For rooms whose devices cannot be reached from here: nothing is read, and nothing executed."""

    async def read(self, room: RoomOf) -> RoomReading | None:
        """None."""
        return None

    async def execute(self, command: DeviceCommand) -> Delivery:
        """Nothing is executed, and that is said."""
        return "not_configured"


class NoNotifications:
    """For people whom nobody tells anything."""

    async def notify(self, notice: Notice) -> Delivery:
        """Nobody is told, and that is said."""
        return "not_configured"


@dataclass(frozen=True, slots=True)
class PreparationPorts:
    """What preparations reach; of what is not configured there is none."""

    weather: WeatherSource = field(default_factory=NoWeather)
    devices: DevicePort = field(default_factory=NoDevices)
    notifications: NotificationPort = field(default_factory=NoNotifications)
