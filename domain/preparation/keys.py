"""The keys by which devices are spoken of, and the ranges of their values (rules LEARN-17 and PREP-8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from domain.preparation.values import Value

Kind = Literal["switch", "choice", "number"]


class Range(BaseModel):
    """What a device takes for one key.

    Attributes:
        kind: on or off, one of some words, or a number.
        least, most: of a number, both ends allowed, in the unit of the key.
        step: of a number, counted from ``least``.
        choices: of a choice.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Kind
    least: float = Field(default=0, allow_inf_nan=False)
    most: float = Field(default=100, allow_inf_nan=False)
    step: float = Field(default=1, gt=0, allow_inf_nan=False)
    choices: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _holds_something(self) -> Self:
        if self.least > self.most or (self.kind == "choice" and not self.choices):
            raise ValueError("takes no value: give a least that is not above the most, or choices")
        return self


Ranges = Mapping[str, Range]
"""What the devices of one room take, by key; a key that is not there the room does not have."""


@dataclass(frozen=True, slots=True)
class DeviceKey:
    """One key of the table.

    Attributes:
        name: as it is posted.
        range: what devices take that say nothing else of themselves.
        unit: follows a number.
        words: before the value, in Chinese and English.
    """

    name: str
    range: Range
    unit: str
    words: tuple[str, str]


MODES: Final[dict[str, str]] = {
    "制冷": "cooling",
    "制热": "heating",
    "送风": "fan",
    "除湿": "drying",
    "自动": "automatic",
}
"""Modes of an air conditioner, as they are kept and in English."""

_MODE_CALLED: Final[dict[str, str]] = {
    **{word: mode for mode, word in MODES.items()},
    **{"cool": "制冷", "heat": "制热", "fan_only": "送风", "dry": "除湿", "auto": "自动"},
}
_SWITCH: Final = Range(kind="switch")
_PERCENT: Final = Range(kind="number")

KEYS: Final[tuple[DeviceKey, ...]] = (
    DeviceKey("hvac_power", _SWITCH, "", ("空调", "air conditioning ")),
    DeviceKey("hvac_mode", Range(kind="choice", choices=tuple(MODES)), "", ("模式", "mode ")),
    DeviceKey("hvac_target_temp", Range(kind="number", least=16, most=30, step=0.5), "°C", ("空调", "temperature ")),
    DeviceKey("light_power", _SWITCH, "", ("灯", "light ")),
    DeviceKey("light_brightness", _PERCENT, "%", ("亮度", "brightness ")),
    DeviceKey("curtain_power", _SWITCH, "", ("窗帘", "curtain ")),
    DeviceKey("curtain_position", _PERCENT, "%", ("窗帘", "curtain ")),
)
"""In the order in which they are told."""

BY_NAME: Final[Mapping[str, DeviceKey]] = {key.name: key for key in KEYS}
RANGES: Final[Ranges] = {key.name: key.range for key in KEYS}
"""Of devices that say nothing else of themselves."""


def as_kept(key: str, value: Value, device: Range) -> Value:
    """The mode that an English word names, where the device does not know the word itself; else the value as it is."""
    if key != "hvac_mode" or not isinstance(value, str) or value in device.choices:
        return value
    return _MODE_CALLED.get(value.strip().lower(), value)


def in_order(names: Mapping[str, object]) -> tuple[str, ...]:
    """The keys in the order of the table, others after them by the alphabet."""
    return (*(key for key in BY_NAME if key in names), *sorted(name for name in names if name not in BY_NAME))
