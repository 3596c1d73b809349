"""What is known of the weather and of the room when a recommendation is made (rules PREP-18 and PREP-21)."""

from datetime import datetime, timedelta
from typing import Final

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from domain.preparation.values import Value

OLDEST_WEATHER: Final = timedelta(hours=6)


class Weather(BaseModel):
    """The weather outdoors, as it was read.

    Attributes:
        temp: in °C.
        condition: in words.
        read_at: when.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    temp: float | None = Field(default=None, allow_inf_nan=False)
    condition: str | None = None
    read_at: AwareDatetime


class Readings(BaseModel):
    """What is known when a recommendation is made; whatever is None is not known.

    Attributes:
        outdoor_temp: in °C.
        condition: the weather in words.
        indoor_temp: of the room, in °C.
        occupancy: people in the room, or expected in it.
        illuminance: of the room without its lights, in lux.
        state: values that its devices have now, by key.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    outdoor_temp: float | None = None
    condition: str | None = None
    indoor_temp: float | None = None
    occupancy: int | None = None
    illuminance: float | None = None
    state: dict[str, Value] = {}


def usable(weather: Weather | None, at: datetime) -> Weather | None:
    """The reading, if it is at most six hours old at that moment (rule PREP-21)."""
    return weather if weather is not None and at - weather.read_at <= OLDEST_WEATHER else None
