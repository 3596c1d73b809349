"""Rooms are prepared through servers that fail, delay and lose answers (rules DEVICE-4, DEVICE-9 and DEVICE-15)."""

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from runtime.clock import now
from runtime.outside import outside_ports
from storage.engine import create_engine
from storage.users import ensure_user
from tests.bells import eventually
from tests.outside.servers import DEVICES, PEOPLE, Servers, outside_servers
from tests.preparing import Rooms
from tests.week import OWNER
from worker.build import working


@pytest.fixture
def servers() -> Iterator[Servers]:
    with outside_servers() as servers:
        yield servers


@pytest.fixture
async def rooms(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Rooms]:
    engine = create_engine(database)
    async with engine.begin() as connection:
        await ensure_user(OWNER, connection)
    rooms = Rooms(engine, temporal.client, temporal)
    yield rooms
    await rooms.end_workflows()
    await engine.dispose()


@asynccontextmanager
async def _worked_on(rooms: Rooms, servers: Servers) -> AsyncIterator[None]:
    ledger = Ledger(rooms.engine, now)
    async with (
        outside_ports(servers.settings, rooms.engine, now) as ports,
        working(rooms.client, ledger, clock=rooms.clock, ports=ports),
    ):
        yield


def _values(messages: dict[str, Any]) -> Sequence[dict[str, Any]]:
    return [message["data"]["values"] for message in messages.values()]


async def test_what_is_outside_may_fail_delay_and_repeat(rooms: Rooms, servers: Servers) -> None:
    """Each command and each notice is one message however often it is sent, and each row is there once."""
    servers.weather.behave("late", "503", answer={"temp": 33, "condition": "晴"})
    servers.rooms.behave("late", "500", answer={"indoor_temp": 28, "state": {"light_power": False}})
    servers.devices.behave("503/1", "lost", "late")
    servers.people.behave("lost", "429/1")
    async with _worked_on(rooms, servers):
        room = await rooms.report(start=rooms.now)
        await rooms.is_at(room, "prepared", 2)
        await rooms.adjust(room, {"hvac_target_temp": 21}, "once")
        await eventually(lambda: _sees(servers, commands=2, notices=1))
        facts = await rooms.look(room)
        assert (facts.record.session.weather_temp, facts.record.session.weather_condition) == (33, "晴")
        assert await rooms.rows(room) == ["llm_recommend", "auto_executed", "user_later_adjust"]
        commands = servers.devices.messages(DEVICES)
        assert list(_values(commands)) == [facts.recommended, {"hvac_target_temp": 21}]
        assert max(servers.devices.taken.values()) > 1
        [notice] = servers.people.messages(PEOPLE).values()
        assert (notice["type"], notice["data"]["values"]) == ("preparation.executed", facts.recommended)
        assert notice["data"]["link"] == f"https://daywright.example/?preparation={room}"
        assert [one["path"] for one in servers.rooms.came] == ["/A-101"]
        again = await rooms.report(start=rooms.now)
        await rooms.is_at(again, "prepared", 2)
        await eventually(lambda: _sees(servers, commands=3, notices=2))
        assert (await rooms.look(again)).record.session.weather_temp == 33
        assert json.loads(servers.devices.came[-1]["body"])["data"]["preparation_id"] == again


async def _sees(servers: Servers, commands: int, notices: int) -> bool:
    return (len(servers.devices.taken), len(servers.people.taken)) == (commands, notices)


async def test_a_room_is_recommended_for_though_nothing_outside_is_of_use(rooms: Rooms, servers: Servers) -> None:
    """Garbage, a redirect and a refusal: the reported weather and the rules are left, and nothing is executed."""
    servers.weather.behave("garbled")
    servers.rooms.behave("302")
    servers.devices.behave("307")
    servers.people.behave("lost")
    async with _worked_on(rooms, servers):
        room = await rooms.report(start=rooms.now, weather_temp=35)
        await eventually(lambda: _sees(servers, commands=0, notices=1))
        await eventually(lambda: _is_told(rooms, room))
        facts = await rooms.look(room)
        assert (facts.record.session.weather_temp, facts.record.status) == (35, "prepared")
        assert await rooms.rows(room) == ["llm_recommend"]
        [notice] = servers.people.messages(PEOPLE).values()
        assert (notice["type"], notice["data"]["values"]) == ("preparation.recommended", facts.recommended)
        assert [len(server.came) for server in (servers.devices, servers.rooms, servers.weather)] == [1, 1, 1]


async def _is_told(rooms: Rooms, room: str) -> bool:
    return ("delivered", "refused") in [
        (name.partition(".")[0], verdict) for name, verdict in await rooms.ledger(room)
    ] and any(name.startswith("notify") for name, _ in await rooms.ledger(room))
