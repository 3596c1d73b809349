"""A replay that also compares what Temporal's own replayer lets pass: inputs, results, order within a type, timers."""

from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from temporalio.api.common.v1 import Payload
from temporalio.client import WorkflowHistory
from temporalio.converter import DataConverter
from temporalio.worker import (
    Interceptor,
    Replayer,
    StartActivityInput,
    UnsandboxedWorkflowRunner,
    WorkflowInboundInterceptor,
    WorkflowInterceptorClassInput,
    WorkflowOutboundInterceptor,
)
from temporalio.workflow import ActivityHandle

from workflows import timers
from workflows.converter import data_converter


@dataclass(frozen=True)
class RecordedActivity:
    """An activity as the history has it; ``result`` is None where it did not complete."""

    name: str
    input: tuple[bytes, ...]
    result: tuple[bytes, ...] | None


@dataclass
class Recording:
    """What a history says was started, in order, and what a replay found different."""

    activities: list[RecordedActivity]
    timers: list[timedelta]
    differences: list[str] = field(default_factory=list)
    started: int = 0
    timed: int = 0

    @classmethod
    def of(cls, history: WorkflowHistory) -> "Recording":
        results = {
            event.activity_task_completed_event_attributes.scheduled_event_id: _data(
                event.activity_task_completed_event_attributes.result.payloads
            )
            for event in history.events
            if event.HasField("activity_task_completed_event_attributes")
        }
        activities = [
            RecordedActivity(
                event.activity_task_scheduled_event_attributes.activity_type.name,
                _data(event.activity_task_scheduled_event_attributes.input.payloads),
                results.get(event.event_id),
            )
            for event in history.events
            if event.HasField("activity_task_scheduled_event_attributes")
        ]
        durations = [
            event.timer_started_event_attributes.start_to_fire_timeout.ToTimedelta()
            for event in history.events
            if event.HasField("timer_started_event_attributes")
        ]
        return cls(activities, durations)

    def compare_start(self, name: str, given: tuple[bytes, ...]) -> RecordedActivity | None:
        """Note how the next activity differs from the recorded one."""
        self.started += 1
        if self.started > len(self.activities):
            self.differences.append(f"activity {self.started} {name} is not in the history")
            return None
        recorded = self.activities[self.started - 1]
        if recorded.name != name:
            self.differences.append(f"activity {self.started} is {name}, recorded was {recorded.name}")
        elif recorded.input != given:
            self.differences.append(f"activity {self.started} {name} has another input: {given!r}, {recorded.input!r}")
        return recorded

    def compare_timer(self, duration: timedelta) -> None:
        """Note how the next timer differs from the recorded one."""
        self.timed += 1
        recorded = self.timers[self.timed - 1] if self.timed <= len(self.timers) else None
        if recorded != duration:
            self.differences.append(f"timer {self.timed} runs {duration}, recorded was {recorded}")

    def finish(self) -> list[str]:
        """All differences, those in number included."""
        if self.started < len(self.activities):
            self.differences.append(f"{len(self.activities) - self.started} recorded activities were not started")
        if self.timed < len(self.timers):
            self.differences.append(f"{len(self.timers) - self.timed} recorded timers were not started")
        return self.differences


def _data(payloads: Sequence[Payload]) -> tuple[bytes, ...]:
    return tuple(payload.data for payload in payloads)


def _encoded(values: Sequence[Any]) -> tuple[bytes, ...]:
    return _data(data_converter.payload_converter.to_payloads(values))


class StrictInterceptor(Interceptor):
    """Compares every activity a workflow starts, and the result it is handed, with the recording."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording

    def workflow_interceptor_class(self, input: WorkflowInterceptorClassInput) -> type[WorkflowInboundInterceptor]:
        recording = self._recording

        class Outbound(WorkflowOutboundInterceptor):
            def start_activity(self, input: StartActivityInput) -> ActivityHandle[Any]:
                recorded = recording.compare_start(input.activity, _encoded(input.args))
                handle = super().start_activity(input)
                handle.add_done_callback(lambda done: _compare_result(recording, recorded, done))
                return handle

        class Inbound(WorkflowInboundInterceptor):
            def init(self, outbound: WorkflowOutboundInterceptor) -> None:
                super().init(Outbound(outbound))

        return Inbound


def _compare_result(recording: Recording, recorded: RecordedActivity | None, done: Any) -> None:
    if recorded is None or recorded.result is None or done.cancelled() or done.exception() is not None:
        return
    if _encoded([done.result()]) != recorded.result:
        recording.differences.append(f"{recorded.name} hands over another result than was recorded")


@contextmanager
def _observed_timers(recording: Recording) -> Any:
    original = timers.sleep

    async def sleep(duration: timedelta, summary: str) -> None:
        recording.compare_timer(duration)
        await original(duration, summary)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timers, "sleep", sleep)
        yield


async def replay(history: WorkflowHistory, workflow: type, converter: DataConverter = data_converter) -> None:
    """Temporal's own replay, in the sandbox; raises where the code no longer fits the history."""
    await Replayer(workflows=[workflow], data_converter=converter).replay_workflow(history)


async def strict_replay(
    history: WorkflowHistory, workflow: type, converter: DataConverter = data_converter
) -> list[str]:
    """Every difference between what the code does now and what the history recorded."""
    recording = Recording.of(history)
    replayer = Replayer(
        workflows=[workflow],
        data_converter=converter,
        interceptors=[StrictInterceptor(recording)],
        # Outside the sandbox the workflow shares the modules of this test, so that its timers can be observed.
        workflow_runner=UnsandboxedWorkflowRunner(),
    )
    with _observed_timers(recording):
        result = await replayer.replay_workflow(history, raise_on_replay_failure=False)
    if result.replay_failure is not None:
        recording.differences.append(f"replay failed: {result.replay_failure}")
    return recording.finish()
