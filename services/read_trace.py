"""Read what happened in a run, step by step, with every model call (rule RUN-17)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.steps import DecidedBy
from storage.model_calls import CallTotal, ModelCall, read_model_calls, total_model_calls
from storage.run_events import read_stage
from storage.runs import load_run
from storage.steps import TracedStep, count_deciders, list_steps

_BLOCKED = "schedule_refine.react.tool_blocked"


@dataclass(frozen=True, slots=True)
class TraceEntry:
    """One step of a run.

    Attributes:
        blocked: the code by which its tool call was refused; None where it was not.
        used: what was used up of the run's budgets after it; empty where the run has none.
        calls: its model calls in order, those that failed counted.
    """

    step: TracedStep
    blocked: str | None
    used: dict[str, int]
    calls: tuple[ModelCall, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """A part of what happened in a run, and sums over all of it.

    Attributes:
        follows: whether there are steps after these.
        deciders: how many steps each of those who decide has decided.
        totals: what the model calls came to, by their outcome.
    """

    entries: tuple[TraceEntry, ...]
    follows: bool
    deciders: Mapping[DecidedBy, int]
    totals: Sequence[CallTotal]


async def read_trace(owner: str, connection: AsyncConnection, run_id: str, *, after_step: int, limit: int) -> Trace:
    """At most ``limit`` steps of a run that follow one with this number (-1 for the first).

    Raises:
        NotFound: this owner has no such run.
    """
    run = await load_run(owner, connection, run_id)
    found = await list_steps(owner, connection, "run", run.id, after_step, limit + 1)
    shown = found[:limit]
    numbers = [step.step for step in shown]
    blocked = await read_stage(owner, connection, run.id, _BLOCKED, numbers)
    calls = await read_model_calls(owner, connection, "run", run.id, numbers)
    return Trace(
        entries=tuple(_entry(step, blocked, calls) for step in shown),
        follows=len(found) > limit,
        deciders=await count_deciders(owner, connection, "run", run.id),
        totals=await total_model_calls(owner, connection, "run", run.id),
    )


def _entry(step: TracedStep, blocked: Mapping[int, dict[str, Any]], calls: Sequence[ModelCall]) -> TraceEntry:
    code = blocked.get(step.step, {}).get("code")
    own = tuple(call for call in calls if call.step == step.step)
    used = json.loads(step.memory).get("used", {})
    return TraceEntry(step, code, {name: value for name, value in used.items() if isinstance(value, int)}, own)
