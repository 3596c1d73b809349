"""A model's rounds after a placement: what is kept, what is not, and how they end (rules PLAN-24 to PLAN-26)."""

import json
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.optimise.placement_problem import PlacementSolver
from domain.plan.memory import ClassPreference, PlanMemory, PlanReact
from domain.plan.nodes import arrange
from domain.plan.react import play, wants_model
from domain.plan.react_prompt import choice_of, prompt
from domain.refine.memory import Answered
from domain.requests import PlanRequest
from domain.schedule.invariants import breaches
from domain.schedule.state import Locale, ScheduleState, Task
from domain.steps import NodeResult
from domain.term.calendar import Term
from domain.term.window import Window
from solvers.placement import HighsPlacement
from tests.domain.schedule.states import course

ULID = "01K6F0Q2M3N4P5R6S7T8V9W0XA"
MONDAY = date(2026, 9, 28)
WINDOW = Window.between(Term(first_monday=date(2026, 8, 31), weeks=18), MONDAY, MONDAY + timedelta(days=4))
SOLVER: PlacementSolver = HighsPlacement()


def waiting(number: int, class_id: str, order: int) -> Task:
    return Task(
        state_id=number,
        source="task_item",
        source_id=number,
        name=f"任务{number}",
        category=f"类{class_id}",
        status="pending",
        duration=2,
        category_id=class_id,
        order=order,
    )


def placed(react: PlanReact | None = None, locale: Locale = "zh-CN", **wish: Any) -> NodeResult[PlanMemory]:
    """Two tasks of each of two classes, just placed in a week with one course; ``wish`` is of class a."""
    tasks = [waiting(2, "a", 1), waiting(3, "a", 2), waiting(4, "b", 1), waiting(5, "b", 2)]
    begin = ScheduleState(window=WINDOW, tasks=(course(1, "高数", (2, 1, 4)), *tasks), locale=locale)
    asks = (ClassPreference(class_id="a", **wish), ClassPreference(class_id="b"))
    request = PlanRequest(term_id=ULID, message="英语早点", locale=locale)
    memory = PlanMemory(request=request, preferences=asks, endpoint="m", react=react or PlanReact(enabled=True))
    return arrange(begin, memory, SOLVER)


def answered(before: NodeResult[PlanMemory], calls: Sequence[dict[str, Any]] = (), done: bool = False) -> PlanMemory:
    text = json.dumps({"tool_calls": list(calls), "done": done, "summary": ""})
    return before.memory.model_copy(update={"answer": Answered(node="react", outcome="given", text=text)})


def move(task: int, day: int, start: int, locale: Locale = "zh-CN") -> dict[str, Any]:
    label = ("第5周周" + "一二三四五"[day - 1]) if locale == "zh-CN" else f"week 5 {WEEKDAYS[day - 1]}"
    return {"tool": "move", "arguments": {"task": task, "day": label, "start": start}}


WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


def free_place(state: ScheduleState) -> int:
    """A first section of Friday on which nothing stands for two sections."""
    taken = {n for task in state.tasks for s in task.slots if s.day == 5 for n in range(s.slot_start, s.slot_end + 1)}
    return next(n for n in (9, 7, 5, 3, 1) if not {n, n + 1} & taken)


def test_a_legal_move_is_kept_and_told() -> None:
    """The task stands where the model put it, its note says who decided, and the round is counted."""
    before = placed()
    assert before.verdict == "react"
    start = free_place(before.state)
    after = play(before.state, answered(before, [move(5, 5, start)]))
    assert after.verdict == "continue"
    assert after.state.by_id[5].slots[0].key == (5, start, start + 1)
    assert (after.memory.notes[5].rule, after.memory.notes[5].decided_by) == ("move", "model")
    assert [event.stage.removeprefix("schedule_plan.react.") for event in after.events] == ["tool_call", "round"]
    assert after.memory.react.played == 1
    assert "1 项" in play(after.state, answered(after, done=True)).memory.summary


ILLEGAL: dict[str, tuple[list[dict[str, Any]], dict[str, Any]]] = {
    "on a course": ([move(5, 2, 1)], {}),
    "out of class order": ([move(2, 5, 11), move(3, 1, 11)], {}),
    "on an excluded weekday": ([move(3, 5, 9)], {"excluded_days_of_week": (5,)}),
    "on an excluded date": ([move(3, 5, 9)], {"excluded_days": (5,)}),
    "after the deadline": ([move(3, 5, 9)], {"deadline": (4, 12)}),
    "before the first day": ([move(2, 1, 9)], {"earliest": (2, 1)}),
    "in a section that is closed": ([move(3, 5, 11)], {"closed": ((5, 12),)}),
    "beyond the day": ([move(5, 5, 12)], {}),
}


