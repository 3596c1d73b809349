"""A real worker process that kills itself at chosen boundaries of a delivery, each once.

A boundary is a number: n stands for "before the n-th statement", then come "before COMMIT", "after COMMIT, before
Temporal was told", "before the turn is started" and "after the turn was started".
"""

import asyncio
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

from temporalio import activity, workflow
from temporalio.worker import (
    Interceptor,
    StartChildWorkflowInput,
    Worker,
    WorkflowInboundInterceptor,
    WorkflowInterceptorClassInput,
    WorkflowOutboundInterceptor,
)

from activities.ledger import Ledger
from activities.reminders import StoredReminderSteps
from activities.turn_desk import TurnDesk
from activities.turn_ledger import TurnLedger
from runtime.clock import now
from runtime.worker_process import until_signal
from services.reminder_desk import ReminderDesk
from services.run_rules import USUAL_RULES
from storage.engine import create_engine
from tests.chaos.killed_commit_worker import CURRENT, KillSwitch, Transaction
from worker.turns import turn_steps
from workflows.connection import connect
from workflows.messages import ReminderClaim, ReminderLook
from workflows.policies import RUN_QUEUE
from workflows.reminder import Reminder
from workflows.turn import Turn

_SWITCH: list[KillSwitch] = []
_PASSED: dict[str, Transaction] = {}


class WatchedReminderSteps(StoredReminderSteps):
    """The steps of the product, with the transaction of a delivery watched."""

    @activity.defn(name="reminder.look")
    async def look(self, claim: ReminderClaim) -> ReminderLook:
        return await super().look(claim)

    @activity.defn(name="reminder.deliver")
    async def deliver(self, claim: ReminderClaim) -> ReminderLook:
        transaction = Transaction(claim.session_id)
        CURRENT.set(transaction)
        look = await super().deliver(claim)
        if look.turn_id:
            _SWITCH[0].at_boundary(transaction)
            _PASSED[claim.session_id] = transaction
        CURRENT.set(None)
        return look


class Killing(Interceptor):
    """Comes to a boundary before and after a turn is started."""

    def workflow_interceptor_class(self, _: WorkflowInterceptorClassInput) -> type[WorkflowInboundInterceptor]:
        return _Inbound


class _Inbound(WorkflowInboundInterceptor):
    def init(self, outbound: WorkflowOutboundInterceptor) -> None:
        super().init(_Outbound(outbound))


class _Outbound(WorkflowOutboundInterceptor):
    async def start_child_workflow(self, input: StartChildWorkflowInput) -> Any:
        session = workflow.info().workflow_id.split(":")[1]
        _pass(session)
        handle = await super().start_child_workflow(input)
        _pass(session, last=True)
        return handle


def _pass(session: str, *, last: bool = False) -> None:
    with workflow.unsafe.sandbox_unrestricted():
        # After a kill another process has delivered, and there is nothing left to be killed at.
        transaction = _PASSED.get(session)
        if transaction is not None:
            (_SWITCH[0].ended if last else _SWITCH[0].at_boundary)(transaction)


async def main(database_url: str, temporal_address: str, folder: str) -> None:
    client, engine = await connect(temporal_address, "default", None), create_engine(database_url)
    _SWITCH.append(KillSwitch(Path(folder)))
    _SWITCH[0].watch(engine)
    steps, ledger = WatchedReminderSteps(engine), Ledger(engine, now)
    turns = turn_steps(TurnDesk(TurnLedger(ledger), client, None, USUAL_RULES), ReminderDesk(engine, client))
    worker = Worker(
        client,
        task_queue=RUN_QUEUE,
        workflows=[Reminder, Turn],
        activities=[steps.look, steps.deliver, *turns],
        interceptors=[Killing()],
        sticky_queue_schedule_to_start_timeout=timedelta(seconds=1),
    )
    await until_signal(worker)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
