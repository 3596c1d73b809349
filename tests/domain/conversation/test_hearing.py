"""Rules MEMORY-44 and MEMORY-46 to 48: what is remembered, what is to be forgotten, what is asked of the past."""

import pytest

from domain.conversation.hearing import hear
from domain.conversation.memory_request import Forget, Remember, read_memory
from domain.conversation.recall_question import asks_to_recall
from domain.conversation.routing import Context, route
from tests.conversation.test_messages import BARS, labelled

NOTHING, PREVIEW = Context(), Context(preview=True)
PAUSED = Context(preview=True, run="paused")
TRADITIONAL = str.maketrans("记说么过欢习时讨厌谁决东还讲约关于级", "記說麼過歡習時討厭誰決東還講約關於級")

OUTRIGHT = {
    "记住我不喜欢早上学习": ("我不喜欢早上学习", "preference"),
    "记一下张三的电话是123": ("张三的电话是123", "person"),
    "请记住：下周三高数期中考试": ("下周三高数期中考试", "note"),
    "把张三的生日是5月3日记下来": ("张三的生日是5月3日", "person"),
    "我对花生过敏，记住了": ("我对花生过敏", "note"),
    "remember that I prefer evenings": ("I prefer evenings", "preference"),
    "Note that the exam is in room 301.": ("the exam is in room 301", "note"),
    "please keep in mind that I can't work on Sundays": ("I can't work on Sundays", "note"),
    "I'm allergic to peanuts, remember that": ("I'm allergic to peanuts", "note"),
}
DUTIES = {
    "记得周五前交作业": "周五前交作业",
    "别忘了周五前交作业": "周五前交作业",
    "remember to hand in the essay by Friday": "hand in the essay by Friday",
}
TOLD = {
    "我不喜欢早上学习": "preference",
    "我习惯晚上写作文": "preference",
    "我讨厌早八": "preference",
    "I prefer evenings": "preference",
    "I don't like mornings": "preference",
    "I'm a night owl": "preference",
    "我叫李四": "note",
    "我的导师是李老师": "person",
    "I live in Boston": "note",
    "My advisor is Dr. Lee": "note",
    "我答应张三周五前给他报告": "commitment",
    "我决定退掉物理课": "decision",
}
TOLD |= {
    "I always go running on Sundays": "preference",
    "I go to the gym every Monday": "preference",
    "我每周日都去跑步": "preference",
    "我的猫叫花花": "note",
    "我女儿叫小雨": "note",
    "我妈妈生日是3月8日": "person",
    "my cat is called Mimi": "person",
    "我是素食者": "note",
}
FORGETS = {
    "忘掉我的电话": "我的电话",
    "把我的电话忘掉": "我的电话",
    "忘记我说过的考试": "我说过的考试",
    "删掉关于张三的记忆": "张三",
    "forget my phone number": "my phone number",
    "please forget that I prefer evenings": "I prefer evenings",
    "把关于猫的记忆删掉": "猫",
    "把猫那条记忆删掉": "猫",
    "delete what you know about my cat": "my cat",
    **dict.fromkeys(("forget everything", "忘掉一切", "清空记忆", "把所有记忆都删了"), ""),
    "delete everything you know about me": "",
}
RECALLS = (
    *(
        "我昨天说了什么重要的事",
        "上周我和谁聊过",
        "我说过考试吗",
        "我喜欢什么时候学习",
        "你记得我什么",
        "我最近答应了什么",
    ),
    *(
        "我什么时候说过要考四级",
        "我的生日是哪天",
        "关于考试我说过什么",
        "我有没有提过张三",
        "上个月我说过要买什么",
        "我叫什么",
    ),
    *(
        "你还记得我喜欢什么吗",
        "最近我做了什么决定",
        "前几天我提到的那本书叫什么",
        "我对什么过敏",
        "我上次和张三聊了什么",
    ),
    *(
        "what did I say about the exam last week",
        "what do I prefer",
        "what do you know about me",
        "did I mention the dentist",
    ),
    *(
        "do you remember my birthday",
        "who did I meet last week",
        "remind me what I said about the trip",
        "what's my name",
    ),
    *(
        "when did I last talk to Anna",
        "have I told you about my sister",
        "what are my preferences",
        "do I like mornings",
    ),
)
NO_RECALLS = (
    *(
        "这周哪天最空",
        "为什么把英语挪到周六",
        "我周三有什么课",
        "你改了什么",
        "我记得周三下午没课，对吗",
        "你最喜欢什么颜色",
    ),
    *(
        "what is on Wednesday",
        "what did you change",
        "why did you move the essay",
        "what can I say to you",
        "do you like music",
    ),
)
NOT_TOLD = (
    *(
        "我喜欢你",
        "I love you",
        "I like this app",
        "忘了",
        "forget it",
        "别忘了",
        "我忘记密码了",
        "I forgot my password",
    ),
    *(
        "记住了吗",
        "你记住了什么",
        "do you remember my birthday",
        "remember what I said",
        "昨天跟朋友吵架了",
        "谢谢，很满意",
    ),
    *("I'd like fewer tasks on Monday", "what do I prefer", "我喜欢什么时候学习", "记下来", "记住"),
)


