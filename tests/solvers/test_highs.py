"""HiGHS run for repeatable answers."""

import pytest

from solvers.highs import INFINITY, MipModel


def knapsack(sizes: list[int], room: int) -> MipModel:
    model = MipModel()
    columns = [model.column(cost=-size - 1) for size in sizes]
    model.row(zip(columns, map(float, sizes), strict=True), upper=room)
    return model


def test_a_solved_model_is_proved() -> None:
    """The best choice is found with whole values and the proof that it is the best."""
    result = knapsack([5, 4, 3], 7).solve(100)
    assert result.values is not None
    assert result.values.tolist() == [0, 1, 1]
    assert (result.objective, result.proved, result.infeasible) == (-9, True, False)


def test_an_infeasible_model_is_proved_so() -> None:
    """Contradicting rows give no values but a proof."""
    model = MipModel()
    x, y = model.column(), model.column()
    model.row([(x, 1), (y, 1)], lower=3)
    result = model.solve(100)
    assert result.values is None
    assert result.infeasible
    assert result.objective == INFINITY


def test_the_objective_can_be_replaced() -> None:
    """A second phase asks another question of the same rows."""
    model = MipModel()
    x, y = model.column(cost=1), model.column(cost=2)
    model.row([(x, 1), (y, 1)], lower=1)
    model.minimise([(x, 5), (y, 4)])
    result = model.solve(100)
    assert result.values is not None
    assert result.values.tolist() == [0, 1]


def test_continuous_columns_keep_their_fractions() -> None:
    """Only whole columns are rounded."""
    model = MipModel()
    x = model.column(cost=1, whole=False)
    model.row([(x, 2)], lower=1)
    result = model.solve(0)
    assert result.values is not None
    assert result.values.tolist() == [0.5]


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    """Standard output belongs to the caller."""
    knapsack([5, 4, 3], 7).solve(10)
    assert capfd.readouterr() == ("", "")


def test_a_repeated_solve_gives_the_same_answer() -> None:
    """The node limit, not the clock, ends the search."""
    sizes = [2 * n + 37 for n in range(40)]
    first, second = (knapsack(sizes, 1500).solve(3) for _ in range(2))
    assert first.values is not None
    assert second.values is not None
    assert first.values.tolist() == second.values.tolist()
    assert (first.objective, first.bound, first.proved) == (second.objective, second.bound, second.proved)


def test_a_start_is_kept_when_nothing_better_is_found() -> None:
    """A feasible start is a solution from the beginning."""
    model = knapsack([5, 4, 3], 7)
    result = model.solve(0, [0, 1, 1])
    assert result.values is not None
    assert result.objective <= -9
