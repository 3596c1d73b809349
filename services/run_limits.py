"""What a run may use up at most (rules REACT-2 and PAUSE-5)."""

from typing import NamedTuple

from domain.refine.memory import Budgets
from domain.requests import RunKind
from workflows.messages import RunInput


class RunLimits(NamedTuple):
    """Bounds of a run.

    Attributes:
        seconds: of work; waiting for an answer is none.
        actions: executed calls of tools one by one; None for a kind that counts none.
    """

    seconds: int
    actions: int | None


def limits_of(kind: RunKind) -> RunLimits:
    """The bounds of a run of this kind that begins now."""
    return RunLimits(RunInput.time_limit_seconds, Budgets().execute_max if kind == "refine" else None)
