"""Whatever is called in whatever order, the rules of the tools hold."""

import json
from collections import Counter
from typing import Any, ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from domain.schedule.invariants import breaches, order_breaches
from domain.schedule.occupancy import positions
from domain.schedule.state import ScheduleState, Task
from domain.tools.queue import HEAD_REFUSALS
from domain.tools.registry import TOOLS, run_tool
from domain.tools.results import ToolResult
from tests.domain.tools.arrangements import arrangements

any_number = st.integers(-1, 15)
FILTERS: dict[str, st.SearchStrategy[Any]] = {
    "day": st.integers(1, 4),
    "day_start": st.integers(0, 4),
    "day_end": st.integers(1, 9),
    "day_scope": st.sampled_from(["all", "workday", "weekend"]),
    "day_of_week": st.lists(st.integers(1, 7), max_size=4),
    "week": st.integers(4, 6),
    "week_from": st.integers(4, 6),
    "exclude_sections": st.lists(st.integers(1, 12), max_size=3),
    "after_section": st.integers(1, 8),
    "before_section": st.integers(5, 12),
    "allow_embed": st.booleans(),
}


def filters(*names: str) -> st.SearchStrategy[dict[str, Any]]:
    """At most two of the filters."""
    chosen = st.lists(st.sampled_from(names), max_size=2, unique=True)
    return chosen.flatmap(lambda keys: st.fixed_dictionaries({key: FILTERS[key] for key in keys}))


CALENDAR = [name for name in FILTERS if name != "allow_embed"]


def where(task: Task) -> tuple[object, ...]:
    return task.slots, task.embed_host


