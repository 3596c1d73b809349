"""Turns with the contexts that their answers need.

A time that is asked about calls for recall, and without one recall is OPTIONAL where something that was said is asked
for. What the person is like is in the snapshot and in memory. Work that is to be planned or moved may be helped by all
three, small talk and the world at large by none.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from domain.context.plan.contract import Need
from domain.context.plan.planner import make_plan
from domain.schedule.state import Locale

HERE = Path(__file__).parent
NOW = datetime(2026, 9, 30, 10, 0, tzinfo=ZoneInfo("Asia/Shanghai"))


@dataclass(frozen=True)
class Turn:
    """A message and what its answer needs."""

    id: str
    message: str
    locale: Locale
    user_snapshot: Need
    temporal_recall: Need
    memory_retrieval: Need


def labelled() -> list[Turn]:
    """The turns of the set, in its order."""
    return [Turn(**json.loads(line)) for line in (HERE / "needs.jsonl").read_text().splitlines()]


def missed(turn: Turn) -> list[str]:
    """Where the plan of a turn needs something else than its label says."""
    needs = make_plan(turn.message, NOW, turn.locale).context_needs.model_dump()
    wrong = [name for name, need in needs.items() if need != getattr(turn, name)]
    return [f"{turn.id} {turn.message}: {name} {needs[name]}, not {getattr(turn, name)}" for name in wrong]
