"""How a workflow starts a turn, and the id under which every turn is found (rule TURN-2)."""

from temporalio import workflow
from temporalio.common import SearchAttributePair, TypedSearchAttributes, WorkflowIDReusePolicy
from temporalio.exceptions import WorkflowAlreadyStartedError
from temporalio.workflow import ChildWorkflowCancellationType, ParentClosePolicy

# Modules without state need not be imported anew for every workflow.
with workflow.unsafe.imports_passed_through():
    from workflows import attributes
    from workflows.messages import TurnInput
    from workflows.policies import RUN_QUEUE

TURN_WORKFLOW = "Turn"


def turn_workflow_id(session_id: str, seq: int) -> str:
    """The id under which operators find a turn in Temporal."""
    return f"turn:{session_id}:{seq}"


def searchable(user_id: str, session_id: str) -> TypedSearchAttributes:
    """By what operators find whatever goes on in a session."""
    pairs = [SearchAttributePair(attributes.USER, user_id), SearchAttributePair(attributes.SESSION, session_id)]
    return TypedSearchAttributes(pairs)


async def begin_turn(turn: TurnInput) -> None:
    """Start the workflow of a turn from within another, which it outlives; one that was started before is let be."""
    try:
        await workflow.start_child_workflow(
            TURN_WORKFLOW,
            turn,
            id=turn_workflow_id(turn.session_id, turn.seq),
            task_queue=RUN_QUEUE,
            id_reuse_policy=WorkflowIDReusePolicy.REJECT_DUPLICATE,
            parent_close_policy=ParentClosePolicy.ABANDON,
            cancellation_type=ChildWorkflowCancellationType.ABANDON,
            search_attributes=searchable(turn.user_id, turn.session_id),
            static_summary=f"turn {turn.turn_id}",
        )
    except WorkflowAlreadyStartedError:
        workflow.logger.info("turn was started before")
