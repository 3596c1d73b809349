"""Time-outs, retries and task queues of every activity, in one place (rule RUN-5)."""

from datetime import timedelta
from typing import TypedDict

from temporalio.common import RetryPolicy
from temporalio.workflow import ActivityCancellationType

RUN_QUEUE = "daywright"
SOLVER_QUEUE = "daywright-solver"
MODEL_QUEUE = "daywright-model"

# A dead worker is noticed one heartbeat time-out after its last beat; activities beat every half second.
HEARTBEAT_TIMEOUT = timedelta(seconds=2)


class ActivityOptions(TypedDict):
    """The keyword arguments with which an activity is started."""

    task_queue: str
    start_to_close_timeout: timedelta
    heartbeat_timeout: timedelta
    retry_policy: RetryPolicy
    cancellation_type: ActivityCancellationType


# Errors of ours that another attempt cannot cure are raised as non-retryable by the activities themselves. What is
# left is the outside: a database that restarts may be away for a minute, and must not cost a person the plan.
_PATIENT = RetryPolicy(
    initial_interval=timedelta(milliseconds=200),
    backoff_coefficient=2,
    maximum_interval=timedelta(seconds=5),
    maximum_attempts=60,
)


def step_options(queue: str = RUN_QUEUE, limit: timedelta = timedelta(seconds=60)) -> ActivityOptions:
    """Options of a ledgered step. A cancelled step is waited for, so that what it stored is known."""
    return {
        "task_queue": queue,
        "start_to_close_timeout": limit,
        "heartbeat_timeout": HEARTBEAT_TIMEOUT,
        "retry_policy": _PATIENT,
        "cancellation_type": ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    }


# No call may be set to take longer than 600 s; it may wait for its turn before, and an endpoint be told things anew.
_ASK_LIMIT = timedelta(seconds=900)


def model_options() -> ActivityOptions:
    """Options of a step that asks a model; how soon a call that failed is made again, the activity says itself."""
    return step_options(MODEL_QUEUE, _ASK_LIMIT)


# What was accepted is carried out or refused once the database is back, however long it was away.
_UNTIL_DONE = RetryPolicy(
    initial_interval=timedelta(milliseconds=200),
    backoff_coefficient=2,
    maximum_interval=timedelta(seconds=10),
)


def reply_options() -> ActivityOptions:
    """Options of the step that closes a turn: until that is done, everything else that was said waits."""
    return {**step_options(), "retry_policy": _UNTIL_DONE}


# Whoever is away outside is asked again now and then, until the activity itself finds that it is too late.
_OUTSIDE = RetryPolicy(
    initial_interval=timedelta(seconds=1),
    backoff_coefficient=2,
    maximum_interval=timedelta(seconds=30),
)


def device_options() -> ActivityOptions:
    """Options of a step that commands devices or tells a person something."""
    return {**step_options(), "retry_policy": _OUTSIDE}


COMMIT_TASK_TIMEOUT = timedelta(seconds=5)
"""How soon a dead worker is noticed by the workflow of a commit, whose activity is local to the workflow's task."""


class LocalOptions(TypedDict):
    """The keyword arguments with which a local activity is started."""

    start_to_close_timeout: timedelta
    retry_policy: RetryPolicy
    local_retry_threshold: timedelta


def commit_options() -> ActivityOptions:
    """Options of an activity that writes a commit."""
    return {**step_options(), "retry_policy": _UNTIL_DONE}


def local_commit_options() -> LocalOptions:
    """Options of the one activity of a confirm or an undo.

    It is local, because nothing stands between it and its workflow's end, and its row makes it repeatable: that halves
    what a commit costs. Longer pauses between its attempts are durable timers.
    """
    return {
        "start_to_close_timeout": timedelta(seconds=60),
        "retry_policy": _UNTIL_DONE,
        "local_retry_threshold": timedelta(seconds=1),
    }
