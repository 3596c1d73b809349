"""Rules by months and years mean what another library makes of them (rules IMPORT-2 and IMPORT-5)."""

from datetime import date, datetime, timedelta
from itertools import takewhile

from dateutil.rrule import MONTHLY, YEARLY, rrule, weekdays
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.timetable.dated_rule import DatedRule, dated_moments

OPENS, CLOSES = date(2026, 8, 31), date(2027, 9, 1)


@st.composite
def rules(draw: st.DrawFn) -> DatedRule:
    """Any rule of the parts that are read that meets a day: the other library looks for one until the year 9999."""
    yearly = draw(st.booleans())
    # It knows no list of numbered and plain days either.
    places = draw(st.sampled_from([st.just(0), st.integers(1, 4) | st.integers(-4, -1)]))
    week_days = draw(st.lists(st.tuples(places, st.integers(1, 7)), max_size=3, unique=True))
    month_days = draw(st.lists(st.integers(1, 28) | st.integers(-28, -1), max_size=2, unique=True))
    months = draw(st.lists(st.integers(1, 12), max_size=3, unique=True))
    return DatedRule(
        yearly=yearly,
        interval=1 if months and not yearly else draw(st.integers(1, 4)),
        months=tuple(months),
        month_days=() if week_days else tuple(month_days),
        week_days=tuple(week_days),
        positions=draw(st.sampled_from([(), (1,), (-1,), (-1, 1)])),
        count=draw(st.none() | st.integers(1, 12)),
    )


def as_dateutil(rule: DatedRule, start: datetime) -> rrule:
    return rrule(
        YEARLY if rule.yearly else MONTHLY,
        dtstart=start,
        interval=rule.interval,
        count=rule.count,
        bymonth=rule.months or None,
        bymonthday=rule.month_days or None,
        byweekday=[weekdays[day - 1](place or None) for place, day in rule.week_days] or None,
        bysetpos=rule.positions or None,
        until=None if rule.count else datetime.combine(CLOSES, start.time()),
    )


@settings(max_examples=60, deadline=None)
@given(rules(), st.dates(date(2016, 1, 1), date(2027, 6, 28)).filter(lambda day: day.day <= 28))
def test_a_rule_means_what_another_library_makes_of_it(rule: DatedRule, day: date) -> None:
    """Inside a term, wherever the rule began, whatever it lists and however it ends."""
    start = datetime.combine(day, datetime(2000, 1, 1, 8, 30).time())
    found = dated_moments(start, rule, OPENS, CLOSES)
    inside = [moment for moment in takewhile(lambda moment: moment.date() < CLOSES, found) if moment.date() >= OPENS]
    expected = [moment for moment in as_dateutil(rule, start) if OPENS <= moment.date() < CLOSES]
    assert inside == expected


def test_a_day_that_never_comes_is_not_looked_for_without_an_end() -> None:
    """There is no 30 February, and no month after the last of the calendar."""
    never = DatedRule(yearly=True, months=(2,), month_days=(30,))
    assert list(dated_moments(datetime(2026, 1, 30), never, OPENS, CLOSES)) == []
    end = date(9999, 12, 31)
    last = DatedRule(yearly=False, month_days=(31,))
    assert list(dated_moments(datetime(9999, 12, 31), last, end - timedelta(weeks=9), end)) == [datetime(9999, 12, 31)]


def test_what_comes_next_after_the_term_is_told() -> None:
    """So that one sees that the rule goes on, though its next day may be years away."""
    leap = DatedRule(yearly=True, months=(2,), month_days=(29,))
    found = dated_moments(datetime(2020, 2, 29), leap, OPENS, CLOSES)
    assert next(moment for moment in found if moment.date() > OPENS) == datetime(2028, 2, 29)
