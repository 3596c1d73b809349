"""Rule CHAT-25: what of a message is another wish is told, and is no part of the first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.conversation.hearing import hear
from domain.conversation.routing import Context
from domain.conversation.second_wish import left_undone, parted


@pytest.mark.parametrize(
    ("message", "own", "left"),
    [
        ("把英语的任务都挪到周日，然后提醒我半小时后喝水", "提醒我半小时后喝水", "把英语的任务都挪到周日"),
        ("取消提醒，然后把第五章挪到周三", "取消提醒", "把第五章挪到周三"),
        ("提醒我关门，然后周三有什么", "提醒我关门", "周三有什么"),
        ("remind me in 10 minutes to drink and what is on Friday?", "remind me in 10 minutes to drink", None),
        ("Remind me in an hour to drink. What's on Friday?", "Remind me in an hour to drink", "What's on Friday?"),
        ("remind me in 1h to eat, and move chapter five to Friday", "remind me in 1h to eat", None),
        ("记住我不喜欢早上学习，并且把第一章挪到周四", "记住我不喜欢早上学习", "把第一章挪到周四"),
        ("remember that I hate mornings and then move chapter one to Monday", "remember that I hate mornings", None),
        ("删除喝水的提醒，然后10分钟后提醒我吃饭", "删除喝水的提醒", "10分钟后提醒我吃饭"),
        ("10分钟后提醒我喝水，另外把吃饭的提醒删掉", "10分钟后提醒我喝水", "把吃饭的提醒删掉"),
    ],
)
def test_the_first_wish_ends_where_another_begins(message: str, own: str, left: str | None) -> None:
    """Whatever is at hand, and what is left is told in both languages."""
    for context in (Context(), Context(preview=True)):
        parts = parted(message, hear(message, context).routing.kind)
        assert parts.own == own
        assert len(parts.left) == 1
        assert left is None or parts.left == (left,)
        assert all(parts.left[0] in left_undone(locale, parts.left) for locale in ("zh-CN", "en"))


@pytest.mark.parametrize(
    "message",
    [
        "10分钟后提醒我喝水，然后去跑步",
        "明天八点提醒我带书和交作业",
        "remind me in 5 minutes to call mom and ask what she wants",
        "remind me at 5pm to call Bob and move the meeting to Friday",
        "我要交作业，10分钟后提醒我",
        "明天有考试，早上8点提醒我带笔",
        "两天后提醒我把周五的任务挪到周一",
        "提醒我半小时后问老师，周三有什么课",
        "半小时后提醒我：「买牛奶，然后把第一章挪到周四」",
        "半小时后提醒我喝水，谢谢",
        "5秒后提醒我喝水，10秒后提醒我吃饭",
    ],
)
def test_what_a_reminder_says_may_have_several_clauses(message: str) -> None:
    assert parted(message, "reminder").own == message
    assert not parted(message, "reminder").left


def test_a_question_beside_a_change_is_told() -> None:
    """A change is read from the whole message all the same."""
    message = "把第一章挪到周四，然后周三有什么课？"
    parts = parted(message, "refine")
    assert (parts.own, parts.left) == (message, ("周三有什么课",))


@given(st.text(max_size=80), st.sampled_from(["reminder", "memory", "refine", "question", "plain"]))
def test_any_text_is_parted(message: str, kind: str) -> None:
    """What is told to be left is in the message, and something of it is done."""
    parts = parted(message, kind)  # type: ignore[arg-type]
    assert parts.own in message
    assert bool(parts.own) is bool(message)
    assert all(each for each in parts.left)
