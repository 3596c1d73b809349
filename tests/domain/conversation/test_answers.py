"""Answers hold what their facts hold, the same in both languages (rules CHAT-15 to CHAT-18)."""

from dataclasses import replace
from datetime import date, datetime, time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.conversation.agenda import Agenda, Waiting
from domain.conversation.answers import answer
from domain.conversation.facts import Facts
from domain.conversation.faithful import invented
from domain.conversation.questions import read_question
from tests.domain.conversation.agendas import QUESTIONS, TERM, ZONE, agendas, row

WEDNESDAY = date(2026, 9, 16)
NOW = datetime.combine(WEDNESDAY, time(11, 30), ZONE)
ROWS = (
    row("高等数学", date(2026, 9, 14), 1, 2),
    row("高等数学", WEDNESDAY, 3, 4),
    row("大学英语", WEDNESDAY, 5, 6),
    row("第一章 事件", WEDNESDAY, 9, 10, group="概率论"),
    row("Linear Algebra", date(2026, 9, 21), 1, 2),
)
AGENDA = Agenda(TERM, NOW, ROWS, standing=ROWS)


def known_ids(agenda: Agenda) -> set[str]:
    """Ids of all that an answer may use."""
    return {row.id for row in agenda.rows} | {one.id for one in agenda.waiting}


@given(agendas(), st.sampled_from(QUESTIONS))
@settings(max_examples=150)
def test_an_answer_is_the_same_in_both_languages_and_holds_but_its_facts(agenda: Agenda, question: str) -> None:
    """Whatever stands in the timetable, every question is answered, and by known rows alone."""
    chinese, english = answer(question, agenda, "zh-CN"), answer(question, agenda, "en")
    assert (chinese.rows, chinese.facts) == (english.rows, english.facts)
    for found in (chinese, english):
        assert found.facts == Facts() or invented(found.text, found.facts) is None, found
    assert set(chinese.rows) <= known_ids(agenda)
    assert not set(chinese.facts.names) & set(chinese.facts.others)


@given(st.text(max_size=60), agendas())
@settings(max_examples=60)
def test_any_text_is_answered(message: str, agenda: Agenda) -> None:
    """Also where nothing in it can be read; names and numbers of the text are not taken over as facts of a row."""
    found = answer(message, agenda, "en")
    assert found.text
    assert set(found.rows) <= known_ids(agenda)


@pytest.mark.parametrize(
    ("message", "rows"),
    [
        ("今天有什么课", ["高等数学", "大学英语"]),
        ("周三有什么", ["高等数学", "大学英语", "task 第一章 事件"]),
        ("周一有课吗", ["Linear Algebra"]),
        ("上周一有课吗", []),
        ("这周一有课吗", ["高等数学"]),
        ("9月14日有课吗", ["高等数学"]),
        ("今晚有安排吗", ["task 第一章 事件"]),
        ("下周一下午有课吗", []),
        ("看一下周三的课", ["高等数学", "大学英语"]),
        ("现在上什么", ["高等数学"]),
        ("下节课是啥", ["大学英语"]),
        ("what is next", ["大学英语"]),
        ("do I have anything at 2:30 pm today", ["大学英语"]),
        ("高数第一节是周几", ["高等数学"]),
        ("英语在哪上", ["大学英语"]),
        ("概率论第1章什么时候做", ["task 第一章 事件"]),
        ("next Monday's classes?", ["Linear Algebra"]),
        ("接下来的三天有什么任务", ["task 第一章 事件"]),
        ("am I free on Wednesday at noon", []),
        ("周三中午12点有空吗", []),
        ("周三下午2点有空吗", ["大学英语"]),
        ("今天还剩什么课", ["大学英语"]),
        ("下一节高数课什么时候", []),
        ("A-101今天有课吗", ["高等数学", "大学英语"]),
        ("离散数学排在哪天", []),
    ],
)
def test_days_times_and_names_are_read_as_they_are_said(message: str, rows: list[str]) -> None:
    """It is Wednesday of week 3, half past eleven."""
    assert list(answer(message, AGENDA, "zh-CN").rows) == rows


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("周日有课吗", "第3周周日（9月20日）没有课。"),
        ("is there anything on Sunday", "Sunday of week 3 (20 Sep): no entries."),
        ("第30周有什么课", "问的时间不在学期内。学期从8月31日到10月11日，共 6 周。"),
        ("第九章排在哪天", "课表和任务里没有找到第九章。"),
        ("考试什么时候", "课表和任务里没有找到考试。"),
        ("高数作业排在哪天", "没有属于高等数学的任务。"),
        ("周三中午12点有空吗", "第3周周三（9月16日） 12:00 有空。"),
        ("下一节高数课什么时候", "本学期后面没有课了。"),
        ("大学英语的作业还剩几项", "没有属于大学英语的任务。"),
        ("还有哪些任务没排", "没有没排的任务。"),
        ("为什么周三这么满呢", "这个会话没有预览，所以没有改动和理由可说。"),
    ],
)
def test_where_there_is_nothing_that_is_said(message: str, text: str) -> None:
    assert answer(message, AGENDA, "en" if message.isascii() else "zh-CN").text.startswith(text)


