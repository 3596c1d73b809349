"""What the outside answers, and its faults as the ports of preparations name them (rule DEVICE-5)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import structlog
from pydantic import BaseModel, ValidationError

from activities.outbound import host_of
from activities.outbound_faults import OutboundFault
from activities.preparation_ports import PortAway, PortRefused

Answer = TypeVar("Answer", bound=BaseModel)

_log = structlog.get_logger()


@contextmanager
def reaching(what: str, url: str) -> Iterator[None]:
    """Raise a fault of an address as what a caller does about it: ask again, or not.

    Raises:
        PortAway: the same call may go well later.
        PortRefused: it would not.
    """
    try:
        yield
    except OutboundFault as fault:
        fault.of(host_of(url))
        _log.warning("outside not reached", port=what, host=fault.host, kind=fault.kind, detail=fault.detail)
        if fault.passing:
            raise PortAway(fault.message, fault.retry_after) from fault
        raise PortRefused(fault.message) from fault


def parsed(form: type[Answer], answered: bytes) -> Answer:
    """An answer in the form that is agreed.

    Raises:
        OutboundFault: it has another.
    """
    try:
        return form.model_validate_json(answered)
    except ValidationError:
        raise OutboundFault("unreadable") from None
