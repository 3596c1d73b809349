"""What is recommended without a model: a table with a version (rules PREP-18 and PREP-19)."""

from dataclasses import dataclass, field
from typing import Final, Literal

from domain.preparation.keys import KEYS, RANGES, Ranges
from domain.preparation.readings import Readings
from domain.preparation.values import Value, same

VERSION: Final = 1
"""Raised with every change of the table, so that a recommendation can be traced to the rows that made it."""

Measure = Literal["outdoor_temp", "indoor_temp", "occupancy", "illuminance"]
MEASURES: Final[tuple[Measure, ...]] = ("outdoor_temp", "indoor_temp", "occupancy", "illuminance")


@dataclass(frozen=True, slots=True)
class Band:
    """Values of a measure from ``least`` on and below ``below``; None leaves an end open."""

    measure: Measure
    least: float | None = None
    below: float | None = None

    def holds(self, readings: Readings) -> bool:
        """Whether the measure is known and in the band."""
        value = getattr(readings, self.measure)
        if value is None:
            return False
        return (self.least is None or value >= self.least) and (self.below is None or value < self.below)


@dataclass(frozen=True, slots=True)
class Rule:
    """One row: the value of a key under conditions that all hold.

    Attributes:
        key: of the table of keys.
        value: what is recommended.
        bands: conditions on measures.
        state: conditions on what devices of the room are now.
    """

    key: str
    value: Value
    bands: tuple[Band, ...] = ()
    state: tuple[tuple[str, Value], ...] = field(default=())

    def holds(self, readings: Readings) -> bool:
        """Whether every condition is fulfilled."""
        return all(band.holds(readings) for band in self.bands) and all(
            same(readings.state.get(key), value) for key, value in self.state
        )


_HOT, _WARM, _COLD, _FROST = (
    Band("outdoor_temp", least=33),
    Band("outdoor_temp", least=26),
    Band("outdoor_temp", below=16),
    Band("outdoor_temp", below=5),
)
_HOT_ROOM, _COLD_ROOM = Band("indoor_temp", least=27), Band("indoor_temp", below=18)
_WARM_ROOM = Band("indoor_temp", least=25)
# A room is empty before its meeting: that nobody is there is no reason to leave it dark.
_FULL, _BRIGHT = Band("occupancy", least=10), Band("illuminance", least=500)

RULES: Final[tuple[Rule, ...]] = (
    Rule("hvac_power", True, (_WARM,)),
    Rule("hvac_power", True, (_COLD,)),
    Rule("hvac_power", True, (_HOT_ROOM,)),
    Rule("hvac_power", True, (_COLD_ROOM,)),
    Rule("hvac_power", True, (_WARM_ROOM,), (("hvac_power", True),)),
    Rule("hvac_power", False),
    Rule("hvac_mode", "制热", (_COLD,)),
    Rule("hvac_mode", "制冷", (_WARM,)),
    Rule("hvac_mode", "制热", (_COLD_ROOM,)),
    Rule("hvac_mode", "制冷", (_WARM_ROOM,)),
    Rule("hvac_mode", "送风"),
    Rule("hvac_target_temp", 22, (_FROST,)),
    Rule("hvac_target_temp", 21, (_COLD,)),
    Rule("hvac_target_temp", 23, (_HOT, _FULL)),
    Rule("hvac_target_temp", 24, (_HOT,)),
    Rule("hvac_target_temp", 24, (_WARM, _FULL)),
    Rule("hvac_target_temp", 25, (_WARM,)),
    Rule("hvac_target_temp", 21, (_COLD_ROOM,)),
    Rule("hvac_target_temp", 24),
    Rule("light_power", True),
    Rule("light_brightness", 50, (_BRIGHT,)),
    Rule("light_brightness", 90, (_FULL,)),
    Rule("light_brightness", 80),
    Rule("curtain_power", True),
    Rule("curtain_position", 50, (_HOT,)),
    Rule("curtain_position", 100),
)
"""For each key the first row counts whose conditions hold; the last of a key has none."""


def recommend(readings: Readings, ranges: Ranges = RANGES) -> dict[str, Value]:
    """What the table recommends for the keys that the room has, in their order, not yet brought into their ranges."""
    return {key.name: _first(key.name, readings) for key in KEYS if key.name in ranges}


def _first(key: str, readings: Readings) -> Value:
    return next(rule.value for rule in RULES if rule.key == key and rule.holds(readings))
