"""Weeks as people write them (rule IMPORT-24)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.timetable.weeks import weeks_of

TERM_WEEKS = 18


@pytest.mark.parametrize(
    ("text", "weeks"),
    [
        ("2-4、6-10单、11-14双", [2, 3, 4, 7, 9, 12, 14]),
        ("1,4，9;12", [1, 4, 9, 12]),
        ("第2周到第4周", [2, 3, 4]),
        ("3~5周(双)", [4]),
        ("单3-8", [3, 5, 7]),
        ("1-3、双6-9", [1, 2, 3, 6, 8]),
        ("week 5-6 odd", [5]),
        ("双周", [2, 4, 6, 8, 10, 12, 14, 16, 18]),
        ("每周", list(range(1, 19))),
        ("7", [7]),
        ("4 2 4", [2, 4]),
    ],
)
def test_weeks_are_read(text: str, weeks: list[int]) -> None:
    """Runs, lists, halves on either side, and words for the whole term."""
    assert weeks_of(text, TERM_WEEKS) == tuple(weeks)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "'' names no weeks"),
        ("、", "'、' names no weeks"),
        ("2-4、x9", "'x9' names no weeks"),
        ("0-3", "'0-3' is not a run of weeks between 1 and 60"),
        ("8-5", "'8-5' is not"),
        ("3-61", "'3-61' is not"),
    ],
)
def test_what_names_no_weeks_is_quoted(text: str, told: str) -> None:
    """So that its writer finds it."""
    with pytest.raises(ValueError, match=told):
        weeks_of(text, TERM_WEEKS)


@given(st.sets(st.integers(1, 60), min_size=1), st.sampled_from(["、", ",", " ", "; "]))
def test_any_weeks_that_are_listed_are_read_again(weeks: set[int], between: str) -> None:
    """Whatever stands between them."""
    assert weeks_of(between.join(map(str, weeks)), TERM_WEEKS) == tuple(sorted(weeks))


@given(st.text(max_size=30))
def test_no_text_is_a_mistake_of_ours(text: str) -> None:
    """It names weeks of a term, or is refused."""
    try:
        weeks = weeks_of(text, TERM_WEEKS)
    except ValueError:
        return
    assert weeks == tuple(sorted(set(weeks)))
    assert set(weeks) <= set(range(1, 61))
