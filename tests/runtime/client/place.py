"""A served API with the example week and a worker at work, and clients of it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from api.schemas.runs import PlanOrder
from runtime.client.address import Address
from runtime.client.api import Api
from runtime.clock import now
from tests.edge import OWNER, ServedEdge, served_edge
from tests.week import Gate, Week
from worker.build import working


@dataclass(frozen=True)
class Place:
    """A served API whose user has the example week.

    Attributes:
        key: of that user.
        newcomer: key of another user, who has nothing yet.
    """

    served: ServedEdge
    week: Week
    key: str
    newcomer: str
    gate: Gate

    @property
    def order(self) -> PlanOrder:
        return PlanOrder(**self.week.request.model_dump())

    def api(self, url: str | None = None, key: str | None = None) -> Api:
        """A client of it, also by way of a proxy or with another key."""
        return Api(Address(url or self.served.url, key or self.key))


@pytest.fixture
async def place(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Place]:
    """The API of the week's owner."""
    gate = Gate()
    async with (
        served_edge(database, temporal.client) as served,
        Week.stored(database, temporal.client) as week,
        working(temporal.client, Ledger(served.edge.engine, now, gate)),
    ):
        yield Place(served, week, await served.key(OWNER), await served.key("newcomer"), gate)
