"""What a tool may use beside the state and its arguments; no argument gives it (rules TOOL-10 and TOOL-14)."""

from dataclasses import dataclass, field

from domain.optimise.spread_problem import SpreadSolver
from domain.schedule.limits import Limits


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What the caller of a tool allows and supplies.

    Attributes:
        spread_solver: asked by ``spread_even`` where its exact method would need too many states.
        limits: what the classes forbid; composites heed it beside their filters.
        reorder_allowed: whether the person released the order of tasks for this call; the state may say so as well.
        suggested_only: whether only suggested tasks may be written, as inside a run.
    """

    spread_solver: SpreadSolver | None = None
    limits: Limits = field(default_factory=dict)
    reorder_allowed: bool = False
    suggested_only: bool = False


PLAIN = ToolContext()
"""No solver, no limits, and every write that the tools know."""
