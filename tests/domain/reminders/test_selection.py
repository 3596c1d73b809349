"""Which reminder is next (rules REMIND-20 and REMIND-21)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.reminders.fold import Reminders
from domain.reminders.instants import EARLIEST, LATEST
from domain.reminders.selection import LONGEST_WAIT, due, earliest, is_due, next_wait
from tests.domain.reminders.logs import MOMENTS, reminder

DAY = 24 * 3600 * 1000


def waiting(*targets: int) -> Reminders:
    return Reminders(tuple(reminder(f"r{at}", target) for at, target in enumerate(targets)))


def test_the_earliest_is_next_and_of_several_the_first_created() -> None:
    """Ids do not matter."""
    same = Reminders((reminder("z", 5), reminder("b", 3), reminder("a", 3)))
    assert earliest(same) == reminder("b", 3)
    assert earliest(Reminders()) is None


@given(st.lists(st.integers(0, 5) | MOMENTS, max_size=8), st.integers(0, 5) | MOMENTS)
def test_delivering_what_is_due_goes_through_all_of_it_in_order(targets: list[int], now: int) -> None:
    """By target, then by creation; what is not due is left."""
    left, delivered = waiting(*targets), []
    while (found := due(left, now)) is not None:
        delivered.append(found.id)
        left = Reminders(tuple(each for each in left.active if each != found))
    order = sorted(range(len(targets)), key=lambda at: (targets[at], at))
    assert delivered == [f"r{at}" for at in order if targets[at] <= now]
    assert all(each.target > now for each in left.active)


@pytest.mark.parametrize(("now", "expected"), [(30_999, False), (31_000, True), (31_001, True), (11_000, False)])
def test_due_means_that_the_clock_has_reached_the_target(now: int, expected: bool) -> None:
    """A clock set back makes nothing early."""
    assert is_due(reminder(due=31_000), now) is expected
    assert (due(waiting(31_000, 99_000), now) is not None) is expected


@pytest.mark.parametrize(
    ("target", "wait"),
    [(0, 0), (-5, 0), (1, 1), (30 * DAY, 30 * DAY), (30 * DAY + 1, 30 * DAY), (LATEST, 30 * DAY), (EARLIEST, 0)],
)
def test_a_wait_is_cut_after_thirty_days(target: int, wait: int) -> None:
    """Seen from 1970."""
    assert next_wait(target, 0) == wait


@given(MOMENTS, st.integers(0, 40 * 365 * DAY))
def test_segments_add_up_to_the_target(target: int, before: int) -> None:
    """None is empty, none is too long, and the last one ends at the very millisecond."""
    now, segments = target - before, 0
    while (wait := next_wait(target, now)) > 0:
        assert wait <= LONGEST_WAIT
        now, segments = now + wait, segments + 1
    assert now == target
    assert segments == -(-before // LONGEST_WAIT)
