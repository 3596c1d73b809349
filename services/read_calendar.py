"""Read an iCalendar file into the events of the domain (rules IMPORT-1 to IMPORT-4)."""

from datetime import UTC, date, datetime, timedelta
from typing import cast

from icalendar import Component
from icalendar.prop import vRecur

from domain.errors import InvalidCalendar
from domain.timetable.calendar import Calendar, CalendarEvent, Skipped, WeeklyRule
from services.parse_icalendar import EventRefused, parse_icalendar, shortened, zone_named
from services.read_weekly_rule import read_weekly_rule

MAX_BYTES = 5_000_000
MAX_ENTRIES = 10_000
MAX_DURATION = timedelta(hours=24)
TEXT_LIMIT = 200

_YEARS = range(1970, 2201)
_TIMING = ("DTSTART", "DTEND", "DURATION", "RRULE")
_NO_EXCEPTIONS = "the whole course is left out, so block its time by hand or export without exceptions"
_UNSUPPORTED = ("EXDATE", "RDATE", "EXRULE", "RECURRENCE-ID")


def read_calendar(text: str) -> Calendar:
    """The events of a file in its order; an event that cannot be used is listed instead of failing the file.

    Raises:
        InvalidCalendar: the text is no calendar, or has more than 10,000 entries.
    """
    events: list[CalendarEvent] = []
    skipped: list[Skipped] = []
    for entry in _entries(text):
        try:
            events.append(_event(entry))
        except EventRefused as refusal:
            skipped.append(_skipped(entry, refusal))
    return Calendar(tuple(events), tuple(skipped))


def _entries(text: str) -> list[Component]:
    try:
        calendars = parse_icalendar(text)
    except ValueError as error:
        raise InvalidCalendar(f"the file is no calendar ({error}): give an .ics, .csv or .json file") from None
    if not calendars or any(calendar.name != "VCALENDAR" for calendar in calendars):
        raise InvalidCalendar("the file holds no complete VCALENDAR: export it again as .ics")
    parts = (part for calendar in calendars for part in calendar.subcomponents)
    entries = [part for part in parts if part.name != "VTIMEZONE"]
    if len(entries) > MAX_ENTRIES:
        raise InvalidCalendar(f"the file has {len(entries)} entries, {MAX_ENTRIES} are allowed: split it")
    return entries


def _event(entry: Component) -> CalendarEvent:
    _check_kind(entry)
    start = _moment(entry, "DTSTART")
    if start is None:
        raise EventRefused("unreadable", "it has no DTSTART", "add it and export again")
    return CalendarEvent(
        uid=_text(entry, "UID"),
        summary=_text(entry, "SUMMARY") or "(no name)",
        description=_text(entry, "DESCRIPTION", limit=None),
        location=_text(entry, "LOCATION"),
        start=start,
        duration=_duration(entry, start),
        rule=_rule(entry, start),
        marked_embeddable=_marked_embeddable(entry),
    )


def _check_kind(entry: Component) -> None:
    if entry.name != "VEVENT":
        raise EventRefused(
            "unsupported",
            f"{shortened(entry.name or '')} is not an event, only VEVENT is read",
            "put it on a task list",
        )
    for name, error in entry.errors:
        if name is None or name in _TIMING or name in _UNSUPPORTED:
            raise EventRefused("unreadable", f"{name or 'the line'} {shortened(error)!r} cannot be read")
    for name in _UNSUPPORTED:
        if name in entry:
            raise EventRefused("unsupported", f"{name} is not supported yet", _NO_EXCEPTIONS)
    for name, refused in (("STATUS", "CANCELLED"), ("TRANSP", "TRANSPARENT")):
        if _text(entry, name).upper() == refused:
            raise EventRefused("unsupported", f"{name}:{refused} takes no time", "remove that line if it does")


def _single(entry: Component, name: str) -> object | None:
    value = cast(object, entry.get(name))
    if isinstance(value, list):
        raise EventRefused("unreadable", f"{name} stands {len(value)} times")
    return value


def _moment(entry: Component, name: str) -> datetime | None:
    """A date and time; with its zone unless it floats."""
    value = _single(entry, name)
    if value is None:
        return None
    moment = getattr(value, "dt", None)
    if isinstance(moment, date) and not isinstance(moment, datetime):
        raise EventRefused(
            "unsupported",
            f"{name} {moment} is a whole day",
            "give it a start and an end time, or block its time by hand",
        )
    if not isinstance(moment, datetime) or moment.year not in _YEARS:
        raise EventRefused("unreadable", f"{name} {shortened(str(moment))} is not a date and time of these days")
    tzid = getattr(value, "params", {}).get("TZID")
    if tzid is None or moment.tzinfo is not None:
        return moment
    zone = zone_named(str(tzid))
    if zone is None:
        reason = f"{name} is in the zone {shortened(str(tzid))!r}, which is unknown"
        raise EventRefused("unsupported", reason, "export with a zone such as Asia/Shanghai")
    return moment.replace(tzinfo=zone)


def _duration(entry: Component, start: datetime) -> timedelta | None:
    """Elapsed time to the end, also where the clocks change between the two."""
    end = _moment(entry, "DTEND")
    if end is None:
        return _stated_duration(entry)
    floating = start.tzinfo is None
    if floating != (end.tzinfo is None):
        raise EventRefused("unreadable", "one of DTSTART and DTEND has a zone and the other has none")
    return _checked(end - start if floating else end.astimezone(UTC) - start.astimezone(UTC))


def _stated_duration(entry: Component) -> timedelta | None:
    value = _single(entry, "DURATION")
    if value is None:
        return None
    span = getattr(value, "dt", None)
    if not isinstance(span, timedelta):
        raise EventRefused("unreadable", "DURATION is not a length of time")
    return _checked(span)


def _checked(span: timedelta) -> timedelta:
    if not timedelta() <= span <= MAX_DURATION:
        hours = span / timedelta(hours=1)
        raise EventRefused("unsupported", f"it lasts {hours:g} hours, 0 to 24 are supported", "split it by days")
    return span


def _rule(entry: Component, start: datetime) -> WeeklyRule | None:
    value = _single(entry, "RRULE")
    if value is None:
        return None
    if not isinstance(value, vRecur):
        raise EventRefused("unreadable", "RRULE cannot be read")
    return read_weekly_rule(value, start)


def _marked_embeddable(entry: Component) -> bool:
    if _text(entry, "X-DAYWRIGHT-EMBEDDABLE").upper() == "TRUE":
        return True
    groups = entry.get("CATEGORIES", [])
    groups = groups if isinstance(groups, list) else [groups]
    names = {str(name).strip().lower() for group in groups for name in getattr(group, "cats", ())}
    return bool(names & {"可嵌入", "embeddable"})


def _text(entry: Component, name: str, limit: int | None = TEXT_LIMIT) -> str:
    """The first value of a text property; line breaks and control characters become spaces."""
    value = entry.get(name, "")
    value = value[0] if isinstance(value, list) and value else value
    return " ".join("".join(c if c.isprintable() else " " for c in str(value)).split())[:limit]


def _skipped(entry: Component, refusal: EventRefused) -> Skipped:
    name = _text(entry, "SUMMARY") or shortened(entry.name or "") or "(no name)"
    return Skipped(uid=_text(entry, "UID"), name=name, code=refusal.code, reason=str(refusal))
