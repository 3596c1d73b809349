"""Rules CHAT-11 to CHAT-14: what a message about reminders asks for."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.conversation.reminder_request import Gap, ReminderRequest, read_reminder
from domain.conversation.routing import Context, route

UNITS = st.sampled_from([("秒", "seconds", 1), ("分钟", "min", 60), ("个小时", "hours", 3600), ("天", "days", 86400)])
SHANGHAI = ZoneInfo("Asia/Shanghai")
WEDNESDAY = datetime(2026, 10, 14, 10, 0, tzinfo=SHANGHAI)
MINUTE, HOUR, DAY = 60, 3600, 86400


def read(message: str) -> ReminderRequest:
    """On a Wednesday at ten in the morning."""
    return read_reminder(message, WEDNESDAY)


@pytest.mark.parametrize(
    ("message", "prompt", "seconds"),
    [
        ("10分钟后提醒我交作业", "交作业", 10 * MINUTE),
        ("半小时后叫我起床", "起床", 30 * MINUTE),
        ("一个半小时后提醒我喝水，谢谢", "喝水", 90 * MINUTE),
        ("３０秒后提醒我看火", "看火", 30),
        ("两天后提醒我把周五的任务挪到周一", "把周五的任务挪到周一", 2 * DAY),
        ("提醒我1小时30分钟后关火", "关火", 90 * MINUTE),
        ("帮我设个提醒，两小时后复习高数", "复习高数", 2 * HOUR),
        ("我要交作业，10分钟后提醒我", "我要交作业", 10 * MINUTE),
        ("请在1.5小时后提醒我：「买牛奶」", "「买牛奶」", 90 * MINUTE),
        ("题醒我5分钟后喝水", "喝水", 5 * MINUTE),
        ("remind me in an hour to call Mum", "call Mum", HOUR),
        ("remind me to plan the trip in 20 minutes", "plan the trip", 20 * MINUTE),
        ("Half an hour from now remind me to stretch please", "stretch", 30 * MINUTE),
        ("remind us in an hour and a half that the cake is done", "the cake is done", 90 * MINUTE),
        ("in forty-five minutes remind me of the call", "the call", 45 * MINUTE),
        ("in 90 seconds tell me to blink", "blink", 90),
        ("remind me not to forget the keys in 1h30m", "not to forget the keys", 90 * MINUTE),
    ],
)
def test_a_delay_and_what_to_say(message: str, prompt: str, seconds: int) -> None:
    request = read(message)
    assert (request.operation, request.prompt, request.after_seconds, request.gaps) == ("create", prompt, seconds, ())


@pytest.mark.parametrize(
    ("message", "prompt", "moment"),
    [
        ("明天早上8点提醒我去图书馆", "去图书馆", (15, 8, 0)),
        ("提醒我今晚八点开会", "开会", (14, 20, 0)),
        ("今晚12点提醒我抢票", "抢票", (15, 0, 0)),
        ("后天下午三点半提醒我交表", "交表", (16, 15, 30)),
        ("8点提醒我吃药", "吃药", (14, 20, 0)),
        ("明天3点提醒我开会", "开会", (15, 15, 0)),
        ("下周一上午10点提醒我交报告", "交报告", (19, 10, 0)),
        ("remind me to call mum at 8pm", "call mum", (14, 20, 0)),
        ("Remind me tomorrow at 8am to bring the laptop", "bring the laptop", (15, 8, 0)),
        ("set a reminder for 20:30: submit the essay", "submit the essay", (14, 20, 30)),
        ("tonight at 9 remind me about the exam", "the exam", (14, 21, 0)),
        ("remind me about the exam on Friday at 9", "the exam", (16, 9, 0)),
    ],
)
def test_a_time_of_the_clock_becomes_a_delay_from_now(message: str, prompt: str, moment: tuple[int, int, int]) -> None:
    day, hour, minute = moment
    request = read(message)
    assert request.prompt == prompt
    assert request.after_seconds is not None
    assert WEDNESDAY + timedelta(seconds=request.after_seconds) == datetime(
        2026, 10, day, hour, minute, tzinfo=SHANGHAI
    )


@pytest.mark.parametrize(
    ("message", "prompt", "moment"),
    [
        ("12月25日上午九点提醒我买礼物", "买礼物", (2026, 12, 25, 9)),
        ("3月1日早上8点叫我报名", "报名", (2027, 3, 1, 8)),
        ("2028年2月29日早上8点提醒我开会", "开会", (2028, 2, 29, 8)),
        ("这个月15号早上8点提醒我交房租", "交房租", (2026, 10, 15, 8)),
        ("下个月1号上午十点提醒我交电费", "交电费", (2026, 11, 1, 10)),
        ("31号中午12点提醒我开会", "开会", (2026, 10, 31, 12)),
        ("9号晚上八点提醒我看书", "看书", (2026, 11, 9, 20)),
        ("下下周一早上九点提醒我开会", "开会", (2026, 10, 26, 9)),
        ("三天后早上八点提醒我复查", "复查", (2026, 10, 17, 8)),
        ("明天零点提醒我抢票", "抢票", (2026, 10, 15, 0)),
        ("2026-10-20 15:30提醒我取快递", "取快递", (2026, 10, 20, 15, 30)),
        ("明天上午10点到12点之间提醒我看书", "看书", (2026, 10, 15, 10)),
        ("提醒我周五下午三点到五点等快递", "等快递", (2026, 10, 16, 15)),
        ("不要忘了提醒我明天八点开会", "开会", (2026, 10, 15, 8)),
        ("remind me on December 5 at 8am to pay rent", "pay rent", (2026, 12, 5, 8)),
        ("remind me at noon on the 20th of November to call", "call", (2026, 11, 20, 12)),
        ("remind me on the 15th at 9 am to pay", "pay", (2026, 10, 15, 9)),
        ("remind me tomorrow 8am to run", "run", (2026, 10, 15, 8)),
        ("remind me between 2pm and 3pm to stretch", "stretch", (2026, 10, 14, 14)),
        ("in 3 days at 9 am remind me to check", "check", (2026, 10, 17, 9)),
    ],
)
def test_a_time_is_on_the_day_that_is_said(message: str, prompt: str, moment: tuple[int, ...]) -> None:
    """The nearest such date, the next such day of a month, and of a stretch its beginning."""
    request = read(message)
    assert (request.prompt, request.gaps) == (prompt, ())
    assert request.after_seconds is not None
    due = WEDNESDAY + timedelta(seconds=request.after_seconds)
    assert due.timetuple()[: len(moment)] == moment


@pytest.mark.parametrize(
    ("message", "gap"),
    [
        ("昨天下午三点提醒我开会", "past"),
        ("上周五晚上八点提醒我开会", "past"),
        ("10月1日早上8点提醒我出发", "past"),
        ("remind me yesterday at 5 to sleep", "past"),
        ("2月30日早上8点提醒我过节", "when"),
        ("除夕那天晚上八点提醒我打电话", "when"),
        ("下周早上八点提醒我开会", "when"),
        ("周末早上九点提醒我跑步", "when"),
        ("remind me at 8 pm on Christmas Eve to call", "when"),
    ],
)
def test_a_time_on_a_day_that_is_over_or_unknown_is_none(message: str, gap: Gap) -> None:
    """It is never taken for one of another day."""
    request = read(message)
    assert (request.after_seconds, request.gaps[0]) == (None, gap)


@pytest.mark.parametrize(
    "message",
    [
        "每天早上八点提醒我吃药",
        "每周一提醒我交周报",
        "提醒我每天晚上十点睡觉",
        "每隔一小时提醒我站起来",
        "every day at 8 remind me to take pills",
        "remind me at 8 am every Monday to run",
    ],
)
def test_what_repeats_is_not_set_once_in_silence(message: str) -> None:
    assert read(message).gaps == ("again",)


def test_what_is_to_be_done_every_day_can_be_said_once() -> None:
    request = read("10分钟后提醒我每天要背单词")
    assert (request.prompt, request.after_seconds, request.gaps) == ("每天要背单词", 10 * MINUTE, ())


def test_a_night_in_which_clocks_are_set_back_is_an_hour_longer() -> None:
    """Ten in the evening to eight in the morning are eleven hours then."""
    evening = datetime(2026, 10, 24, 22, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    assert read_reminder("明天早上8点提醒我跑步", evening).after_seconds == 11 * HOUR


@pytest.mark.parametrize(
    ("message", "gaps"),
    [
        ("记得提醒我买票", ("when",)),
        ("remind me to move the 8pm meeting", ("when",)),
        ("提醒我下午3点的会", ("when",)),
        ("remind me to read for 2 hours", ("when",)),
        ("0分钟后提醒我跑步", ("never",)),
        ("-5分钟后提醒我跑步", ("never",)),
        ("remind me in -5 minutes to run", ("never",)),
        ("提醒我明天带电脑", ("when",)),
        ("今天早上8点提醒我吃药", ("past",)),
        ("过一刻钟喊我一下", ("what",)),
        ("can you ping me in half an hour", ("what",)),
        ("提醒我", ("when", "what")),
    ],
)
def test_what_is_not_said_is_a_gap(message: str, gaps: tuple[Gap, ...]) -> None:
    request = read(message)
    assert (request.operation, request.gaps) == ("create", gaps)


@pytest.mark.parametrize("message", ["我有哪些提醒", "看看我的提醒", "what reminders do I have?", "list my reminders"])
def test_a_list_is_asked_for(message: str) -> None:
    assert read(message) == ReminderRequest("list")


@pytest.mark.parametrize(
    ("message", "schedule_id", "about", "every"),
    [
        ("取消提醒 schedule-2", "schedule-2", "", False),
        ("把提醒Schedule-3删了吧", "schedule-3", "", False),
        ("删掉那个喝水的提醒", None, "喝水", False),
        ("别再提醒我喝水了", None, "喝水", False),
        ("cancel the reminder about laundry", None, "laundry", False),
        ("清空所有提醒", None, "", True),
    ],
)
def test_a_reminder_is_dropped_by_its_id_or_its_words(
    message: str, schedule_id: str | None, about: str, every: bool
) -> None:
    request = read(message)
    assert (request.operation, request.gaps) == ("delete", ())
    assert (request.schedule_id, request.about, request.every) == (schedule_id, about, every)


@pytest.mark.parametrize(
    "message",
    [
        "把喝水的提醒推迟十分钟",
        "提醒改到明天早上8点",
        "把提醒时间改一下",
        "推迟schedule-2",
        "move the reminder about packing to tomorrow 8 am",
        "postpone my reminder by 10 minutes",
        "snooze schedule-2",
    ],
)
def test_another_time_for_a_reminder_is_a_request_of_its_own(message: str) -> None:
    """It is no change of a plan, whatever is at hand, and no new reminder."""
    assert {route(message, Context(preview=preview)).kind for preview in (False, True)} == {"reminder"}
    request = read(message)
    assert (request.operation, request.gaps) == ("move", ("moved",))


@pytest.mark.parametrize(
    "message",
    [
        "提前十分钟提醒我开会",
        "改天提醒我交作业",
        "remind me to move the alarm clock",
        "set a reminder to change the bulb",
    ],
)
def test_a_reminder_of_a_change_is_a_new_one(message: str) -> None:
    assert read(message).operation == "create"


@pytest.mark.parametrize("message", ["别提醒我了", "删除提醒", "stop reminding me"])
def test_which_one_to_drop_is_asked(message: str) -> None:
    assert (read(message).operation, read(message).gaps) == ("delete", ("which",))


def test_a_reminder_about_reminders_is_created() -> None:
    """What is spoken of first counts."""
    assert read("10分钟后提醒我删除那个提醒").prompt == "删除那个提醒"


@given(count=st.integers(1, 999), unit=UNITS)
def test_every_count_of_a_unit_is_read(count: int, unit: tuple[str, str, int]) -> None:
    """Before the call and behind it, in both languages."""
    zh, en, seconds = unit
    for message in (f"{count}{zh}后提醒我交作业", f"提醒我{count}{zh}以后交作业"):
        assert (read(message).after_seconds, read(message).prompt) == (count * seconds, "交作业")
    for message in (f"remind me in {count} {en} to call mum", f"remind me to call mum in {count} {en}"):
        assert (read(message).after_seconds, read(message).prompt) == (count * seconds, "call mum")


PIECES = ["提醒我", "10分钟后", "8点", "remind me", " in 2 hours", " at 8pm", "删除", "提醒", "，", "x"]
TEXTS = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PIECES)).map("".join))
ZONES = st.sampled_from([UTC, SHANGHAI])


@given(text=TEXTS, at=st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=ZONES))
def test_any_text_is_read_as_something_that_can_be_done_or_asked(text: str, at: datetime) -> None:
    """Nothing raises; a creation has a trimmed prompt and a delay of at least a second, or says what it lacks."""
    request = read_reminder(text, at)
    assert request.prompt == request.prompt.strip()
    if request.operation == "create":
        if request.gaps == ("several",):
            return
        assert ("what" in request.gaps) is (request.prompt == "")
        assert (request.after_seconds or 0) > 0 or {"when", "past"} & {*request.gaps}


@pytest.mark.parametrize(
    "message",
    [
        "remind me in 5 seconds to drink and in 10 seconds to eat",
        "remind me to drink in 5 seconds and to eat in 10 seconds",
        "remind me at 8 to eat and at 9 to sleep",
        "in 5 minutes remind me to call, then in 10 minutes remind me to eat",
        "5秒后提醒我喝水，10秒后提醒我吃饭",
        "5秒后提醒我喝水，10秒后吃饭",
        "提醒我5秒后喝水和10秒后吃饭",
        "8点提醒我吃药，9点提醒我睡觉",
    ],
)
def test_of_several_reminders_none_is_lost_in_silence(message: str) -> None:
    """Only one is set at a time, which is told."""
    assert read(message).gaps == ("several",)


@pytest.mark.parametrize(
    ("message", "prompt", "seconds"),
    [
        ("10分钟后提醒我30分钟后开会", "30分钟后开会", 10 * MINUTE),
        ("10分钟后提醒我周三下午3点和4点有会", "周三下午3点和4点有会", 10 * MINUTE),
        ("in 10 minutes remind me that the meeting is in 30 minutes", "the meeting is in 30 minutes", 10 * MINUTE),
        ("remind me in 5 minutes to call mum and tell her to come at 5pm", "call mum and tell her to come at 5pm", 300),
        ("remind me in 1 hour and 30 minutes to eat", "eat", 90 * MINUTE),
    ],
)
def test_times_in_what_a_reminder_says_are_no_reminders_of_their_own(message: str, prompt: str, seconds: int) -> None:
    request = read(message)
    assert (request.prompt, request.after_seconds, request.gaps) == (prompt, seconds, ())


@pytest.mark.parametrize(
    ("message", "prompt", "seconds"),
    [
        ("半個小時後提醒我喝藥", "喝藥", 30 * MINUTE),
        ("10分鐘後提醒我交作業", "交作業", 10 * MINUTE),
        ("今晚八點提醒我開會", "開會", 10 * HOUR),
        ("請在兩個鐘頭後叫我起床", "起床", 2 * HOUR),
        ("提醒我喝藥，十秒後", "喝藥", 10),
    ],
)
def test_traditional_characters_are_read_and_said_again(message: str, prompt: str, seconds: int) -> None:
    """The reminder speaks in those that the person wrote."""
    request = read(message)
    assert (request.prompt, request.after_seconds, request.gaps) == (prompt, seconds, ())
