"""The clients of all configured endpoints (rules MODEL-3 to MODEL-12)."""

from collections.abc import Awaitable, Callable, Sequence

from activities.models.reply import Reply
from domain.models.endpoint import Endpoint
from domain.models.prompt import Prompt

Telling = Callable[[str], Awaitable[None]]


class ModelClients:
    """One client for each endpoint, made when it is first needed, for one event loop."""

    def __init__(self, endpoints: Sequence[Endpoint], hosts: frozenset[str] = frozenset()) -> None:
        self._endpoints = {endpoint.id: endpoint for endpoint in endpoints}
        self._hosts = hosts

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        """Every endpoint, the one that is used unless said otherwise first."""
        return tuple(self._endpoints.values())

    async def ask(self, endpoint_id: str, prompt: Prompt, told: Telling) -> Reply:
        """One call; ``told`` gets the model's reasoning piece by piece.

        Raises:
            ModelFault: no usable answer came; nothing was tried twice.
        """
        raise NotImplementedError

    async def close(self) -> None:
        """Close every connection."""
