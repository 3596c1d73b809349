"""Whatever is called in whatever order, the rules of the tools hold."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from domain.schedule.invariants import breaches, order_breaches
from domain.schedule.state import ScheduleState
from domain.tools.context import ToolContext
from domain.tools.registry import TOOLS, run_tool
from domain.tools.results import Code, ToolResult
from domain.tools.tool import ARGUMENT_CODES
from tests.domain.tools.arrangements import full_arrangements
from tests.domain.tools.cases.arguments import NEEDED, argument_cases
from tests.domain.tools.cases.composites import COMPOSITES
from tests.domain.tools.cases.queue import QUEUE
from tests.domain.tools.cases.reads import READS, some_filters
from tests.domain.tools.cases.writes import WRITES
from tests.domain.tools.scenes import Case, Scene
from tests.domain.tools.witness import check_call
from tests.sample import examples

Pair = tuple[str, Code]
_BY_TOOL: Final[dict[str, dict[Code, Case]]] = {**READS, **WRITES, **QUEUE, **COMPOSITES}
CASES: Final[Mapping[Pair, Case]] = {
    (tool, code): case for tool, cases in _BY_TOOL.items() for code, case in {**cases, **argument_cases(tool)}.items()
}
ACCEPTED: Final = [pair for pair in CASES if pair[1] == "ok"]
CHANGING: Final = [(tool, code) for tool, code in ACCEPTED if TOOLS[tool].kind != "read"]
ANYTHING: Final = [f"{tool} anyhow" for tool in NEEDED]
STEPS: Final[list[Pair | str]] = [*CASES, *ACCEPTED, *CHANGING * 5, *ANYTHING, *["spread", "order"] * 3]
"""What is done in every sequence, in an order of its own."""

HEADS: Final = {"locked": "locked", "wrong_status": "not_suggested", "pinned": "pinned_suggested"}
"""What the head of the queue has to be for a code; for any other one it is movable."""

CONTEXTS: Final = st.builds(ToolContext, reorder_allowed=st.booleans(), suggested_only=st.booleans())


class Sequence:
    """Tools called one after another on one state."""

    def __init__(self, state: ScheduleState, data: st.DataObject) -> None:
        assert breaches(state) == ()
        self.state, self.data = state, data
        self.seen: Counter[Pair] = Counter()

    def step(self, step: Pair | str) -> None:
        """One or a few calls."""
        if isinstance(step, tuple):
            self.call_for(step)
        elif step == "spread":
            self.spread()
        elif step == "order":
            self.ask_for_the_order()
        else:
            name = step.partition(" ")[0]
            self.call(name, {key: self.data.draw(strategy) for key, strategy in NEEDED[name].items()})

    def scene(self) -> Scene:
        """What the next call is made of."""
        return Scene(self.state, self.data.draw(CONTEXTS), self.data)

    def call(self, name: str, arguments: Mapping[str, Any], context: ToolContext | None = None) -> ToolResult:
        """One call, after which everything is as it must be."""
        after, result = run_tool(self.state, name, arguments, context or ToolContext())
        self.seen[name, result.code] += 1
        check_call((name, arguments), self.state, after, result)
        self.state = after
        return result

    def call_for(self, pair: Pair) -> None:
        """A call that must end with that code, if the state has what it takes."""
        name, code = pair
        if name == "queue_apply_head_move" and code not in ("queue_empty", *ARGUMENT_CODES):
            self.take_up(HEADS.get(code, "movable"))
        scene = self.scene()
        arguments = CASES[pair](scene)
        if arguments is not None:
            result = self.call(name, arguments, scene.context)
            assert result.code == code, (name, arguments, result.text)
        if name.startswith("queue_"):
            self.ask_for_the_queue()

    def take_up(self, pool: str) -> None:
        """A task of that kind becomes the head of the queue, unless the head is left to chance."""
        scene = self.scene()
        task = scene.one([task for task in getattr(scene, pool) if not task.is_course])
        if task is not None and scene.draw(st.booleans()):
            self.call("query_target_tasks", {"status": "all", "task_ids": [task.state_id], "reset_queue": True})
            self.call("queue_pop_head", {})
            assert self.state.queue.current == task.state_id

    def ask_for_the_queue(self) -> None:
        """What it says is what is in it."""
        told = json.loads(self.call("queue_status", {}).text)
        assert told["current_task_id"] == self.state.queue.current
        assert told["pending_count"] == len(self.state.queue.pending)

    def ask_for_the_order(self) -> None:
        """Breaches of class order are told where they are asked for."""
        checked = self.data.draw(st.booleans())
        result = self.call("verify", {"check_order": checked})
        assert result.data is not None
        assert result.data["passed"] == (not checked or not order_breaches(self.state))

    def spread(self) -> None:
        """With filters it may be impossible; where it succeeds, the figures are those of the changes."""
        scene = self.scene()
        ids = [task.state_id for task in scene.suggested]
        if len(ids) < 2:
            return
        chosen, keep_order = scene.some(ids, least=2), scene.draw(st.booleans())
        before = self.state
        result = self.call("spread_even", {"task_ids": chosen, "keep_order": keep_order, **some_filters(scene)})
        assert result.code in ("ok", "not_enough_slots")
        if result.objective is not None:
            assert {change.task_id for change in result.changes} <= {*chosen}
            assert (result.objective.moved, result.objective.of) == (len(result.changes), len(chosen))
            free = [n for n in chosen if not before.by_id[n].pinned and not before.by_id[n].guests]
            assert not keep_order or order_breaches(self.state, free) == ()


def test_every_code_of_every_tool_has_a_case() -> None:
    """The sequences below would not notice a tool that they do not know."""
    stated = {(name, code) for name, tool in TOOLS.items() for code in (*tool.codes, "ok")}
    assert {pair for pair in CASES if pair[1] not in ARGUMENT_CODES} == stated


def test_any_sequence_of_calls() -> None:
    """Refused calls change nothing, accepted ones only what they say; every code is met, and successes are many."""
    seen: Counter[Pair] = Counter()

    # A failing sequence is shown as it was found; making it shorter takes minutes.
    @settings(
        max_examples=examples(64),
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(full_arrangements(), st.data())
    def make(state: ScheduleState, data: st.DataObject) -> None:
        sequence = Sequence(state, data)
        for step in data.draw(st.permutations(STEPS)):
            sequence.step(step)
        seen.update(sequence.seen)

    make()
    accepted = sum(count for (_, code), count in seen.items() if code == "ok")
    assert seen.total() >= 3000
    assert accepted >= 0.4 * seen.total()
    assert set(seen) == set(CASES)
