"""Whom preparations reach is what the settings say (rule DEVICE-6)."""

from datetime import UTC, datetime

from activities.preparation_ports import DeviceCommand, Notice, RoomOf
from runtime.clock import now
from runtime.outside import outside_ports
from runtime.settings import Settings
from storage.engine import create_engine

ROOM = RoomOf("owner", "p", "A-101", "m", "UTC")
AT = datetime(2026, 7, 14, tzinfo=UTC)


async def test_without_settings_nobody_is_reached_and_that_is_said() -> None:
    engine = create_engine("postgresql+asyncpg://nobody@127.0.0.1:1/nothing")
    async with outside_ports(Settings(), engine, now) as ports:
        assert await ports.weather.read(ROOM, AT) is None
        assert await ports.devices.read(ROOM) is None
        assert await ports.devices.execute(DeviceCommand("k", ROOM, {"light_power": True})) == "not_configured"
        notice = Notice("k", ROOM, "executed", "u", "", AT, AT, {}, "/?preparation=p", "en")
        assert await ports.notifications.notify(notice) == "not_configured"
