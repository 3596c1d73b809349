"""How long a run waits for an endpoint that is away (rule RUN-13)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.models.patience import LONGEST_QUESTION, MOST_CALLS, Patience

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


@given(st.lists(st.lists(SECONDS, min_size=1, max_size=5), max_size=30), st.floats(0, 3600))
def test_calls_that_hang_cost_the_patience_and_short_tries(questions: list[list[float]], limit: float) -> None:
    """Whatever calls would take, a run gives them its patience, and each call behind that the shortest time."""
    patience, spent, granted = Patience(seconds=limit), 0.0, limit
    for wished in questions:
        on_question = 0.0
        for failures, seconds in enumerate(wished, start=1):
            given_seconds = patience.call(spent, on_question)
            granted += patience.shortest_call if spent + patience.shortest_call > limit else 0.0
            took = min(seconds, given_seconds)
            spent, on_question = spent + took, on_question + took
            pause = patience.pause(failures, None, spent, on_question)
            if pause is None:
                break
            spent, on_question = spent + pause, on_question + pause
        assert on_question <= LONGEST_QUESTION + patience.shortest_call
    assert spent <= granted + 1e-6


def test_a_call_that_starts_late_gets_what_is_left() -> None:
    """With nothing left it is a short try; a question that was put often enough gets no more than that either."""
    patience = Patience(seconds=60, shortest_call=10)
    assert [patience.call(spent) for spent in (0.0, 45.0, 55.0, 100.0)] == [60, 15, 10, 10]
    assert Patience(seconds=3600).call(600.0, 595.0) == 10


def test_an_endpoint_that_is_down_for_half_a_minute_is_used_again_afterwards() -> None:
    """With nothing set: questions are put again and again, none for longer than it is away, and the next is answered.

    The steps between questions take a second each; a closed port refuses at once.
    """
    patience, down = Patience(), 30.0
    clock, spent, quiet, away_until = 0.0, 0.0, 0.0, 0.0
    answered_at = None
    while answered_at is None:
        clock += 1.0
        if clock < away_until:
            continue
        before, failures = spent, 0
        while clock < down:
            failures += 1
            pause = patience.pause(failures, None, spent)
            if pause is None:
                break
            clock, spent = clock + pause, spent + pause
        else:
            answered_at = clock
        if answered_at is None and patience.is_gone(before):
            quiet = patience.quiet(quiet, None)
            away_until = clock + quiet
    assert spent <= patience.seconds
    assert down <= answered_at <= down + 1.0
