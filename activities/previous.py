"""Step N starts from row N-1 of the ledger."""

from typing import TypeVar

from pydantic import BaseModel

from domain.errors import LedgerMismatch
from domain.schedule.state import ScheduleState
from storage.steps import StepRecord

M = TypeVar("M", bound=BaseModel)


def previous_of(row: StepRecord | None, memory: type[M]) -> tuple[ScheduleState, M]:
    """State and memory after the previous step.

    Raises:
        LedgerMismatch: the previous step was never recorded.
    """
    if row is None:
        raise LedgerMismatch("the step before this one is not recorded: start a new run")
    return ScheduleState.model_validate_json(row.state), memory.model_validate_json(row.memory)
