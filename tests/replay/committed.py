"""The committed histories of runs, commits and previews, and the workflows they belong to."""

import json
from dataclasses import dataclass
from pathlib import Path

from temporalio.client import WorkflowHistory

from workflows.confirm_commit import ConfirmCommit
from workflows.not_done import NotDone
from workflows.plan_run import PlanRun
from workflows.preparation import MeetingPreparation
from workflows.preview_expiry import PreviewExpiry
from workflows.refine_run import RefineRun
from workflows.reminder import Reminder
from workflows.turn import Turn
from workflows.undo import Undo

FOLDER = Path(__file__).parent / "histories"
_WORKFLOWS: dict[str, type] = {
    "PlanRun": PlanRun,
    "RefineRun": RefineRun,
    "ConfirmCommit": ConfirmCommit,
    "NotDone": NotDone,
    "Undo": Undo,
    "PreviewExpiry": PreviewExpiry,
    "Turn": Turn,
    "Reminder": Reminder,
    "MeetingPreparation": MeetingPreparation,
}


@dataclass(frozen=True)
class Committed:
    """A recorded run.

    Attributes:
        name: what happened to it.
        workflow: the code that is to replay it.
    """

    name: str
    history: WorkflowHistory
    workflow: type


def committed(name: str) -> Committed:
    """The history of that name."""
    text = (FOLDER / f"{name}.json").read_text()
    started = json.loads(text)["events"][0]["workflowExecutionStartedEventAttributes"]
    history = WorkflowHistory.from_json(started["workflowId"], text)
    return Committed(name, history, _WORKFLOWS[started["workflowType"]["name"]])


def names() -> list[str]:
    """The names of all histories."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))
