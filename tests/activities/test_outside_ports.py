"""Devices, rooms, weather and people behind servers that misbehave (rules DEVICE-5 and DEVICE-11 to DEVICE-17)."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from activities.devices import OutsideDevices
from activities.notifications import OutsideNotifications
from activities.outbound import Outbound
from activities.preparation_ports import DeviceCommand, Notice, PortAway, PortRefused, RoomOf
from activities.weather import OutsideWeather
from activities.webhooks import Receiver, Webhooks
from domain.preparation.keys import Range
from domain.preparation.readings import Weather
from runtime.clock import now
from storage.engine import create_engine
from storage.users import ensure_user
from tests.outside.process import OutsideServer, outside_server

SECRETS = ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",)
ROOM = RoomOf("owner", "01K6F0Q2M3N4P5R6S7T8V9W0XG", "A/101 会议", "m1", "Asia/Shanghai")
COMMAND = DeviceCommand("prep-1", ROOM, {"light_power": True, "hvac_target_temp": 22})
AT = datetime(2026, 7, 14, 5, 45, tzinfo=UTC)
NOTICE = Notice(
    "prep-2",
    ROOM,
    "confirm",
    "u1",
    "张三",
    AT,
    AT + timedelta(hours=1),
    {"hvac_target_temp": 22},
    "/?preparation=01K6F0Q2M3N4P5R6S7T8V9W0XG",
    "zh-CN",
)


@pytest.fixture(scope="module")
def outside() -> Iterator[OutsideServer]:
    with outside_server() as server:
        yield server


@pytest.fixture
async def outbound() -> AsyncIterator[Outbound]:
    outbound = Outbound(frozenset({"127.0.0.1"}), seconds=0.5)
    yield outbound
    await outbound.close()


def _devices(outside: OutsideServer, outbound: Outbound) -> OutsideDevices:
    receiver = Receiver(f"{outside.url}/devices", SECRETS)
    return OutsideDevices(Webhooks(outbound, now), outbound, receiver, outside.url + "/rooms/{room_id}?of={user_id}")


def _people(outside: OutsideServer, outbound: Outbound) -> OutsideNotifications:
    receiver = Receiver(f"{outside.url}/people", SECRETS)
    return OutsideNotifications(Webhooks(outbound, now), receiver, "https://daywright.example/")


async def test_a_command_says_which_room_and_what(outside: OutsideServer, outbound: Outbound) -> None:
    outside.behave()
    assert await _devices(outside, outbound).execute(COMMAND) == "delivered"
    [came] = outside.came
    assert (came["path"], came["headers"]["webhook-id"]) == ("/devices", "prep-1")
    assert json.loads(came["body"]) == {
        "type": "preparation.command",
        "data": {
            "user_id": "owner",
            "preparation_id": "01K6F0Q2M3N4P5R6S7T8V9W0XG",
            "meeting_id": "m1",
            "room_id": "A/101 会议",
            "values": {"light_power": True, "hvac_target_temp": 22},
        },
    }


PASSING = {"500": 7, "503/2": 2, "429": 7, "lost": None, "slow": None}
"""With the pause that is asked for."""


async def test_what_passes_may_be_tried_again_and_what_lasts_may_not(
    outside: OutsideServer, outbound: Outbound
) -> None:
    """Commands, notices and readings alike; of whoever takes a message no more than the status matters."""
    devices, people = _devices(outside, outbound), _people(outside, outbound)
    calls: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: devices.execute(COMMAND),
        lambda: people.notify(NOTICE),
        lambda: devices.read(ROOM),
    )
    for call in calls:
        for behaviour, pause in PASSING.items():
            outside.behave(behaviour)
            with pytest.raises(PortAway) as away:
                await call()
            assert away.value.retry_after == pause, behaviour
        for behaviour in ("400", "401", "410", "302", "307"):
            outside.behave(behaviour)
            with pytest.raises(PortRefused):
                await call()
            assert len(outside.came) == 1, behaviour
    outside.behave("garbled", "packed", "cut", "huge")
    assert [await call() for call in (*calls[:2], *calls[:2])] == ["delivered"] * 4
    for behaviour, kind in (
        ("cut", PortAway),
        ("huge", PortRefused),
        ("packed", PortRefused),
        ("garbled", PortRefused),
    ):
        outside.behave(behaviour)
        with pytest.raises(kind, match=r"^127\.0\.0\.1 "):
            await devices.read(ROOM)


async def test_without_addresses_nothing_is_reached(outbound: Outbound) -> None:
    nobody = OutsideDevices(Webhooks(outbound, now), outbound, None, None)
    assert await nobody.execute(COMMAND) == "not_configured"
    assert await nobody.read(ROOM) is None


async def test_a_room_tells_what_it_knows(outside: OutsideServer, outbound: Outbound) -> None:
    """Its id is one part of the address; a value that is none is left out, and so is what is not asked for."""
    ranges = {"hvac_target_temp": {"kind": "number", "least": 18, "most": 28, "step": 1}, "fan": {"kind": "switch"}}
    state: dict[str, Any] = {"hvac_power": True, "fan": None, "scene": "talk", "x y": 1, "list": [], "level": 3.0}
    outside.behave(answer={"indoor_temp": 27.5, "occupancy": 4, "state": state, "ranges": ranges, "more": 1})
    told = await _devices(outside, outbound).read(ROOM)
    assert told is not None
    assert (told.indoor_temp, told.occupancy, told.illuminance) == (27.5, 4, None)
    assert told.state == {"hvac_power": True, "scene": "talk", "level": 3}
    assert told.ranges == {
        "hvac_target_temp": Range(kind="number", least=18, most=28, step=1),
        "fan": Range(kind="switch"),
    }
    assert outside.came[0]["path"] == "/rooms/A%2F101%20%E4%BC%9A%E8%AE%AE?of=owner"
    outside.behave()
    assert (await _devices(outside, outbound).read(ROOM)) is not None


UNREADABLE: tuple[dict[str, Any], ...] = (
    {"indoor_temp": "warm"},
    {"indoor_temp": 1e400},
    {"occupancy": -1},
    {"illuminance": 1e9},
    {"state": []},
    {"state": {f"k{number}": 1 for number in range(65)}},
    {"ranges": {"x y": {"kind": "switch"}}},
    {"ranges": {"fan": {"kind": "choice", "choices": ["x" * 201]}}},
    {"ranges": {"fan": {"kind": "choice", "choices": [str(number) for number in range(51)]}}},
    {"ranges": {"fan": {"kind": "number", "least": 2, "most": 1}}},
    {"ranges": {"fan": {"kind": "number", "step": 0}}},
)


async def test_a_room_that_tells_something_else_is_not_read(outside: OutsideServer, outbound: Outbound) -> None:
    devices = _devices(outside, outbound)
    for answer in UNREADABLE:
        outside.behave(answer=answer)
        with pytest.raises(PortRefused, match="another form"):
            await devices.read(ROOM)
    outside.behave("garbled")
    with pytest.raises(PortRefused, match="another form"):
        await devices.read(ROOM)
    for dots in (".", ".."):
        with pytest.raises(PortRefused, match="no address"):
            await devices.read(replace(ROOM, room_id=dots))


@pytest.fixture
async def engine(database: str) -> AsyncIterator[AsyncEngine]:
    engine = create_engine(database)
    async with engine.begin() as conn:
        for user in ("owner", "other"):
            await ensure_user(user, conn)
    yield engine
    await engine.dispose()


@asynccontextmanager
async def _weather(outside: OutsideServer, engine: AsyncEngine, seconds: float = 1) -> AsyncIterator[OutsideWeather]:
    outbound = Outbound(frozenset({"127.0.0.1"}), seconds=seconds)
    yield OutsideWeather(outbound, outside.url + "/weather", engine)
    await outbound.close()


async def test_the_weather_is_read_in_two_forms(outside: OutsideServer, engine: AsyncEngine) -> None:
    """With the time at which it was measured, which is never after now."""
    earlier = AT - timedelta(minutes=30)
    open_meteo = {"utc_offset_seconds": 28_800, "current": {"time": "2026-07-14T13:15", "temperature_2m": 34.1}}
    cases: tuple[tuple[dict[str, Any], Weather], ...] = (
        ({"temp": 35, "condition": " 晴\n"}, Weather(temp=35, condition="晴", read_at=AT)),
        ({"temp": 35, "read_at": "2026-07-14T13:15:00+08:00"}, Weather(temp=35, read_at=earlier)),
        ({"temp": 35, "read_at": "2026-07-14T05:15:00"}, Weather(temp=35, read_at=earlier)),
        ({"temp": 35, "read_at": "2026-07-14T09:00:00Z"}, Weather(temp=35, read_at=AT)),
        ({"temp": -3.5, "condition": "x" * 100}, Weather(temp=-3.5, condition="x" * 64, read_at=AT)),
        (open_meteo, Weather(temp=34.1, read_at=earlier)),
    )
    async with _weather(outside, engine) as weather:
        for number, (answer, read) in enumerate(cases):
            outside.behave(answer=answer)
            assert await weather.read(replace(ROOM, room_id=f"r{number}"), AT) == read
        for wrong in ({}, {"temp": None}, {"temp": 71}, {"temp": "x"}, {"temp": 1, "read_at": "x"}):
            outside.behave(answer=wrong)
            with pytest.raises(PortRefused, match="another form"):
                await weather.read(replace(ROOM, room_id="none"), AT)


async def test_while_it_is_away_the_last_weather_stands_with_its_own_age(
    outside: OutsideServer, engine: AsyncEngine
) -> None:
    """Of this room of this owner alone; what is older than the last changes nothing."""
    read, later = Weather(temp=35, condition="晴", read_at=AT), AT + timedelta(hours=5)
    async with _weather(outside, engine) as weather:
        outside.behave("503", answer={"temp": 35, "condition": "晴"})
        with pytest.raises(PortAway):
            await weather.read(ROOM, AT)
        assert await weather.read(ROOM, AT) == read
        for behaviour in ("503", "lost", "cut", "404", "302", "garbled", "huge", "packed"):
            outside.behave(behaviour)
            assert await weather.read(ROOM, later) == read
        outside.behave("503", "503")
        for elsewhere in (replace(ROOM, room_id="B"), replace(ROOM, user_id="other")):
            with pytest.raises(PortAway):
                await weather.read(elsewhere, later)
        outside.behave(answer={"temp": 1, "read_at": (AT - timedelta(hours=1)).isoformat()})
        assert await weather.read(ROOM, later) == read
        outside.behave(answer={"temp": 20})
        assert await weather.read(ROOM, later) == Weather(temp=20, read_at=later)
    async with _weather(outside, engine, seconds=0.2) as hurried:
        outside.behave("slow")
        assert await hurried.read(ROOM, later) == Weather(temp=20, read_at=later)


async def test_a_notice_carries_its_words_and_the_link_of_the_panel(outside: OutsideServer, outbound: Outbound) -> None:
    people = _people(outside, outbound)
    outside.behave("500")
    with pytest.raises(PortAway):
        await people.notify(NOTICE)
    assert await people.notify(NOTICE) == "delivered"
    first, second = outside.came
    assert (first["body"], first["headers"]["webhook-id"]) == (second["body"], second["headers"]["webhook-id"])
    told = json.loads(second["body"])
    assert told["type"] == "preparation.confirm"
    assert told["data"]["link"] == "https://daywright.example/?preparation=01K6F0Q2M3N4P5R6S7T8V9W0XG"
    assert told["data"]["title"] == "请确认会议室 A/101 会议 的推荐设置"
    assert "07/14 13:45–14:45" in told["data"]["text"]
    assert "空调22°C" in told["data"]["text"]
    assert told["data"].keys() == {
        *("user_id", "preparation_id", "meeting_id", "room_id", "booker_id", "booker_name"),
        *("meeting_start", "meeting_end", "values", "locale", "title", "text", "link"),
    }
