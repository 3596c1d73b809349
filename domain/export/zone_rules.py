"""How clocks change in the time zone of a term, as iCalendar tells it (rule EXPORT-6)."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from domain.export.content_lines import escaped

_DAY, _SECOND = timedelta(days=1), timedelta(seconds=1)
_AT = "%Y%m%dT%H%M%S"
# Where nothing is known of what came before, the first offset has always been.
_ALWAYS = datetime(1970, 1, 1, tzinfo=UTC)


def zone_lines(zone: ZoneInfo, first: date, last: date) -> Iterator[str]:
    """A VTIMEZONE that holds from the first day to the last; each change of its clocks stands there by itself."""
    opens = datetime.combine(first, time(), UTC) - 2 * _DAY
    closes = datetime.combine(last, time(), UTC) + 2 * _DAY
    yield from ("BEGIN:VTIMEZONE", f"TZID:{zone.key}")
    offset = _offset(zone, opens)
    yield from _observance(zone, opens, _ALWAYS, offset)
    for change in _changes(zone, opens, closes):
        before, offset = offset, _offset(zone, change)
        yield from _observance(zone, change, change + before, before)
    yield "END:VTIMEZONE"


def _changes(zone: ZoneInfo, opens: datetime, closes: datetime) -> Iterator[datetime]:
    """The instants from which on another offset holds."""
    while opens < closes:
        following = opens + _DAY
        if _offset(zone, opens) != _offset(zone, following):
            yield _between(zone, opens, following)
        opens = following


def _between(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    old = _offset(zone, before)
    while after - before > _SECOND:
        middle = before + (after - before) // (2 * _SECOND) * _SECOND
        before, after = (middle, after) if _offset(zone, middle) == old else (before, middle)
    return after


def _observance(zone: ZoneInfo, instant: datetime, onset: datetime, before: timedelta) -> Iterator[str]:
    local = instant.astimezone(zone)
    kind = "DAYLIGHT" if local.dst() else "STANDARD"
    yield f"BEGIN:{kind}"
    yield f"DTSTART:{onset.strftime(_AT)}"
    yield f"TZOFFSETFROM:{_written(before)}"
    yield f"TZOFFSETTO:{_written(_offset(zone, instant))}"
    yield f"TZNAME:{escaped(local.tzname() or zone.key)}"
    yield f"END:{kind}"


def _offset(zone: ZoneInfo, instant: datetime) -> timedelta:
    return instant.astimezone(zone).utcoffset() or timedelta()


def _written(offset: timedelta) -> str:
    seconds = abs(offset) // _SECOND
    sign = "-" if offset < timedelta() else "+"
    rest = f"{seconds % 60:02d}" if seconds % 60 else ""
    return f"{sign}{seconds // 3600:02d}{seconds // 60 % 60:02d}{rest}"
