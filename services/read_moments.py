"""When an iCalendar entry starts and ends, and which occurrences it adds or removes (rules IMPORT-4 and IMPORT-28)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from icalendar import Component

from services.calendar_zones import CalendarZones
from services.parse_icalendar import EventRefused, shortened

MAX_DURATION = timedelta(hours=24)
MAX_DAYS = 366
MAX_EXCEPTIONS = 1_000

_YEARS = range(1970, 2201)


@dataclass(frozen=True, slots=True)
class Moments:
    """Reads the times of one entry in the zones that their names mean.

    Attributes:
        shown_in: the zone in which the file says it is to be shown: UTC times are told in it, so that what repeats does
            so at its wall clock.
    """

    entry: Component
    zones: CalendarZones
    shown_in: ZoneInfo | None = None

    @property
    def whole_day(self) -> bool:
        """Whether the entry starts on a day and at no time of it."""
        return _is_day(getattr(single(self.entry, "DTSTART"), "dt", None))

    def moment(self, name: str) -> datetime | None:
        """A date and time, with its zone unless it floats; a day begins at midnight.

        Raises:
            EventRefused: it cannot be read, or is of a zone that nobody knows.
        """
        value = single(self.entry, name)
        return None if value is None else self._read(name, getattr(value, "dt", None), getattr(value, "params", {}))

    def duration(self, start: datetime) -> timedelta | None:
        """Elapsed time to the end, also where the clocks change between the two; None where the entry names no end.

        Raises:
            EventRefused: it ends before it starts, or lasts more than a day, or a year where it is told in days.
        """
        end = self.moment("DTEND")
        if end is None:
            return self._stated_duration()
        floating = start.tzinfo is None
        if floating != (end.tzinfo is None):
            raise EventRefused("unreadable", "one of DTSTART and DTEND has a zone and the other has none")
        return self._checked(end - start if floating else end.astimezone(UTC) - start.astimezone(UTC))

    def several(self, name: str) -> Iterator[date]:
        """The dates and times of a list; what is told in days stays a day.

        Raises:
            EventRefused: one of them cannot be read, or there are more than a thousand.
        """
        values = cast(Any, self.entry.get(name, []))
        for count, (told, params) in enumerate(_listed(values if isinstance(values, list) else [values])):
            if count >= MAX_EXCEPTIONS:
                raise EventRefused("unsupported", f"{name} lists more than {MAX_EXCEPTIONS} times")
            told = told[0] if isinstance(told, tuple) else told
            yield told if _is_day(told) else self._read(name, told, params)

    def _read(self, name: str, told: object, params: Any) -> datetime:
        if isinstance(told, date) and not isinstance(told, datetime):
            told = datetime.combine(told, time())
        if not isinstance(told, datetime) or told.year not in _YEARS:
            raise EventRefused("unreadable", f"{name} {shortened(str(told))} is not a date and time of these days")
        if told.tzinfo is not None:
            return told if self.shown_in is None else told.astimezone(self.shown_in)
        tzid = params.get("TZID")
        return told if tzid is None else told.replace(tzinfo=self._zone(name, str(tzid)))

    def _zone(self, name: str, tzid: str) -> ZoneInfo:
        zone = self.zones.named(tzid)
        if zone is None:
            reason = f"{name} is in the zone {shortened(tzid)!r}, which is unknown"
            raise EventRefused("unsupported", reason, "export with a zone such as Asia/Shanghai")
        return zone

    def _stated_duration(self) -> timedelta | None:
        value = single(self.entry, "DURATION")
        if value is None:
            return timedelta(days=1) if self.whole_day else None
        span = getattr(value, "dt", None)
        if not isinstance(span, timedelta):
            raise EventRefused("unreadable", "DURATION is not a length of time")
        return self._checked(span)

    def _checked(self, span: timedelta) -> timedelta:
        longest = timedelta(days=MAX_DAYS) if self.whole_day else MAX_DURATION
        if not timedelta() <= span <= longest:
            hours = span / timedelta(hours=1)
            allowed = f"0 to {longest / timedelta(hours=1):g} are supported"
            raise EventRefused("unsupported", f"it lasts {hours:g} hours, {allowed}", "split it by days")
        return span


def single(entry: Component, name: str) -> object | None:
    """The value of a property that may stand once.

    Raises:
        EventRefused: it stands several times.
    """
    value = cast(object, entry.get(name))
    if isinstance(value, list):
        raise EventRefused("unreadable", f"{name} stands {len(value)} times")
    return value


def _is_day(told: object) -> bool:
    return isinstance(told, date) and not isinstance(told, datetime)


def _listed(values: list[Any]) -> Iterator[tuple[Any, Any]]:
    for value in values:
        for one in getattr(value, "dts", ()):
            yield one.dt, value.params
