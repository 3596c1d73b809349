"""The worker that kills itself, with a model that adjusts first placements."""

import asyncio
import sys
from pathlib import Path

from activities.ledger import Ledger
from activities.models.client import ModelClients
from domain.models.endpoint import Endpoint
from runtime.clock import now
from runtime.worker_process import until_signal
from storage.engine import create_engine
from tests.chaos.killed_worker import KillSwitch
from worker.build import working
from workflows.connection import connect


async def main(database_url: str, temporal_address: str, orders: str, done: str, model_url: str) -> None:
    client = await connect(temporal_address, "default", None)
    endpoint = Endpoint.model_validate({"base_url": model_url, "model": "m", "call_seconds": 30})
    models = ModelClients([endpoint], frozenset({"127.0.0.1"}))
    ledger = Ledger(create_engine(database_url), now, KillSwitch(Path(orders), Path(done)))
    await until_signal(working(client, ledger, models=models))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
