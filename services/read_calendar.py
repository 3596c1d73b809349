"""Read an iCalendar file into the events of the domain (rules IMPORT-1 to IMPORT-4, IMPORT-27 and IMPORT-28)."""

from collections.abc import Iterable
from datetime import date, datetime
from zoneinfo import ZoneInfo

from icalendar import Component
from icalendar.prop import vCategory, vRecur

from domain.errors import InvalidCalendar
from domain.timetable.calendar import Calendar, CalendarEvent, Skipped, WeeklyRule
from domain.timetable.dated_rule import DatedRule
from domain.timetable.exceptions import settled
from services.calendar_zones import CalendarZones, zone_named
from services.parse_icalendar import EventRefused, parse_icalendar, shortened
from services.read_moments import Moments, single
from services.read_rule import read_rule
from services.read_teacher import held_by
from services.unfold import content_lines

MAX_BYTES = 5_000_000
MAX_ENTRIES = 10_000
TEXT_LIMIT = 200
TEACHERS_LIMIT = 1000
_JOINERS = "\u200c\u200d"

_TIMING = ("DTSTART", "DTEND", "DURATION", "RRULE", "EXDATE", "RDATE", "EXRULE", "RECURRENCE-ID")


def read_calendar(text: str) -> Calendar:
    """The events of a file in its order; an event that cannot be used is listed instead of failing the file.

    Raises:
        InvalidCalendar: the text is no calendar, or has more than 10,000 entries.
    """
    calendars = _calendars(text)
    zones, shown_in = CalendarZones(calendars), _shown_in(calendars)
    events: list[CalendarEvent] = []
    skipped: list[Skipped] = []
    for entry in _entries(calendars):
        try:
            events.append(_event(Moments(entry, zones, shown_in)))
        except EventRefused as refusal:
            skipped.append(_skipped(entry, refusal))
    return Calendar(settled(events), tuple(skipped), shown_in)


def _calendars(text: str) -> list[Component]:
    try:
        calendars = parse_icalendar(content_lines(text))
    except ValueError as error:
        raise InvalidCalendar(f"the file is no calendar ({error}): give an .ics, .csv or .json file") from None
    if not calendars or any(calendar.name != "VCALENDAR" for calendar in calendars):
        raise InvalidCalendar("the file holds no complete VCALENDAR: export it again as .ics")
    return calendars


def _entries(calendars: list[Component]) -> list[Component]:
    parts = (part for calendar in calendars for part in calendar.subcomponents)
    entries = [part for part in parts if part.name != "VTIMEZONE"]
    if len(entries) > MAX_ENTRIES:
        raise InvalidCalendar(f"the file has {len(entries)} entries, {MAX_ENTRIES} are allowed: split it")
    return entries


def _shown_in(calendars: list[Component]) -> ZoneInfo | None:
    named = (zone_named(_text(calendar, "X-WR-TIMEZONE")) for calendar in calendars)
    return next((zone for zone in named if zone is not None), None)


def _event(moments: Moments) -> CalendarEvent:
    entry = moments.entry
    _check_kind(moments)
    start = moments.moment("DTSTART")
    if start is None:
        raise EventRefused("unreadable", "it has no DTSTART", "add it and export again")
    replaces = _replaced(moments)
    held = held_by(_text(entry, "LOCATION", None), _first(entry, "DESCRIPTION"))
    return CalendarEvent(
        uid=_text(entry, "UID"),
        summary=_text(entry, "SUMMARY") or "(no name)",
        description=_text(entry, "DESCRIPTION", limit=None),
        location=_clean(held.place)[:TEXT_LIMIT],
        start=start,
        duration=moments.duration(start),
        rule=None if replaces else _rule(entry, start),
        marked_embeddable=_marked_embeddable(entry),
        added=tuple(_at(told, start) for told in moments.several("RDATE")),
        removed=tuple(moments.several("EXDATE")),
        replaces=replaces,
        whole_day=moments.whole_day,
        cancelled=_is_cancelled(entry),
        teacher=_text(entry, "X-DAYWRIGHT-TEACHER", TEACHERS_LIMIT) or _clean(held.teacher)[:TEACHERS_LIMIT],
        is_task=_text(entry, "X-DAYWRIGHT-KIND").upper() == "TASK",
        is_guest="X-DAYWRIGHT-HOST" in entry,
    )


