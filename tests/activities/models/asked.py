"""A question, an endpoint and a client for it, as the tests of models share them."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from activities.models.client import ModelClients
from activities.models.faults import ModelFault
from domain.models.endpoint import Endpoint
from domain.models.prompt import Prompt
from tests.model_server.server import ModelServer


class Move(BaseModel):
    """A form with a choice, an id and a text, each of which a model gets wrong in its own way."""

    model_config = ConfigDict(frozen=True)

    tool: Literal["move", "swap"]
    task_id: Literal[3, 4]
    note: Annotated[str, Field(max_length=60)]


MOVE = {"tool": "move", "task_id": 3, "note": "因为周五太满"}
PROMPT = Prompt("react", "Choose one call.", "第5周太满了", Move, 200)
LOOPBACK = frozenset({"127.0.0.1"})


def endpoint(server: ModelServer, **given: Any) -> Endpoint:
    return Endpoint.model_validate({"id": "e", "base_url": server.url, "model": "m", "call_seconds": 10} | given)


@asynccontextmanager
async def clients(*endpoints: Endpoint) -> AsyncIterator[ModelClients]:
    made = ModelClients(endpoints, LOOPBACK)
    yield made
    await made.close()


async def fault_of(server: ModelServer, prompt: Prompt = PROMPT, **given: Any) -> ModelFault:
    """The fault with which one call ends."""
    async with clients(endpoint(server, **given)) as made:
        try:
            reply = await made.ask("e", prompt)
        except ModelFault as fault:
            return fault
    raise AssertionError(f"answered: {reply}")


def answering(**changes: Any) -> Callable[[Any], dict[str, Any]]:
    return lambda asked: MOVE | changes
