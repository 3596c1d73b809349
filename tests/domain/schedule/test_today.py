"""What goes on and what comes next (rules READ-3 and READ-4)."""

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from domain.schedule.today import begins_next, going_on
from domain.schedule.week import DayView, EventFacts, SectionTaken, Standing, TimedEvent, days_of
from domain.term.calendar import Term

TERM = Term(first_monday=date(2026, 9, 7), weeks=18)
MONDAY = date(2026, 9, 21)
MIDNIGHT = datetime(2026, 9, 20, 16, tzinfo=UTC)


def facts(number: int) -> EventFacts:
    return EventFacts(f"01K0000000000000000000{number:04d}", "course", f"课{number}")


def at(clock: str) -> datetime:
    """A moment of the Monday, by the clocks of the term."""
    hours, minutes = map(int, clock.split(":"))
    return MIDNIGHT + timedelta(hours=hours, minutes=minutes)


def monday() -> DayView:
    """A course with a guest in its second section, one right after it, one in the evening, a talk beside that."""
    host, guest, after, evening, talk = (facts(n) for n in range(1, 6))
    sections = (
        SectionTaken(1, 1, host),
        SectionTaken(1, 2, host),
        SectionTaken(1, 2, guest, host.event_id),
        SectionTaken(1, 3, after),
        SectionTaken(1, 9, evening),
    )
    return days_of(TERM, [MONDAY], Standing(sections, (TimedEvent(talk, at("19:00"), at("23:59")),)), MIDNIGHT)[0]


def names(day: DayView) -> list[str]:
    return [event.name for event in (*day.entries, *day.timed_events)]


def test_what_goes_on_has_begun_and_not_ended() -> None:
    """The pause inside a run of sections belongs to it; at its end it is over; a guest goes on with its host."""
    told = {
        "07:59": [],
        "08:00": ["课1"],
        "08:50": ["课1"],
        "08:55": ["课1", "课2"],
        "09:40": [],
        "10:15": ["课3"],
        "19:30": ["课4", "课5"],
        "20:00": ["课5"],
    }
    for clock, expected in told.items():
        day = going_on(monday(), at(clock))
        assert names(day) == expected, clock
        assert (day.date, day.week, day.day_of_week) == (MONDAY, 3, 1)


def test_what_comes_next_is_all_that_begins_at_the_next_moment() -> None:
    """What begins at this very moment goes on already; a guest may come while its host goes on."""
    told = {
        "07:59": ("08:00", ["课1"]),
        "08:00": ("08:55", ["课2"]),
        "08:55": ("10:15", ["课3"]),
        "18:59": ("19:00", ["课4", "课5"]),
    }
    for clock, (starts, expected) in told.items():
        found = begins_next(monday(), at(clock))
        assert found is not None
        assert (found[0], names(found[1])) == (at(starts), expected), clock
    assert begins_next(monday(), at("19:00")) is None


@given(st.integers(0, 24 * 60), st.sets(st.integers(1, 12)))
def test_every_event_is_past_present_next_or_later(minutes: int, sections: set[int]) -> None:
    """Each in one of these; nothing that comes later begins before the next."""
    now = MIDNIGHT + timedelta(minutes=minutes)
    taken = tuple(SectionTaken(1, section, facts(section)) for section in sections)
    [day] = days_of(TERM, [MONDAY], Standing(taken), now)
    present, found = set(names(going_on(day, now))), begins_next(day, now)
    coming = {entry.name for entry in day.entries if entry.starts_at > now}
    past = {entry.name for entry in day.entries if entry.ends_at <= now}
    assert present == set(names(day)) - past - coming
    assert (found is None) == (not coming)
    if found is not None:
        following = set(names(found[1]))
        assert following <= coming
        assert all(entry.starts_at > found[0] for entry in day.entries if entry.name in coming - following)
