"""Feasts, the Chinese calendar and days off (rules WHEN-12 to WHEN-14)."""

from datetime import date, timedelta

import pytest

from domain.context.when import holidays


@pytest.mark.parametrize(
    ("key", "year", "day"),
    [
        ("spring_festival", 2025, date(2025, 1, 29)),
        ("lunar_new_years_eve", 2025, date(2025, 1, 28)),
        ("lantern_festival", 2024, date(2024, 2, 24)),
        ("dragon_boat_festival", 2027, date(2027, 6, 9)),
        ("mid_autumn", 2024, date(2024, 9, 17)),
        ("laba", 2025, date(2025, 1, 7)),
        ("tomb_sweeping", 2024, date(2024, 4, 4)),
        ("mothers_day", 2027, date(2027, 5, 9)),
        ("thanksgiving", 2024, date(2024, 11, 28)),
    ],
)
def test_a_feast_has_its_day_in_each_year(key: str, year: int, day: date) -> None:
    assert holidays.feast_day(key, year) == day


def test_every_feast_has_a_day_in_each_year_of_a_century() -> None:
    """The day lies in the year asked for, whichever calendar it is of; the eighth of the twelfth month may miss one."""
    missed = {
        (key, year)
        for key in holidays.FEASTS
        for year in range(2001, 2100)
        if holidays.feast_day(key, year).year != year
    }
    assert {key for key, _ in missed} <= {"laba", "little_new_year"}


def test_a_leap_month_and_a_month_of_the_chinese_calendar() -> None:
    assert holidays.lunar_day(6, 1, 2025, leap=True) == date(2025, 7, 25)
    first, end = holidays.lunar_month(1, 2025)
    assert (first, end) == (date(2025, 1, 29), date(2025, 2, 28))
    with pytest.raises(ValueError, match=r".+"):
        holidays.lunar_date(2025, 7, 1, leap=True)


def test_days_off_are_official_as_far_as_the_table_goes() -> None:
    assert holidays.days_off("national_day", 2024) == (date(2024, 10, 1), date(2024, 10, 8), False)
    first, end, provisional = holidays.days_off("national_day", 2090)
    assert (provisional, first <= date(2090, 10, 1) < end) == (True, True)


def test_a_sunday_that_is_worked_is_a_workday_and_a_friday_off_is_none() -> None:
    """The Sunday before the days off of May 2025 was worked, the Friday among them was not."""
    days = [date(2025, 4, 27), date(2025, 5, 2), date(2025, 5, 6), date(2025, 5, 10)]
    assert [holidays.is_workday(day) for day in days] == [True, False, True, False]


def test_beyond_the_table_weekdays_are_workdays_but_for_the_feasts_of_the_state() -> None:
    new_year = date(2085, 1, 1)
    assert not holidays.is_workday(new_year)
    week = [new_year + timedelta(days=days) for days in range(7, 14)]
    assert [holidays.is_workday(day) for day in week] == [day.weekday() < 5 for day in week]


def test_a_feast_long_past_is_the_next_one() -> None:
    """WHEN-12: up to 270 days it is this year's."""
    day = date(2025, 1, 1)
    assert [holidays.coming_year(day, day + timedelta(days=days)) for days in (0, 270, 271)] == [2025, 2025, 2026]
