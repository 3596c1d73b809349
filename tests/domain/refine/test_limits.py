"""What a class forbids holds for every place that the request itself does not name."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.optimise.placement_problem import PlacementGroup
from domain.schedule.state import ScheduleState
from tests.domain.refine.plans import Drive, crowded_end_of_week, driven, fortnights
from tests.domain.schedule.states import course

WEEKDAYS_ONLY = [
    PlacementGroup(
        key=key, excluded_days_of_week=frozenset({6, 7}), excluded_sections=frozenset({11, 12}), allow_embed=False
    )
    for key in ("10", "11")
]
IMPLICIT = ("第5周太满了", "周四不要安排任务", "晚上不要安排", "把第5周的任务挪到第6周", "把第5周的任务均匀分散一下")


def limited(message: str, plan: ScheduleState | None = None) -> Drive:
    return driven(plan or crowded_end_of_week(), message, groups=WEEKDAYS_ONLY)


def test_a_full_week_is_relieved_without_its_weekend() -> None:
    run = limited("第5周太满了")
    assert max(run.days(31, 32, 33, 34, 41, 42)) <= 5
    assert run.memory.completed


def test_a_day_is_emptied_into_allowed_days() -> None:
    assert max(limited("周四不要安排任务").days(31, 32, 33)) <= 5


def test_days_that_the_request_names_go_before_the_class() -> None:
    run = limited("把周五的任务挪到周末")
    assert {*run.days(34, 41, 42)} <= {6, 7}
    assert run.memory.completed


def test_a_class_without_guests_gets_no_host_in_any_attempt() -> None:
    """Monday offers a host only, so all attempts fail rather than embed."""
    plan = crowded_end_of_week()
    full = ScheduleState(
        window=plan.window,
        tasks=(*plan.tasks, course(8, "集训", (1, 3, 12)), course(9, "班会", (8, 1, 12), can_embed=True)),
    )
    run = limited("把第5周周五的任务均匀分散到第6周周一", full)
    assert run.days(34, 41, 42) == [5, 5, 5]
    assert not run.memory.completed


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(plan=fortnights(), message=st.sampled_from(IMPLICIT))
def test_no_new_place_is_forbidden(plan: ScheduleState, message: str) -> None:
    """A task that a tool moved stands on a weekday, outside sections 11 and 12, and in no host."""
    run = limited(message, plan)
    for task_id, note in run.memory.notes.items():
        task = run.state.by_id[task_id]
        if note.rule in ("move", "spread_even") and task.slots != plan.by_id[task_id].slots:
            assert run.state.window.place(task.slots[0].day).day_of_week <= 5
            assert task.slots[0].slot_end <= 10
            assert task.embed_host is None
