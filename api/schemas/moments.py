"""Days, clock times and flags as programs write them: one form each, so that no number is taken for one."""

import datetime
import re
from typing import Annotated

from pydantic import BeforeValidator, Field, Strict, WithJsonSchema

from domain.errors import InvalidInput

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

Instant = Annotated[
    str,
    Field(
        max_length=40,
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})$",
        examples=["2026-09-28T21:30:00+08:00"],
    ),
]
"""An instant with its offset, in the form of RFC 3339; ``past_instant`` tells whether there is one."""

_CLOCKS_DIFFER = datetime.timedelta(minutes=5)
_EARLIEST = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


def past_instant(name: str, text: str, now: datetime.datetime) -> datetime.datetime:
    """The instant that a member of a body names, which has come; clocks may differ by five minutes.

    Raises:
        InvalidInput: there is no such instant, or it lies before 1970 or in the future.
    """
    try:
        moment = datetime.datetime.fromisoformat(text).astimezone(datetime.UTC)
    except (ValueError, OverflowError):
        raise InvalidInput(f"{name} {text!r} is no real date and time: correct it") from None
    if not _EARLIEST <= moment <= now + _CLOCKS_DIFFER:
        raise InvalidInput(f"{name} {text!r} lies before 1970 or in the future: send when it was")
    return moment
