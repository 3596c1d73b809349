"""What a model's plan and slice are held to."""

from domain.refine.agree import bound_plan, bound_slice, unread
from domain.refine.contract import MOST_STEPS, Contract, Plan
from domain.refine.memory import RefineMemory, Route
from domain.refine.nodes import open_memory
from domain.refine.slice import Slice, parse_slice
from domain.schedule.state import ScheduleState
from tests.domain.refine.plans import crowded_end_of_week

PLAN = crowded_end_of_week()
PINNED = PLAN.with_tasks([PLAN.by_id[n].model_copy(update={"pinned": True}) for n in (34, 41)])


def bound(message: str, answer: Slice, state: ScheduleState = PLAN) -> Slice:
    memory = open_memory(state, message, 5)
    return bound_slice(answer, parse_slice(message, state, 5), state, memory)


def test_what_rules_read_as_excluded_stays_excluded() -> None:
    """A model may add to it, not take from it, nor name it."""
    held = bound("别动听力训练，帮我理一理", Slice(named=(41, 42), excluded=(43,)))
    assert (held.excluded, held.named) == ((41, 43), (42,))


def test_a_pinned_task_is_named_only_by_the_person() -> None:
    """Its name must stand in the message as it is, whatever the model thinks is meant."""
    assert bound("理一理听力训练和别的", Slice(named=(34, 41, 42)), PINNED).named == (41, 42)
    assert bound("理一理", Slice(named=(34, 41, 42)), PINNED).named == (42,)


def test_a_clause_stands_in_the_message() -> None:
    """What a model quotes without its standing there is replaced by the whole message."""
    assert bound("帮我理一理", Slice(clause="理一理")).clause == "理一理"
    assert bound("帮我理一理", Slice(clause="把周五挪走")).clause == "帮我理一理"
    assert bound("帮我理一理", Slice()).clause == "帮我理一理"


def planned(plan: Plan, memory: RefineMemory) -> tuple[str, ...]:
    return bound_plan(plan, memory).steps


def test_the_condition_of_a_composite_goal_stands_first_and_once() -> None:
    """Six steps at most; none where the goal has no composite or the route is shut."""
    memory = open_memory(PLAN, "把任务均匀铺开", 5)
    spread = memory.model_copy(update={"contract": Contract(goal="spread")})
    six = Plan(steps=tuple(f"第 {n} 步" for n in range(MOST_STEPS)))
    assert "spread_even" in planned(six, spread)[0]
    assert len(planned(six, spread)) == MOST_STEPS
    named = Plan(steps=("先 spread_even", "核对"))
    assert planned(named, spread) == named.steps
    assert planned(six, memory) == six.steps
    for route in (Route(enabled=False), Route(composite_disabled=True)):
        assert planned(six, spread.model_copy(update={"route": route})) == six.steps


def test_what_rules_know_they_cannot_hold_is_not_unread() -> None:
    """A name that no task bears is told to the person; no model is asked to guess."""
    memory = open_memory(PLAN, "理一理", 5)
    assert unread(PLAN, memory, parse_slice("理一理", PLAN, 5))
    assert not unread(PLAN, memory, parse_slice("把有机化学挪到周一", PLAN, 5))
    assert not unread(PLAN, memory, parse_slice("把周五的任务挪到周一", PLAN, 5))
