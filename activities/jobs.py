"""What runs in a solver process: nodes that may ask a solver, with nothing else to import."""

from domain.plan.memory import PlanMemory
from domain.plan.nodes import arrange
from domain.refine.memory import RefineMemory
from domain.refine.nodes import run_node
from domain.schedule.state import ScheduleState
from domain.steps import NodeResult
from solvers.placement import HighsPlacement
from solvers.spread import HighsSpreadSolver


def place_all(state: ScheduleState, memory: PlanMemory) -> NodeResult[PlanMemory]:
    """The node ``place`` of a plan run."""
    return arrange(state, memory, HighsPlacement())


def route(state: ScheduleState, memory: RefineMemory) -> NodeResult[RefineMemory]:
    """One attempt of the node ``route`` of a refine run."""
    return run_node("route", state, memory, spread_solver=HighsSpreadSolver())
