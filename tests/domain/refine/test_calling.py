"""What tools tell in a run: in the language of the message, days by their names (rule REACT-15)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.refine.calling import called, with_days_named
from domain.refine.memory import RefineMemory
from domain.refine.review import run_check
from domain.schedule.state import ScheduleState
from domain.steps import ToolCall
from domain.tools.registry import run_tool
from tests.domain.refine.plans import REQUESTS, chapter, crowded_end_of_week, driven, fortnight, opened
from tests.domain.refine.scripted import talked, well_behaved

PLAN = crowded_end_of_week()
ENGLISH, CHINESE = "Move all Friday tasks to Monday", "把周五的任务都挪到周一"
FREE = ToolCall(tool="move", arguments={"task_id": 34, "new_day": 1, "new_slot_start": 3})
TAKEN = ToolCall(tool="move", arguments={"task_id": 34, "new_day": 1, "new_slot_start": 1})
UNKNOWN = ToolCall(tool="verify", arguments={"who": 1})


def memory(message: str) -> RefineMemory:
    return opened(PLAN, message).until("slice").memory


@pytest.mark.parametrize(
    ("message", "call", "told"),
    [
        (ENGLISH, FREE, "Moved [34]第四章 大数定律 from week 5 Friday sections 1-2 to week 5 Monday sections 3-4."),
        (CHINESE, FREE, "已将 [34]第四章 大数定律 从第5周周五第1-2节移至第5周周一第3-4节。"),
        (ENGLISH, TAKEN, "week 5 Monday"),
        (CHINESE, TAKEN, "第5周周一"),
        (ENGLISH, UNKNOWN, "who"),
    ],
)
def test_a_tool_speaks_the_language_of_the_message(message: str, call: ToolCall, told: str) -> None:
    """Whatever the language of the plan, which keeps it."""
    after, result = called(PLAN, memory(message), call)
    assert told in result.text
    assert (after.locale, PLAN.locale) == ("zh-CN", "zh-CN")
    own = re.sub(r"\[\d+\][^\s(（：:，,]*(?: [^\s(（：:，,]*(?=[\s(（：:]))?", "", result.text)
    assert message == CHINESE or re.search(r"第|节|天", own) is None


def test_a_call_does_what_its_tool_does() -> None:
    """But for the words, and for nothing where it fails."""
    spoken, alone = called(PLAN, memory(ENGLISH), FREE), run_tool(PLAN, FREE.tool, FREE.arguments)
    assert spoken[0] == alone[0]
    assert spoken[1].model_copy(update={"text": ""}) == alone[1].model_copy(update={"text": ""})
    assert called(PLAN, memory(ENGLISH), TAKEN)[0] is PLAN


def test_a_name_like_a_day_stays() -> None:
    """And so does the number of a day that the window does not have."""
    plan = fortnight(chapter(1, "第3天练习", 1, 1, 2), chapter(2, "day 2 review", 2, 1, 2))
    assert with_days_named("[1]第3天练习在第3天，第99天没有", plan, "zh-CN") == "[1]第3天练习在第5周周三，第99天没有"
    told = with_days_named("[2]day 2 review on day 2. Day 3 now holds: 0/12.", plan, "en")
    assert told == "[2]day 2 review on week 5 Tuesday. Week 5 Wednesday now holds: 0/12."


@given(st.integers(0, 20), st.sampled_from(["zh-CN", "en"]))
def test_no_number_of_a_day_is_left(day: int, locale: str) -> None:
    state: ScheduleState = PLAN.model_copy(update={"locale": locale})
    text = {"zh-CN": f"第{day}天第1-2节", "en": f"day {day} sections 1-2"}[locale]
    named = with_days_named(text, state, state.locale)
    assert (named == text) == (not 1 <= day <= 14)


@pytest.mark.parametrize("message", [one for one in REQUESTS if one.isascii()])
def test_an_english_run_of_a_chinese_plan_is_told_in_english(message: str) -> None:
    """Every sentence of every event, but for names, and what the model is told of its last call."""
    run, asked = driven(PLAN, message), talked(PLAN, message, well_behaved).memory
    names = "|".join(re.escape(text) for task in PLAN.tasks for text in (task.name, task.category))
    told = [*(event.detail for event in run.events), asked.last_result, *asked.history]
    assert [text for text in told if re.search(r"[\u4e00-\u9fff]", re.sub(names, "", text))] == []


def test_a_final_check_speaks_the_language_of_the_message() -> None:
    """Two tasks on one place, told in English with the names of the days."""
    there = PLAN.by_id[34].slots
    broken = PLAN.with_tasks([PLAN.by_id[41].model_copy(update={"slots": there})])
    (line, *_) = run_check(broken, memory(ENGLISH)).memory.unmet
    assert "week 5 Friday sections 1-2" in line
    assert "节" not in line
