"""Days, clock times and flags as programs write them: one form each, so that no number is taken for one."""

import datetime
import re
from typing import Annotated

from pydantic import BeforeValidator, Strict, WithJsonSchema

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?")


def _date(value: object) -> object:
    return datetime.date.fromisoformat(value) if isinstance(value, str) and _DATE.fullmatch(value) else value


def _clock(value: object) -> object:
    return datetime.time.fromisoformat(value) if isinstance(value, str) and _CLOCK.fullmatch(value) else value


def _flag(value: object) -> object:
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value


Flag = Annotated[bool, BeforeValidator(_flag), Strict()]
"""``true`` or ``false``, in an address."""

Day = Annotated[datetime.date, BeforeValidator(_date), Strict()]
"""A day, such as ``2026-09-28``."""

Clock = Annotated[
    datetime.time,
    BeforeValidator(_clock),
    Strict(),
    WithJsonSchema({"type": "string", "pattern": f"^{_CLOCK.pattern}$", "examples": ["08:00"]}),
]
"""A time that clocks show, such as ``08:00``; no zone."""
