"""What the worker process does: serve the task queues until it is told to end (rule STACK-8)."""

import asyncio
import signal
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from typing import Any

from activities.ledger import Ledger
from activities.models.client import ModelClients
from domain.models.patience import Patience
from domain.plan.memory import PlanReact
from runtime.clock import now
from runtime.outside import outside_ports
from runtime.settings import Settings
from runtime.starting import started_settings
from services.run_rules import RunRules
from storage.engine import create_engine
from worker.build import Limits, working
from workflows.connection import connect


async def serve(settings: Settings) -> None:
    """Take tasks until the process is told to end; then finish what is at hand, within the grace period."""
    if settings.database_url is None or settings.temporal_address is None:
        raise SystemExit("the worker needs DATABASE_URL and TEMPORAL_ADDRESS: set both, or use `daywright dev`")
    engine = create_engine(settings.database_url)
    models = ModelClients(settings.endpoints(), settings.allowed_model_hosts())
    client = await connect(settings.temporal_address, settings.temporal_namespace, settings.codec_keys)
    try:
        async with outside_ports(settings, engine, now) as ports:
            await until_signal(working(client, Ledger(engine, now), _limits(settings), models, ports=ports))
    finally:
        await engine.dispose()


def _limits(settings: Settings) -> Limits:
    return Limits(
        keep_previews=timedelta(days=settings.preview_keep_days),
        patience=Patience(settings.model_patience()),
        composite_route=settings.composite_route,
        plan_react=PlanReact(
            enabled=settings.plan_refine_after_placement,
            rounds=settings.plan_react_rounds,
            round_seconds=settings.plan_react_round_seconds,
        ),
        hardened_framing=settings.hardened_framing,
        run_rules=RunRules(settings.refine_enabled, timedelta(hours=settings.run_wait_hours)),
    )


async def until_signal(work: AbstractAsyncContextManager[Any]) -> None:
    """Enter the work, say ``ready`` on standard output, and leave it at SIGTERM or SIGINT."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    async with work:
        print("ready", flush=True)  # noqa: T201 - the supervisor waits for this line
        await ended.wait()


def main() -> None:
    """Entry point of the process."""
    asyncio.run(serve(started_settings()))
