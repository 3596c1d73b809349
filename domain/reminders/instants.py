"""Instants of reminders: milliseconds since 1970 in UTC, and their one written form (rules REMIND-5 and REMIND-6)."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from domain.errors import InvalidInput, TimeOutOfRange

_FORM = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.([0-9]{3})Z")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def milliseconds_of(moment: datetime) -> int:
    """An aware datetime as whole milliseconds since 1970; what is beyond a millisecond is cut towards the past."""
    return (moment - _EPOCH) // _MILLISECOND


EARLIEST: Final = milliseconds_of(datetime(1, 1, 1, tzinfo=UTC))
"""0001-01-01T00:00:00.000Z"""

LATEST: Final = milliseconds_of(datetime.max.replace(tzinfo=UTC))
"""9999-12-31T23:59:59.999Z"""


def instant_of(milliseconds: int) -> datetime:
    """The datetime in UTC.

    Raises:
        TimeOutOfRange: the year is not 1 to 9999.
    """
    if not EARLIEST <= milliseconds <= LATEST:
        raise TimeOutOfRange(
            f"{milliseconds} ms after 1970 is outside {written(EARLIEST)} to {written(LATEST)}: take another time"
        )
    return _EPOCH + milliseconds * _MILLISECOND


def written(milliseconds: int) -> str:
    """The instant as ``YYYY-MM-DDTHH:MM:SS.mmmZ``.

    Raises:
        TimeOutOfRange: the year has not four digits.
    """
    moment = instant_of(milliseconds).replace(tzinfo=None)
    return f"{moment.isoformat(timespec='milliseconds')}Z"


def read_instant(text: str) -> int:
    """The milliseconds since 1970 that a text in the form of ``written`` stands for.

    Raises:
        InvalidInput: another form, or no real date and time.
    """
    form = _FORM.fullmatch(text)
    if form is None:
        raise InvalidInput(f"{text[:40]!r} is no instant: write YYYY-MM-DDTHH:MM:SS.mmmZ")
    year, month, day, hour, minute, second, millisecond = map(int, form.groups())
    try:
        moment = datetime(year, month, day, hour, minute, second, millisecond * 1000, tzinfo=UTC)
    except ValueError:
        raise InvalidInput(f"{text!r} is no real date and time: years are 0001 to 9999, hours 00 to 23") from None
    return milliseconds_of(moment)


def target_of(now: int, after_seconds: int) -> int:
    """When a reminder is due that was asked for at ``now``; both in milliseconds since 1970.

    Raises:
        TimeOutOfRange: after the last millisecond of the year 9999.
    """
    target = now + after_seconds * 1000
    instant_of(target)
    return target
