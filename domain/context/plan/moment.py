"""The moment of asking, as it is written (rule CONTEXT-3)."""

from datetime import datetime, timedelta

from domain.context.errors import InvalidNow
from domain.tools.arguments import quoted

_MINUTE = timedelta(minutes=1)


def read_now(text: object) -> datetime:
    """A time of ISO 8601 with its offset, such as ``2026-09-03T22:00:00+08:00``.

    Raises:
        InvalidNow: it is no time, or does not say its offset in whole minutes.
    """
    try:
        now = datetime.fromisoformat(text.strip().upper() if isinstance(text, str) else "")
    except ValueError:
        raise InvalidNow(
            f"now is {quoted(text)}, which is no time: give one such as 2026-09-03T22:00:00+08:00"
        ) from None
    offset = now.utcoffset()
    if offset is None:
        raise InvalidNow(f"now is {quoted(text)}, which has no offset: add one, such as +08:00")
    if offset % _MINUTE:
        raise InvalidNow(f"now is {quoted(text)}, whose offset is no whole minutes: give one such as +08:00")
    return now
