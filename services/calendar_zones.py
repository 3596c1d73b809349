"""Which zone a name in a calendar file means (rule IMPORT-4)."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from icalendar import Component
from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

from domain.term import zones
from services.parse_icalendar import DEFINED_TZID

_HOUR = timedelta(hours=1)
_OFFSET = re.compile(r"(?:GMT|UTC)\s*([+-]\d{1,2})(?::?00)?", re.IGNORECASE)

# The names that Outlook shows: (UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi.
_SHOWN = re.compile(r"\((?:GMT|UTC)(?:\s*([+-]\d{1,2}):?(\d\d))?\)\s*(.+)", re.IGNORECASE)
_PLACES = {
    "beijing": "Asia/Shanghai",
    "北京": "Asia/Shanghai",
    "eastern time (us & canada)": "America/New_York",
    "central time (us & canada)": "America/Chicago",
    "mountain time (us & canada)": "America/Denver",
    "pacific time (us & canada)": "America/Los_Angeles",
    "atlantic time (canada)": "America/Halifax",
    "coordinated universal time": "UTC",
    "osaka": "Asia/Tokyo",
    "mumbai": "Asia/Kolkata",
}
"""Places of such names whose zone has another name; that of the others is a city of an IANA name."""
_OTHER_NAMES = {"asia/beijing": "Asia/Shanghai", "北京时间": "Asia/Shanghai", "中国标准时间": "Asia/Shanghai"}


class CalendarZones:
    """The zones that the names of one file mean: those everyone knows first, then those that the file defines."""

    def __init__(self, calendars: Iterable[Component]) -> None:
        definitions = [part for calendar in calendars for part in calendar.subcomponents if part.name == "VTIMEZONE"]
        self._defined = {str(part.get(DEFINED_TZID, "")): part for part in definitions}

    def named(self, tzid: str) -> ZoneInfo | None:
        """The zone of an IANA name in any case, with or without what programs put before it, of a Windows name, or of a
        name that the file defines; None for any other."""
        return zone_named(tzid) or _meant(self._defined.get(tzid))


def zone_named(tzid: str) -> ZoneInfo | None:
    """The zone of an IANA or Windows name, also as the end of a path (``/example.org/20260101/Asia/Shanghai``), of a
    name that Outlook shows (``(UTC+08:00) Beijing, Hong Kong``), or of a number of hours (``GMT+08:00``)."""
    name = tzid.strip().strip('"').strip("/")
    known = zones.zone_named(WINDOWS_TO_OLSON.get(name, name))
    if known is not None:
        return known
    if shown := _SHOWN.fullmatch(name.replace("\\,", ",")):
        return _shown(shown)
    if name.lower() in _OTHER_NAMES:
        return ZoneInfo(_OTHER_NAMES[name.lower()])
    hours = _OFFSET.fullmatch(name)
    if hours:
        return _hours_ahead(int(hours[1]))
    parts = name.lower().split("/")[-3:]
    ends = ("/".join(parts[at:]) for at in range(len(parts)))
    return next((ZoneInfo(_names()[end]) for end in ends if end in _names()), None)


def _shown(found: re.Match[str]) -> ZoneInfo | None:
    """The zone of the first place of a shown name that has the offset which the name tells, summer time aside."""
    sign = -1 if (found[1] or "").startswith("-") else 1
    told = sign * timedelta(hours=abs(int(found[1] or 0)), minutes=int(found[2] or 0))
    places = [place.strip().lower() for place in re.split("[,，、]", found[3])]
    named = (_PLACES.get(place) or _cities().get(place.replace(" ", "_")) for place in places)
    zones_there = (ZoneInfo(name) for name in named if name is not None)
    return next((zone for zone in zones_there if _standard(zone) == told), None)


def _standard(zone: ZoneInfo) -> timedelta | None:
    offsets = [datetime(2026, month, 1, tzinfo=zone).utcoffset() for month in (1, 7)]
    return min((offset for offset in offsets if offset is not None), default=None)


@cache
def _cities() -> dict[str, str]:
    return {name.lower().rpartition("/")[2]: name for name in sorted(available_timezones()) if "/" in name}


@cache
def _names() -> dict[str, str]:
    return {name.lower(): name for name in available_timezones()}


def _meant(definition: Component | None) -> ZoneInfo | None:
    """The zone that a definition says it is, or the one that never changes by the whole hours it defines.

    Its rules themselves are not used: a file decides nothing about how clocks go.
    """
    if definition is None:
        return None
    located = zone_named(str(definition.get("X-LIC-LOCATION", "")))
    offsets = {_offset(part) for part in definition.subcomponents}
    if located is not None or len(offsets) != 1:
        return located
    [offset] = offsets
    if offset is None or offset % _HOUR:
        return None
    return _hours_ahead(offset // _HOUR)


def _offset(part: Component) -> timedelta | None:
    """The offset of a part of a definition; None where it has none, or one that makes no sense."""
    try:
        told = getattr(part.get("TZOFFSETTO"), "td", None)
    except ValueError:
        # What could not be read raises when it is looked into.
        return None
    return told if isinstance(told, timedelta) else None


def _hours_ahead(hours: int) -> ZoneInfo | None:
    """Names of such zones count the other way round."""
    return zones.zone_named(f"Etc/GMT{-hours:+d}")
