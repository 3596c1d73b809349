import re
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.optimise.placement_problem import PlacementGroup
from domain.preview.difference import Moved
from domain.preview.places import weekday_name
from domain.preview.reasons import Reason, reason
from domain.schedule.state import ScheduleState
from domain.steps import MoveNote, MoveRule
from tests.domain.preview.schedules import Plan, counted_empty_places, counted_load, examples, plans

RULES: tuple[MoveRule, ...] = get_args(MoveRule)
WORDS = {
    "zh-CN": (
        *("初次排入", "均匀分散", "同类相连", "移动", "恢复题序", "终审修正"),
        *("手动调整", "保持原样", "退回旧版"),
    ),
    "en": (
        *("first placement", "spread evenly", "fewest switches", "move", "class order", "repair"),
        *("by hand", "kept as it was", "stepped back"),
    ),
}
DAY_FIGURES = {"day_left", "day_joined", "ideal_day", "deadline_day"}
CLAUSES = st.sampled_from(["", "均匀分散到周一到周三", "spread {them} evenly", "“100%” 都移走"])


def told(plan: Plan, change: Moved, rule: MoveRule, clause: str = "", group: PlacementGroup | None = None) -> Reason:
    note = MoveNote(task_id=change.task_id, rule=rule, decided_by="rules", clause=clause)
    return reason(plan.before, plan.after, change, note, plan.after.locale, group)


@examples
@given(plans(), st.sampled_from(RULES), CLAUSES)
def test_loads_are_those_of_the_states(plan: Plan, rule: MoveRule, clause: str) -> None:
    """The load of each day concerned, counted anew from both states, is in the figures and in the words (PREVIEW-6)."""
    for change in plan.changes:
        why = told(plan, change, rule, clause)
        for role, slots in (("left", change.from_slots), ("joined", change.to_slots)):
            assert (f"day_{role}" in why.figures) == bool(slots)
            for slot in slots:
                before, after = counted_load(plan.before, slot.day), counted_load(plan.after, slot.day)
                assert why.figures[f"day_{role}"] == slot.day
                assert (why.figures[f"{role}_before"], why.figures[f"{role}_after"]) == (before, after)
                weekday = weekday_name(plan.after.window.place(slot.day).day_of_week, plan.after.locale)
                assert re.search(
                    rf"{weekday}(任务| of week \d+)? {before}→{after}\b", why.text.replace("任务 ", "任务 ")
                )


@examples
@given(plans(), st.sampled_from(RULES), CLAUSES)
def test_the_words_name_rule_clause_and_every_figure(plan: Plan, rule: MoveRule, clause: str) -> None:
    """Nothing stands in the figures that the sentence leaves out (PREVIEW-5, PREVIEW-7)."""
    deadline = (plan.after.window.total_days, 11)
    group = PlacementGroup("any", preferred_sections=frozenset({3, 4, 7}), deadline=deadline)
    for change in plan.changes:
        why = told(plan, change, rule, clause, group)
        assert (why.rule, why.clause) == (rule, clause)
        assert WORDS[plan.after.locale][RULES.index(rule)] in why.ground
        assert clause in why.ground
        spoken = {int(number) for number in re.findall(r"\d+", why.effect)}
        assert spoken >= {value for name, value in why.figures.items() if name not in DAY_FIGURES}
        for name in DAY_FIGURES & why.figures.keys():
            day = plan.after.window.place(why.figures[name])
            assert weekday_name(day.day_of_week, plan.after.locale) in why.effect


@examples
@given(plans(), st.sampled_from(RULES))
def test_a_guest_says_how_many_empty_places_there_were(plan: Plan, rule: MoveRule) -> None:
    """Empty places of the guest's length on its day are counted section by section (PREVIEW-7)."""
    for change in plan.changes:
        why = told(plan, change, rule)
        assert ("empty_places" in why.figures) == (change.to_host is not None)
        if change.to_host is not None:
            assert why.figures["empty_places"] == counted_empty_places(plan.after, change)
            assert plan.after.by_id[change.to_host].name in why.effect


