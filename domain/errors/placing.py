"""Errors of finding places for tasks."""

from domain.errors.tree import DaywrightError


class PlacementImpossible(DaywrightError):
    """Not every task fits; the facts name the largest set that does, and the reason for each task left (PLACE-13)."""

    code = "placement_impossible"


class NoCandidate(PlacementImpossible):
    """Not one of the tasks has a place: the window is over, is full, or the rules of the classes leave none of it."""

    code = "no_candidate"


class SolverTimeLimit(DaywrightError):
    """A solver found no plan in the time it was given."""

    code = "solver_time_limit"


class NothingToPlace(DaywrightError):
    """A plan run without a pending task in the classes and window it was given."""

    code = "nothing_to_place"


class NoClass(NothingToPlace):
    """A plan run of a person who has no class of tasks at all."""

    code = "no_class"


class WindowOver(NothingToPlace):
    """A plan run for days of a term of which no day is left."""

    code = "window_over"


class NotEnoughSlots(DaywrightError):
    """Fewer free slots of a length than tasks that need one (tool code ``not_enough_slots``)."""

    code = "not_enough_slots"

    def __init__(self, span: int, required: int, got: int) -> None:
        super().__init__(f"span={span}: {required} slots needed, {got} free", span=span, required=required, got=got)
        self.span, self.required, self.got = span, required, got
