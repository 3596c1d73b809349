"""What kind of thing a text is, and whether it is over with, by tables of words (rules RECALL-12 and RECALL-14)."""

import re
from typing import Final

from domain.context.plan.contract import TargetType
from domain.context.recall.item import Status
from domain.context.recall.terms import folded

KINDS: Final[tuple[tuple[TargetType, str, str], ...]] = (
    (
        "preference",
        r"喜欢|讨厌|偏好|不爱|爱吃|不吃|习惯|宁愿|过敏|受不了|最爱|不想在",
        r"i (?:really |also )?(?:like|love|hate|prefer|dislike|can.?t stand)|favou?rite|allergic",
    ),
    (
        "decision",
        r"决定|定了|定下|选了|选定|就这么",
        r"decided|decision|settled on|chose|going with",
    ),
    (
        "commitment",
        r"答应|承诺|保证|约好|说好|约了|跟进|确认|欠",
        r"promised?|agreed to|committed|owe|follow up|confirmed",
    ),
    (
        "todo",
        r"要交|要做|要买|要写|要去|要还|得(?:去|交|写|买|做|还)|"
        r"记得|别忘|待办|作业|截止|提交|提醒",
        r"to-?do|need to|have to|must|remember to|do ?n.?t forget|"
        r"homework|assignment|due|deadline|submit",
    ),
    (
        "calendar_event",
        r"会议|开会|组会|例会|考试|期中|期末|上课|"
        r"讲座|面试|答辩|聚会|聚餐|活动|航班|比赛",
        r"meeting|exam|midterm|final|class|lecture|interview|"
        r"appointment|party|flight|match|concert",
    ),
    (
        "person",
        r"同学|老师|教授|朋友|妈妈|爸爸|室友|学长|学姐|导师|电话|生日|名字叫",
        r"friend|teacher|professor|roommate|mom|dad|mother|father|birthday|phone number",
    ),
)
"""Kind, Chinese words, English words; of the rows that fit a text the first counts."""

_ROWS = tuple((kind, re.compile(rf"{chinese}|\b(?:{english})\b")) for kind, chinese, english in KINDS)
_DONE = re.compile(
    r"(?:完成|做完|写完|交|买|还|办好|搞定|看完|复习完|背完)了|已经(?:完成|交|做)|"
    r"\b(?:done|finished|completed|submitted|handed in)\b"
)
_NOT_DONE = re.compile(r"没|还未|\b(?:not|never|n't|until|before|must be|to be)\b")


def kind_of(text: str) -> TargetType:
    """The kind of the first row of the table that fits; a note where none does."""
    plain = folded(text)
    return next((kind for kind, pattern in _ROWS if pattern.search(plain)), "note")


def status_of(text: str) -> Status:
    """``done`` where the text says so."""
    plain = folded(text)
    return "done" if _DONE.search(plain) and not _NOT_DONE.search(plain) else "open"
