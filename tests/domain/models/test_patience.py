"""How long a run waits for an endpoint that is away (rule RUN-13)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.models.patience import MOST_CALLS, Patience

SECONDS = st.floats(0, 1e6)


@pytest.mark.parametrize(("failures", "pause"), [(1, 0.5), (2, 1.0), (3, 2.0), (4, 4.0), (5, None), (6, None)])
def test_pauses_double_until_the_calls_are_used_up(failures: int, pause: float | None) -> None:
    assert Patience().pause(failures, None, 0.0) == pause


@pytest.mark.parametrize(("named", "pause"), [(3.0, 3.0), (30.0, 30.0), (300.0, 30.0), (0.0, 0.01), (-1.0, 0.01)])
def test_the_endpoint_may_name_the_pause(named: float, pause: float) -> None:
    """Thirty seconds at most."""
    assert Patience().pause(1, named, 0.0) == pause


def test_quiet_times_double_up_to_eight_minutes() -> None:
    """An endpoint that asks for longer is left alone for longer."""
    quiet, times = 0.0, []
    for _ in range(7):
        quiet = Patience().quiet(quiet, None)
        times.append(quiet)
    assert times == [15, 30, 60, 120, 240, 480, 480]
    assert Patience().quiet(0.0, 100.0) == 100


@given(st.lists(st.tuples(SECONDS, st.none() | SECONDS), max_size=60), st.floats(0, 600))
def test_a_run_never_waits_longer_than_its_patience(calls: list[tuple[float, float | None]], limit: float) -> None:
    """Whatever calls take and endpoints ask for, the pauses end before the patience is passed, and so do the calls."""
    patience, spent, paused, failures = Patience(seconds=limit), 0.0, 0.0, 0
    for took, named in calls:
        failures, spent = failures + 1, spent + took
        pause = patience.pause(failures, named, spent)
        if pause is None:
            failures = 0
            continue
        assert failures < MOST_CALLS
        spent, paused = spent + pause, paused + pause
        assert spent <= limit
    assert paused <= limit


def test_patience_is_gone_when_no_first_pause_fits() -> None:
    """A call that used it up by itself leaves none."""
    patience = Patience(seconds=60, first_pause=0.5)
    assert [patience.is_gone(spent) for spent in (0.0, 59.5, 59.6, 61.0)] == [False, False, True, True]
