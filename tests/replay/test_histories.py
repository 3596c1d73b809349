"""Runs recorded earlier replay on the code of today, so that runs that are open survive its deployment."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from temporalio.client import WorkflowHistory

from services.read_tasks import read_tasks
from tests.replay.committed import committed, names
from tests.replay.record import MOVE, SPREAD, TOO_MUCH
from tests.replay.strict import replay, strict_replay
from tests.week import EXAMPLES

ROOT = Path(__file__).parents[2]

# How each recorded run ended, as the last event of its history says.
ENDINGS = {
    "confirm_applied": "workflow_execution_completed",
    "confirm_open": "workflow_task_started",
    "confirm_refused": "workflow_execution_completed",
    "expiry_expired": "workflow_execution_completed",
    "expiry_waiting": "timer_started",
    "not_done_applied": "workflow_execution_completed",
    "plan_answered": "workflow_execution_completed",
    "plan_completed": "workflow_execution_completed",
    "plan_declined": "workflow_execution_completed",
    "plan_failed": "workflow_execution_failed",
    "plan_paused": "timer_started",
    "preparation_confirmed": "workflow_execution_completed",
    "preparation_ended": "workflow_execution_completed",
    "preparation_held": "workflow_execution_completed",
    "preparation_late": "workflow_execution_completed",
    "preparation_waiting": "timer_started",
    "refine_cancelled": "workflow_execution_canceled",
    "refine_cancelled_at_once": "workflow_execution_canceled",
    "refine_cancelled_waiting": "workflow_execution_canceled",
    "refine_composite": "workflow_execution_completed",
    "refine_killed": "workflow_execution_completed",
    "refine_model_answered": "workflow_execution_completed",
    "refine_model_cancelled": "workflow_execution_canceled",
    "refine_model_completed": "workflow_execution_completed",
    "refine_model_open": "activity_task_scheduled",
    "refine_model_paused": "timer_started",
    "refine_model_refused": "workflow_execution_completed",
    "refine_model_retried": "workflow_execution_completed",
    "refine_of_turns": "workflow_execution_completed",
    "refine_open": "activity_task_scheduled",
    "refine_repaired": "workflow_execution_completed",
    "refine_task_by_task": "workflow_execution_completed",
    "refine_timed_out": "workflow_execution_failed",
    "refine_unanswered": "workflow_execution_completed",
    "refine_without_preview": "workflow_execution_completed",
    "reminder_cold": "workflow_execution_completed",
    "reminder_deleted": "workflow_execution_completed",
    "reminder_first": "workflow_execution_completed",
    "reminder_second": "workflow_execution_completed",
    "reminder_waiting": "timer_started",
    "turn_answered": "workflow_execution_completed",
    "turn_cancel": "workflow_execution_completed",
    "turn_failed": "workflow_execution_completed",
    "turn_followed": "workflow_execution_completed",
    "turn_model": "workflow_execution_completed",
    "turn_open": "timer_started",
    "turn_paused": "workflow_execution_completed",
    "turn_plan_completed": "workflow_execution_completed",
    "turn_question": "workflow_execution_completed",
    "turn_reminder": "workflow_execution_completed",
    "turn_stopped": "workflow_execution_completed",
    "undo_undone": "workflow_execution_completed",
}


def activities(history: WorkflowHistory) -> list[str]:
    return [
        event.activity_task_scheduled_event_attributes.activity_type.name
        for event in history.events
        if event.HasField("activity_task_scheduled_event_attributes")
    ]


def attempts(history: WorkflowHistory) -> int:
    """The highest number of attempts that a step took."""
    return max(event.activity_task_started_event_attributes.attempt for event in history.events)


@pytest.mark.parametrize("name", names())
async def test_a_recorded_run_replays(name: str) -> None:
    """Temporal's own replay, in the sandbox that workers use, finds nothing."""
    run = committed(name)
    await replay(run.history, run.workflow)


@pytest.mark.parametrize("name", names())
async def test_a_recorded_run_replays_strictly(name: str) -> None:
    """Inputs, results, timers and endings are those of the recorded run."""
    run = committed(name)
    assert await strict_replay(run.history, run.workflow) == []


@pytest.mark.parametrize("seed", ["1", "2"])
def test_no_replay_depends_on_the_order_of_a_set(seed: str) -> None:
    """Replays under two hash seeds, each in a process of its own, find nothing."""
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.replay"]
    found = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


def test_the_recorded_runs_ended_in_every_way() -> None:
    """Completed, failed, cancelled, out of time, and still at work."""
    ended = {name: committed(name).history.events[-1].WhichOneof("attributes") for name in names()}
    assert ended == {name: f"{ending}_event_attributes" for name, ending in ENDINGS.items()}


def test_the_recorded_runs_went_every_way() -> None:
    """By the composite, in several rounds, with a repair, and on after a kill of the worker in the middle."""
    by_composite, by_task, repaired, killed = (
        committed(f"refine_{name}").history for name in ("composite", "task_by_task", "repaired", "killed")
    )
    assert "refine.react" not in activities(by_composite)
    assert activities(by_task).count("refine.react") >= 2
    assert activities(repaired).count("refine.hard_check") == 2
    assert "refine.repair" in activities(repaired)
    assert (attempts(by_composite), attempts(killed)) == (1, 2)
    assert activities(killed) == activities(by_composite)


