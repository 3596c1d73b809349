from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import InvalidInput, InvalidWindow, OutOfTerm
from domain.term.calendar import Term
from runtime.cli.plan_window import WindowWish, chosen_window

TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
BEFORE, MIDDLE, LATE, OVER = date(2026, 7, 1), date(2026, 10, 14), date(2026, 12, 30), date(2027, 1, 4)
IN_TERM = st.dates(TERM.first_monday, TERM.last_day)


@pytest.mark.parametrize(
    ("today", "first", "last"),
    [
        (BEFORE, date(2026, 8, 31), date(2026, 9, 13)),
        (TERM.first_monday, date(2026, 8, 31), date(2026, 9, 13)),
        (MIDDLE, MIDDLE, date(2026, 10, 27)),
        (LATE, LATE, TERM.last_day),
        (TERM.last_day, TERM.last_day, TERM.last_day),
    ],
)
def test_without_a_wish_it_is_the_next_two_weeks(today: date, first: date, last: date) -> None:
    """From today, or from the first Monday where the term has not begun, and no longer than the term (CLI-6)."""
    assert chosen_window(TERM, today, WindowWish()) == (first, last)


def test_after_the_term_days_have_to_be_named() -> None:
    """The sentence says what to do (CLI-6)."""
    with pytest.raises(InvalidInput, match="the term ended on 2027-01-03: import the next timetable"):
        chosen_window(TERM, OVER, WindowWish())
    assert chosen_window(TERM, OVER, WindowWish(first=MIDDLE))[0] == MIDDLE


@given(today=st.dates(date(2026, 1, 1), TERM.last_day), first=IN_TERM, length=st.integers(0, 200))
def test_days_that_are_named_are_taken(today: date, first: date, length: int) -> None:
    """Both as they are; the last alone goes with the usual first one, the first alone with two weeks (CLI-6)."""
    last = min(first + timedelta(days=length), TERM.last_day)
    assert chosen_window(TERM, today, WindowWish(first, last)) == (first, last)
    usual = (TERM.last_day - first).days + 1
    assert chosen_window(TERM, today, WindowWish(first=first)) == (first, first + timedelta(days=min(14, usual) - 1))
    begin = max(today, TERM.first_monday)
    if begin <= last:
        assert chosen_window(TERM, today, WindowWish(last=last)) == (begin, last)


@given(first=st.integers(1, TERM.weeks), more=st.integers(0, 17))
def test_weeks_are_whole(first: int, more: int) -> None:
    """From the Monday of the first to the Sunday of the last (CLI-6)."""
    last = min(first + more, TERM.weeks)
    days = (TERM.date_of(first, 1), TERM.date_of(last, 7))
    assert chosen_window(TERM, MIDDLE, WindowWish(weeks=f"{first}-{last}")) == days
    assert chosen_window(TERM, MIDDLE, WindowWish(weeks=f" {first} "))[0] == days[0]


@pytest.mark.parametrize("weeks", ["", "six", "5-", "-5", "5-6-7", "5,6", "٥", "1000"])
def test_what_names_no_weeks_is_refused(weeks: str) -> None:
    """The sentence quotes it (CLI-6)."""
    with pytest.raises(InvalidInput, match="--weeks is"):
        chosen_window(TERM, MIDDLE, WindowWish(weeks=weeks))


def test_days_outside_the_term_or_in_the_wrong_order_are_refused() -> None:
    """Before anything is sent (TERM-3 and TERM-4)."""
    with pytest.raises(OutOfTerm):
        chosen_window(TERM, MIDDLE, WindowWish(first=BEFORE))
    with pytest.raises(OutOfTerm):
        chosen_window(TERM, MIDDLE, WindowWish(weeks="18-19"))
    with pytest.raises(InvalidWindow):
        chosen_window(TERM, MIDDLE, WindowWish(weeks="6-5"))
    with pytest.raises(InvalidWindow):
        chosen_window(TERM, MIDDLE, WindowWish(first=LATE, last=MIDDLE))
    with pytest.raises(InvalidInput, match="give the weeks or the days"):
        chosen_window(TERM, MIDDLE, WindowWish(first=MIDDLE, weeks="5"))