class Calls(RuleBasedStateMachine):
    """Tools called one after another on one state."""

    seen: ClassVar[Counter[tuple[str, bool]]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.state: ScheduleState

    @initialize(state=arrangements(least=3))
    def begin(self, state: ScheduleState) -> None:
        assert breaches(state) == ()
        self.state = state

    def call(self, name: str, arguments: dict[str, Any]) -> ToolResult:
        before = self.state
        after, result = run_tool(before, name, arguments)
        self.seen[name, result.ok] += 1
        assert result.ok == (result.code == "ok")
        if not result.ok:
            self.check_refused(before, after, name, result)
        self.check_changes(before, after, result)
        assert breaches(after) == ()
        if TOOLS[name].kind == "read":
            assert after.tasks == before.tasks
        self.state = after
        return result

    def check_refused(self, before: ScheduleState, after: ScheduleState, name: str, result: ToolResult) -> None:
        """Nothing changes, but that an attempt on the head of the queue is counted."""
        if name == "queue_apply_head_move" and result.code in HEAD_REFUSALS:
            assert after.model_copy(update={"queue": before.queue}) == before
            assert after.queue.attempt == before.queue.attempt + 1 or after.queue.current is None
        else:
            assert after is before

    def check_changes(self, before: ScheduleState, after: ScheduleState, result: ToolResult) -> None:
        """Each task stands where the changes say, or where it stood; nothing but its place differs."""
        told = {change.task_id: change for change in result.changes}
        for old in before.tasks:
            new = after.by_id[old.state_id]
            change = told.get(old.state_id)
            assert where(old) == (where(old) if change is None else (change.from_slots, change.from_host))
            assert where(new) == (where(old) if change is None else (change.to_slots, change.to_host))
            assert change is None or where(old) != where(new)
            assert change is None or not (old.pinned or old.locked or old.status != "suggested")
            rest = {"slots": (), "embed_host": None, "guests": (), "embedded_by": None}
            assert old.model_copy(update=rest) == new.model_copy(update=rest)

    @rule(data=st.data())
    def move_to_a_legal_place(self, data: st.DataObject) -> None:
        movable = [t for t in self.state.tasks if t.status == "suggested" and not t.pinned]
        if movable:
            task = data.draw(st.sampled_from(movable))
            place = data.draw(st.sampled_from(positions(self.state, task.length, {task.state_id})))
            result = self.call("move", {"task_id": task.state_id, "new_day": place.day, "new_slot_start": place.start})
            assert result.ok
            assert where(self.state.by_id[task.state_id]) == ((place.slot,), place.host)

    @rule(task_id=any_number, day=st.integers(0, 8), start=st.integers(0, 12))
    def move_anywhere(self, task_id: int, day: int, start: int) -> None:
        """Refused exactly where the place is not one of the legal ones."""
        task = self.state.by_id.get(task_id)
        legal = task is not None and task.status == "suggested" and not task.pinned and not task.locked
        places = positions(self.state, task.length, {task_id}) if task and legal else []
        result = self.call("move", {"task_id": task_id, "new_day": day, "new_slot_start": start})
        assert result.ok == any((place.day, place.start) == (day, start) for place in places)

    @rule(data=st.data(), chosen=filters(*CALENDAR, "allow_embed"), keep_order=st.booleans())
    def spread(self, data: st.DataObject, chosen: dict[str, Any], keep_order: bool) -> None:
        suggested = [t.state_id for t in self.state.tasks if t.status == "suggested"]
        if len(suggested) >= 2:
            ids = data.draw(st.lists(st.sampled_from(suggested), min_size=2, unique=True))
            before = self.state
            result = self.call("spread_even", {"task_ids": ids, "keep_order": keep_order, **chosen})
            if result.ok:
                self.check_spread(before, ids, result, keep_order)

    def check_spread(self, before: ScheduleState, ids: list[int], result: ToolResult, keep_order: bool) -> None:
        assert {change.task_id for change in result.changes} <= set(ids)
        assert result.objective is not None
        assert result.objective.moved == len(result.changes)
        free = [n for n in ids if not before.by_id[n].pinned]
        if keep_order:
            assert order_breaches(self.state, free) == ()

    @rule(ids=st.lists(any_number, max_size=3), chosen=filters(*CALENDAR))
    def spread_anything(self, ids: list[int], chosen: dict[str, Any]) -> None:
        self.call("spread_even", {"task_ids": ids, **chosen})

    @rule(span=st.integers(1, 4), chosen=filters(*CALENDAR, "allow_embed"))
    def look_for_slots(self, span: int, chosen: dict[str, Any]) -> None:
        self.call("query_available_slots", {"span": span, **chosen})

    @rule(status=st.sampled_from(["suggested", "pending", "all"]), chosen=filters(*CALENDAR), reset=st.booleans())
    def look_for_tasks(self, status: str, chosen: dict[str, Any], reset: bool) -> None:
        self.call("query_target_tasks", {"status": status, "reset_queue": reset, **chosen})
        members = self.state.queue.members
        assert len(members) == len(set(members))

    @rule()
    def take_the_head(self) -> None:
        waiting = self.state.queue
        told = json.loads(self.call("queue_pop_head", {}).text)
        assert self.state.queue.members == waiting.members
        assert told["has_head"] == (self.state.queue.current is not None)

    @rule(day=st.integers(0, 8), start=st.integers(0, 12))
    def move_the_head(self, day: int, start: int) -> None:
        """It ends as the same call of ``move`` would."""
        before, head = self.state, self.state.queue.current
        result = self.call("queue_apply_head_move", {"new_day": day, "new_slot_start": start})
        if head is None:
            assert result.code == "queue_empty"
        else:
            by_move, moved = run_tool(before, "move", {"task_id": head, "new_day": day, "new_slot_start": start})
            assert (result.code, self.state.tasks) == (moved.code, by_move.tasks)

    @rule(data=st.data())
    def move_a_head_to_a_legal_place(self, data: st.DataObject) -> None:
        """Accepted where the head is a task that may be moved at all."""
        self.call("query_target_tasks", {"reset_queue": True})
        self.call("queue_pop_head", {})
        for head in [self.state.by_id[task_id] for task_id in self.state.queue.head]:
            place = data.draw(st.sampled_from(positions(self.state, head.length, {head.state_id})))
            result = self.call("queue_apply_head_move", {"new_day": place.day, "new_slot_start": place.start})
            assert result.ok == (not (head.pinned or head.locked))
            assert (self.state.queue.completed == (head.state_id,)) == result.ok

    @rule(reason=st.none() | st.text(max_size=9), take=st.booleans())
    def skip_the_head(self, reason: str | None, take: bool) -> None:
        if take:
            self.call("queue_pop_head", {})
        head = self.state.queue.head
        result = self.call("queue_skip_head", {"reason": reason})
        assert result.ok == bool(head)
        assert self.state.queue.skipped[-1:] == head or not head

    @rule()
    def ask_for_the_queue(self) -> None:
        told = json.loads(self.call("queue_status", {}).text)
        assert (told["current_attempt"] == 0) == (told["current_task_id"] is None)

    @rule(check_order=st.booleans())
    def verify(self, check_order: bool) -> None:
        result = self.call("verify", {"check_order": check_order})
        assert result.data is not None
        assert result.data["passed"] == (not check_order or not order_breaches(self.state))


def test_any_sequence_of_calls() -> None:
    """Refused calls change nothing, accepted ones only what they say, and enough of either kind are made."""
    Calls.seen = Counter()
    run_state_machine_as_test(
        Calls, settings=settings(max_examples=40, stateful_step_count=25, deadline=None, derandomize=True)
    )
    accepted = sum(count for (_, ok), count in Calls.seen.items() if ok)
    assert accepted >= 0.4 * Calls.seen.total()
    assert {name for name, ok in Calls.seen if ok} == set(TOOLS)
    assert {"move", "spread_even"} <= {name for name, ok in Calls.seen if not ok}
