"""Overrides of days, and what the public calendar proposes (rules OVERRIDE-1 and OVERRIDE-10 to OVERRIDE-14)."""

from datetime import date, timedelta

import pytest

from domain.errors import InvalidInput, OutOfTerm
from domain.term.calendar import Term
from domain.term.overrides import Override, TermDay, day_plan
from domain.term.overrides_calendar import days_off, made_up_days
from domain.term.overrides_proposals import Proposal, open_proposals, proposals
from domain.term.overrides_wording import day_text

AUTUMN = Term(first_monday=date(2026, 8, 31), weeks=20)
WEEKDAYS = {TermDay(week, day): [f"course {day}"] for week in range(1, 21) for day in range(1, 6)}


def proposed(term: Term = AUTUMN, locale: str = "zh-CN") -> dict[date, Proposal]:
    found = proposals(term, WEEKDAYS, "en" if locale == "en" else "zh-CN")
    assert [one.override.day for one in found] == sorted(one.override.day for one in found)
    return {one.override.day: one for one in found}


def test_the_national_day_of_a_year_in_the_official_table() -> None:
    """Weekdays off are without classes; a Sunday before and a Saturday after make up for two of them (OVERRIDE-11)."""
    found = proposed()
    off = [day for day, one in found.items() if one.override.source is None and day.year == 2026]
    assert off == [date(2026, 9, 25), *(date(2026, 10, day) for day in (1, 2, 5, 6, 7))]
    made_up = {day: one.override.source for day, one in found.items() if one.override.source is not None}
    assert made_up == {date(2026, 9, 20): TermDay(6, 2), date(2026, 10, 10): TermDay(6, 3)}
    sunday = found[date(2026, 9, 20)]
    assert (sunday.holiday, sunday.provisional, sunday.goes, sunday.comes) == ("国庆节", False, (), ("course 2",))
    assert sunday.reason == "国庆节调休上班，补10月6日（第6周周二）的课。"
    english = proposed(locale="en")
    assert english[date(2026, 9, 20)].reason == (
        "Worked for National Day: makes up for 2026-10-06 (Tuesday of week 6)."
    )
    assert found[date(2026, 9, 25)].reason == "中秋节放假，停课。"
    assert english[date(2026, 9, 25)].reason == "Off for Mid-Autumn Festival: no classes."


def test_what_no_official_table_has_is_provisional() -> None:
    """The holidays by law, with the year to check; which days are worked for them is not known (OVERRIDE-12)."""
    term = Term(first_monday=date(2090, 9, 4), weeks=10)
    found = proposed(term)
    assert {date(2090, 10, 2), date(2090, 10, 3)} <= found.keys()
    assert all(one.provisional and one.override.source is None for one in found.values())
    assert "2090年" in found[date(2090, 10, 2)].reason
    assert "2090" in proposed(term, "en")[date(2090, 10, 2)].reason


def test_a_day_made_up_for_outside_the_term_is_stood_for_by_its_weekday() -> None:
    """In the date's own week, and provisional (OVERRIDE-13)."""
    spring = Term(first_monday=date(2026, 2, 23), weeks=18)
    saturday = proposed(spring)[date(2026, 2, 28)]
    assert (saturday.override.source, saturday.provisional) == (TermDay(1, 1), False)
    later = Term(first_monday=date(2026, 10, 5), weeks=10)
    assert date(2026, 9, 20) not in proposed(later)
    winter = Term(first_monday=date(2026, 2, 9), weeks=1)
    before = proposed(winter)[date(2026, 2, 14)]
    assert (before.override.source, before.provisional) == (TermDay(1, 5), True)
    assert before.reason == "春节调休上班，补2月20日的课，但该日不在本学期；暂按本周周五上课，请核对。"
    assert "2026-02-20, which is outside the term" in proposed(winter, "en")[date(2026, 2, 14)].reason


def test_only_days_are_proposed_that_change_a_course() -> None:
    """Weekends off and days without courses are left out, and all of it where other holidays are kept (OVERRIDE-10)."""
    assert proposals(AUTUMN, {}, "en") == ()
    [saturday] = proposals(AUTUMN, {TermDay(5, 6): ["course 6"]}, "en")
    assert (saturday.override, saturday.goes) == (Override(day=date(2026, 10, 3)), ("course 6",))
    assert proposed(Term(first_monday=AUTUMN.first_monday, weeks=20, zone="Europe/Berlin")) == {}


def test_a_timetable_that_holds_the_changed_days_already_is_left_as_it_is() -> None:
    """Of what was accepted and exported nothing is proposed again: no day loses what it makes up for (OVERRIDE-11)."""
    held = dict(WEEKDAYS)
    for one in proposals(AUTUMN, WEEKDAYS, "en"):
        day, source = TermDay(*AUTUMN.position(one.override.day)), one.override.source
        held[day] = WEEKDAYS[source] if source else []
    assert proposals(AUTUMN, held, "en") == ()


def test_decided_days_are_not_proposed_any_more() -> None:
    """Whatever was decided of them."""
    found = proposals(AUTUMN, WEEKDAYS, "en")
    plan = day_plan(AUTUMN, [Override(day=date(2026, 10, 1)), Override(day=date(2026, 9, 20))])
    left = {one.override.day for one in open_proposals(found, plan, AUTUMN)}
    assert {one.override.day for one in found} - left == {date(2026, 10, 1), date(2026, 9, 20)}


def test_every_day_that_is_worked_makes_up_for_a_weekday_off() -> None:
    """In all years of the official table, each for another day of its season."""
    first, last = date(2018, 1, 1), date(2026, 12, 31)
    off = {one.day: one for one in days_off(first, last)}
    pairs = made_up_days(first, last)
    assert len(pairs) > 40
    assert len({one.of for one in pairs}) == len(pairs) == len({one.day for one in pairs})
    for pair in pairs:
        assert pair.day.isoweekday() > 5 >= pair.of.isoweekday()
        assert not off[pair.of].provisional
        assert abs(pair.day - pair.of) < timedelta(days=30)


def test_overrides_that_no_term_can_have_are_refused() -> None:
    """With the days that are wrong."""
    with pytest.raises(InvalidInput, match="give both, or neither"):
        Override(day=date(2026, 10, 1), as_week=3)
    with pytest.raises(OutOfTerm, match="2027-09-01 is outside the term"):
        Override(day=date(2027, 9, 1)).checked(AUTUMN)
    with pytest.raises(OutOfTerm, match="week 21 day 1 does not exist"):
        Override(day=date(2026, 10, 1), as_week=21, as_day_of_week=1).checked(AUTUMN)
    with pytest.raises(InvalidInput, match="2026-10-01 cannot be held as itself"):
        Override(day=date(2026, 10, 1), as_week=5, as_day_of_week=4).checked(AUTUMN)


def test_what_a_day_is_held_as_is_told_in_both_languages() -> None:
    """No classes too."""
    assert [day_text(locale, TermDay(6, 2)) for locale in ("zh-CN", "en")] == ["第6周周二", "Tuesday of week 6"]
    assert [day_text(locale, None) for locale in ("zh-CN", "en")] == ["停课", "no classes"]