@pytest.mark.parametrize("name", ILLEGAL)
def test_what_breaks_a_rule_or_a_wish_is_not_kept(name: str) -> None:
    """The last call of each is told as not taken, and its task stays."""
    calls, wish = ILLEGAL[name]
    before = placed(**wish)
    after = play(before.state, answered(before, calls))
    told = [event for event in after.events if event.stage == "schedule_plan.react.tool_call"]
    assert not told[-1].data["ok"]
    last = calls[-1]["arguments"]["task"]
    assert after.state.by_id[last].slots == before.state.by_id[last].slots
    assert breaches(after.state) == ()


@pytest.mark.parametrize(
    ("outcome", "reason"), [("malformed", "unreadable"), ("away", "away"), ("refused", "refused"), (None, "no_time")]
)
@pytest.mark.parametrize("locale", ["zh-CN", "en"])
def test_an_answer_of_no_use_ends_the_rounds_and_is_told(outcome: Any, reason: str, locale: Locale) -> None:
    """The arrangement stays as it was, and the summary says how it ended."""
    before = placed(locale=locale)
    answer = None if outcome is None else Answered(node="react", outcome=outcome)
    after = play(before.state, before.memory.model_copy(update={"answer": answer}))
    assert (after.verdict, after.memory.react.ended, after.state) == ("done", reason, before.state)
    assert after.events[-1].detail.rstrip("。.") in after.memory.summary
    assert not wants_model(after.memory)


def test_an_answer_of_another_form_is_unreadable() -> None:
    """A task that this run has not placed is none that can be named."""
    before = placed()
    assert play(before.state, answered(before, [move(1, 5, 9)])).memory.react.ended == "unreadable"


def test_rounds_are_used_up() -> None:
    """After the last one no model is asked, and what it did stands."""
    before = placed(PlanReact(enabled=True, rounds=1))
    after = play(before.state, answered(before, [move(5, 5, free_place(before.state))]))
    assert (after.verdict, after.memory.react.ended) == ("done", "rounds")
    assert after.state != before.state


@pytest.mark.parametrize(("enabled", "reason"), [(True, "no_model"), (False, "off")])
def test_without_a_model_or_switched_off_nothing_is_adjusted(enabled: bool, reason: str) -> None:
    """It is told as an event alone."""
    first = placed()
    begin = first.state.model_copy(update={"tasks": ()}).with_tasks(())
    tasks = (course(1, "高数", (2, 1, 4)), waiting(2, "a", 1))
    memory = first.memory.model_copy(update={"endpoint": None, "react": PlanReact(enabled=enabled)})
    after = arrange(begin.model_copy(update={"tasks": tasks}), memory, SOLVER)
    assert (after.verdict, after.memory.react.ended) == ("done", reason)
    assert after.events[-1].stage == "schedule_plan.react.done"
    assert after.events[-1].detail not in after.memory.summary


CALLS = st.lists(
    st.one_of(
        st.builds(move, st.integers(2, 5), st.integers(1, 5), st.integers(1, 12)),
        st.builds(
            lambda one, other: {"tool": "swap", "arguments": {"task": one, "other": other}},
            st.integers(2, 5),
            st.integers(2, 5),
        ),
    ),
    max_size=4,
)
WITH_A_WISH = placed(PlanReact(enabled=True, rounds=10), excluded_days_of_week=(3,), deadline=(4, 12))


@settings(max_examples=60, deadline=None)
@given(st.lists(CALLS, max_size=3))
def test_whatever_a_model_calls_every_hard_rule_holds(rounds: list[list[dict[str, Any]]]) -> None:
    """After any rounds all four tasks stand, in order, off Wednesday and Friday where their class asks for that."""
    result = WITH_A_WISH
    for calls in rounds:
        if result.verdict == "done":
            break
        result = play(result.state, answered(result, calls))
    keys = [result.state.by_id[n].slots[0].key for n in (2, 3, 4, 5)]
    assert keys[0] < keys[1]
    assert keys[2] < keys[3]
    assert {keys[0][0], keys[1][0]} <= {1, 2, 4}
    assert all(end - start == 1 for _day, start, end in keys)
    assert breaches(result.state) == ()


def test_a_prompt_is_the_same_for_the_same_state_and_small() -> None:
    """Words from outside stand in it as JSON; its form names the tasks and days of the case."""
    before = placed()
    one, other = (prompt(before.state, before.memory) for _ in range(2))
    assert (one.system, one.user) == (other.system, other.user)
    assert '"英语早点"' in one.user
    assert len(one.system + one.user) < 6000
    assert {*choice_of(before.state, before.memory).movers} == {2, 3, 4, 5}
