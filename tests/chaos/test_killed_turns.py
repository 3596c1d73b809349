"""Kill -9 of the worker before, at and after every write of a turn: each message is answered once (rule TURN-4)."""

import asyncio
from pathlib import Path

import pytest
from temporalio.testing import WorkflowEnvironment

from runtime.clock import now
from storage.memories import list_memories
from storage.runs import list_runs
from storage.turns import TurnRecord
from tests.chaos.test_killed_worker import POINTS, WorkerKeeper
from tests.clock import Clock
from tests.sample import stride
from tests.talk import MONDAY, Talk
from tests.week import OWNER, Week

# What is said, when, and the steps that answer it. Each kill starts a worker anew, so usually few are tried.
SAID = (
    ("帮我安排这周的作业", Clock(MONDAY), ("open", "start_run", "hear_run", "reply")),
    ("一小时后提醒我喝水", Clock(now()), ("open", "tool", "reply")),
    ("记住我不喜欢早上学习", Clock(MONDAY), ("open", "reply")),
)
_ALL = stride(2) == 1
_POINTS, _SAID = (POINTS, SAID) if _ALL else (POINTS[2:], SAID[::2])


@pytest.mark.parametrize("point", _POINTS)
async def test_a_turn_survives_a_kill_at_every_point_of_every_step(
    database: str, temporal: WorkflowEnvironment, tmp_path: Path, point: str
) -> None:
    """One reply, one run, one reminder, one memory and one row of each step, however often the worker died."""
    orders, done = tmp_path / "orders", tmp_path / "done"
    done.touch()
    address = temporal.client.service_client.config.target_host
    async with Week.stored(database, temporal.client) as week:
        talks = [Talk(week, clock) for _, clock, _ in _SAID]
        turns = [await talk.say(words) for talk, (words, _, _) in zip(talks, _SAID, strict=True)]
        orders.write_text("".join(f"{turn.id} {point}\n" for turn in turns))
        async with WorkerKeeper(database, address, str(orders), str(done)).kept() as keeper, asyncio.timeout(240):
            ended = [await _ended(talk, turn) for talk, turn in zip(talks, turns, strict=True)]
        assert keeper.deaths >= 1
        killed = {tuple(line.split()[:3:2]) for line in done.read_text().splitlines()}
        for talk, turn, (_, _, steps) in zip(talks, ended, _SAID, strict=True):
            assert (turn.status, turn.outcome_code) == ("completed", None)
            assert {node for turn_id, node in killed if turn_id == turn.id} == set(steps)
            assert len(await talk.replies(turn)) == 1
            assert len(await talk.log("run", "schedule/change")) == (0 if turn.kind == "memory" else 1)
            events = await talk.events(turn)
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            assert sum(event.stage in ("turn.reply", "turn.ended") for event in events) == 2
        async with week.engine.connect() as connection:
            runs = await list_runs(OWNER, connection, limit=10)
            remembered = await list_memories(OWNER, connection, limit=50)
        assert [memory.text for memory in remembered] == ["我不喜欢早上学习"]
        assert {run.id for run in runs} == {turn.run_id for turn in ended if turn.run_id}


async def _ended(talk: Talk, turn: TurnRecord) -> TurnRecord:
    await talk.workflow_ended(turn)
    return await talk.row(turn)
