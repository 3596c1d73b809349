"""Parts of the day and the hours of the clock (rules WHEN-8 and WHEN-9)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from domain.context.when.meanings import Clock, DayPart

PARTS: dict[DayPart, tuple[int, int]] = {
    "small_hours": (0, 6),
    "dawn": (4, 7),
    "early_morning": (6, 10),
    "morning": (8, 12),
    "forenoon": (6, 12),
    "noon": (12, 14),
    "afternoon": (12, 18),
    "dusk": (17, 19),
    "evening": (18, 24),
    "night": (20, 24),
    "daytime": (6, 19),
    "all_day": (0, 24),
}
"""The hours of each part of the day, from the first up to, not including, the second."""

_SECOND_HALF: frozenset[DayPart] = frozenset({"afternoon", "dusk", "evening", "night"})
_AFTER_MIDNIGHT: frozenset[DayPart] = frozenset({"evening", "night"})


@dataclass(frozen=True, slots=True)
class ClockTold:
    """A clock time with what was told before it: the part of the day, and whether any day was."""

    clock: Clock
    part: DayPart | None
    has_day: bool


def clock_start(told: ClockTold, day: datetime) -> datetime | None:
    """The moment of a clock time on a day; None if no clock has it."""
    clock = told.clock
    minute, second = clock.minute or 0, clock.second or 0
    if not 0 <= clock.hour <= 24 or not 0 <= minute <= 59 or not 0 <= second <= 59:
        return None
    if clock.hour == 24 and (minute or second):
        return None
    return day + timedelta(hours=hour_of_day(told), minutes=minute, seconds=second)


def hour_of_day(told: ClockTold) -> int:
    """The hour from the start of the day: 24 and more are of the next, as one at night is (WHEN-9)."""
    if told.clock == Clock(0) and not told.has_day:
        return 24
    hour, half, part = told.clock.hour, told.clock.half, told.part
    if hour > 12:
        return hour
    if half is not None:
        return hour % 12 + (12 if half == "pm" else 0)
    if part in _AFTER_MIDNIGHT and (hour == 12 or hour < 5):
        return 24 + hour % 12
    if part in _SECOND_HALF or (part == "noon" and hour < 6):
        return 12 + hour % 12
    return 0 if part == "small_hours" and hour == 12 else hour
