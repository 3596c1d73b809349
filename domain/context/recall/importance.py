"""How much a text matters, by a table of words (rule RECALL-11)."""

import re
from typing import Final

from domain.context.recall.terms import folded

USUAL: Final = 0.3
OF_A_QUESTION: Final = 0.1
OF_A_TIME: Final = 0.5

TABLE: Final = (
    (
        0.9,
        r"重要|要紧|关键|紧急|务必|千万|一定要|别忘|不能忘|不要忘|必须|死线",
        r"important|urgent|critical|crucial|must|asap|vital",
    ),
    (
        0.9,
        r"考试|期中|期末|答辩|面试|截止|手术|签证|航班|录取",
        r"exams?|midterms?|finals|interview|deadlines?|due|surgery|flight|visa",
    ),
    (
        0.8,
        r"决定|答应|承诺|保证|约好|说好|定了|确认",
        r"decided?|decision|promised?|agreed|committed|confirm(?:ed)?",
    ),
    (
        0.75,
        r"记得|记住|提醒|别迟到|过敏",
        r"remember|remind(?:er)?|do ?n.?t forget|never forget|allerg\w+",
    ),
    (
        0.7,
        r"会议|开会|组会|例会|约了|预约|安排|提交|上交|交作业|体检|报名",
        r"meetings?|appointments?|submit|hand in|sign up|check-?up",
    ),
    (
        0.6,
        r"作业|论文|报告|任务|计划|打算|跟进|复习|喜欢|讨厌|不爱|生日",
        r"homework|assignment|essay|report|tasks?|plans?|todo|follow up|"
        r"revise|prefer|hate|love|birthday",
    ),
)
"""Importance, Chinese words, English words; of the rows that fit a text the first counts, so they descend."""

_ROWS = tuple((value, re.compile(rf"{chinese}|\b(?:{english})\b")) for value, chinese, english in TABLE)
_QUESTION = re.compile(
    r"[?？]\s*$|[吗呢]\s*[。.!！]?\s*$|什么|哪[些个天里]|几点|怎么样|多少|"
    r"^\s*(?:what|when|where|who|which|how|did|do|does|is|are|have|has|can|could|will|was|were|should)\b"
)


def is_question(text: str) -> bool:
    """Whether a text asks instead of telling."""
    return _QUESTION.search(folded(text)) is not None


def importance_of(text: str, *, names_time: bool = False) -> float:
    """From 0 to 1; what asks matters little, what names a time at least half."""
    if is_question(text):
        return OF_A_QUESTION
    plain = folded(text)
    by_words = next((value for value, pattern in _ROWS if pattern.search(plain)), USUAL)
    return max(by_words, OF_A_TIME) if names_time else by_words
