"""Start the workflow of a turn whose row says that its time has come (rules TURN-2 and TURN-13)."""

import asyncio

import structlog
from temporalio.client import Client
from temporalio.common import WorkflowIDReusePolicy
from temporalio.exceptions import WorkflowAlreadyStartedError

from services.run_rules import USUAL_RULES, RunRules
from services.start_run import ANSWER_SECONDS
from storage.turns import TurnRecord
from workflows.connection import OUTAGES, is_away
from workflows.messages import TurnInput
from workflows.policies import RUN_QUEUE
from workflows.turn_start import TURN_WORKFLOW, searchable, turn_workflow_id

_log = structlog.get_logger()


def workflow_id(turn: TurnRecord) -> str:
    """The id under which operators find a turn in Temporal."""
    return turn_workflow_id(turn.session_id, turn.seq)


async def launch_turn(owner: str, client: Client, turn: TurnRecord, rules: RunRules = USUAL_RULES) -> None:
    """Start the workflow of a turn that is running; where Temporal is away the reconciler does it later."""
    # Starting again is harmless: the id of the workflow is taken. It is needed where the first caller died here.
    if turn.status != "running":
        return
    try:
        await start_turn_workflow(owner, client, turn, rules)
    except OUTAGES as error:
        if not is_away(error):
            raise
        _log.warning("turn waits for Temporal", turn=turn.id, reason=str(error) or "no answer in time")


async def start_turn_workflow(
    owner: str, client: Client, turn: TurnRecord, rules: RunRules = USUAL_RULES, *, stopped: bool = False
) -> bool:
    """Start the workflow of a running turn; False for one that was started before, which is left alone.

    Args:
        stopped: whether it is told to stop, be it started now or before (rule TURN-9).

    Raises:
        RPCError: Temporal refused, or could not be reached; another of ``OUTAGES`` where it did not answer in time.
    """
    try:
        # The client tries a call again for ten seconds, whatever the time-out of the call itself is.
        async with asyncio.timeout(ANSWER_SECONDS):
            await client.start_workflow(
                TURN_WORKFLOW,
                _input(owner, turn, rules),
                id=workflow_id(turn),
                task_queue=RUN_QUEUE,
                id_reuse_policy=WorkflowIDReusePolicy.REJECT_DUPLICATE,
                search_attributes=searchable(owner, turn.session_id),
                static_summary=f"turn {turn.id}",
                start_signal="turn.stop" if stopped else None,
            )
    except WorkflowAlreadyStartedError:
        return False
    return True


def _input(owner: str, turn: TurnRecord, rules: RunRules) -> TurnInput:
    seconds = max(1, round(rules.wait_limit.total_seconds()))
    return TurnInput(owner, turn.session_id, turn.id, turn.seq, wait_limit_seconds=seconds)
