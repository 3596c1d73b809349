"""When events take place inside a term (rules IMPORT-5 and IMPORT-6)."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.term.calendar import Term
from domain.timetable.calendar import CalendarEvent, WeeklyRule
from domain.timetable.recurrence import occurrences

ZONE = ZoneInfo("Asia/Shanghai")
TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
MONDAY_8 = datetime(2026, 8, 31, 8, tzinfo=ZONE)


def event(start: datetime = MONDAY_8, rule: WeeklyRule | None = None) -> CalendarEvent:
    return CalendarEvent("u", "Algebra", "", "", start, timedelta(minutes=100), rule)


def weeks(rule: WeeklyRule, start: datetime = MONDAY_8, term: Term = TERM) -> list[int]:
    return [term.position(moment.astimezone(ZONE).date())[0] for moment in occurrences(event(start, rule), term).starts]


def test_a_single_event_takes_place_once() -> None:
    """Without a rule only the start counts."""
    assert occurrences(event(), TERM).starts == (MONDAY_8,)


def test_an_endless_rule_lasts_to_the_end_of_the_term_and_is_no_clipping() -> None:
    """Nobody named an occurrence after the term, so none is missing."""
    found = occurrences(event(rule=WeeklyRule()), TERM)
    assert len(found.starts) == 18
    assert not found.clipped


def test_every_second_week() -> None:
    """An interval of two skips every other week."""
    assert weeks(WeeklyRule(interval=2, count=4)) == [1, 3, 5, 7]


def test_until_is_compared_as_an_instant() -> None:
    """16:00Z on a Sunday is midnight of Monday in Shanghai: the class of that Monday is over the limit."""
    assert weeks(WeeklyRule(until=datetime(2026, 9, 20, 16, tzinfo=UTC))) == [1, 2, 3]
    assert weeks(WeeklyRule(until=datetime(2026, 9, 21, 0, tzinfo=UTC))) == [1, 2, 3, 4]


def test_a_floating_limit_is_read_in_the_zone_of_the_term() -> None:
    """A limit without a zone that names the very start includes it."""
    assert weeks(WeeklyRule(until=MONDAY_8.replace(tzinfo=None) + timedelta(weeks=1))) == [1, 2]


def test_occurrences_of_one_week_share_a_count() -> None:
    """COUNT counts occurrences, not weeks; days before the start in its own week do not exist."""
    wednesday = MONDAY_8 + timedelta(days=2)
    assert weeks(WeeklyRule(days=(1, 3), count=4), start=wednesday) == [1, 2, 2, 3]


def test_weeks_of_an_interval_begin_where_the_rule_says() -> None:
    """From a Sunday on, with weeks beginning on Sunday, the Monday after it belongs to the same week."""
    sunday = MONDAY_8 + timedelta(days=6)
    assert weeks(WeeklyRule(interval=2, days=(1, 7), count=4), start=sunday) == [1, 3, 3, 5]
    assert weeks(WeeklyRule(interval=2, days=(1, 7), count=4, week_start=7), start=sunday) == [1, 2, 3, 4]


def test_the_wall_clock_stays_when_clocks_change() -> None:
    """A class at nine in Berlin is at nine before and after the last Sunday of October."""
    berlin = ZoneInfo("Europe/Berlin")
    term = Term(first_monday=date(2026, 10, 12), weeks=4, zone="Europe/Berlin")
    start = datetime(2026, 10, 12, 9, tzinfo=berlin)
    starts = occurrences(event(start, WeeklyRule()), term).starts
    assert [(moment.hour, moment.utcoffset()) for moment in starts] == [
        (9, timedelta(hours=2)),
        (9, timedelta(hours=2)),
        (9, timedelta(hours=1)),
        (9, timedelta(hours=1)),
    ]


def test_occurrences_outside_the_term_are_cut_off_and_told() -> None:
    """Both ends are cut, and either end sets the flag."""
    early = occurrences(event(MONDAY_8 - timedelta(weeks=2), WeeklyRule(count=4)), TERM)
    late = occurrences(event(MONDAY_8 + timedelta(weeks=16), WeeklyRule(count=4)), TERM)
    assert (len(early.starts), early.clipped) == (2, True)
    assert (len(late.starts), late.clipped) == (2, True)


def test_huge_counts_and_distant_starts_end_at_once() -> None:
    """The work depends on the term alone."""
    assert weeks(WeeklyRule(count=10**15)) == list(range(1, 19))
    first = datetime(1970, 1, 5, 8, tzinfo=ZONE)
    assert weeks(WeeklyRule(count=10**15, days=(1, 2)), start=first) == [n for n in range(1, 19) for _ in "mt"]


@st.composite
def rules(draw: st.DrawFn) -> tuple[datetime, WeeklyRule]:
    start = MONDAY_8 + timedelta(days=draw(st.integers(-400, 130)), hours=draw(st.integers(-8, 15)))
    others = draw(st.sets(st.integers(1, 7), max_size=3))
    until = draw(st.none() | st.integers(-10, 900).map(lambda days: start + timedelta(days=days)))
    return start, WeeklyRule(
        interval=draw(st.integers(1, 5)),
        days=tuple(sorted(others | {start.isoweekday()})) if others else (),
        week_start=draw(st.integers(1, 7)),
        count=draw(st.integers(1, 120)) if until is None else None,
        until=until,
    )


def by_the_day(start: datetime, rule: WeeklyRule) -> list[datetime]:
    """The definition, one day after the other, without any arithmetic on weeks."""
    found, taken, week, moment = [], 0, 0, start
    days = rule.days or (start.isoweekday(),)
    while moment.date() <= TERM.last_day and (rule.count is None or taken < rule.count):
        if moment > start and moment.isoweekday() == rule.week_start:
            week += 1
        if moment.isoweekday() in days and week % rule.interval == 0:
            if rule.until is not None and moment > rule.until:
                break
            taken += 1
            found.append(moment)
        moment += timedelta(days=1)
    return [m for m in found if m >= datetime.combine(TERM.first_monday, time(), ZONE)]


@settings(deadline=None)
@given(rules())
def test_the_closed_form_agrees_with_counting_days(given_rule: tuple[datetime, WeeklyRule]) -> None:
    """Whatever the interval, days, week start and limit, the same occurrences come out as from the definition."""
    start, rule = given_rule
    assert list(occurrences(event(start, rule), TERM).starts) == by_the_day(start, rule)
