"""Whom the worker of this process reaches outside, as the settings say (rules DEVICE-1 and DEVICE-6)."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from activities.devices import OutsideDevices
from activities.notifications import OutsideNotifications
from activities.outbound import Outbound
from activities.preparation_ports import NoNotifications, NoWeather, PreparationPorts
from activities.weather import OutsideWeather
from activities.webhooks import Receiver, Webhooks
from runtime.outbound_settings import Hook
from runtime.settings import Settings


@asynccontextmanager
async def outside_ports(
    settings: Settings, engine: AsyncEngine, now: Callable[[], datetime]
) -> AsyncIterator[PreparationPorts]:
    """What preparations reach while the body runs; all of it goes through one client."""
    outside = settings.outside()
    outbound = Outbound(outside.hosts)
    webhooks = Webhooks(outbound, now)
    weather, people = outside.weather_url, outside.notifications
    try:
        yield PreparationPorts(
            weather=NoWeather() if weather is None else OutsideWeather(outbound, weather, engine),
            devices=OutsideDevices(webhooks, outbound, _receiver(outside.devices), outside.rooms_url),
            notifications=NoNotifications()
            if people is None
            else OutsideNotifications(webhooks, Receiver(people.url, people.secrets), settings.reached_at()),
        )
    finally:
        await outbound.close()


def _receiver(hook: Hook | None) -> Receiver | None:
    return None if hook is None else Receiver(hook.url, hook.secrets)
