"""Planning windows number days."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import InvalidWindow, OutOfTerm
from domain.term.calendar import Term
from domain.term.window import Window

TERM = Term(first_monday=date(2026, 3, 2), weeks=18)
offsets = st.integers(0, 18 * 7 - 1)


def on(offset: int) -> date:
    return TERM.first_monday + timedelta(days=offset)


@given(offsets, offsets)
def test_days_are_numbered_from_one_without_a_gap(one: int, other: int) -> None:
    """Every day of the run has a number that leads to its date and back; days outside have none."""
    first, last = sorted((one, other))
    window = Window.between(TERM, on(first), on(last))
    assert window.total_days == last - first + 1
    for number in range(1, window.total_days + 1):
        place = window.place(number)
        assert TERM.date_of(place.week, place.day_of_week) == on(first + number - 1)
        assert window.day_of(place.week, place.day_of_week) == number
    for outside in (first - 1, last + 1):
        assert window.day_of(outside // 7 + 1, outside % 7 + 1) is None


def test_a_place_that_is_no_day_has_no_number() -> None:
    window = Window.between(TERM, on(0), on(13))
    assert window.day_of(1, 8) is None
    assert window.day_of(2, 0) is None


def test_a_reversed_window_is_refused() -> None:
    with pytest.raises(InvalidWindow, match="2026-03-02, before it begins on 2026-03-04"):
        Window.between(TERM, on(2), on(0))


def test_a_window_stays_inside_the_term() -> None:
    with pytest.raises(OutOfTerm, match="2026-07-06"):
        Window.between(TERM, on(120), on(126))


@pytest.mark.parametrize(
    ("mapping", "total"),
    [
        ([], 0),
        ([(1, 5, 1)], 2),
        ([(1, 5, 1), (2, 5, 3)], 2),
        ([(1, 5, 1), (3, 5, 2)], 2),
        ([(2, 5, 1)], 1),
        ([(1, 5, 8)], 1),
        ([(1, 0, 1)], 1),
        ([(1, 5, 2), (2, 5, 1)], 2),
    ],
)
def test_a_broken_day_mapping_is_refused(mapping: list[tuple[int, int, int]], total: int) -> None:
    days: list[dict[str, Any]] = [{"day_index": n, "week": w, "day_of_week": d} for n, w, d in mapping]
    with pytest.raises(InvalidWindow):
        Window.model_validate({"total_days": total, "day_mapping": days})