@pytest.mark.parametrize("context", [NOTHING, PREVIEW, PAUSED], ids=["nothing", "preview", "paused"])
def test_what_shall_be_remembered_outright_is_wherever_it_is_said(context: Context) -> None:
    for message, (text, kind) in OUTRIGHT.items():
        heard = hear(message, context)
        assert heard.routing.kind == "memory", message
        assert isinstance(heard.memory, Remember)
        assert (heard.memory.text, heard.memory.kind, heard.memory.strength) == (text, kind, "outright")


def test_a_duty_without_a_time_of_the_clock_is_remembered_unless_there_is_a_plan() -> None:
    for message, text in DUTIES.items():
        heard = hear(message, NOTHING)
        assert isinstance(heard.memory, Remember)
        assert (heard.routing.kind, heard.memory.text, heard.memory.strength) == ("memory", text, "duty")
        assert hear(message, PREVIEW).routing.kind == route(message, PREVIEW).kind == "refine"


def test_what_somebody_tells_of_themselves_is_remembered() -> None:
    for message, kind in TOLD.items():
        heard = hear(message, NOTHING)
        assert heard.routing.kind == "memory", message
        assert isinstance(heard.memory, Remember)
        assert (heard.memory.text, heard.memory.kind) == (message, kind)


def test_beside_a_change_only_what_is_told_is_remembered_and_the_change_is_made() -> None:
    heard = hear("我习惯晚上写作文，换到晚上", PREVIEW)
    assert heard.routing == route("我习惯晚上写作文，换到晚上", PREVIEW)
    assert isinstance(heard.memory, Remember)
    assert heard.memory.text == "我习惯晚上写作文"


def test_a_change_that_cannot_be_made_is_not_lost_behind_a_preference() -> None:
    """Without a preview a mere preference is remembered, and one with a change beside it is a change still."""
    assert hear("我更喜欢周六休息", NOTHING).routing.kind == "memory"
    heard = hear("我更喜欢周六休息，把周六的任务挪到周日", NOTHING)
    assert heard.routing.kind == "refine"
    assert isinstance(heard.memory, Remember)
    assert heard.memory.text == "我更喜欢周六休息"


def test_what_leads_to_something_told_is_no_part_of_it() -> None:
    told = read_memory("我叫小周，记住我不喜欢早上学习")
    assert isinstance(told, Remember)
    assert told.text == "我叫小周，我不喜欢早上学习"


def test_long_words_are_kept_whole_and_what_is_not_read_is_counted() -> None:
    for length, left_out in ((498, 0), (1998, 0), (2500, 502)):
        told = read_memory("记住" + "字" * length)
        assert isinstance(told, Remember)
        assert (len(told.text), told.left_out) == (length - left_out, left_out)
    told = read_memory("字" * 1500 + "，记住")
    assert isinstance(told, Remember)
    assert len(told.text) == 1500


def test_what_corrects_something_is_remembered_without_the_words_that_say_so() -> None:
    for message in ("其实我的猫叫花花", "不对，我的猫叫花花", "更正：我的猫叫花花"):
        told = read_memory(message)
        assert isinstance(told, Remember)
        assert told.text == "我的猫叫花花"
    assert [each for each in ("我的课叫高数", "我的老师叫什么", "我的猫叫醒了我") if read_memory(each)] == []


def test_what_shall_be_forgotten_is_named() -> None:
    for message, about in FORGETS.items():
        for context in (NOTHING, PREVIEW):
            heard = hear(message, context)
            assert isinstance(heard.memory, Forget), message
            assert (heard.routing.kind, heard.memory.about) == ("memory", about)


def test_questions_of_recall_are_heard_in_either_script() -> None:
    missed = [each for each in RECALLS if not hear(each, NOTHING).recalls]
    missed += [each for each in RECALLS if not hear(each.translate(TRADITIONAL), PREVIEW).recalls]
    assert missed == []
    assert [each for each in NO_RECALLS if asks_to_recall(each)] == []


def test_what_tells_nothing_is_not_remembered() -> None:
    assert [each for each in NOT_TOLD if read_memory(each) is not None] == []


@pytest.mark.parametrize(
    "message", ["记得提醒我交作业", "帮我记一下，下午五点半要去接快递，到时候提醒", "forget the milk reminder", "取消"]
)
def test_reminders_and_stops_stay_what_they_are(message: str) -> None:
    heard = hear(message, PREVIEW)
    assert (heard.routing, heard.memory, heard.recalls) == (route(message, PREVIEW), None, False)


def test_labelled_messages_keep_their_kinds_but_for_plain_ones_that_tell_of_somebody() -> None:
    """Of more than two thousand messages at most ten plain ones; nothing that asks for something becomes a memory."""
    entries = [entry for name in BARS for entry in labelled(name)]
    changed = [
        entry
        for entry in entries
        if entry.kind != "memory"
        and hear(entry.message, entry.context).routing.kind != route(entry.message, entry.context).kind
    ]
    assert {entry.kind for entry in changed} <= {"plain"}
    assert len(changed) <= 10
