"""All whom preparations reach, each a process of its own."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from pydantic import SecretStr

from runtime.settings import Settings
from tests.outside.process import OutsideServer, outside_server

DEVICES, PEOPLE = "whsec_" + "ZGV2aWNlcw" * 4, "whsec_" + "cGVvcGxlcG" * 4


@dataclass(frozen=True)
class Servers:
    """Devices, rooms, the weather, and whoever passes on what people are told."""

    devices: OutsideServer
    rooms: OutsideServer
    weather: OutsideServer
    people: OutsideServer

    @property
    def settings(self) -> Settings:
        return Settings(
            devices_url=SecretStr(self.devices.url),
            devices_secrets=SecretStr(f"{PEOPLE},{DEVICES}"),
            rooms_url=SecretStr(self.rooms.url + "/{room_id}"),
            weather_url=SecretStr(self.weather.url),
            notifications_url=SecretStr(self.people.url),
            notifications_secrets=SecretStr(PEOPLE),
            public_url="https://daywright.example",
        )

    @property
    def ports(self) -> str:
        """By which another process finds them, with ``found_at``."""
        every = (self.devices, self.rooms, self.weather, self.people)
        return ",".join(str(server.port) for server in every)


def found_at(ports: str) -> Servers:
    """The servers of another process."""
    return Servers(*(OutsideServer(int(port)) for port in ports.split(",")))


@contextmanager
def outside_servers() -> Iterator[Servers]:
    """Four servers, which end with the context."""
    with ExitStack() as stack:
        yield Servers(*(stack.enter_context(outside_server()) for _ in range(4)))