def _at(told: date, start: datetime) -> datetime:
    """A day that is added has the clock time of the first one."""
    return told if isinstance(told, datetime) else datetime.combine(told, start.timetz())


def _check_kind(moments: Moments) -> None:
    entry = moments.entry
    if entry.name != "VEVENT":
        raise EventRefused(
            "unsupported",
            f"{shortened(entry.name or '')} is not an event, only VEVENT is read",
            "put it on a task list",
        )
    for name, error in entry.errors:
        if name is None or name in _TIMING:
            raise EventRefused("unreadable", f"{name or 'the line'} {shortened(error)!r} cannot be read")
    if "EXRULE" in entry:
        raise EventRefused("unsupported", "EXRULE is not supported")
    if _is_cancelled(entry) and "RECURRENCE-ID" not in entry:
        raise EventRefused("unsupported", "STATUS:CANCELLED takes no time", "remove that line if it does")
    if _text(entry, "TRANSP").upper() == "TRANSPARENT" and not moments.whole_day:
        raise EventRefused("unsupported", "TRANSP:TRANSPARENT takes no time", "remove that line if it does")


def _is_cancelled(entry: Component) -> bool:
    return _text(entry, "STATUS").upper() == "CANCELLED"


def _replaced(moments: Moments) -> datetime | None:
    """The start of the occurrence that an entry stands for."""
    value = single(moments.entry, "RECURRENCE-ID")
    if str(getattr(value, "params", {}).get("RANGE", "")).upper() == "THISANDFUTURE":
        reason = "it changes all occurrences from one on (RANGE=THISANDFUTURE), so only the old times are kept"
        raise EventRefused("unsupported", reason, "export the course as two events")
    return moments.moment("RECURRENCE-ID")


def _rule(entry: Component, start: datetime) -> WeeklyRule | DatedRule | None:
    value = single(entry, "RRULE")
    if value is None:
        return None
    if not isinstance(value, vRecur):
        raise EventRefused("unreadable", "RRULE cannot be read")
    return read_rule(value, start)


def _marked_embeddable(entry: Component) -> bool:
    if _text(entry, "X-DAYWRIGHT-EMBEDDABLE").upper() == "TRUE":
        return True
    groups = entry.get("CATEGORIES", [])
    groups = groups if isinstance(groups, list) else [groups]
    names = {str(name).strip().lower() for group in groups for name in _categories(group)}
    return bool(names & {"可嵌入", "embeddable"})


def _categories(group: object) -> Iterable[object]:
    """The names of a list of categories; one of another type is told as text, also where it could not be read."""
    return group.cats if isinstance(group, vCategory) else str(group).split(",")


def _text(entry: Component, name: str, limit: int | None = TEXT_LIMIT) -> str:
    """The first value of a text property on one line."""
    return _clean(_first(entry, name))[:limit]


def _first(entry: Component, name: str) -> str:
    value = entry.get(name, "")
    return str(value[0] if isinstance(value, list) and value else value)


def _clean(text: str) -> str:
    """Line breaks and control characters become spaces, joiners of letters stay."""
    return " ".join("".join(c if c.isprintable() or c in _JOINERS else " " for c in text).split())


def _skipped(entry: Component, refusal: EventRefused) -> Skipped:
    name = _text(entry, "SUMMARY") or shortened(entry.name or "") or "(no name)"
    return Skipped(uid=_text(entry, "UID"), name=name, code=refusal.code, reason=str(refusal))
