"""Filters of days and sections, all that are given at once, against a second reading of rule TOOL-6."""

import random
from collections import Counter
from typing import Any

from domain.schedule.state import ScheduleState
from domain.tools.registry import run_tool
from tests.domain.schedule.states import course, existing, task, window
from tests.domain.tools.referee.board import admitted, places

STATE = ScheduleState(
    window=window(18, week=3, day_of_week=4),
    tasks=(
        course(1, "高数", (1, 1, 8), (8, 3, 4), (15, 1, 12)),
        course(2, "思政", (2, 1, 4), (9, 1, 2), (16, 9, 12), can_embed=True),
        existing(3, "会议", (3, 5, 5), (10, 2, 11)),
        task(4, "复习", (4, 2, 3)),
        task(5, "作业", (9, 1, 1), embed_host=2),
    ),
)


def filters(draw: random.Random) -> dict[str, Any]:
    """One to four filters that may be given together."""
    days, weeks, sections = (sorted(draw.choices(range(1, last + 1), k=2)) for last in (18, 6, 12))
    many: dict[str, dict[str, Any]] = {
        "day": {"day": days[0]},
        "first": {"day_start": days[0]},
        "last": {"day_end": days[1]},
        "scope": {"day_scope": draw.choice(["all", "workday", "weekend"])},
        "weekdays": {"day_of_week": draw.sample(range(1, 8), draw.randint(0, 5))},
        "week": {"week": draw.sample(range(1, 7), draw.randint(0, 3))},
        "weeks": {"week_filter": draw.sample(range(1, 7), draw.randint(0, 3))},
        "from": {"week_from": weeks[0]},
        "to": {"week_to": weeks[1]},
        "excluded": {"exclude_sections": draw.sample(range(1, 13), draw.randint(0, 3))},
        "after": {"after_section": draw.randint(1, 12)},
        "before": {"before_section": draw.randint(1, 12)},
        "range": {"section_from": sections[0], "section_to": sections[1]},
    }
    chosen = draw.sample(sorted(many), draw.randint(1, 4))
    if "day" in chosen:
        chosen = [name for name in chosen if name not in ("first", "last")]
    return {key: value for name in chosen for key, value in many[name].items()}


def offered(asked: dict[str, Any], span: int) -> list[tuple[int, int, int, str]]:
    """Empty slots by day and start, then slots in hosts; odd starts where a day has any of the kind."""
    found = []
    first, last = asked.get("section_from"), asked.get("section_to")
    length = span if first is None else last - first + 1
    for kind in ("empty", "embedded_candidate"):
        fit = [
            place
            for place in sorted(places(STATE, length, ()))
            if (place.host is None) == (kind == "empty")
            and admitted(STATE, asked, place)
            and first in (None, place.start)
        ]
        aligned = {place.day for place in fit if place.start % 2}
        found += [(p.day, p.start, p.end, kind) for p in fit if p.start % 2 or p.day not in aligned]
    return found


def test_slots_pass_all_filters_that_are_given() -> None:
    """500 combinations: the slots returned are those of the second reading, in its order."""
    seen: Counter[str] = Counter()
    for seed in range(500):
        draw = random.Random(seed)
        asked, span = filters(draw), draw.randint(1, 4)
        result = run_tool(STATE, "query_available_slots", {"span": span, "limit": 200, **asked})[1]
        assert result.ok, result.text
        assert result.data is not None
        rows = [(r["day"], r["slot_start"], r["slot_end"], r["slot_type"]) for r in result.data["slots"]]
        assert rows == offered(asked, span)[:200], asked
        seen.update([*asked, "none" if not rows else "some"])
    assert len(seen) == 16
    assert min(seen.values()) > 20


def test_tasks_pass_with_a_slot_that_passes() -> None:
    """A task of several slots passes with any of them; of an exact range all its sections must be part."""
    for seed in range(500):
        asked = filters(random.Random(seed))
        low, high = asked.get("section_from", 1), asked.get("section_to", 12)
        expected = {
            held.state_id
            for held in STATE.tasks
            if held.category != "课程"
            for slot in held.slots
            if low <= slot.slot_start <= slot.slot_end <= high
            and any(
                (place.day, place.start) == (slot.day, slot.slot_start) and admitted(STATE, asked, place)
                for place in places(STATE, slot.length, {held.state_id})
            )
        }
        result = run_tool(STATE, "query_target_tasks", {"status": "all", "enqueue": False, **asked})[1]
        assert result.data is not None
        assert {*result.data["task_ids"]} == expected, asked
