"""Attempts of a composite tool: as asked, then with guests, then without soft filters."""

from typing import Any

import pytest

from domain.refine.memory import Budgets
from domain.refine.react import Action, run_round
from domain.refine.review import try_repair
from domain.schedule.state import ScheduleState
from domain.steps import ToolCall
from tests.domain.refine.plans import chapter, crowded_end_of_week, driven, fortnight, opened
from tests.domain.schedule.states import course

ASKED = "把第5周周四的任务均匀分散到周一到周二，别排晚上"


def full_monday_and_tuesday(*free: tuple[int, int, int], embed: bool = False) -> ScheduleState:
    """Courses fill Monday and Tuesday to section 8 except the places in ``free``; with ``embed`` one takes guests."""
    taken = [(day, start, start + 1) for day in (1, 2) for start in (1, 3, 5, 7) if (day, start, start + 1) not in free]
    guests = [course(9, "形势与政策", taken.pop(), can_embed=True)] if embed else []
    return fortnight(course(1, "课程", *taken), *guests, chapter(31, "第一章", 4, 1, 2), chapter(32, "第二章", 4, 3, 4))


def attempts(plan: ScheduleState, message: str = ASKED) -> list[dict[str, object]]:
    run = driven(plan, message)
    return [
        {"embed": a.arguments["allow_embed"], "excluded": bool(a.arguments["exclude_sections"]), "code": a.code}
        for a in run.memory.route.attempts
    ]


def test_the_first_attempt_is_as_asked() -> None:
    plan = full_monday_and_tuesday((1, 3, 4), (2, 3, 4))
    assert attempts(plan) == [{"embed": False, "excluded": True, "code": "ok"}]


def test_the_second_attempt_admits_guests() -> None:
    plan = full_monday_and_tuesday((1, 3, 4), embed=True)
    assert [attempt["code"] for attempt in attempts(plan)] == ["not_enough_slots", "ok"]
    assert driven(plan, ASKED).memory.completed


def test_the_third_attempt_drops_sections_but_never_days() -> None:
    """The sections asked for are given up, said so, and the days still hold."""
    run = driven(full_monday_and_tuesday(), ASKED)
    assert [a.code for a in run.memory.route.attempts] == ["not_enough_slots", "not_enough_slots", "ok"]
    assert run.memory.route.attempts[-1].arguments["day_of_week"] == [1, 2]
    assert sorted(run.days(31, 32)) == [1, 2]
    assert "slice.relaxed" in run.stages
    assert "放宽了节次要求" in run.memory.summary


NO_ROOM = fortnight(
    course(1, "集训", (1, 1, 12), (2, 1, 12)), chapter(31, "第一章", 4, 1, 2), chapter(32, "第二章", 4, 3, 4)
)


def test_no_attempt_is_made_twice() -> None:
    """Without sections to drop the third attempt would be the second again."""
    run = driven(NO_ROOM, "把第5周周四的任务均匀分散到周一到周二")
    first, second = (attempt.arguments for attempt in run.memory.route.attempts)
    assert first == second | {"allow_embed": False}


def test_after_the_last_attempt_no_composite_is_left() -> None:
    """Fallback: nothing is required any more, and composite and batch calls are shut out."""
    run = opened(NO_ROOM, "把第5周周四的任务均匀分散到周一到周二").until("slice")
    assert [run.step("route"), run.step("route")] == ["retry", "fallback"]
    route = run.memory.route
    assert (route.required, route.composite_disabled, route.batch_allowed) == (None, True, False)
    assert run.stages[-2:] == ["route.fallback", "react.fallback_mode"]


PAIR = {"moves": [{"task_id": n, "new_day": 5, "new_slot_start": n - 30} for n in (31, 32)]}
GROUPED = [
    ("SpreadEven", {"task_ids": [31, 32], "week": 5}, "COMPOSITE_DISABLED"),
    ("min_context_switch", {"task_ids": [31, 32]}, "COMPOSITE_DISABLED"),
    ("BatchMove", PAIR, "BATCH_MOVE_DISABLED"),
]


@pytest.mark.parametrize(("tool", "arguments", "code"), GROUPED)
def test_after_a_fallback_no_composite_and_no_batch_runs(tool: str, arguments: dict[str, Any], code: str) -> None:
    """Neither in a round nor in a repair, under any of its names, though the plan had allowed batches before."""
    run = opened(NO_ROOM, "把第5周周四的任务均匀分散到周一到周二").until("slice")
    allowed = run.memory.route.model_copy(update={"batch_allowed": True})
    run.memory = run.memory.model_copy(update={"route": allowed})
    assert [run.step("route"), run.step("route")] == ["retry", "fallback"]
    asked = Action(tool_calls=(ToolCall(tool=tool, arguments=arguments),))
    current = run.memory.model_copy(update={"current": 31})
    played = run_round(run.state, current, asked, "model")
    assert (played.state, played.result, played.memory.last_result) == (run.state, None, code)
    assert isinstance(try_repair(run.state, run.memory, asked), str)


def test_a_failed_attempt_leaves_the_plan_alone() -> None:
    run = opened(full_monday_and_tuesday(), ASKED).until("slice")
    before = run.state
    assert run.step("route") == "retry"
    assert run.state == before


def test_moves_one_by_one_are_not_routed() -> None:
    run = driven(crowded_end_of_week(), "把周五的任务都挪到周一")
    assert run.memory.route.attempts == ()
    assert "route.skip" in run.stages


@pytest.mark.parametrize(("retries", "made"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_a_composite_is_retried_within_its_budget(retries: int, made: int) -> None:
    """At the budget the run falls back; beyond three there is nothing else to try."""
    run = opened(full_monday_and_tuesday(), ASKED).until("slice")
    run.memory = run.memory.model_copy(update={"budgets": Budgets(composite_retry_max=retries)})
    verdicts = [run.step("route")]
    while verdicts[-1] == "retry":
        verdicts.append(run.step("route"))
    assert len(verdicts) == len(run.memory.route.attempts) == made
    assert verdicts[-1] == ("pass" if made == 3 else "fallback")


def test_a_composite_that_came_through_but_failed_the_final_check_keeps_the_preview_before() -> None:
    """What is wrong cannot be repaired, since the two that clash are pinned (RUN-11)."""
    run = opened(crowded_end_of_week(), "把第5周周四到周五的任务均匀分散到周一到周三").until("slice")
    assert run.step("route") == "pass"
    clash = [
        run.state.by_id[n].model_copy(update={"slots": run.state.by_id[43].slots, "pinned": True}) for n in (42, 43)
    ]
    run.state = run.state.with_tasks(clash)
    assert run.step("hard_check") == "repair"
    run.step("repair")
    assert run.step("hard_check") == "fail"
    assert (run.memory.route.succeeded, run.memory.completed) == (True, False)
    assert run.memory.keeps_previous_preview
    assert not driven(crowded_end_of_week(), "你好").memory.keeps_previous_preview
