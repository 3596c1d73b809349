"""The checker of the labelled requests fails where it must."""

from typing import Any

import pytest

from domain.schedule.state import ScheduleState
from tests.refine.boards import BOARDS, place
from tests.refine.checker import Outcome, Truth, broken_rules, failures

WEEK, FORTNIGHT, LATE, PAIRS = (BOARDS[name] for name in ("week", "fortnight", "late", "pairs"))


def after(
    board: ScheduleState, places: dict[int, str], completed: bool = True, summary: str = "", **fields: Any
) -> Outcome:
    """A board on which some tasks were put elsewhere, with other fields changed on the way."""
    moved = [
        board.by_id[n].model_copy(update={"slots": (place(board.window, text),), **fields})
        for n, text in places.items()
    ]
    return Outcome(board, board.with_tasks(moved), completed, summary)


@pytest.mark.parametrize(
    ("truth", "right", "wrong"),
    [
        ({"on": "14 21", "days": "5.1"}, {14: "5.1:3-4", 21: "5.1:5-6"}, {14: "5.1:3-4"}),
        ({"on": "21-23", "sections": "1-4"}, {22: "5.7:3-4"}, {22: "5.7:4-5"}),
        ({"off": "13 31 32", "sections": "9-12"}, {13: "5.7:1-2", 31: "5.7:3-4", 32: "5.7:5-6"}, {13: "5.7:8-9"}),
        ({"off": "11-14", "days": "5.4"}, {11: "5.1:3-4", 12: "5.1:5-6", 13: "5.1:7-8"}, {11: "5.1:3-4"}),
        ({"count": "11-13", "days": "5.7", "min": 1, "max": 1}, {11: "5.7:1-2"}, {11: "5.7:1-2", 12: "5.7:3-4"}),
        ({"stay": "11"}, {12: "5.7:1-2"}, {11: "5.7:1-2"}),
        ({"only": "14"}, {14: "5.1:3-4"}, {21: "5.1:3-4"}),
        ({"still": True}, {}, {21: "5.1:3-4"}),
        ({"even": "11 12", "days": "5.1-5.2"}, {11: "5.1:3-4", 12: "5.1:5-6"}, {11: "5.2:1-2", 12: "5.2:5-6"}),
        ({"even": "11 12", "days": "5.1-5.2"}, {11: "5.1:3-4", 12: "5.2:5-6"}, {11: "5.1:3-4"}),
        ({"peak": 2, "days": "5"}, {11: "5.1:3-4", 14: "5.7:1-2"}, {11: "5.1:3-4"}),
        ({"loads_kept": "5.4-5.5"}, {11: "5.5:9-10", 14: "5.4:1-2"}, {11: "5.5:9-10"}),
        ({"order": "11-13"}, {11: "5.1:3-4"}, {13: "5.1:3-4"}),
    ],
)
def test_a_truth_holds_of_the_right_plan_and_not_of_another(
    truth: Truth, right: dict[int, str], wrong: dict[int, str]
) -> None:
    assert failures(after(WEEK, right), [truth]) == []
    assert failures(after(WEEK, wrong), [truth]) != []


def test_places_changed_for_order_are_allowed_and_no_others() -> None:
    """Chapter 4 goes to Monday: chapters 1 to 4 may share the places then taken in their order, on no further place."""
    asked: list[Truth] = [{"only": "14"}]
    shared = {11: "5.1:3-4", 12: "5.4:1-2", 13: "5.4:3-4", 14: "5.4:9-10"}
    assert failures(after(WEEK, shared), asked) == []
    assert failures(after(WEEK, {**shared, 12: "5.4:5-6"}), asked) != []
    assert failures(after(WEEK, {**shared, 12: "5.4:3-4", 13: "5.4:1-2"}), asked) != []


def test_weeks_classes_and_words_are_judged() -> None:
    assert failures(after(LATE, {11: "17.7:1-2"}), [{"own_week": "11"}]) == []
    assert failures(after(LATE, {11: "16.7:1-2"}), [{"own_week": "11"}]) != []
    blocks = {12: "6.1:3-4", 21: "6.2:1-2", 13: "6.2:3-4", 22: "6.3:1-2"}
    assert failures(after(PAIRS, blocks), [{"switches": 4, "tasks": "11-14 21-24"}]) != []
    assert failures(after(PAIRS, {}), [{"switches": 7, "tasks": "11-14 21-24"}]) == []
    told = after(WEEK, {}, completed=False, summary="没有任务叫「有机化学」")
    assert failures(told, [{"completed": False}, {"says": ["化学"]}]) == []
    assert len(failures(told, [{"completed": True}, {"says": ["物理"]}])) == 2


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_the_plans_themselves_break_no_hard_rule(board: ScheduleState) -> None:
    assert broken_rules(Outcome(board, board, True, "")) == []
    assert 6 <= sum(task.status == "suggested" for task in board.tasks) <= 40


@pytest.mark.parametrize(
    ("board", "places", "fields"),
    [
        (WEEK, {11: "5.1:1-2"}, {}),
        (WEEK, {11: "5.1:2-3"}, {}),
        (WEEK, {11: "5.1:3-5"}, {}),
        (WEEK, {1: "5.7:1-2"}, {}),
        (WEEK, {40: "5.7:1-2"}, {}),
        (WEEK, {11: "5.7:1-2"}, {"name": "第九章"}),
        (WEEK, {11: "5.7:12-13"}, {}),
        (FORTNIGHT, {32: "8.7:1-2"}, {}),
        (FORTNIGHT, {11: "7.2:7-8"}, {"embed_host": 3}),
        (FORTNIGHT, {12: "7.3:7-8"}, {"embed_host": 3}),
        (FORTNIGHT, {13: "7.1:3-4"}, {"embed_host": 1}),
    ],
)
def test_each_broken_hard_rule_is_found(board: ScheduleState, places: dict[int, str], fields: dict[str, Any]) -> None:
    """Overlaps, lengths, courses, standing tasks, names, bounds, pins; a shared, a missed, a wrong host."""
    assert broken_rules(after(board, places, **fields)) != []


def test_a_task_that_is_gone_or_placed_twice_is_found() -> None:
    """Each task stands there once, and a pin that the request names may move."""
    gone = WEEK.model_copy(update={"tasks": WEEK.tasks[:-1]})
    assert broken_rules(Outcome(WEEK, gone, True, "")) != []
    twice = WEEK.by_id[11].model_copy(update={"slots": (*WEEK.by_id[11].slots, place(WEEK.window, "5.7:1-2"))})
    assert broken_rules(Outcome(WEEK, WEEK.with_tasks([twice]), True, "")) != []
    assert broken_rules(after(FORTNIGHT, {32: "8.7:1-2"}), named="32") == []
