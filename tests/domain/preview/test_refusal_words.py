"""Refusals of edits in the words of people (rule PREVIEW-22)."""

from datetime import date, timedelta

import pytest

from domain.errors import DaywrightError
from domain.preview.edits import apply_edits
from domain.preview.hand_edits import ToolEdit
from domain.preview.refusal_words import in_weeks
from domain.schedule.state import Locale, ScheduleState, Slot, Task
from domain.term.window import Window
from tests.domain.preview.schedules import TERM

FIRST = date(2026, 3, 30)


def plan_of(locale: Locale) -> ScheduleState:
    """Ten days from a Monday; a task called like a day stands on the ninth, another waits to be moved."""
    window = Window.between(TERM, FIRST, FIRST + timedelta(days=9))
    places = {1: Slot(day=9, slot_start=1, slot_end=2), 2: Slot(day=1, slot_start=1, slot_end=2)}
    tasks = [
        Task(
            state_id=n,
            source="task_item",
            source_id=f"i{n}",
            name="第9天 day 9",
            category="c",
            status="suggested",
            slots=(slot,),
        )
        for n, slot in places.items()
    ]
    return ScheduleState(window=window, tasks=tuple(tasks), locale=locale)


@pytest.mark.parametrize(
    ("locale", "place"), [("zh-CN", "第{week}周周二第1-2节已被 [1]第9天"), ("en", "Tue of week {week} sections 1-2 ")]
)
def test_a_place_is_named_by_week_and_weekday(locale: Locale, place: str) -> None:
    """Beside the sentence of the tool, which stays to the character; names of tasks are not touched."""
    state = plan_of(locale)
    week = state.window.place(9).week
    with pytest.raises(DaywrightError) as caught:
        apply_edits(state, state, [ToolEdit(tool="move", arguments={"task_id": 2, "new_day": 9, "new_slot_start": 1})])
    told = str(caught.value.facts["told"])
    assert place.format(week=week) in told
    assert told.endswith(caught.value.message.partition("[")[2])
    assert {"zh-CN": "第9天第1-2节", "en": "day 9 sections 1-2"}[locale] in caught.value.message


def test_a_day_outside_keeps_its_number_and_the_window_is_named() -> None:
    """There is no week to name it by."""
    window = plan_of("en").window
    first, last = window.place(1).week, window.place(10).week
    english = in_weeks("out_of_window", "Day 99 is outside the window (days 1-10).", window, "en")
    assert english == f"Day 99 is outside the window (Mon of week {first} to Wed of week {last})."
    chinese = in_weeks("out_of_window", "第99天不在规划窗口内（第1-10天）。", window, "zh-CN")
    assert chinese == f"第99天不在规划窗口内（第{first}周周一至第{last}周周三）。"


def test_what_was_given_is_quoted_as_it_was_given() -> None:
    """A sentence about arguments names no place."""
    sentence = 'Argument new_day is "day 3": expected an integer.'
    assert in_weeks("invalid_argument", sentence, plan_of("en").window, "en") == sentence
