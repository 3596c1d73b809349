"""Running HiGHS so that a repeated solve gives the same answer: one thread, a fixed seed, a node limit and no clock."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import highspy
import numpy as np
from numpy.typing import NDArray

INFINITY = highspy.kHighsInf

_OPTIONS: dict[str, bool | int | float | str] = {
    "threads": 1,
    "parallel": "off",
    "random_seed": 0,
    "mip_abs_gap": 1e-6,
}


@dataclass(frozen=True, slots=True)
class MipResult:
    """What HiGHS found.

    Attributes:
        values: the best solution, one value a column and whole where the column is; None where none was found.
        objective: its cost; infinite without a solution.
        bound: no solution costs less.
        proved: the search ended by itself, so the solution is the best, or there is none.
    """

    values: NDArray[np.float64] | None
    objective: float
    bound: float
    proved: bool

    @property
    def infeasible(self) -> bool:
        """Whether it is proved that no solution exists."""
        return self.proved and self.values is None


class MipModel:
    """A mixed-integer program that minimises; columns and rows are named by the index they were added at."""

    def __init__(self) -> None:
        self._costs: list[float] = []
        self._lower: list[float] = []
        self._upper: list[float] = []
        self._whole: list[bool] = []
        self._row_lower: list[float] = []
        self._row_upper: list[float] = []
        self._starts: list[int] = [0]
        self._columns: list[int] = []
        self._factors: list[float] = []

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self._costs)

    def column(self, cost: float = 0.0, lower: float = 0.0, upper: float = 1.0, whole: bool = True) -> int:
        """Add a column, a choice of 0 or 1 by default, and return its index."""
        self._costs.append(cost)
        self._lower.append(lower)
        self._upper.append(upper)
        self._whole.append(whole)
        return len(self._costs) - 1

    def row(self, terms: Iterable[tuple[int, float]], lower: float = -INFINITY, upper: float = INFINITY) -> int:
        """Add ``lower <= sum of factor * column <= upper``, each column at most once, and return its index."""
        for column, factor in terms:
            self._columns.append(column)
            self._factors.append(factor)
        self._starts.append(len(self._columns))
        self._row_lower.append(lower)
        self._row_upper.append(upper)
        return len(self._row_lower) - 1

    def minimise(self, terms: Iterable[tuple[int, float]]) -> None:
        """Replace the objective; columns left out cost nothing."""
        self._costs = [0.0] * len(self._costs)
        for column, factor in terms:
            self._costs[column] += factor

    def solve(
        self, node_limit: int, start: Sequence[float] | NDArray[np.float64] | None = None, gap: float = 0.0
    ) -> MipResult:
        """Search at most ``node_limit`` nodes, from the feasible values ``start`` if given.

        A ``gap`` above 0 ends the search at a solution that is at most this share above the bound.

        Raises:
            RuntimeError: HiGHS refused the model, which is a fault of the caller.
        """
        result = self._run(node_limit, start, gap)
        if start is not None and result.values is not None and self._cost(result.values) > result.objective + 1e-3:
            # Presolve may improve a start, and HiGHS then returns the start with the cost of what it became.
            return self._run(node_limit, None, gap)
        return result

    def _run(self, node_limit: int, start: Sequence[float] | NDArray[np.float64] | None, gap: float) -> MipResult:
        solver = _SilentHighs()  # type: ignore[no-untyped-call]
        for name, value in _OPTIONS.items():
            solver.setOptionValue(name, value)
        solver.setOptionValue("mip_max_nodes", node_limit)
        solver.setOptionValue("mip_rel_gap", gap)
        if solver.passModel(self._as_lp()) == highspy.HighsStatus.kError:
            raise RuntimeError(f"HiGHS refused a model of {len(self._costs)} columns and {len(self._row_lower)} rows")
        if start is not None:
            indices = np.arange(len(self._costs), dtype=np.int32)
            solver.setSolution(len(self._costs), indices, np.asarray(start, dtype=np.float64))
        solver.run()
        return self._result(solver, exact=gap == 0.0)

    def _cost(self, values: NDArray[np.float64]) -> float:
        return float(np.dot(values, self._costs))

    def _as_lp(self) -> highspy.HighsLp:
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = len(self._costs), len(self._row_lower)
        lp.col_cost_, lp.col_lower_, lp.col_upper_ = map(np.array, (self._costs, self._lower, self._upper))
        lp.row_lower_, lp.row_upper_ = np.array(self._row_lower), np.array(self._row_upper)
        lp.integrality_ = [
            highspy.HighsVarType.kInteger if w else highspy.HighsVarType.kContinuous for w in self._whole
        ]
        matrix = lp.a_matrix_
        matrix.format_ = highspy.MatrixFormat.kRowwise
        matrix.num_col_, matrix.num_row_ = lp.num_col_, lp.num_row_
        matrix.start_, matrix.index_ = np.array(self._starts), np.array(self._columns, dtype=np.int32)
        matrix.value_ = np.array(self._factors, dtype=np.float64)
        return lp

    def _result(self, solver: highspy.Highs, exact: bool) -> MipResult:
        status, info = solver.getModelStatus(), solver.getInfo()
        proved = status in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kInfeasible)
        if info.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
            return MipResult(None, INFINITY, info.mip_dual_bound, proved)
        values = np.array(solver.getSolution().col_value)
        whole = np.array(self._whole, dtype=bool)
        values[whole] = np.round(values[whole])
        return MipResult(values, info.objective_function_value, info.mip_dual_bound, proved and exact)


class _SilentHighs(highspy.Highs):
    """HiGHS writes its banner on standard output when callbacks are enabled, which its constructor does."""

    def enableCallbacks(self) -> None:
        self.setOptionValue("output_flag", False)
        super().enableCallbacks()  # type: ignore[no-untyped-call]
