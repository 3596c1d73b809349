"""A real worker process that asks the model at an address."""

import asyncio
import sys

from activities.ledger import Ledger
from activities.models.client import ModelClients
from domain.models.endpoint import Endpoint
from domain.plan.memory import PlanReact
from runtime.clock import now
from runtime.worker_process import until_signal
from storage.engine import create_engine
from worker.build import Limits, working
from workflows.connection import connect


async def main(database_url: str, temporal_address: str, model_url: str) -> None:
    client = await connect(temporal_address, "default", None)
    endpoint = Endpoint.model_validate({"base_url": model_url, "model": "m", "call_seconds": 120})
    models = ModelClients([endpoint], frozenset({"127.0.0.1"}))
    await until_signal(
        working(client, Ledger(create_engine(database_url), now), Limits(plan_react=PlanReact()), models)
    )


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
