"""What the worker process does: serve both task queues until it is told to end (rule STACK-8)."""

import asyncio
import signal
from collections.abc import Sequence
from contextlib import AsyncExitStack

from temporalio.worker import Worker

from activities.ledger import Ledger
from activities.solving import warm_up
from runtime.clock import now
from runtime.logging import configure_logging
from runtime.settings import Settings
from storage.engine import create_engine
from worker.build import build_workers
from workflows.connection import connect


async def serve(settings: Settings) -> None:
    """Take tasks until the process is told to end; then finish what is at hand, within the grace period."""
    if settings.database_url is None or settings.temporal_address is None:
        raise SystemExit("the worker needs DATABASE_URL and TEMPORAL_ADDRESS: set both, or use `daywright dev`")
    warm_up()
    engine = create_engine(settings.database_url)
    client = await connect(settings.temporal_address, settings.temporal_namespace, settings.codec_keys)
    try:
        await run_until_signal(build_workers(client, Ledger(engine, now)))
    finally:
        await engine.dispose()


async def run_until_signal(workers: Sequence[Worker]) -> None:
    """Run the workers, say ``ready`` on standard output, and stop at SIGTERM or SIGINT."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    async with AsyncExitStack() as running:
        for worker in workers:
            await running.enter_async_context(worker)
        print("ready", flush=True)  # noqa: T201 - the supervisor waits for this line
        await ended.wait()


def main() -> None:
    """Entry point of the process."""
    settings = Settings()
    configure_logging(settings.log_level)
    asyncio.run(serve(settings))
