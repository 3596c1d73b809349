"""How every process of ours reaches Temporal."""

from temporalio.api.errordetails.v1 import NotFoundFailure, WorkflowNotReadyFailure
from temporalio.client import Client
from temporalio.service import RPCError, RPCStatusCode

from workflows.converter import build_converter

OUTAGES: tuple[type[Exception], ...] = (RPCError, RuntimeError, TimeoutError)
"""What may be raised while Temporal is away; ``is_away`` tells whether it is."""

# A call that ran out of its own time is "cancelled" or "deadline exceeded", depending on who noticed first.
_AWAY = (RPCStatusCode.UNAVAILABLE, RPCStatusCode.DEADLINE_EXCEEDED, RPCStatusCode.CANCELLED)

# Of an answer that stopped halfway the client tells no more than this.
_BROKEN_OFF = "transport error"
# Where it comes from a start with an update, it stands in the status of one of the two.
_NOT_READY = WorkflowNotReadyFailure.DESCRIPTOR.full_name.encode()


async def connect(address: str, namespace: str, codec_keys: str | None, *, wait_for_server: bool = True) -> Client:
    """A client with the one data converter.

    Args:
        address: host and port of the frontend.
        codec_keys: see ``workflows.codec.parse_keys``; None leaves payloads readable.
        wait_for_server: whether the server must answer now, or only when it is first needed.
    """
    converter = build_converter(codec_keys)
    return await Client.connect(address, namespace=namespace, data_converter=converter, lazy=not wait_for_server)


def is_away(error: BaseException) -> bool:
    """Whether Temporal did not answer in time, or waits for a worker; a call that it refuses is something else."""
    if isinstance(error, RPCError):
        return error.status in _AWAY or error.message == _BROKEN_OFF or is_without_worker(error)
    # What a client that connects at its first call raises has no class of its own.
    never_connected = isinstance(error, RuntimeError) and str(error).startswith("Failed client connect")
    return isinstance(error, TimeoutError) or never_connected


def is_without_worker(error: RPCError) -> bool:
    """Whether a workflow cannot be asked until a worker has taken it up again, as after the death of its last one."""
    return error.status is RPCStatusCode.FAILED_PRECONDITION and _NOT_READY in error.raw_grpc_status


def is_unknown_workflow(error: RPCError) -> bool:
    """Whether Temporal has no workflow of the id it was asked about; a namespace that it lacks is something else."""
    details = error.grpc_status.details
    return error.status is RPCStatusCode.NOT_FOUND and any(each.Is(NotFoundFailure.DESCRIPTOR) for each in details)
