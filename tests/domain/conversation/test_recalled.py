"""Rule MEMORY-45: what is answered to a question of recall."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from domain.context.plan.contract import Source, TargetType
from domain.context.plan.planner import make_plan
from domain.context.recall.item import RecallItem
from domain.conversation.asked_about import asked_about
from domain.conversation.memory_request import kind_of
from domain.conversation.recalled import MOST_SHOWN, Recollection, beside, tell_recalled
from domain.schedule.state import Locale

NOW = datetime(2026, 9, 30, 10, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
YESTERDAY = NOW - timedelta(days=1)


def item(
    ref: str, text: str, at: datetime = YESTERDAY, kind: TargetType = "note", source: Source = "chat"
) -> RecallItem:
    return RecallItem(
        id=f"{source}:{ref}",
        source=source,
        target_type=kind,
        text=text,
        mention_at=at,
        event_at=None,
        importance=0.5,
        status="open",
        score=0.5,
    )


def asked(message: str, *items: RecallItem, locale: Locale = "zh-CN") -> Recollection:
    return Recollection(
        message=message,
        plan=make_plan(message, NOW, locale),
        items=items,
        about=asked_about(message, NOW, locale),
        snapshot=None,
        now=NOW,
        locale=locale,
    )


EXAM = item("s:1", "下周五要考高数")
TALK = item("s:2", "和张三聊了毕设")
LIKED = item("m", "我喜欢晚上学习", kind="preference", source="memory_v2")


def test_an_answer_quotes_what_has_the_topic_with_its_time_and_source() -> None:
    told = tell_recalled(asked("我说过考试吗", TALK, EXAM))
    assert told.rows == ("chat:s:1",)
    assert "9月29日周二 10:00 对话：“下周五要考高数”" in told.text
    told = tell_recalled(asked("did I mention the exam?", TALK, EXAM, locale="en"))
    assert "Tue 29 Sep 10:00, in a conversation: “下周五要考高数”" in told.text


def test_only_what_was_said_then_answers_a_question_with_a_time() -> None:
    """Of a topic it is told when else it was spoken of; without one nothing of another time is told."""
    assert tell_recalled(asked("我昨天说了什么", EXAM, TALK)).rows == ("chat:s:1", "chat:s:2")
    assert tell_recalled(asked("我前天说了什么", EXAM, TALK)).rows == ()
    told = tell_recalled(asked("我前天说过考试吗", EXAM))
    assert (told.rows, told.text.startswith("那时没有（时间：9月28日周一）")) == (("chat:s:1",), True)


def test_nothing_is_told_with_what_was_looked_through() -> None:
    told = tell_recalled(asked("我昨天提过李四吗", TALK))
    assert all(part in told.text for part in ("没有找到", "对话", "9月29日", "“李四”"))
    assert tell_recalled(asked("what did I prefer?", locale="en")).text.startswith("Nothing was found.")


def test_questions_and_repetitions_are_no_answers() -> None:
    """What was asked before, orders to forget, and the message that a memory was made of."""
    noise = (item("s:3", "我说过考试吗"), item("s:4", "忘掉考试"), item("s:5", "记住考试在301"))
    kept = item("m", "考试在301", source="memory_v2")
    assert tell_recalled(asked("我说过考试吗", *noise, kept)).rows == ("memory_v2:m",)


def test_preferences_stand_in_for_a_topic_that_none_has() -> None:
    told = tell_recalled(asked("我喜欢什么运动", LIKED, TALK))
    assert told.rows == ("memory_v2:m",)
    assert "“运动”" in told.text
    assert tell_recalled(asked("what do I prefer?", LIKED, TALK, locale="en")).rows == ("memory_v2:m",)


KEPT = tuple(
    item(ref, text, kind=kind_of(text), source="memory_v2")
    for ref, text in {
        "anna": "我答应Anna周五前给她报告",
        "thesis": "我决定毕业论文写推荐系统",
        "cat": "我的猫叫豆豆",
        "tea": "我喜欢喝绿茶",
        "soy": "我讨厌喝豆浆",
        "mom": "我妈妈的生日是3月8日",
        "tutor": "我的导师是王老师",
        "habit": "我习惯晚上写作文",
        "wang": "和王老师约定每周三下午见面",
        "phone": "张三的电话是123",
    }.items()
)


@pytest.mark.parametrize(
    ("question", "refs"),
    [
        ("我做过哪些决定", {"thesis"}),
        ("what did I decide?", {"thesis"}),
        ("我毕业论文决定写什么", {"thesis"}),
        ("我答应过什么", {"anna", "wang"}),
        ("what are my commitments", {"anna", "wang"}),
        ("我答应了Anna什么", {"anna"}),
        ("what did I promise Wu Anna", {"anna"}),
        ("我和王老师的约定", {"wang"}),
        ("谁是我的导师？", {"tutor"}),
        ("who is my advisor?", {"tutor"}),
        ("我的猫叫什么", {"cat"}),
        ("what's my cat's name", {"cat"}),
        ("我妈妈什么时候生日", {"mom"}),
        ("我爸爸的生日是哪天", set()),
        ("我的电话是多少", set()),
        ("张三的电话是多少", {"phone"}),
        ("我讨厌什么", {"soy"}),
        ("what do I like?", {"tea"}),
        ("我有什么习惯", {"habit"}),
    ],
)
def test_only_what_is_of_the_kind_that_is_asked_for_is_an_answer(question: str, refs: set[str]) -> None:
    locale: Locale = "en" if question.isascii() else "zh-CN"
    told = tell_recalled(asked(question, *KEPT, locale=locale))
    assert {row.removeprefix("memory_v2:") for row in told.rows} == refs


def test_no_promise_is_told_by_what_has_a_part_of_the_name_alone() -> None:
    """What is no promise answers only where it has every word that was asked about."""
    other = item("li", "my advisor is Professor Li", kind="person", source="memory_v2")
    whole = item("xiao", "Xiao Li borrows my notes on Friday", source="memory_v2")
    assert tell_recalled(asked("what did I promise Xiao Li", other, locale="en")).rows == ()
    assert tell_recalled(asked("what did I promise Xiao Li", other, whole, locale="en")).rows == ("memory_v2:xiao",)


def test_where_nothing_is_disliked_that_is_said_and_what_is_liked_is_told() -> None:
    told = tell_recalled(asked("我讨厌什么", LIKED))
    assert told.rows == ("memory_v2:m",)
    assert told.text.startswith("没有直接说到这个")


def test_a_decision_of_another_day_is_told_as_such() -> None:
    told = tell_recalled(asked("我前天做了什么决定", *KEPT))
    assert (told.rows, told.text.startswith("那时没有（时间：9月28日周一）")) == (("memory_v2:thesis",), True)


def test_what_one_is_busy_with_is_what_was_said_of_it() -> None:
    course = item("e", "高等数学", source="calendar", kind="calendar_event")
    busy = item("s:9", "最近在忙数学建模比赛")
    assert tell_recalled(asked("最近我在忙什么", course, LIKED, busy)).rows == ("chat:s:9",)
    assert tell_recalled(asked("最近我在忙什么", course, TALK)).rows == ("chat:s:2",)


def test_no_row_of_the_calendar_was_said() -> None:
    ball = item("e", "羽毛球", source="calendar", kind="calendar_event")
    told = tell_recalled(asked("我说过羽毛球吗", ball))
    assert told.rows == ()
    assert "日程" not in told.text


def test_what_is_of_ones_own_is_told_by_no_row_that_does_not_name_it() -> None:
    """A class whose name has a word of the question tells nothing of a sister; a reminder that names her does."""
    course = item("c", "大学英语 外语楼-305", kind="calendar_event", source="calendar")
    visit = item("r", "去车站接妹妹", kind="calendar_event", source="calendar")
    told = tell_recalled(asked("我妹妹在哪读大学", course, visit))
    assert told.rows == ("calendar:r",)


def test_of_many_the_first_few_are_told_with_the_number_of_all() -> None:
    many = [item(f"s:{n}", f"考试安排{n}") for n in range(9)]
    told = tell_recalled(asked("我说过考试吗", *many))
    assert len(told.rows) == MOST_SHOWN
    assert "9 条" in told.text
    assert "daywright recall" in told.text


def test_what_matters_then_is_told_below_an_answer_of_the_timetable() -> None:
    given = asked("我昨天有什么重要的事情安排吗？", EXAM, replace_source(TALK))
    assert beside(given).splitlines()[1:] == ["- 9月29日周二 10:00 对话：“下周五要考高数”"]
    assert beside(asked("周三有什么课", EXAM)) == ""
    assert beside(replace(given, items=())) == ""


def replace_source(one: RecallItem) -> RecallItem:
    """The same in the calendar, which the timetable tells of itself."""
    return one.model_copy(update={"source": "calendar", "id": "calendar:e"})
