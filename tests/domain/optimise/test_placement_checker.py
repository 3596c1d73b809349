"""The checker finds each kind of fault in a plan."""

import re
from dataclasses import replace

import pytest

from domain.optimise.placement import build_placement
from domain.optimise.placement_checker import check_placement
from domain.optimise.placement_problem import PlacementGroup
from domain.schedule.occupancy import Position
from tests.domain.optimise.placement_cases import course, pending, standing, state_of

GROUPS = {
    "c": PlacementGroup(
        "c",
        excluded_sections=frozenset({12}),
        excluded_days_of_week=frozenset({7}),
        excluded_days=frozenset({5}),
        closed=frozenset({(4, 8)}),
    ),
    "d": PlacementGroup("d", allow_embed=False, earliest=(3, 5), deadline=(6, 2)),
}
STATE = state_of(
    [
        course(9, (2, 1, 4), can_embed=True),
        course(10, (3, 1, 2)),
        standing(1, (1, 1, 2)),
        pending(2),
        pending(3),
        pending(4, class_id="d"),
    ]
).model_copy(update={"locale": "en"})
PROBLEM = build_placement(STATE, GROUPS, [2, 3, 4], (1, 2))


def at(day: int, start: int, end: int, host: int | None = None) -> Position:
    first, last = (1, 4) if host is not None else (start, end)
    return Position(day, start, end, host, (1 << last + 1) - (1 << first))


LEGAL = {2: at(2, 1, 2, 9), 3: at(4, 3, 4), 4: at(4, 5, 6)}


def test_a_legal_plan_passes() -> None:
    """A guest, a plain place and a second class."""
    assert check_placement(PROBLEM, LEGAL) == ()


@pytest.mark.parametrize(
    ("change", "breach"),
    [
        ({3: at(9, 3, 4)}, "the day is outside the window"),
        ({3: at(4, 1, 3)}, "takes 3 sections instead of 2"),
        ({3: at(7, 3, 4)}, "its class excludes Sun"),
        ({3: at(5, 3, 4)}, "its class excludes this day"),
        ({3: at(4, 7, 8)}, "its class keeps off some of these sections of the day"),
        ({2: at(1, 1, 2)}, "begins before the part of the window that may be used"),
        ({4: at(3, 3, 4)}, "begins before the earliest section of its class"),
        ({4: at(6, 2, 3)}, "ends after the deadline of its class"),
        ({3: at(4, 11, 12)}, "its class excludes some of these sections"),
        ({4: at(2, 1, 2, 9)}, "its class allows no guests"),
        ({3: at(3, 1, 2)}, "not a free place"),
        ({3: at(3, 3, 4, 8)}, "not a free place"),
        ({2: at(1, 1, 2)}, "out of order with a task of its class that already stands"),
        ({4: at(4, 4, 5)}, "overlap on Thu"),
        ({3: at(2, 3, 4, 9)}, "are both guests of [9] on Tue"),
        ({3: at(1, 3, 4)}, "[2]task2 must come before [3]task3"),
        ({5: at(5, 1, 2)}, "[5] is not to be placed"),
    ],
)
def test_a_corrupted_plan_is_caught(change: dict[int, Position], breach: str) -> None:
    """Each hard rule, broken by one change; in Chinese there are as many breaches, and none is English."""
    found = check_placement(PROBLEM, LEGAL | change)
    assert any(breach in each for each in found)
    chinese = check_placement(replace(PROBLEM, locale="zh-CN"), LEGAL | change)
    assert len(chinese) == len(found)
    assert not re.search("[a-z]{3}", "".join(chinese).replace("task", ""))


def test_a_missing_task_is_caught() -> None:
    """Every task is placed, or the plan is none."""
    assert check_placement(PROBLEM, {2: LEGAL[2], 4: LEGAL[4]}) == ("[3]task3 has no place",)
