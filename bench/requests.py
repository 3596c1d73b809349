"""What a request in plain words costs: rounds and time, by the built-in rules and with a model that behaves well."""

import asyncio
import statistics
import time
from collections.abc import Sequence
from datetime import timedelta

from bench.report import BenchRow, at_least, at_most
from runtime.embedded.stack import running_stack
from runtime.settings import Settings
from services.read_trace import Trace
from storage.migrate import upgrade
from tests.domain.refine.plans import driven
from tests.model_server.diligent import diligent
from tests.model_server.server import ModelServer
from tests.refine.boards import BOARDS
from tests.refine.test_requests import CALENDAR, labelled
from tests.week import Week
from tests.workflows.asking import Outcome, refined
from workflows.connection import connect

RUNS = 10
MOVE = "把第5周周五的任务都挪到周六"


def rows() -> list[BenchRow]:
    """The labelled requests without a model, then whole runs of one with a model that answers at once."""
    return [*_by_rules(), *asyncio.run(_by_model())]


def _by_rules() -> list[BenchRow]:
    rounds, seconds = [], []
    for entry in labelled("requests"):
        began = time.process_time()
        run = driven(BOARDS[entry.board], entry.request, entry.week, calendar=CALENDAR)
        seconds.append(time.process_time() - began)
        rounds.append(run.memory.used.rounds)
    name = f"request, built-in rules, {len(rounds)} requests"
    return [
        at_most(f"{name}: rounds, mean", statistics.mean(rounds), "", None),
        at_most(f"{name}: rounds, most", max(rounds), "", 25),
        at_most(f"{name}: engine CPU time, median", statistics.median(seconds) * 1000, "ms", 100),
        at_most(f"{name}: engine CPU time, longest", max(seconds) * 1000, "ms", 1000),
    ]


async def _by_model() -> list[BenchRow]:
    with ModelServer(diligent) as server:
        asked = {"database_url": None, "temporal_address": None, "model_url": server.url, "model_name": "m"}
        settings = Settings().model_copy(update={**asked, "model_hosts": "127.0.0.1"})
        async with running_stack(settings, upgrade, ephemeral=True) as stack:
            client = await connect(stack.temporal_address, "default", None)
            async with Week.stored(stack.database_url, client) as week:
                outcomes = [await refined(week, MOVE) for _run in range(RUNS)]
    return _figures(outcomes)


def _figures(outcomes: Sequence[Outcome]) -> list[BenchRow]:
    rounds = [sum(entry.step.name == "react" for entry in outcome.trace.entries) for outcome in outcomes]
    asks = [_calls(outcome.trace, "ask.react") for outcome in outcomes]
    calls = [_calls(outcome.trace, "ask.") for outcome in outcomes]
    engine = [_elapsed(outcome) - _waited(outcome.trace) for outcome in outcomes]
    decided = [step for outcome in outcomes for step in outcome.trace.deciders.items()]
    model = sum(count for who, count in decided if who == "model")
    share = model / sum(count for who, count in decided if who != "rules")
    name = f"request, a model that answers at once, {len(outcomes)} runs"
    return [
        at_most(f"{name}: rounds", statistics.mean(rounds), "", None),
        at_most(f"{name}: model calls", statistics.mean(calls), "", None),
        at_most(f"{name}: model calls a round, most", max(a / r for a, r in zip(asks, rounds, strict=True)), "", 1),
        at_least(f"{name}: steps decided by the model", share, "", 0.9),
        at_most(f"{name}: elapsed without the model, median", statistics.median(engine) * 1000, "ms", 2000),
    ]


def _calls(trace: Trace, prefix: str) -> int:
    return sum(len(entry.calls) for entry in trace.entries if entry.step.name.startswith(prefix))


def _waited(trace: Trace) -> float:
    return sum(call.seconds for entry in trace.entries for call in entry.calls)


def _elapsed(outcome: Outcome) -> float:
    ended = outcome.run.finished_at
    assert ended is not None
    return (ended - outcome.run.created_at) / timedelta(seconds=1)
