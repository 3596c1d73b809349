"""Wordings that say what was not looked up are told apart (rule CHAT-19)."""

from datetime import date, time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain.conversation.agenda import Agenda
from domain.conversation.answers import answer
from domain.conversation.facts import Facts, Held
from domain.conversation.faithful import invented
from tests.domain.conversation.agendas import COURSES, QUESTIONS, TASKS, agendas

FACTS = Facts(
    today=date(2026, 9, 16),
    week=3,
    weeks=frozenset({3}),
    weekdays=frozenset({3}),
    dates=frozenset({date(2026, 9, 16)}),
    sections=frozenset({(3, 4)}),
    clocks=frozenset({time(10, 15), time(15, 40)}),
    counts=frozenset({2, 100}),
    names=frozenset({"高等数学", "A-101", "Week 9 review"}),
    others=frozenset({"大学英语", "Linear Algebra"}),
)


@pytest.mark.parametrize(
    "wording",
    [
        "周三第3–4节有高等数学，在 A-101。",
        "第三周星期三上午10:15上高等数学",
        "9月16日下午3点40分下课",
        "9月16号（第3周周三）3-4节，共2节",
        "今天有两节课",
        "本周三有课",
        "You have Week 9 review on Wednesday at 3:40 pm, sections 3–4.",
        "On 16 September (2026-09-16) there are two classes.",
        "It is today, in the third week, from 10:15.",
        "The first of 2 is on Sept 16th",
        "高等数学的第三节和第四节",
        "第3节、第4节有课",
        "就这些了，加油！",
    ],
)
def test_what_the_facts_hold_may_be_said_in_other_words(wording: str) -> None:
    assert invented(wording, FACTS) is None


@pytest.mark.parametrize(
    ("wording", "strange"),
    [
        ("第4周有高等数学", "第4周"),
        ("第三到五周有课", "第三到五周"),
        ("weeks 3 to 5", "weeks 3 to 5"),
        ("第3节、第7节有课", "第3节、第7节"),
        ("下周有课", "下周"),
        ("周四有高等数学", "周四"),
        ("周二到周四都有", "周二到周四"),
        ("周末有课", "周末"),
        ("第5节有高等数学", "第5节"),
        ("第3–6节有课", "第3–6节"),
        ("9月17日有课", "9月17日"),
        ("17号有课", "17号"),
        ("10月有课", "10月"),
        ("明天有课", "明天"),
        ("上午8点有课", "上午8点"),
        ("10:16有课", "10:16"),
        ("早上3点40分", "早上3点40分"),
        ("有三节课", "三节"),
        ("有7项", "7"),
        ("还有大学英语", "大学英语"),
        ("要交「实验报告」", "「实验报告」"),
        ("It is on Thursday", "thursday"),
        ("in week 9", "week 9"),
        ("in the fourth week", "fourth week"),
        ("at 3:40 am", "3:40 am"),
        ("at 11 o'clock", "11 o'clock"),
        ("at noon", "noon"),
        ("sections 3 to 5", "sections 3 to 5"),
        ("on Sept 17th", "sept 17th"),
        ("there are three of them", "three"),
        ("and linear algebra too", "Linear Algebra"),
        ("tomorrow you are free", "tomorrow"),
        ("next week", "next week"),
        ("see “Physics lab”", "“physics lab”"),
    ],
)
def test_what_they_do_not_hold_is_named(wording: str, strange: str) -> None:
    assert invented(wording, FACTS) == strange


@given(agendas(), st.sampled_from(QUESTIONS), st.data())
@settings(max_examples=80)
def test_a_slot_or_a_name_put_into_an_answer_is_found(agenda: Agenda, question: str, data: st.DataObject) -> None:
    """A week, a weekday, a section, a time, a date, a count, or a name of the timetable."""
    found = answer(question, agenda, "zh-CN")
    facts = found.facts
    week, weekday = data.draw(st.integers(1, 30)), data.draw(st.integers(1, 7))
    section, day = data.draw(st.integers(1, 12)), data.draw(st.dates(date(2026, 1, 1), date(2026, 12, 31)))
    clock, count = data.draw(st.times()), data.draw(st.integers(0, 300))
    name = data.draw(st.sampled_from([*COURSES, *(name for _, name in TASKS)]))
    put = {
        f"第{week}周": week not in facts.weeks,
        f"week {week}": week not in facts.weeks,
        f"周{'一二三四五六日'[weekday - 1]}": weekday not in facts.weekdays,
        f"第{section}节": not any(first <= section <= last for first, last in facts.sections),
        f"section {section}": not any(first <= section <= last for first, last in facts.sections),
        f"{day.month}月{day.day}日": not any((day.month, day.day) == (one.month, one.day) for one in facts.dates),
        f"{day}": day not in facts.dates,
        f"{clock:%H:%M}": clock.replace(second=0, microsecond=0) not in facts.clocks,
        f"共 {count} 项": count not in facts.counts,
        name: name in facts.others,
    }
    words = data.draw(st.sampled_from(list(put)))
    assume(put[words])
    assert invented(f"{found.text}，{words}。", facts) is not None, (words, facts)


@given(st.text(max_size=80))
def test_any_text_can_be_looked_at(wording: str) -> None:
    """What has no slot, count or name in it passes."""
    strange = invented(wording, FACTS)
    assert strange is None or strange.strip()


@given(agendas(), st.sampled_from(QUESTIONS))
@settings(max_examples=30)
def test_facts_are_the_same_bytes_whenever_they_are_written(agenda: Agenda, question: str) -> None:
    """And read back as they were."""
    facts = answer(question, agenda, "en").facts
    stored = facts.model_dump_json()
    read = Facts.model_validate_json(stored)
    assert read == facts
    assert read.model_dump_json() == stored
    assert [*read.model_dump(mode="json")["names"]] == sorted(facts.names)


TWO = FACTS.model_copy(
    update={
        "names": frozenset({"高等数学", "大学英语"}),
        "others": frozenset(),
        "weekdays": frozenset({3, 5}),
        "sections": frozenset({(3, 4), (7, 8)}),
        "held": (
            Held(name="大学英语", weekdays=(5,), sections=((7, 8),), clocks=(time(15, 40),)),
            Held(name="高等数学", weekdays=(3,), sections=((3, 4),), clocks=(time(10, 15),)),
        ),
    }
)


@pytest.mark.parametrize(
    ("wording", "strange"),
    [
        ("高等数学15:40上，大学英语10:15上。", "15:40"),
        ("周五有高等数学", "周五"),
        ("周三第7–8节上高等数学", "第7–8节"),
        ("高等数学 is on Wednesday and 大学英语 is at 10:15.", "10:15"),
    ],
)
def test_a_time_of_another_course_is_no_time_of_this_one(wording: str, strange: str) -> None:
    assert invented(wording, TWO) == strange


@pytest.mark.parametrize(
    "wording",
    [
        "高等数学周三10:15上，大学英语周五15:40上。",
        "周三和周五有高等数学、大学英语",
        "On Wednesday, sections 3–4, there is 高等数学; on Friday 大学英语 at 15:40.",
    ],
)
def test_each_course_may_be_told_at_its_own_time(wording: str) -> None:
    assert invented(wording, TWO) is None
