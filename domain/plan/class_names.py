"""How a message may name the classes of a person (rule PLAN-11)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from domain.plan.intent import KnownClass
from domain.refine.fillers import FILLER_EN, FILLER_ZH
from domain.refine.names import name_pattern
from domain.refine.numerals import comparable

_TOO_PLAIN: Final = (
    "复习 练习 实验 基础 设计 原理 导论 概论 课程 计划 任务 学习 作业 考试 备考 训练 阅读 预习 项目 方法 中国 大学 "
    "高级 中级 初级 专业 研究 理论 技术 应用 管理 分析 周末 今日 每日 上机 "
    "introduction intro advanced basic basics general course class homework reading review practice project "
    "study studies exam exams final test lab labs theory principles applied"
)
_GENERIC: Final = frozenset(_TOO_PLAIN.split())
_SAME: Final = (
    ("英语", "english"),
    ("数学", "math", "maths", "mathematics"),
    ("物理", "physics"),
    ("物理实验", "physics lab", "physics labs"),
    ("化学实验", "chemistry lab", "chemistry labs"),
    ("化学", "chemistry", "chem"),
    ("生物", "biology"),
    ("历史", "history"),
    ("地理", "geography"),
    ("政治", "politics"),
    ("语文", "chinese"),
    ("日语", "japanese"),
    ("法语", "french"),
    ("德语", "german"),
    ("西班牙语", "spanish"),
    ("经济", "economics", "econ"),
    ("统计", "statistics", "stats"),
    ("编程", "programming", "coding"),
    ("心理", "psychology"),
    ("哲学", "philosophy"),
    ("写作", "writing"),
    ("操作系统", "operating systems"),
    ("数据结构", "data structures"),
    ("线性代数", "线代", "linear algebra"),
    ("高等数学", "高数", "calculus"),
    ("微积分", "calculus"),
    ("概率", "probability"),
    ("论文", "thesis"),
)
_SUBJECT: Final = "|".join(sorted({word for group in _SAME for word in group}, key=len, reverse=True))
_MORE: Final = (
    r"(?:大学|高等|有机|无机|分析|结构|材料|理论|电|流体|普通|线性|概率|数理|离散)?"
    r"(?:化学|数学|文学|哲学|法学|医学|力学|光学|热学|药学|心理学|经济学|社会学|生物学|统计学"
    r"|会计学?|管理学|电磁学|金融学?|逻辑学?|数理统计|概率论|数论|数据库|计算机网络|计组|计网|操作系统|编译原理|机器学习|人工智能|算法|毛概|马原|思政|近代史|雅思|托福|[四六]级|毕设"
    r"|毕业设计|高数|线代|离散数学|大物|大英|体育|美术|音乐|素描)"
    r"|(?:biochemistry|literature|philosophy|law|medicine|accounting|finance|marketing|algorithms?|databases?|networks?|music|art)"
)
SUBJECT: Final = re.compile(rf"(?<![a-z])(?:{_SUBJECT})(?![a-z])|{_MORE}", re.IGNORECASE)
"""Words that are names of a subject, whoever studies it."""
_WIDE: Final = re.compile(r"[\u3400-\u9fff]{2,}")
_LONGEST_PART: Final = 12
_HEADS: Final = ("lab", "project")
"""Too plain by themselves, but with an article they mean the class that ends with them: "the lab"."""


@dataclass(frozen=True, slots=True)
class ClassName:
    """A pattern, and the classes that it may mean, by their place in the list of classes."""

    pattern: re.Pattern[str]
    classes: tuple[int, ...]


def class_names(classes: Sequence[KnownClass], text: str) -> tuple[ClassName, ...]:
    """What the classes may be called as far as it stands in a text, the longest first.

    A whole name means its own class alone.
    """
    written = comparable(text)
    whole = {each.name.strip().lower() for each in classes}
    forms: dict[str, tuple[int, ...]] = {}
    for index, each in enumerate(classes):
        name = each.name.strip().lower()
        for form in dict.fromkeys((name, *(part for part in _parts(name) if part not in whole))):
            if comparable(form) not in written:
                continue
            forms[form] = (*forms.get(form, ()), index)
    longest = sorted((form for form in forms if form), key=lambda form: (-len(form), form))
    return tuple(ClassName(name_pattern(form), forms[form]) for form in longest)


def _parts(name: str) -> Iterator[str]:
    """Parts, short forms and the same in the other language, as far as they can mean nothing else."""
    for part in (*_chinese(name), *_english(name), *_other_words(name)):
        if len(part) > 1 and part not in _GENERIC and not is_filler(part):
            yield part


def is_filler(words: str) -> bool:
    """Whether nothing is left of words without those that carry nothing of their own."""
    rest = FILLER_EN.sub(" ", words).strip()
    while (shorter := FILLER_ZH.sub("", rest).strip()) != rest:
        rest = shorter
    return not rest


def _chinese(name: str) -> Iterator[str]:
    for run in _WIDE.findall(name):
        run = run[:_LONGEST_PART]
        for start in range(len(run)):
            yield from (run[start:end] for end in range(start + 2, len(run) + 1))
        if len(run) > 3:
            yield from (run[0] + letter for letter in run[2:])


def _english(name: str) -> Iterator[str]:
    found = re.findall(r"[a-z]+", name)
    for word in found:
        if len(word) > 3:
            yield from (word, word.removesuffix("s"))
    if len(found) > 1 and found[-1].removesuffix("s") in _HEADS:
        yield from (f"{before} {found[-1].removesuffix('s')}" for before in ("the", "my"))
        yield from (f"{found[-1].removesuffix('s')} {thing}" for thing in ("reports", "report", "work"))
    if len(found) > 1:
        yield "".join(word[0] for word in found)


def _other_words(name: str) -> Iterator[str]:
    for group in _SAME:
        if any(re.search(rf"(?<![a-z]){word}(?![a-z])", name) for word in group):
            yield from group
