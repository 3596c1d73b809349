"""What a class forbids holds for every place that the request itself does not name."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.optimise.placement_problem import PlacementGroup
from domain.schedule.state import ScheduleState, class_key
from tests.domain.refine.plans import ENGLISH, Drive, chapter, crowded_end_of_week, driven, fortnight, fortnights
from tests.domain.schedule.states import course

WEEKDAYS_ONLY = [
    PlacementGroup(
        key=key, excluded_days_of_week=frozenset({6, 7}), excluded_sections=frozenset({11, 12}), allow_embed=False
    )
    for key in ("10", "11")
]
IMPLICIT = ("第5周太满了", "周四不要安排任务", "晚上不要安排", "把第5周的任务挪到第6周", "把第5周的任务均匀分散一下")


def group(key: str) -> st.SearchStrategy[PlacementGroup]:
    """A class with limits of its own."""
    return st.builds(
        PlacementGroup,
        key=st.just(key),
        excluded_sections=st.frozensets(st.integers(1, 12), max_size=6),
        excluded_days_of_week=st.frozensets(st.integers(1, 7), max_size=4),
        allow_embed=st.booleans(),
    )


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


def test_each_class_of_a_spread_heeds_its_own_limits() -> None:
    """Together the two classes forbid every section that is left; each by itself leaves the other one its room."""
    plan = fortnight(
        course(1, "集训", *((day, 1, 8) for day in (1, 2))),
        *(chapter(30 + n, f"第{n}章", 4, 2 * n - 1, 2 * n) for n in (1, 2)),
        *(chapter(40 + n, f"练习{n}", 4, 2 * n + 3, 2 * n + 4, category=ENGLISH) for n in (1, 2)),
    )
    groups = [
        PlacementGroup(key="10", excluded_sections=frozenset({11, 12})),
        PlacementGroup(key="11", excluded_sections=frozenset({9, 10})),
    ]
    run = driven(plan, "把第5周周四的任务均匀分散到周一到周二", groups=groups)
    assert [(a.code, a.met) for a in run.memory.route.attempts] == [("ok", True)]
    assert ("react", "done") not in run.verdicts
    starts = {n: [slot.key[:2] for slot in run.state.by_id[n].slots] for n in (31, 32, 41, 42)}
    assert starts == {31: [(1, 9)], 32: [(2, 9)], 41: [(1, 11)], 42: [(2, 11)]}
    assert run.memory.completed


def test_a_day_that_one_class_excludes_is_left_to_the_others() -> None:
    """English keeps off Tuesday, so both of its tasks share Monday and the chapters go to Tuesday."""
    plan = fortnight(
        *(chapter(30 + n, f"第{n}章", 4, 2 * n - 1, 2 * n) for n in (1, 2)),
        *(chapter(40 + n, f"练习{n}", 5, 2 * n - 1, 2 * n, category=ENGLISH) for n in (1, 2)),
    )
    groups = [
        PlacementGroup(key="10", excluded_days_of_week=frozenset({1, 3, 4, 5, 6, 7})),
        PlacementGroup(key="11", excluded_days_of_week=frozenset({2, 3, 4, 5, 6, 7})),
    ]
    run = driven(plan, "把第5周的任务均匀分散一下", groups=groups)
    assert run.memory.objective.days == (1, 2)
    assert (run.days(31, 32), run.days(41, 42)) == ([2, 2], [1, 1])
    assert run.memory.completed


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(plan=fortnights(), message=st.sampled_from(IMPLICIT), groups=st.tuples(group("10"), group("11")))
def test_no_new_place_is_forbidden(
    plan: ScheduleState, message: str, groups: tuple[PlacementGroup, PlacementGroup]
) -> None:
    """A task that a tool moved stands where its own class allows it."""
    run = driven(plan, message, groups=groups)
    wishes = {group.key: group for group in groups}
    for task_id, note in run.memory.notes.items():
        task = run.state.by_id[task_id]
        if note.rule in ("move", "spread_even") and task.slots != plan.by_id[task_id].slots:
            wish, slot = wishes[class_key(task)], task.slots[0]
            assert run.state.window.place(slot.day).day_of_week not in wish.excluded_days_of_week
            assert wish.excluded_sections.isdisjoint(range(slot.slot_start, slot.slot_end + 1))
            assert task.embed_host is None or wish.allow_embed
