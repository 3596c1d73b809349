"""The weather over HTTP, and the last one known (rules DEVICE-13 to DEVICE-15)."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Final

import structlog
from pydantic import AliasChoices, AliasPath, BaseModel, ConfigDict, Field
from sqlalchemy.ext.asyncio import AsyncEngine

from activities.outbound import Outbound, Sent, filled
from activities.preparation_ports import PortAway, PortRefused, RoomOf
from activities.reached import parsed, reaching
from domain.preparation.readings import Weather
from domain.preparation.sessions import COLDEST, HOTTEST
from domain.preparation.values import written
from storage.weather_readings import keep_weather, last_weather

LONGEST_CONDITION: Final = 64
_TEMP: Final = AliasChoices("temp", AliasPath("current", "temperature_2m"))
_TIME: Final = AliasChoices("read_at", AliasPath("current", "time"))
_DAY_SECONDS: Final = 86_399

_log = structlog.get_logger()


class WeatherAnswer(BaseModel):
    """What a weather service answers: in our form, or in the one of Open-Meteo (rule DEVICE-13).

    Attributes:
        temp: outdoors, in °C.
        condition: in words.
        read_at: when it was measured; left out, when it was answered.
        offset_seconds: how far clocks that give no offset are ahead of UTC.
    """

    model_config = ConfigDict(frozen=True)

    temp: float = Field(ge=COLDEST, le=HOTTEST, allow_inf_nan=False, validation_alias=_TEMP)
    condition: str | None = None
    read_at: datetime | None = Field(default=None, validation_alias=_TIME)
    offset_seconds: int = Field(default=0, ge=-_DAY_SECONDS, le=_DAY_SECONDS, validation_alias="utc_offset_seconds")

    def weather(self, at: datetime) -> Weather:
        """What it says, heard at that moment; it is never of a later one."""
        condition = written(self.condition or "")[:LONGEST_CONDITION].strip() or None
        return Weather(temp=self.temp, condition=condition, read_at=min(self._moment() or at, at))

    def _moment(self) -> datetime | None:
        told = self.read_at
        if told is None or told.tzinfo is not None:
            return told
        return told.replace(tzinfo=timezone(timedelta(seconds=self.offset_seconds)))


class OutsideWeather:
    """The weather service of an operator, and what it said last of each room."""

    def __init__(self, outbound: Outbound, url: str, engine: AsyncEngine) -> None:
        """``url`` answers what the weather is."""
        self._outbound, self._url, self._engine = outbound, url, engine

    async def read(self, room: RoomOf, at: datetime) -> Weather | None:
        """The newest weather at the room that is known, as old as it says.

        Raises:
            PortAway, PortRefused: it cannot be read, and none is known from before.
        """
        try:
            heard = await self._heard(room, at)
        except (PortAway, PortRefused):
            last = await self._last(room)
            if last is None:
                raise
            _log.info("last known weather is taken", age_seconds=round((at - last.read_at).total_seconds()))
            return last
        async with self._engine.begin() as conn:
            await keep_weather(room.user_id, conn, room.room_id, heard)
            return await last_weather(room.user_id, conn, room.room_id)

    async def _heard(self, room: RoomOf, at: datetime) -> Weather:
        with reaching("weather", self._url):
            url = filled(self._url, {"room_id": room.room_id, "user_id": room.user_id})
            return parsed(WeatherAnswer, await self._outbound.answer(Sent(url))).weather(at.astimezone(UTC))

    async def _last(self, room: RoomOf) -> Weather | None:
        async with self._engine.connect() as conn:
            return await last_weather(room.user_id, conn, room.room_id)