@examples
@given(plans(), st.frozensets(st.integers(1, 12), min_size=1))
def test_a_placement_counts_its_sections_in_preferred_hours(plan: Plan, preferred: frozenset[int]) -> None:
    """Sections inside the hours the class prefers (PREVIEW-7)."""
    group = PlacementGroup("any", strategy="rapid", preferred_sections=preferred)
    for change in (c for c in plan.changes if not c.from_slots):
        figures = told(plan, change, "placement", group=group).figures
        slot = change.to_slots[0]
        inside = [n for n in range(slot.slot_start, slot.slot_end + 1) if n in preferred]
        assert (figures["sections"], figures["preferred_sections"]) == (slot.length, len(inside))
        assert "ideal_day" not in figures


@examples
@given(plans(), st.frozensets(st.integers(1, 7), max_size=3))
def test_a_placement_tells_its_distance_from_the_ideal_day(plan: Plan, excluded: frozenset[int]) -> None:
    """The ideal day is the middle of the r-th of m equal parts of the days the class allows (PREVIEW-7)."""
    group = PlacementGroup("any", excluded_days_of_week=excluded)
    placed = [c for c in plan.changes if not c.from_slots]
    days = [d.day_index for d in plan.after.window.day_mapping]
    allowed = [d for d in days if plan.after.window.place(d).day_of_week not in excluded] or days
    for change in placed:
        own = plan.after.by_id[change.task_id]
        mates = [plan.after.by_id[c.task_id] for c in placed]
        ranks = sorted((m.order or m.state_id, m.state_id) for m in mates if m.category_id == own.category_id)
        rank = ranks.index((own.order or own.state_id, own.state_id))
        ideal = allowed[floor((rank + Fraction(1, 2)) / len(ranks) * len(allowed))]
        figures = told(plan, change, "placement", group=group).figures
        assert (figures["ideal_day"], figures["days_from_ideal"]) == (ideal, abs(change.to_slots[0].day - ideal))


@examples
@given(plans(), st.integers(-3, 2))
def test_a_placement_tells_the_days_to_its_deadline(plan: Plan, later: int) -> None:
    """A deadline behind the window binds nothing, and is not told (PREVIEW-7)."""
    last = plan.after.window.total_days
    group = PlacementGroup("any", deadline=(last + later, 12))
    for change in (c for c in plan.changes if not c.from_slots):
        figures = told(plan, change, "placement", group=group).figures
        days = figures.get("days_to_deadline")
        assert days == (last + later - change.to_slots[0].day if 1 <= last + later <= last else None)


@examples
@given(plans())
def test_order_tells_rank_and_standings(plan: Plan) -> None:
    """Rank by class order, standing by time, both among the class's placed tasks (PREVIEW-7)."""
    for change in (c for c in plan.changes if c.to_slots):
        own = plan.after.by_id[change.task_id]
        mates = [t for t in plan.after.tasks if t.category_id == own.category_id and t.slots]
        earlier = [t for t in mates if (t.order or t.state_id, t.state_id) < (own.order or own.state_id, own.state_id)]
        figures = told(plan, change, "order").figures
        assert (figures["class_rank"], figures["class_size"]) == (len(earlier) + 1, len(mates))
        assert figures["standing_after"] == standing(plan.after, change.task_id, {t.state_id for t in mates})
        if change.from_slots:
            assert figures["standing_before"] == standing(plan.before, change.task_id, {t.state_id for t in mates})


def standing(state: ScheduleState, own: int, mates: set[int]) -> int:
    when = {t.state_id: (t.slots[0].day, t.slots[0].slot_start, t.slots[0].slot_end) for t in state.tasks if t.slots}
    return 1 + sum((when[n], n) < (when[own], own) for n in mates & when.keys())


@examples
@given(plans())
def test_min_context_switch_counts_category_changes(plan: Plan) -> None:
    """Changes of category between neighbouring suggested tasks, before and after (PREVIEW-7)."""
    for change in (c for c in plan.changes if c.from_slots):
        figures = told(plan, change, "min_context_switch").figures
        for name, state in (("switches_before", plan.before), ("switches_after", plan.after)):
            rows = sorted((t.slots[0].key, t.state_id, t.category) for t in state.tasks if t.status == "suggested")
            assert figures[name] == len([1 for one, two in pairwise(rows) if one[2] != two[2]])


@pytest.mark.parametrize("locale", ["zh-CN", "en"])
def test_rules_have_words_in_both_languages(locale: str) -> None:
    """No two rules share their words (PREVIEW-9)."""
    assert len(set(WORDS[locale])) == len(RULES)
