"""The last weather that was read at a room, and when that was (rule DEVICE-14)."""

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.preparation.readings import Weather
from storage.refusals import not_found, refusing
from storage.tables import weather_readings

_COLUMNS = [weather_readings.c[name] for name in Weather.model_fields]


async def keep_weather(owner: str, conn: AsyncConnection, room_id: str, weather: Weather) -> None:
    """Keep a reading, unless a newer one is known.

    Raises:
        NotFound: no such owner.
    """
    values = weather.model_dump()
    statement = insert(weather_readings).values(user_id=owner, room_id=room_id, **values)
    unless_newer = statement.on_conflict_do_update(
        index_elements=["user_id", "room_id"], set_=values, where=weather_readings.c.read_at <= weather.read_at
    )
    async with refusing(conn, {"fk_weather_readings_user_id": not_found("user", owner)}):
        await conn.execute(unless_newer)


async def last_weather(owner: str, conn: AsyncConnection, room_id: str) -> Weather | None:
    """The newest reading at a room; None where there is none."""
    mine = (weather_readings.c.user_id == owner, weather_readings.c.room_id == room_id)
    row = (await conn.execute(select(*_COLUMNS).where(*mine))).mappings().one_or_none()
    return None if row is None else Weather.model_validate(row)
