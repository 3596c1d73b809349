"""Rule CHAT-21: the next message answers what was asked of a reminder."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.conversation.open_question import OpenQuestion, answered, is_answer, open_question, which_days, which_of
from domain.conversation.reminder_request import Gap, read_reminder
from domain.conversation.routing import Context

WEDNESDAY = datetime(2026, 10, 14, 10, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
LATER = WEDNESDAY + timedelta(minutes=5)
CONTEXTS = pytest.mark.parametrize("context", [Context(), Context(preview=True)], ids=["no preview", "preview"])


def asked(message: str) -> OpenQuestion:
    """What is open after a message."""
    found = open_question(read_reminder(message, WEDNESDAY), WEDNESDAY)
    assert found is not None
    return OpenQuestion.model_validate(found.model_dump(mode="json"))


@CONTEXTS
@pytest.mark.parametrize(
    ("message", "reply", "prompt", "seconds"),
    [
        ("remind me in 5 seconds", "drink water", "drink water", 5),
        ("remind me in 5 seconds", "to call Mum, please", "call Mum", 5),
        ("10秒后提醒我", "喝水", "喝水", 10),
        ("10秒后提醒我", "把書還給小明", "把書還給小明", 10),
        ("10秒后提醒我", "提醒我喝水", "喝水", 10),
        ("提醒我喝水", "十秒后", "喝水", 10),
        ("提醒我喝水", "半小時", "喝水", 1800),
        ("提醒我喝水", "半小时后提醒我", "喝水", 1800),
        ("remind me to drink", "10 seconds", "drink", 10),
        ("remind me to drink", "make it in ten seconds", "drink", 10),
        ("提醒我", "十秒后喝水", "喝水", 10),
        ("今天早上8点提醒我吃药", "十分钟后", "吃药", 600),
        ("8点提醒我", "吃药", "吃药", 10 * 3600 - 300),
        ("周五提醒我交作业", "下午三点", "交作业", 53 * 3600 - 300),
        ("周五提醒我交作业", "三点", "交作业", 53 * 3600 - 300),
        ("周五提醒我交作业", "明天八点", "交作业", 22 * 3600 - 300),
        ("明早提醒我", "八点，喝水", "喝水", 22 * 3600 - 300),
        ("remind me on Friday to pay", "noon", "pay", 50 * 3600 - 300),
    ],
)
def test_a_time_or_a_text_completes_the_request(
    context: Context, message: str, reply: str, prompt: str, seconds: int
) -> None:
    """A delay counts from the answer, a time of the clock stays what it is."""
    question = asked(message)
    assert is_answer(question, reply, context, LATER)
    request = answered(question, reply, LATER)
    assert request is not None
    assert (request.operation, request.prompt, request.after_seconds, request.gaps) == ("create", prompt, seconds, ())


@pytest.mark.parametrize(
    ("message", "reply", "gaps"),
    [
        ("提醒我", "喝水", ("when",)),
        ("remind me", "in ten seconds", ("what",)),
        ("今天早上8点提醒我", "喝水", ("when",)),
        ("remind me to drink", "-5 minutes", ("never",)),
        ("remind me to drink", "in 0 minutes", ("never",)),
        ("remind me to drink", "2:30am New York time on March 14", ("skipped",)),
        ("提醒我喝水", "当地时间8点", ("zone",)),
    ],
)
def test_what_is_still_lacking_is_asked_next(message: str, reply: str, gaps: tuple[Gap, ...]) -> None:
    request = answered(asked(message), reply, LATER)
    assert request is not None
    assert request.gaps == gaps


@CONTEXTS
@pytest.mark.parametrize(
    ("reply", "schedule_id", "about", "every"),
    [
        ("喝茶那个", None, "喝茶", False),
        ("the tea one", None, "tea", False),
        ("第二个", "schedule-7", "", False),
        ("the first one", "schedule-3", "", False),
        ("最后一个", "schedule-7", "", False),
        ("全部", None, "", True),
        ("both", None, "", True),
        ("两个都删", None, "", True),
    ],
)
def test_a_choice_completes_a_deletion(
    context: Context, reply: str, schedule_id: str | None, about: str, every: bool
) -> None:
    """By its words, its place in the list, or as all of them."""
    question = which_of(("schedule-3", "schedule-7"), WEDNESDAY)
    assert is_answer(question, reply, context, LATER)
    request = answered(question, reply, LATER)
    assert request is not None
    assert (request.schedule_id, request.about, request.every) == (schedule_id, about, every)
    assert schedule_id or request.among == question.choices


@CONTEXTS
@pytest.mark.parametrize("message", ["提醒我喝水", "10秒后提醒我", "删掉提醒"])
@pytest.mark.parametrize(
    "reply",
    [
        "周三有什么课？",
        "what is on Friday?",
        "帮我排个计划",
        "你好",
        "thanks",
        "算了",
        "never mind",
        "10秒后提醒我吃饭",
        "move the reminder about pack to tomorrow 8 am",
        "把喝水的提醒推迟十分钟",
        "remind me in -5 minutes to z",
        "remind me in 0 seconds to x",
        "-5分钟后提醒我喝水",
        "把第五章挪到周三",
        "move chapter five to Wednesday",
    ],
)
def test_what_speaks_of_something_else_is_no_answer(context: Context, message: str, reply: str) -> None:
    """Nor is a salute, a wish to let it be, or a request that is whole by itself or refused by itself."""
    assert not is_answer(asked(message), reply, context, LATER)


@CONTEXTS
@pytest.mark.parametrize(
    "reply",
    [
        "这周",
        "下周吧",
        "this week",
        "weeks 14-15",
        "by 20 December",
        "12月20日之前",
        "第3到第5周",
        "到学期末",
        "未来三天",
    ],
)
def test_days_alone_answer_for_which_to_plan(context: Context, reply: str) -> None:
    """What is no day, or wishes for something of them, is no answer; nor is any while a run asks something else."""
    question = OpenQuestion.model_validate(which_days(WEDNESDAY).model_dump(mode="json"))
    assert is_answer(question, reply, context, LATER)
    assert answered(question, reply, LATER) is None
    for other in (f"{reply}有什么课？", f"把第一章挪到{reply}", "好的", "10", f"{reply}提醒我喝水"):
        assert not is_answer(question, other, context, LATER)
    assert not is_answer(question, reply, Context(run="paused"), LATER)


@pytest.mark.parametrize("seconds", [0.2, 59.9, 61.4])
def test_a_time_of_the_clock_stays_what_it_is_to_the_second(seconds: float) -> None:
    """However between two seconds it was asked and answered, the delay ends within the second that was said."""
    said = WEDNESDAY + timedelta(milliseconds=300)
    question = open_question(read_reminder("12点提醒我", said), said)
    now = said + timedelta(seconds=seconds)
    assert question is not None
    request = answered(question, "吃饭", now)
    assert request is not None
    assert request.after_seconds is not None
    late = now + timedelta(seconds=request.after_seconds) - WEDNESDAY.replace(hour=12)
    assert timedelta(0) <= late < timedelta(seconds=1)


def test_a_request_for_several_leaves_nothing_open() -> None:
    """Nor does one that is whole."""
    for message in ("5秒后提醒我喝水，10秒后提醒我吃饭", "5秒后提醒我喝水", "我有哪些提醒"):
        assert open_question(read_reminder(message, WEDNESDAY), WEDNESDAY) is None


@given(st.sampled_from(["提醒我喝水", "10秒后提醒我", "remind me", "删掉提醒"]), st.text(max_size=60))
def test_any_text_is_an_answer_or_none(message: str, reply: str) -> None:
    """Nothing raises, and a creation says what it lacks."""
    request = answered(asked(message), reply, LATER)
    if request is not None and request.operation == "create":
        assert bool(request.prompt) is ("what" not in request.gaps)
        assert bool(request.after_seconds) is not bool({"when", "past", "never"} & {*request.gaps})
