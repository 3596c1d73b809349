"""The syntax of iCalendar, read with the icalendar library so that no file can leave traces for the next one."""

from collections.abc import Iterator
from functools import cache

from icalendar import Component, ComponentFactory, TypesFactory
from icalendar.parser import Contentline, Parameters
from icalendar.parser.ical.component import ComponentIcalParser

from domain.timetable.calendar import SkipCode

DEFINED_TZID = "X-DAYWRIGHT-DEFINED-TZID"
"""Under which a definition of a zone keeps its name."""

_REMEDIES: dict[SkipCode, str] = {
    "unreadable": "correct it and export again",
    "unsupported": "the whole course is left out, so block its time by hand or export it as single events",
}


class EventRefused(Exception):
    """An event that cannot be taken as it is, with the reason and the remedy; the file goes on (rule IMPORT-3)."""

    def __init__(self, code: SkipCode, reason: str, remedy: str | None = None) -> None:
        super().__init__(f"{reason}: {remedy or _REMEDIES[code]}")
        self.code: SkipCode = code


class _Parser(ComponentIcalParser):
    """Tolerant inside every component, and blind to zones.

    The library keeps the zones that files define in one table of the process, where a file of one person would
    decide how that of another is read. So definitions lose their name before it sees them end, and times are read
    without a zone; ``CalendarZones`` gives it to them.
    """

    datetime_names = ()
    line = ""

    def initialize_parsing(self) -> None:
        super().initialize_parsing()  # type: ignore[no-untyped-call]
        self._content_lines_iterator = self._remembered(self._content_lines_iterator)

    def _remembered(self, lines: Iterator[Contentline]) -> Iterator[Contentline]:
        for line in lines:
            self.line = line
            yield line

    def handle_line_parse_error(self, exception: Exception) -> None:
        super().handle_line_parse_error(exception)
        _quote_instead(self.component, self.line)

    def handle_property(self, name: str, params: Parameters, vals: str, line: Contentline) -> None:
        """The library does not expect a value whose declared type takes no text, such as CATEGORIES;VALUE=DATE."""
        try:
            super().handle_property(name, params, vals, line)
        except TypeError as error:
            self.handle_property_parse_error(error, name, params, vals, line)

    def handle_property_parse_error(
        self, exception: Exception, name: str, params: Parameters, val: str, line: Contentline
    ) -> None:
        super().handle_property_parse_error(exception, name, params, val, line)
        _quote_instead(self.component, val)

    def handle_begin_component(self, vals: str) -> None:
        super().handle_begin_component(vals)
        component = self.component
        if component is not None:
            component.ignore_exceptions = True  # type: ignore[misc]

    def handle_end_component(self, vals: str) -> None:
        component = self.component
        if component is not None and vals.upper() == "VTIMEZONE":
            component[DEFINED_TZID] = component.pop("TZID", "")
        super().handle_end_component(vals)


def parse_icalendar(text: str) -> list[Component]:
    """The top components of a text.

    What cannot be read is kept in the ``errors`` of its component: name and value, or None and the whole line.

    Raises:
        ValueError: the text is not iCalendar; the message quotes the line.
    """
    parser = _Parser(text, _components(), TypesFactory.instance())
    try:
        return parser.parse()
    except ValueError:
        raise ValueError(f"the line {shortened(parser.line)!r} makes no sense there") from None


def _quote_instead(component: Component | None, text: str) -> None:
    """Keep what was read in place of what the library thinks of it."""
    if component is not None:
        name, _ = component.errors.pop()
        component.errors.append((name, text))


@cache
def _components() -> ComponentFactory:
    return ComponentFactory()


def shortened(text: str) -> str:
    """A text from outside on one line of at most 80 characters, fit to be quoted."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= 80 else line[:79] + "…"
