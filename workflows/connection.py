"""How every process of ours reaches Temporal."""

from temporalio.api.errordetails.v1 import NotFoundFailure
from temporalio.client import Client
from temporalio.service import RPCError, RPCStatusCode

from workflows.converter import build_converter

OUTAGES: tuple[type[Exception], ...] = (RPCError, RuntimeError, TimeoutError)
"""What may be raised while Temporal is away; ``is_away`` tells whether it is."""

# A call that ran out of its own time is "cancelled" or "deadline exceeded", depending on who noticed first.
_AWAY = (RPCStatusCode.UNAVAILABLE, RPCStatusCode.DEADLINE_EXCEEDED, RPCStatusCode.CANCELLED)


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
    """Whether Temporal did not answer, or not in time; a call that it refuses is something else."""
    if isinstance(error, RPCError):
        return error.status in _AWAY
    # What a client that connects at its first call raises has no class of its own.
    never_connected = isinstance(error, RuntimeError) and str(error).startswith("Failed client connect")
    return isinstance(error, TimeoutError) or never_connected


def is_unknown_workflow(error: RPCError) -> bool:
    """Whether Temporal has no workflow of the id it was asked about; a namespace that it lacks is something else."""
    details = error.grpc_status.details
    return error.status is RPCStatusCode.NOT_FOUND and any(each.Is(NotFoundFailure.DESCRIPTOR) for each in details)
