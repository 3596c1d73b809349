"""The strict replay finds every change that matters, also those that Temporal's own replay lets pass."""

import ast
import uuid
from pathlib import Path

import pytest
from temporalio.client import WorkflowHistory
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker
from temporalio.workflow import NondeterminismError

from tests.replay.changed import ROOT, Change, changed
from tests.replay.committed import committed
from tests.replay.pair import Pair, say
from tests.replay.strict import replay, strict_replay

CONTRACT = 'await self._answered("contract", self._contract)'
PLAN = 'await self._answered("plan", self._plan)'
HARD_CHECK = "await self._hard_check()"
BETWEEN = "\n        "

# Each with the difference that names it.
CAUGHT_BY_BOTH = {
    "added step": (
        Change("refine_run", PLAN, PLAN + BETWEEN + PLAN),
        "act 5: activity refine.plan",
    ),
    "removed step": (
        Change("refine_run", PLAN + BETWEEN, ""),
        "act 4: activity refine.slice",
    ),
    "removed round": (
        Change("refine_run", 'while verdict == "continue":', 'if verdict == "continue":'),
        "act 8: activity refine.hard_check",
    ),
    "reordered steps": (
        Change("refine_run", CONTRACT + BETWEEN + PLAN, PLAN + BETWEEN + CONTRACT),
        "act 3: activity refine.plan",
    ),
    "removed last step": (
        Change("refine_run", "return await self.save_preview()", 'return RunResult("completed", "completed", "")'),
        "act 11: completion",
    ),
}
CAUGHT_BY_THE_STRICT_ONE = {
    "changed input of a step": (
        Change("run", "self._run.run_id, self._progress.steps, node)", "self._run.run_id, self._progress.steps, '')"),
        "act 1: activity refine.context",
    ),
    "changed length of a timer": (
        Change("run", "timedelta(seconds=self._run.time_limit_seconds)", "timedelta(minutes=5)"),
        "act 2: timer 0:05:00, recorded was timer 0:30:00",
    ),
    "changed type of a result": (
        Change("messages", "    state_hash: str\n", ""),
        "result of act 1, activity refine.context",
    ),
    "changed result of the run": (
        Change("run", 'RunResult("completed", saved.verdict, saved.brief)', 'RunResult("done", saved.verdict, "")'),
        "act 12: completion",
    ),
}


@pytest.fixture(scope="module")
def history() -> WorkflowHistory:
    """A refine run that moved tasks in two rounds."""
    return committed("refine_task_by_task").history


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the import path."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("change", "named"), CAUGHT_BY_BOTH.values(), ids=CAUGHT_BY_BOTH)
async def test_both_replays_catch(change: Change, named: str, copies: Path, history: WorkflowHistory) -> None:
    """A step that comes, goes or changes its place."""
    workflow = changed(copies, "workflows", "refine_run", change).RefineRun
    with pytest.raises(NondeterminismError):
        await replay(history, workflow)
    assert (await strict_replay(history, workflow))[0].startswith(named)


@pytest.mark.parametrize(("change", "named"), CAUGHT_BY_THE_STRICT_ONE.values(), ids=CAUGHT_BY_THE_STRICT_ONE)
async def test_only_the_strict_replay_catches(
    change: Change, named: str, copies: Path, history: WorkflowHistory
) -> None:
    """What a step or timer is given, and what comes back."""
    workflow = changed(copies, "workflows", "refine_run", change).RefineRun
    await replay(history, workflow)
    assert (await strict_replay(history, workflow))[0].startswith(named)


async def test_only_the_strict_replay_catches_swapped_steps_of_one_type(
    copies: Path, temporal: WorkflowEnvironment
) -> None:
    """Started in the other order they take each other's results, which Temporal does not notice."""
    name = f"pair:{uuid.uuid4()}"
    async with Worker(temporal.client, task_queue=name, workflows=[Pair], activities=[say]):
        handle = await temporal.client.start_workflow(Pair.run, id=name, task_queue=name)
        assert await handle.result() == ("first", "second")
    history = await handle.fetch_history()
    assert await strict_replay(history, Pair) == []
    first, second = (
        f'            workflow.execute_activity(say, "{word}", start_to_close_timeout=timedelta(seconds=10)),\n'
        for word in ("first", "second")
    )
    swapped = changed(copies, "tests.replay", "pair", Change("pair", first + second, second + first)).Pair
    await replay(history, swapped)
    assert await strict_replay(history, swapped) == [
        "act 1: activity say ['second'], recorded was activity say ['first']",
        "act 2: activity say ['first'], recorded was activity say ['second']",
    ]


async def test_an_unchanged_copy_differs_in_nothing(copies: Path, history: WorkflowHistory) -> None:
    """It is the edit that is found, not that the copy has another name."""
    workflow = changed(copies, "workflows", "refine_run", Change("refine_run", PLAN, PLAN)).RefineRun
    assert await strict_replay(history, workflow) == []


def test_timers_start_in_one_place() -> None:
    """No workflow module but the wrapper sleeps or waits for a time, so that no duration goes unseen."""
    timed = {"sleep", "wait_for", "start_timer", "call_later", "timeout", "wait_condition"}
    calls = {
        path.stem: {
            node.func.attr
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        }
        for path in (ROOT / "workflows").glob("*.py")
    }
    assert [name for name, called in calls.items() if called & timed] == ["timers"]
