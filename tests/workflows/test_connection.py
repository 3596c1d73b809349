"""What Temporal raises while it is away, and while a workflow has no worker."""

from google.protobuf.any_pb2 import Any as Packed
from google.protobuf.message import Message
from temporalio.api.common.v1 import GrpcStatus
from temporalio.api.errordetails.v1 import (
    MultiOperationExecutionFailure,
    WorkflowExecutionAlreadyStartedFailure,
    WorkflowNotReadyFailure,
)
from temporalio.service import RPCError, RPCStatusCode

from workflows.connection import is_away, is_without_worker


def _packed(detail: Message) -> Packed:
    packed = Packed()
    packed.Pack(detail)
    return packed


def _refusal(detail: Message, status: RPCStatusCode = RPCStatusCode.FAILED_PRECONDITION) -> RPCError:
    """As a start with an update is refused: its own detail is that of one of the two."""
    one = MultiOperationExecutionFailure.OperationStatus(code=int(status), details=[_packed(detail)])
    whole = GrpcStatus(code=int(status), details=[_packed(MultiOperationExecutionFailure(statuses=[one]))])
    return RPCError("no", status, whole.SerializeToString())


def test_a_workflow_whose_worker_died_is_away_for_a_moment() -> None:
    """Whoever was refused otherwise is refused."""
    assert is_without_worker(_refusal(WorkflowNotReadyFailure()))
    assert is_away(_refusal(WorkflowNotReadyFailure()))
    for error in (
        _refusal(WorkflowExecutionAlreadyStartedFailure()),
        _refusal(WorkflowNotReadyFailure(), RPCStatusCode.INVALID_ARGUMENT),
        RPCError("no", RPCStatusCode.FAILED_PRECONDITION, b""),
    ):
        assert not is_without_worker(error)
        assert not is_away(error)


def test_an_answer_that_was_broken_off_is_none() -> None:
    assert is_away(RPCError("transport error", RPCStatusCode.UNKNOWN, b""))
    assert not is_away(RPCError("mistake", RPCStatusCode.UNKNOWN, b""))
