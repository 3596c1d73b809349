"""How much of the tasks a request is about, in its words (rules SLICE-3 and SLICE-10)."""

import re

from domain.refine.calendar import Said
from domain.refine.numerals import CHINESE, DIGIT, NUMBER, NUMBER_EN, number
from domain.refine.place_atoms import WEEK
from domain.refine.token import Read, Values, atom

_PARTS_EN = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5}

_NO_NAME = "".join(rf"(?<!{unit} )" for unit in ("chapter", "lesson", "unit", "lecture", "week", "section", "task"))


def _one(found: re.Match[str], _said: Said) -> Values:
    return (number(found[1]),)


def _percent(found: re.Match[str], _said: Said) -> Values:
    return (number(found[1] or found[2]) / 100,)


def _fraction(found: re.Match[str], _said: Said) -> Values:
    return (round(number(found[2]) / max(number(found[1]), 1), 4),)


def _slash(found: re.Match[str], _said: Said) -> Values:
    return (round(number(found[1]) / max(number(found[2]), 1), 4),)


def _fraction_en(found: re.Match[str], _said: Said) -> Values:
    times = number(found[1]) if found[1] and found[1].lower() not in ("a", "an") else 1
    return (round(times / _PARTS_EN[found[2].lower().rstrip("s")], 4),)


def _part_of(whole: int) -> Read:
    return lambda found, _said: (number(found[1]) / whole,)


AMOUNTS = (
    atom("none", r"(?:半|一)[个项门件份节](?:任务|东西|活儿?|事儿?|课)?(?:也|都)(?=不|别|没)"),
    atom("unsupported", rf"(?:超过|多于|少于|至少|不多于)[^，。；]{{0,2}}{NUMBER}[个节门项]"),
    atom(
        "unsupported",
        r"每天(?:都)?只[^，。；]{0,4}|分别|(?:只[留剩]|仅留)(?![^。；]*(?:别的|其他|其它|其余|剩下))|各(?:放|排|安排|挪|移)|(?:前面?|后面?)几天|取消|删除|删[掉去]|去掉",
    ),
    atom("unsupported", r"\b(?:get\s+rid\s+of|cancel|delete|remove|respectively)\b"),
    atom(
        "unsupported",
        rf"(?:每天|一天|每日)[^，。；]{{0,3}}(?:最多|至多|不超过|不能超过|不要超过|只)[^，。；]{{0,4}}{NUMBER}[个节门项]",
    ),
    atom("unsupported", rf"(?:最多|至多|不超过|不要超过)[^，。；]{{0,4}}{NUMBER}[个节门项]"),
    atom(
        "unsupported", rf"\b(?:at\s+most|no\s+more\s+than|only)\s+{NUMBER_EN}\s+[^,.;]{{0,20}}?(?:a|per|each)\s+day\b"
    ),
    atom("ratio", rf"百分之({NUMBER})|(?<!{DIGIT})({DIGIT}{{1,3}})\s*(?:[%％]|percent\b|per\s+cent\b)", _percent),
    atom("ratio", rf"({NUMBER})分之({NUMBER})", _fraction),
    atom("ratio", r"(?<![0-9./])([1-9])\s?/\s?([2-9])(?=\s*(?:of\b|的|任务))", _slash),
    atom("ratio", rf"({NUMBER})成(?![功绩就果])", _part_of(10)),
    atom("ratio", r"(?:对|一)半(?![天个])|半数|一部分|部分|一些|\bsome\b", (0.5,)),
    atom("ratio", rf"\b(?:({NUMBER_EN}|an?)[\s-]+)?(half|thirds?|quarters?|fourths|fifths?)\b", _fraction_en),
    atom("ratio", r"全部|所有|全都|统统|\b(?:all|everything|every)\b", (1.0,)),
    atom(
        "count",
        rf"(?<![同每各这那哪几])({NUMBER})(?:个|项|件|门|份|条)(?!{WEEK}|小时|月|多?人|晚上|上午|下午|工作日)",
        _one,
    ),
    atom("count", rf"(?<![第前后同每各这那哪几0-9０-９{CHINESE}])({NUMBER})[章讲课篇](?!{NUMBER})", _one),
    atom("count", rf"\b{_NO_NAME}({NUMBER_EN})(?=\s+(?:\w+\s+){{0,2}}?(?:tasks?|items?|things?)\b|\s+of\b)", _one),
    atom("count", r"\ba\s+couple(?:\s+of)?\b", (2,)),
)