@pytest.mark.parametrize("message", ["嗯？", "什么时候", "what about it", "when is it due"])
def test_what_cannot_be_read_is_answered_with_examples(message: str) -> None:
    found = answer(message, AGENDA, "en")
    assert found.text.startswith("I could not read which day, class or task is meant.")
    assert read_question(message, AGENDA) is None


def test_names_cannot_begin_a_line() -> None:
    """Nor steer a terminal."""
    rows = (replace(ROWS[1], name="高\n数\x1b[2J"),)
    found = answer("今天有什么", Agenda(TERM, NOW, rows, standing=rows), "zh-CN")
    assert found.text.isprintable()
    assert invented(found.text, found.facts) is None


def test_a_weekday_is_that_of_the_week_to_come() -> None:
    """On its own day it is today."""
    agenda = replace(AGENDA, now=datetime.combine(date(2026, 9, 14), time(20), ZONE))
    assert answer("周一有课吗", agenda, "zh-CN").facts.dates == {date(2026, 9, 14)}
    assert answer("周一有课吗", AGENDA, "zh-CN").facts.dates == {date(2026, 9, 21)}


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("周三有几节空？", "第3周周三（9月16日）有空，12 节中有 6 节：第1–2节"),
        ("周三还剩几节没课？", "第3周周三（9月16日）有空，12 节中有 6 节：第1–2节"),
        ("周三有多少节是空的", "第3周周三（9月16日）有空，12 节中有 6 节：第1–2节"),
        ("周三下午空几节", "第3周周三（9月16日）第5–8节有空，4 节中有 2 节：第7–8节"),
        ("how many free sections do I have on Wednesday?", "Wednesday of week 3 (16 Sep): free, 6 of 12 sections: "),
        ("how many sections on Wednesday are free?", "Wednesday of week 3 (16 Sep): free, 6 of 12 sections: "),
        ("周三有几节课", "第3周周三（9月16日）有 2 次课"),
        ("how many classes do I have on Wednesday?", "Wednesday of week 3 (16 Sep): 2 classes"),
    ],
)
def test_how_many_sections_are_free_is_counted_in_free_sections(message: str, text: str) -> None:
    """Not in what takes the others."""
    assert answer(message, AGENDA, "en" if message.isascii() else "zh-CN").text.startswith(text)


CHAPTERS = replace(
    AGENDA,
    rows=(
        *ROWS,
        row("第三章 树", date(2026, 9, 18), 3, 4, group="数据结构"),
        row("Unit 4", WEDNESDAY, 11, 11, group="Art"),
    ),
    waiting=(Waiting("w", "第二章 变量", "概率论"),),
)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("概率论第九章在哪天？", "概率论没有第九章。有的是：第一章 事件、第二章 变量。"),
        ("概率论第三章排在哪天？", "概率论没有第三章。有的是：第一章 事件、第二章 变量。"),
        ("概率论第一章和第八章在哪天", "概率论没有第八章。有的是：第一章 事件、第二章 变量。"),
        ("高数第九章在哪天", "高等数学没有第九章。"),
        ("为什么概率论第九章挪走了", "概率论没有第九章。有的是：第一章 事件、第二章 变量。"),
    ],
)
def test_a_chapter_that_there_is_not_is_told_with_those_that_there_are(message: str, text: str) -> None:
    assert answer(message, CHAPTERS, "zh-CN").text == text


def test_a_chapter_that_there_is_not_is_told_in_english() -> None:
    """The rows are those that it names."""
    found = answer("when is chapter nine of 概率论?", CHAPTERS, "en")
    assert found.text == "概率论: there is no chapter nine. There is: 第一章 事件, 第二章 变量."
    assert set(found.rows) == {"task 第一章 事件", "w"}
    assert answer("why was chapter nine moved?", CHAPTERS, "en").text.endswith("have chapter nine.")


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("when is chapter three?", "task 第三章 树"),
        ("when is Chapter 3 of 数据结构?", "task 第三章 树"),
        ("why was chapter three moved?", "task 第三章 树"),
        ("第四单元在哪天", "task Unit 4"),
        ("数据结构的第3章在哪天", "task 第三章 树"),
        ("when is chapter two of 概率论", "w"),
    ],
)
def test_a_chapter_is_named_in_either_language(message: str, name: str) -> None:
    """By word, digit or numeral."""
    assert answer(message, CHAPTERS, "en").rows == (name,)


