"""A term as an iCalendar file (rules EXPORT-1 to EXPORT-8)."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import reduce
from math import gcd
from zoneinfo import ZoneInfo

from domain.export.content_lines import encoded, escaped
from domain.export.held import HeldEvent, HeldMeeting, HeldTerm, meetings_held
from domain.export.zone_rules import zone_lines
from domain.term.calendar import Term
from domain.term.clock import section_span
from domain.timetable.course import Meeting

MOST_ALARM_MINUTES = 10_080

_LOCAL, _UTC, _DATE = "%Y%m%dT%H%M%S", "%Y%m%dT%H%M%SZ", "%Y%m%d"
_UID_AT = "daywright"


def calendar_file(terms: Sequence[HeldTerm], alarm_minutes: int | None = None) -> bytes:
    """The file of one term, or of several: every event, in the zone of its term.

    Args:
        alarm_minutes: how long before the start of what has a clock time an alarm is due; None for no alarm.
    """
    return encoded(_lines(terms, alarm_minutes))


def _lines(terms: Sequence[HeldTerm], alarm: int | None) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Daywright//Timetable//EN")
    yield from ("CALSCALE:GREGORIAN", "METHOD:PUBLISH", "X-WR-CALNAME:Daywright")
    if terms:
        yield f"X-WR-TIMEZONE:{terms[0].term.zone}"
    yield from ("REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H")
    yield from _zones([held.term for held in terms])
    for held in terms:
        for event in held.in_order():
            yield from _EventLines(held, event, alarm).lines()
    yield "END:VCALENDAR"


def _zones(terms: Iterable[Term]) -> Iterator[str]:
    spans: dict[str, tuple[date, date]] = {}
    for term in terms:
        first, last = spans.get(term.zone, (term.first_monday, term.last_day))
        spans[term.zone] = min(first, term.first_monday), max(last, term.last_day)
    for zone, span in spans.items():
        yield from zone_lines(ZoneInfo(zone), *span)


class _EventLines:
    """One event as the lines of its entries."""

    def __init__(self, held: HeldTerm, event: HeldEvent, alarm: int | None) -> None:
        self._term, self._version, self._event, self._alarm = held.term, held.version, event, alarm
        self._zone = ZoneInfo(held.term.zone)
        self._hosts = sorted({section.host for section in event.sections if section.host is not None})

    def lines(self) -> Iterator[str]:
        """The entries: one for each meeting, or one at its time."""
        for held in meetings_held(self._event):
            yield from self._meeting(held)
        if not self._event.sections and self._event.starts_at and self._event.ends_at:
            yield from self._timed(self._event.starts_at, self._event.ends_at)

    def _meeting(self, held: HeldMeeting) -> Iterator[str]:
        meeting = held.meeting
        odd = [week for week in meeting.weeks if not _is_plain(self._term, meeting, week)]
        regular = [week for week in meeting.weeks if week not in odd]
        if regular:
            yield from self._entry(held.uid, self._weekly(meeting, regular), meeting)
        for week in odd:
            uid = held.uid if not regular and week == odd[0] else f"{held.uid}-w{week}"
            yield from self._entry(uid, _instants(*_span(self._term, meeting, week)), meeting)

    def _weekly(self, meeting: Meeting, weeks: Sequence[int]) -> Iterator[str]:
        """Start, end and rule of what takes place at one clock time in some weeks."""
        starts = [self._local(meeting, week) for week in weeks]
        ends = datetime.combine(starts[0].date(), self._term.sections[meeting.slot_end - 1].end)
        yield f"DTSTART;TZID={self._zone.key}:{starts[0].strftime(_LOCAL)}"
        yield f"DTEND;TZID={self._zone.key}:{ends.strftime(_LOCAL)}"
        if len(weeks) == 1:
            return
        step = reduce(gcd, (week - weeks[0] for week in weeks))
        within = range(weeks[0], weeks[-1] + 1, step)
        yield f"RRULE:FREQ=WEEKLY;INTERVAL={step};COUNT={len(within)}"
        for week in sorted(set(within) - set(weeks)):
            yield f"EXDATE;TZID={self._zone.key}:{self._local(meeting, week).strftime(_LOCAL)}"

    def _local(self, meeting: Meeting, week: int) -> datetime:
        day = self._term.date_of(week, meeting.day_of_week)
        return datetime.combine(day, self._term.sections[meeting.slot_start - 1].start)

    def _timed(self, starts_at: datetime, ends_at: datetime) -> Iterator[str]:
        first, last = (_day_begun(instant, self._zone) for instant in (starts_at, ends_at))
        if first is None or last is None:
            yield from self._entry(self._event.id, _instants(starts_at, ends_at))
            return
        days = (f"DTSTART;VALUE=DATE:{first.strftime(_DATE)}", f"DTEND;VALUE=DATE:{last.strftime(_DATE)}")
        yield from self._entry(self._event.id, (*days, "TRANSP:TRANSPARENT"), alarm=False)

    def _entry(
        self, uid: str, times: Iterable[str], meeting: Meeting | None = None, *, alarm: bool = True
    ) -> Iterator[str]:
        event = self._event
        yield from ("BEGIN:VEVENT", f"UID:{uid}@{_UID_AT}")
        yield f"DTSTAMP:{event.created_at.astimezone(UTC).strftime(_UTC)}"
        yield f"SEQUENCE:{self._version}"
        yield from times
        yield f"SUMMARY:{escaped(event.name)}"
        if event.location:
            yield f"LOCATION:{escaped(event.location)}"
        if description := "\n".join(self._told(meeting)):
            yield f"DESCRIPTION:{escaped(description)}"
        yield from self._marks()
        if alarm and self._alarm is not None:
            yield from _alarm_lines(event.name, self._alarm)
        yield "END:VEVENT"

    def _told(self, meeting: Meeting | None) -> Iterator[str]:
        """The sections come first, because a reader takes the first it meets."""
        if meeting is not None:
            one = meeting.slot_start == meeting.slot_end
            yield f"第{meeting.slot_start}节" if one else f"第{meeting.slot_start}-{meeting.slot_end}节"
        if self._event.teacher:
            yield f"老师 Teacher: {self._event.teacher}"
        if self._event.class_name:
            yield f"任务类 Class: {self._event.class_name}"

    def _marks(self) -> Iterator[str]:
        if self._event.type == "task":
            yield "X-DAYWRIGHT-KIND:TASK"
        if self._event.teacher:
            yield f"X-DAYWRIGHT-TEACHER:{escaped(self._event.teacher)}"
        if self._event.embeddable:
            yield from ("CATEGORIES:可嵌入", "X-DAYWRIGHT-EMBEDDABLE:TRUE")
        for host in self._hosts:
            yield f"X-DAYWRIGHT-HOST:{host}@{_UID_AT}"


def _span(term: Term, meeting: Meeting, week: int) -> tuple[datetime, datetime]:
    return section_span(term, term.date_of(week, meeting.day_of_week), meeting.slot_start, meeting.slot_end)


def _is_plain(term: Term, meeting: Meeting, week: int) -> bool:
    """Whether clocks go on evenly from start to end, so that every reader takes the times for the same instants."""
    starts, ends = _span(term, meeting, week)
    first, last = term.sections[meeting.slot_start - 1].start, term.sections[meeting.slot_end - 1].end
    day = starts.date()
    told = datetime.combine(day, last) - datetime.combine(day, first)
    as_told = (starts.time(), ends.time()) == (first, last)
    return as_told and ends.astimezone(UTC) - starts.astimezone(UTC) == told


def _instants(starts_at: datetime, ends_at: datetime) -> Iterator[str]:
    """Start and end in UTC, an end never with the start."""
    starts, ends = starts_at.astimezone(UTC), ends_at.astimezone(UTC)
    yield f"DTSTART:{starts.strftime(_UTC)}"
    yield f"DTEND:{max(ends, starts + timedelta(seconds=1)).strftime(_UTC)}"


def _day_begun(instant: datetime, zone: ZoneInfo) -> date | None:
    """The day that begins at an instant, if one does."""
    day = instant.astimezone(zone).date()
    begins = datetime.combine(day, time(), zone).astimezone(UTC)
    return day if begins == instant.astimezone(UTC) else None


def _alarm_lines(name: str, minutes: int) -> Iterator[str]:
    yield from ("BEGIN:VALARM", "ACTION:DISPLAY", f"TRIGGER:-PT{minutes}M", f"DESCRIPTION:{escaped(name)}")
    yield "END:VALARM"
