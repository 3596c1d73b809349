"""A replay that also compares what Temporal's own lets pass: inputs, results, timers, order within one type."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from temporalio.api.common.v1 import Payload
from temporalio.api.history.v1 import HistoryEvent
from temporalio.bridge.proto.workflow_activation import WorkflowActivation
from temporalio.bridge.proto.workflow_commands import WorkflowCommand
from temporalio.bridge.proto.workflow_completion import WorkflowActivationCompletion
from temporalio.client import WorkflowHistory
from temporalio.worker import (
    Interceptor,
    Replayer,
    StartActivityInput,
    StartLocalActivityInput,
    WorkflowInboundInterceptor,
    WorkflowInstance,
    WorkflowInstanceDetails,
    WorkflowInterceptorClassInput,
    WorkflowOutboundInterceptor,
    WorkflowRunner,
)
from temporalio.worker.workflow_sandbox import SandboxedWorkflowRunner
from temporalio.workflow import ActivityHandle

from workflows.converter import data_converter


@dataclass(frozen=True)
class Act:
    """What a workflow did: it started an activity or a timer, or it ended.

    Attributes:
        what: kind and type, such as ``activity refine.plan``.
        given: arguments of an activity, duration of a timer, result or error type of an ending.
        result: what an activity handed over; None where it handed over nothing.
    """

    what: str
    given: Any = None
    result: Any = None

    def __str__(self) -> str:
        return f"{self.what} {self.given}"


async def replay(history: WorkflowHistory, workflow: type) -> None:
    """Temporal's own replay, in the sandbox.

    Raises:
        NondeterminismError: the code no longer fits the history.
    """
    await Replayer(workflows=[workflow], data_converter=data_converter).replay_workflow(history)


async def strict_replay(history: WorkflowHistory, workflow: type) -> list[str]:
    """Every difference between what the code does now and what the history has.

    Time-outs, retries and queues of activities are no differences: they may change under open runs.
    """
    acts = ReplayedActs()
    replayer = Replayer(
        workflows=[workflow],
        data_converter=data_converter,
        interceptors=[ResultInterceptor(acts)],
        workflow_runner=WatchedRunner(acts),
    )
    failure = (await replayer.replay_workflow(history, raise_on_replay_failure=False)).replay_failure
    found = list(_differences(_recorded_acts(history.events), acts.in_order(), complete=failure is None))
    return found if failure is None else [*found, f"Temporal: {failure}"]


def _differences(recorded: Sequence[Act], replayed: Sequence[Act], *, complete: bool) -> Iterator[str]:
    """A replay that failed ends early, so what it lacks at its end is no difference."""
    pairs = zip_longest(recorded, replayed) if complete else zip(recorded, replayed, strict=False)
    for number, (before, after) in enumerate(pairs, start=1):
        if before is None or after is None or (before.what, before.given) != (after.what, after.given):
            yield f"act {number}: {after or 'nothing'}, recorded was {before or 'nothing'}"
        elif None not in (before.result, after.result) and not _kept(before.result, after.result):
            yield f"result of act {number}, {before.what}: {after.result}, recorded was {before.result}"


def _kept(recorded: Any, replayed: Any) -> bool:
    """Whether nothing that was recorded is lost or changed; what a type gained since then has its default."""
    if isinstance(recorded, dict) and isinstance(replayed, dict):
        return all(name in replayed and _kept(value, replayed[name]) for name, value in recorded.items())
    if isinstance(recorded, list) and isinstance(replayed, list) and len(recorded) == len(replayed):
        return all(map(_kept, recorded, replayed))
    return bool(recorded == replayed)


def _values(payloads: Sequence[Payload]) -> list[Any]:
    return data_converter.payload_converter.from_payloads(payloads)


def _recorded_acts(events: Iterable[HistoryEvent]) -> list[Act]:
    events = list(events)
    completed = (e.activity_task_completed_event_attributes for e in events)
    results = {done.scheduled_event_id: _values(done.result.payloads) for done in completed}
    return [act for event in events if (act := _recorded_act(event, results)) is not None]


def _recorded_act(event: HistoryEvent, results: dict[int, list[Any]]) -> Act | None:
    match event.WhichOneof("attributes"):
        case "activity_task_scheduled_event_attributes":
            started = event.activity_task_scheduled_event_attributes
            name = started.activity_type.name
            return Act(f"activity {name}", _values(started.input.payloads), results.get(event.event_id))
        case "timer_started_event_attributes":
            return Act("timer", event.timer_started_event_attributes.start_to_fire_timeout.ToTimedelta())
        case "workflow_execution_completed_event_attributes":
            return Act("completion", _values(event.workflow_execution_completed_event_attributes.result.payloads))
        case "workflow_execution_failed_event_attributes":
            failure = event.workflow_execution_failed_event_attributes.failure
            return Act("failure", failure.application_failure_info.type)
        case "workflow_execution_canceled_event_attributes":
            return Act("cancellation")
    return None


@dataclass
class ReplayedActs:
    """What the code does in a replay.

    Attributes:
        started: the acts by kind and number, in order, each with the length of the history at that time.
        results: what activities handed over, by their number; activities are numbered from 1 as they are started.
    """

    started: dict[tuple[str, int], tuple[int, Act]] = field(default_factory=dict)
    results: dict[int, list[Any]] = field(default_factory=dict)

    def note(self, command: WorkflowCommand, history_length: int) -> None:
        match command.WhichOneof("variant"):
            case "schedule_activity":
                activity = command.schedule_activity
                act = Act(f"activity {activity.activity_type}", _values(activity.arguments))
                self.started["activity", activity.seq] = history_length, act
            case "start_timer":
                timer = command.start_timer
                act = Act("timer", timer.start_to_fire_timeout.ToTimedelta())
                self.started["timer", timer.seq] = history_length, act
            case "request_cancel_activity":
                self._withdraw("activity", command.request_cancel_activity.seq, history_length)
            case "cancel_timer":
                self._withdraw("timer", command.cancel_timer.seq, history_length)
            case "complete_workflow_execution":
                self._end(Act("completion", _values([command.complete_workflow_execution.result])), history_length)
            case "fail_workflow_execution":
                error = command.fail_workflow_execution.failure.application_failure_info.type
                self._end(Act("failure", error), history_length)
            case "cancel_workflow_execution":
                self._end(Act("cancellation"), history_length)

    def _withdraw(self, kind: str, number: int, history_length: int) -> None:
        """What is started and cancelled in one go never reaches the history."""
        if self.started[kind, number][0] == history_length:
            del self.started[kind, number]

    def _end(self, act: Act, history_length: int) -> None:
        self.started["ending", 1] = history_length, act

    def in_order(self) -> list[Act]:
        return [
            replace(act, result=self.results.get(number)) if kind == "activity" else act
            for (kind, number), (_, act) in self.started.items()
        ]


class WatchedRunner(WorkflowRunner):
    """The sandbox, with a note of every command that comes out of it."""

    def __init__(self, acts: ReplayedActs) -> None:
        self._sandbox = SandboxedWorkflowRunner()
        self._acts = acts

    def prepare_workflow(self, defn: Any) -> None:
        self._sandbox.prepare_workflow(defn)

    def create_instance(self, det: WorkflowInstanceDetails) -> WorkflowInstance:
        return WatchedInstance(self._sandbox.create_instance(det), self._acts)


class WatchedInstance(WorkflowInstance):
    """One workflow in the sandbox."""

    def __init__(self, sandboxed: WorkflowInstance, acts: ReplayedActs) -> None:
        self._sandboxed = sandboxed
        self._acts = acts

    def activate(self, act: WorkflowActivation) -> WorkflowActivationCompletion:
        completion = self._sandboxed.activate(act)
        for command in completion.successful.commands:
            self._acts.note(command, act.history_length)
        return completion

    def get_serialization_context(self, command_info: Any) -> Any:
        return self._sandboxed.get_serialization_context(command_info)

    def get_external_store_context(self, command_info: Any) -> Any:
        return self._sandboxed.get_external_store_context(command_info)

    def get_info(self) -> Any:
        return self._sandboxed.get_info()

    def get_thread_id(self) -> int | None:
        return self._sandboxed.get_thread_id()


class ResultInterceptor(Interceptor):
    """Notes what reaches the workflow of each result, which is less than was recorded where a type lost a field."""

    def __init__(self, acts: ReplayedActs) -> None:
        self._results = acts.results

    def workflow_interceptor_class(self, input: WorkflowInterceptorClassInput) -> type[WorkflowInboundInterceptor]:
        results = self._results
        started = iter(range(1, 1_000_000))

        def note(number: int, done: ActivityHandle[Any]) -> None:
            if not done.cancelled() and done.exception() is None:
                results[number] = _values(data_converter.payload_converter.to_payloads([done.result()]))

        class Outbound(WorkflowOutboundInterceptor):
            def start_activity(self, input: StartActivityInput) -> ActivityHandle[Any]:
                handle, number = super().start_activity(input), next(started)
                handle.add_done_callback(lambda done: note(number, done))
                return handle

            def start_local_activity(self, input: StartLocalActivityInput) -> ActivityHandle[Any]:
                # It is numbered with the others, though what it gave stands in a marker.
                next(started)
                return super().start_local_activity(input)

        class Inbound(WorkflowInboundInterceptor):
            def init(self, outbound: WorkflowOutboundInterceptor) -> None:
                super().init(Outbound(outbound))

        return Inbound
