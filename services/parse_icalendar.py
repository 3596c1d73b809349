"""The syntax of iCalendar, read with the icalendar library so that no file can leave traces for the next one."""

from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from icalendar import Component, ComponentFactory, TypesFactory
from icalendar.parser.ical.component import ComponentIcalParser
from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

from domain.timetable.calendar import SkipCode


class EventRefused(Exception):
    """An event that cannot be taken as it is, with the reason; the file goes on (rule IMPORT-3)."""

    def __init__(self, code: SkipCode, reason: str) -> None:
        super().__init__(reason)
        self.code: SkipCode = code


class _Parser(ComponentIcalParser):
    """Tolerant inside every component, and blind to zones.

    The library keeps the zones that files define in one table of the process, where a file of one person would
    decide how that of another is read. So definitions lose their name before it sees them end, and times are read
    without a zone; ``zone_named`` gives it to them.
    """

    datetime_names = ()

    def handle_begin_component(self, vals: str) -> None:
        super().handle_begin_component(vals)
        component = self.component
        if component is not None:
            component.ignore_exceptions = True  # type: ignore[misc]

    def handle_end_component(self, vals: str) -> None:
        component = self.component
        if component is not None and vals.upper() == "VTIMEZONE":
            component.pop("TZID", None)
        super().handle_end_component(vals)


def parse_icalendar(text: str) -> list[Component]:
    """The top components of a text; a line that cannot be read is kept in the ``errors`` of its component.

    Raises:
        ValueError: the text is not iCalendar.
    """
    return _Parser(text, _components(), TypesFactory.instance()).parse()


@cache
def _components() -> ComponentFactory:
    return ComponentFactory()


def zone_named(tzid: str) -> ZoneInfo | None:
    """The zone of an IANA name, with or without a slash before it, or of a Windows name; None for any other."""
    name = tzid.strip().strip("/")
    try:
        return ZoneInfo(WINDOWS_TO_OLSON.get(name, name))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def shortened(text: str) -> str:
    """A text from outside on one line of at most 80 characters, fit to be quoted."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= 80 else line[:79] + "…"
