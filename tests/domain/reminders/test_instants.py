"""Instants and their written form (rules REMIND-5 and REMIND-6)."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import InvalidInput, TimeOutOfRange
from domain.reminders.instants import EARLIEST, LATEST, instant_of, milliseconds_of, read_instant, target_of, written
from tests.domain.reminders.logs import MOMENTS

NOON = read_instant("2026-08-05T12:00:00.000Z")


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (31_000, "1970-01-01T00:00:31.000Z"),
        (-1, "1969-12-31T23:59:59.999Z"),
        (1_785_931_200_000, "2026-08-05T12:00:00.000Z"),
        (951_782_400_007, "2000-02-29T00:00:00.007Z"),
        (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ],
)
def test_an_instant_has_one_written_form(milliseconds: int, text: str) -> None:
    """Both ways, to both ends of the range."""
    assert (written(milliseconds), read_instant(text)) == (text, milliseconds)


@given(MOMENTS, MOMENTS)
def test_written_instants_are_read_back_and_sort_as_time_does(first: int, second: int) -> None:
    """Every millisecond of the range has a text of its own."""
    assert read_instant(written(first)) == first
    assert (written(first) < written(second)) == (first < second)


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-30T00:00:00.000Z",
        "2025-02-29T00:00:00.000Z",
        "2026-13-01T00:00:00.000Z",
        "2026-00-01T00:00:00.000Z",
        "0000-01-01T00:00:00.000Z",
        "10000-01-01T00:00:00.000Z",
        "+10000-01-01T00:00:00.000Z",
        "999-01-01T00:00:00.000Z",
        "2026-01-01T24:00:00.000Z",
        "2026-01-01T00:60:00.000Z",
        "2026-01-01T23:59:60.000Z",
        "2026-01-01T00:00:00Z",
        "2026-01-01T00:00:00.00Z",
        "2026-01-01T00:00:00.0000Z",
        "2026-01-01T00:00:00,000Z",
        "2026-01-01T00:00:00.000z",
        "2026-01-01t00:00:00.000Z",
        "2026-01-01 00:00:00.000Z",
        "2026-01-01T00:00:00.000+00:00",
        "2026-01-01T00:00:00.000",
        "20260101T000000.000Z",
        " 2026-01-01T00:00:00.000Z",
        "2026-01-01T00:00:00.000Z\n",
        "２０２６-01-01T00:00:00.000Z",
        "",
    ],
)
def test_any_other_form_and_any_unreal_date_is_refused(text: str) -> None:
    """What other readers would accept, or round, is no instant."""
    with pytest.raises(InvalidInput, match=r"is no (instant|real date)"):
        read_instant(text)


def test_a_finer_clock_is_cut_towards_the_past() -> None:
    """Also before 1970; the zone of the clock does not matter."""
    last = datetime(1970, 1, 1, 0, 0, 30, 999_999, tzinfo=UTC)
    assert milliseconds_of(last) == 30_999
    assert milliseconds_of(last.astimezone(timezone(timedelta(hours=8)))) == 30_999
    assert milliseconds_of(datetime(1969, 12, 31, 23, 59, 59, 999_500, tzinfo=UTC)) == -1


@pytest.mark.parametrize("outside", [LATEST + 1, EARLIEST - 1, 2**63, 10**30])
def test_an_instant_without_a_year_of_four_digits_is_refused(outside: int) -> None:
    """However far outside it is."""
    with pytest.raises(TimeOutOfRange, match=str(outside)):
        instant_of(outside)
    with pytest.raises(TimeOutOfRange):
        written(outside)


def test_the_last_second_of_the_year_9999_can_be_a_target_and_the_next_not() -> None:
    """Reckoned from noon of a day in 2026."""
    assert written(target_of(NOON, 251_616_369_599)) == "9999-12-31T23:59:59.000Z"
    assert target_of(NOON + 999, 251_616_369_599) == LATEST
    for now, delay in ((NOON, 251_616_369_600), (NOON + 1000, 251_616_369_599), (NOON, 2**53 - 1)):
        with pytest.raises(TimeOutOfRange):
            target_of(now, delay)


@given(MOMENTS, st.integers(1, 2**53 - 1))
def test_a_target_is_the_delay_later_or_refused(now: int, delay: int) -> None:
    """It never wraps, rounds or stays behind."""
    if now + delay * 1000 <= LATEST:
        assert target_of(now, delay) - now == delay * 1000
    else:
        with pytest.raises(TimeOutOfRange):
            target_of(now, delay)