@pytest.mark.parametrize(
    ("message", "days"),
    [
        ("这周哪几天的课超过1节", ["第3周周一（9月14日）（2 节）", "第3周周三（9月16日）（4 节）"]),
        ("这周哪天的课至少两门", ["第3周周三（9月16日）（2 项）"]),
        ("这周哪几天安排在3项以上", ["第3周周三（9月16日）（3 项）"]),
        ("这周哪几天正好有一门课", ["第3周周一（9月14日）（1 项）"]),
        ("which days this week have more than one class?", ["第3周周三（9月16日）（2 项）"]),
    ],
)
def test_days_with_more_or_less_than_a_number_are_worked_out(message: str, days: list[str]) -> None:
    """Each is told with how much it has, and no other is."""
    text = answer(message, AGENDA, "zh-CN").text
    assert text.endswith(f"的有 {len(days)} 天：{'；'.join(days)}。"), text


def test_that_no_day_has_so_much_is_told() -> None:
    assert answer("这周哪几天任务超过3个", AGENDA, "zh-CN").text == "第3周没有一天的任务不少于 4 项。"


@pytest.mark.parametrize(
    ("message", "first", "last"),
    [
        ("从现在到周五我有几节空", WEDNESDAY, date(2026, 9, 18)),
        ("明天到下周一有什么课", date(2026, 9, 17), date(2026, 9, 21)),
        ("am I free from today to Friday?", WEDNESDAY, date(2026, 9, 18)),
        ("what do I have between now and Sunday", WEDNESDAY, date(2026, 9, 20)),
    ],
)
def test_a_stretch_that_begins_today_or_tomorrow_is_all_of_its_days(message: str, first: date, last: date) -> None:
    question = read_question(message, AGENDA)
    assert question is not None
    assert (question.days[0], question.days[-1], len(question.days)) == (first, last, (last - first).days + 1)


def test_a_stretch_of_the_clock_is_its_sections() -> None:
    question = read_question("周四上午十点到十二点有课吗", AGENDA)
    assert question is not None
    assert question.sections == (3, 4)


def test_a_feast_is_its_date_or_outside_the_term() -> None:
    """It is never taken for today."""
    feast, christmas = read_question("教师节有课吗", AGENDA), read_question("圣诞节有课吗", AGENDA)
    assert feast is not None
    assert christmas is not None
    assert (feast.days, christmas.days, bool(christmas.beyond)) == ((date(2026, 9, 10),), (), True)
    eve = read_question("除夕那天有课吗", AGENDA)
    assert eve is not None
    assert (eve.days, bool(eve.beyond)) == ((), True)


TASKS = (
    row("第一章 事件", date(2026, 9, 15), 1, 2, group="概率论", now=NOW),
    row("第二章 变量", date(2026, 9, 17), 1, 2, group="概率论"),
    row("第二章 变量", date(2026, 9, 22), 1, 2, group="概率论"),
    row("第三章 分布", date(2026, 9, 18), 3, 4, group="概率论"),
    row("第四章 期望", date(2026, 9, 21), 3, 4, group="概率论"),
    row("体育", date(2026, 9, 17), 1, 2),
)


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("哪个先做完", "第三章 分布"),
        ("which one is done first?", "第三章 分布"),
        ("which task finishes first", "第三章 分布"),
        ("第二章和第四章哪个先做完", "第四章 期望"),
        ("最后做完的是哪个", "第二章 变量"),
        ("which will be finished last", "第二章 变量"),
    ],
)
def test_which_task_is_over_first_or_last_is_worked_out(message: str, name: str) -> None:
    """By the last occurrence of each; what is over already and what is no task counts not."""
    found = answer(message, Agenda(TERM, NOW, TASKS, standing=TASKS), "zh-CN")
    assert {task for task in (one.name for one in TASKS) if task in found.text} == {name}


def test_where_nothing_is_to_be_done_nothing_is_over_first() -> None:
    done = TASKS[:1]
    assert "没有" in answer("哪个先做完", Agenda(TERM, NOW, done, standing=done), "zh-CN").text


@pytest.mark.parametrize(
    ("message", "sections"),
    [
        ("下午第一节空的有哪几天", (5,)),
        ("which days have the first afternoon section free", (5,)),
        ("上午最后一节没课的是哪几天", (4,)),
        ("which days is the last section of the morning free", (4,)),
    ],
)
def test_the_first_section_of_an_afternoon_is_one_section(message: str, sections: tuple[int, ...]) -> None:
    """Where it is asked on which days it is free."""
    found = read_question(message, AGENDA)
    assert found is not None
    assert (found.ask, found.sections) == ("days_off", sections)
    assert "9月16日" not in answer("下午第一节空的有哪几天", AGENDA, "zh-CN").text.split("有 6 天")[1]
