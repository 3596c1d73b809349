from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from domain.preview.difference import Moved, difference
from domain.schedule.state import Locale, ScheduleState, Task
from domain.term.window import Window
from runtime.cli.render.tiles import SPINES
from runtime.cli.render.week_grid import week_grid
from tests.domain.preview.schedules import Plan, examples, plans
from tests.runtime.cli.render.sample_week import (
    TERM,
    WINDOW,
    body_of,
    changes,
    course,
    pencilled,
    printed,
    slot,
    week_after,
    week_before,
)

GOLDEN = Path(__file__).parent / "golden"


def shown(state: ScheduleState, width: int = 120, moved: Sequence[Moved] = (), week: int = 5) -> str:
    return printed(week_grid(body_of(state), week, term=TERM, changes=moved), width)


def of(*tasks: Task, locale: Locale = "zh-CN") -> ScheduleState:
    return ScheduleState(window=WINDOW, tasks=tasks, locale=locale)


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("locale", ["zh-CN", "en"])
@pytest.mark.parametrize("side", ["before", "after"])
def test_the_week_looks_as_it_should(side: str, locale: Locale, width: int) -> None:
    """Both weeks as a person saw and approved them, in both languages and sizes (PREVIEW-11)."""
    state = week_before(locale) if side == "before" else week_after(locale)
    text = printed(week_grid(body_of(state), 5, term=TERM, changes=changes(), caption=side), width)
    assert text == (GOLDEN / f"week_{side}_{locale}_{width}.txt").read_text()


@examples
@given(plans(names=st.text(max_size=20)), st.integers(52, 220), st.booleans())
def test_every_line_has_one_width(plan: Plan, width: int, colour: bool) -> None:
    """Whatever names, hosts, guests and ghosts there are, no line is longer or shorter (PREVIEW-10)."""
    for state in (plan.before, plan.after):
        for week in {day.week for day in state.window.day_mapping}:
            grid = week_grid(body_of(state), week, term=TERM, changes=plan.changes, caption="之后")
            widths = {cell_len(line) for line in printed(grid, width).splitlines()}
            assert len(widths) == 1
            assert max(widths) <= width


def test_nothing_but_text_is_written_to_a_file() -> None:
    """Without a terminal there is no colour code; with one there is (PREVIEW-10)."""
    grid = week_grid(body_of(week_after()), 5, term=TERM, changes=changes())
    assert "\x1b" not in printed(grid, 120)
    assert "\x1b" in printed(grid, 120, colour=True)


def test_each_kind_of_tile_has_a_mark_of_its_own() -> None:
    """Without colour a course, a task and a suggestion still differ (PREVIEW-11)."""
    text = shown(week_after(), moved=changes())
    assert len({SPINES[kind] for kind in ("course", "open", "existing", "suggested", "pinned", "ghost")}) == 6
    for tile in (
        "▒口译基础",
        "║海洋学导论",
        "▌古文字·摹写 1",
        "┊周记 5",
        "┃古文字·摹写 3",
        "┊❶推断·习题 3",
        "·①推断·习题 3",
    ):
        assert tile in text


def test_a_guest_stands_inside_its_host() -> None:
    """The host's spine runs beside the guest, and its name stands where the guest is not (PREVIEW-11)."""
    text = shown(week_after(), moved=changes())
    assert "║┊❺口译·跟读 6" in text
    assert "║海洋学导论" in text


@pytest.mark.parametrize(
    ("sections", "expected"),
    [
        ((5, 6), ["║讲座", "║┊听写 建议"]),
        ((5, 5), ["║┊听写 @ 讲座"]),
    ],
)
def test_a_host_that_is_full_keeps_its_name(sections: tuple[int, int], expected: list[str]) -> None:
    """Of two lines the host keeps one; on a single line both share it (PREVIEW-11)."""
    at = slot(3, *sections)
    text = shown(of(course(1, "讲座", at, can_embed=True), pencilled(2, "听写", "口译", at, host=1)))
    assert [
        line.split("│")[4].rstrip() for line in text.splitlines() if "║" in line and "可嵌入" not in line
    ] == expected


def test_a_ghost_vanishes_where_something_else_stands() -> None:
    """An old place is shown only while it is free (PREVIEW-11)."""
    before = of(pencilled(1, "甲", "推断", slot(1, 1, 2)), pencilled(2, "乙", "推断", slot(2, 1, 2)))
    after = of(pencilled(1, "甲", "推断", slot(3, 1, 2)), pencilled(2, "乙", "推断", slot(1, 2, 3)))
    text = shown(after, moved=difference(before, after))
    assert "·②甲" not in text
    assert "·①乙" in text


def test_a_ghost_in_a_host_stands_inside_it() -> None:
    """A task that left its host leaves its old place there (PREVIEW-11)."""
    host = course(1, "讲座", slot(3, 5, 8), can_embed=True)
    before = of(host, pencilled(2, "听写", "口译", slot(3, 5, 6), host=1))
    after = of(host, pencilled(2, "听写", "口译", slot(4, 1, 2)))
    assert "║·①听写" in shown(after, moved=difference(before, after))


def test_a_change_of_week_is_told_with_the_week() -> None:
    """Where the day alone would mislead, the week is said (PREVIEW-11)."""
    window = Window.between(TERM, date(2026, 3, 30), date(2026, 4, 12))
    states = [
        ScheduleState(window=window, tasks=(pencilled(1, "甲", "推断", slot(day, 1, 2)),), locale="en")
        for day in (2, 8)
    ]
    moved = difference(*states)
    assert "→week 6" in shown(states[0], 120, moved)
    assert "→ week 6 Mon 1–2" in shown(states[0], 180, moved)
    assert "↳ week 5 Tue 1–2" in shown(states[1], 180, moved, week=6)


def test_days_outside_the_window_say_so() -> None:
    """A week of which only some days are planned names the others (PREVIEW-11)."""
    window = Window.between(TERM, date(2026, 4, 1), date(2026, 4, 2))
    text = shown(ScheduleState(window=window, tasks=(), locale="zh-CN"))
    assert text.count("计划外") == 5


def test_the_head_tells_the_task_sections_of_each_day() -> None:
    """Before and after where changes touched the day, one figure elsewhere (PREVIEW-6)."""
    loads = next(line for line in shown(week_after(), moved=changes()).splitlines() if "任务节数" in line)
    assert [cell.strip() for cell in loads.split("│")[2:-1]] == ["2 → 6", "2 → 6", "2 → 6", "6 → 0", "8 → 2", "2", "3"]


def test_a_task_across_a_break_is_not_cut() -> None:
    """The spine runs on through lunch (PREVIEW-11)."""
    lines = shown(of(course(1, "实习", slot(1, 3, 6)))).splitlines()
    assert next(line for line in lines if "午休" in line).split("┼")[1].startswith("▒ ")