def test_the_recorded_runs_asked_a_model() -> None:
    """Before each step that it can answer, twice where the answer was malformed, and not any more once it refused."""
    completed, retried, refused, answered = (
        committed(f"refine_model_{name}").history for name in ("completed", "retried", "refused", "answered")
    )
    asked = activities(completed)
    assert [asked[n + 1] for n, name in enumerate(asked) if name == "refine.ask"] == [
        "refine.contract",
        "refine.plan",
        "refine.react",
        "refine.react",
        "refine.summary",
    ]
    assert activities(retried).count("refine.contract") == 2
    assert (attempts(completed), attempts(retried)) == (1, 2)
    assert activities(refused).count("refine.ask") == 3
    assert activities(refused).count("refine.react") == 2
    assert activities(answered).count("refine.resume") == 1
    # A round is two activities at most, each of three events and of a workflow task's three.
    assert len(completed.events) < 120


def test_the_recorded_plans_went_every_way() -> None:
    """With a question and rounds of a model, or with neither, as plans went before there were any."""
    answered, completed, declined = (
        activities(committed(f"plan_{name}").history) for name in ("answered", "completed", "declined")
    )
    rounds = ["plan.ask", "plan.react"] * 3
    assert answered == ["plan.analyze", "plan.resume", "plan.place", *rounds, "run.save_preview"]
    assert completed == ["plan.analyze", "plan.place", "run.save_preview"]
    assert declined == ["plan.analyze", "plan.resume", "run.close"]


def test_the_recorded_turns_went_every_way() -> None:
    """Each through the steps of its kind and to one reply; a run of theirs told both of its turns."""
    middle = {
        "followed": [],
        "question": ["look_up"],
        "reminder": ["tool"],
        "failed": ["start_run"],
        "cancel": ["halt"],
        "plan_completed": ["start_run", "hear_run"],
        "paused": ["start_run", "hear_run"],
        "answered": ["answer", "hear_run"],
        "model": ["ask"],
    }
    after = {"model": ["ask", "title"]}
    for name, steps in middle.items():
        taken = ["open", *steps, "reply", *after.get(name, [])]
        assert activities(committed(f"turn_{name}").history) == [f"turn.{step}" for step in taken], name
    assert "turn.halt" in activities(committed("turn_stopped").history)
    run = [event.WhichOneof("attributes") for event in committed("refine_of_turns").history.events]
    assert run.count("signal_external_workflow_execution_initiated_event_attributes") == 2


def test_a_recorded_commit_is_one_activity() -> None:
    """It is local, so its result is a marker. Refused or not: the refusal is a result and no failure."""
    for name in ("confirm_applied", "confirm_refused", "undo_undone"):
        events = [event.WhichOneof("attributes") for event in committed(name).history.events]
        assert events.count("marker_recorded_event_attributes") == 1
        assert activities(committed(name).history) == []


def test_the_recorded_reminders_were_told_in_their_order() -> None:
    """Looks and deliveries are markers; the second one found the session busy. What was not told began no turn."""
    told = {"first": 1, "second": 1, "deleted": 0, "cold": 0, "waiting": 0}
    for name, turns in told.items():
        history = committed(f"reminder_{name}").history
        events = [event.WhichOneof("attributes") for event in history.events]
        assert events.count("child_workflow_execution_started_event_attributes") == turns, name
        assert activities(history) == [], name
    first, second = (committed(f"reminder_{name}").history for name in ("first", "second"))
    assert len(first.events) < 30
    assert len(second.events) > len(first.events)


def test_the_recorded_preparations_went_every_way() -> None:
    """Waited, adjusted and over; confirmed and called off; moved, with a command given up for another."""
    ended, confirmed, waiting = (
        activities(committed(f"preparation_{name}").history) for name in ("ended", "confirmed", "waiting")
    )
    assert ended == ["prep.read", "prep.command", "prep.notify", "prep.command"]
    assert sorted(confirmed) == ["prep.command", "prep.notify", "prep.read"]
    assert waiting.count("prep.command") == 3
    for name in ("ended", "confirmed", "waiting"):
        events = [event.WhichOneof("attributes") for event in committed(f"preparation_{name}").history.events]
        assert events.count("workflow_execution_update_accepted_event_attributes") == 1, name


@pytest.mark.parametrize("name", names())
def test_a_history_tells_nothing_of_a_person_or_a_machine(name: str) -> None:
    """No word of the request or the tasks, no process, host or folder is in what Temporal keeps."""
    events = committed(name).history.events
    text = b"".join(event.SerializeToString() for event in events).decode(errors="ignore")
    classes = read_tasks((EXAMPLES / "tasks.json").read_bytes()).classes
    words = [SPREAD, MOVE, TOO_MUCH, *(c.name for c in classes), *(item.content for c in classes for item in c.items)]
    assert [word for word in words if word in text] == []
    assert re.findall(r"[0-9]+@[a-z]|/[a-z]+/[a-z]+/", text) == []
    assert set(re.findall(r'identity: "(.*)"', "".join(map(str, events)))) <= {"worker", "history-service"}
