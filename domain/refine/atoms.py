"""The words of a request that carry meaning, found from left to right (rules SLICE-2 to SLICE-5).

``ATOMS`` is ordered: at each place of the text the first atom that fits wins, so a longer reading stands
before the shorter ones inside it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from domain.refine.numerals import CHINESE, DIGIT, NUMBER, NUMBER_EN, number, numerals

Kind = Literal[
    "named",
    "weeks",
    "days",
    "span",
    "sections",
    "ratio",
    "count",
    "object",
    "to",
    "on",
    "not",
    "hold",
    "except",
    "outer",
    "rest",
    "break",
    "unsupported",
    "none",
]
Values = tuple[float, ...]
Read = Callable[[re.Match[str], int], Values]

MORNING, AFTERNOON, EVENING = (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)
WORKDAYS, WEEKEND = (1, 2, 3, 4, 5), (6, 7)


@dataclass(frozen=True, slots=True)
class Token:
    """One meaningful piece of the text.

    Attributes:
        kind: what it speaks of; ``span`` is "Friday to Monday", a range or a direction as its clause decides;
            ``none`` is recognised so that nothing else is read into it; ``hold`` keeps what it is about in its place,
            ``except`` and ``outer`` stand before and after an exception, ``rest`` is all else,
            ``unsupported`` is a shift or a clock time, which no goal can hold yet.
        values: weeks, days of the week, sections, task ids, or one figure.
        start, end: its place in the text, end exclusive.
    """

    kind: Kind
    values: Values
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Atom:
    """A pattern and how to read what it finds; ``read`` also gets the number of the current week."""

    kind: Kind
    pattern: re.Pattern[str]
    read: Read


def _days_between(first: int, last: int) -> Values:
    return tuple((first - 1 + step) % 7 + 1 for step in range((last - first) % 7 + 1))


def _between(first: int, last: int) -> Values:
    return tuple(range(min(first, last), max(first, last) + 1))


def _atom(kind: Kind, pattern: str, read: Read | Values = ()) -> Atom:
    reads: Read = (lambda _found, _week: read) if isinstance(read, tuple) else read
    return Atom(kind, re.compile(pattern, re.IGNORECASE | re.ASCII), reads)


def _range(found: re.Match[str], _week: int) -> Values:
    return _between(number(found[1]), number(found[2] or found[1]))


def _digits(found: re.Match[str], _week: int) -> Values:
    return tuple(number(part) for part in re.findall(NUMBER, found[0]))


def _relative_week(found: re.Match[str], week: int) -> Values:
    steps = {"上": -1, "last": -1, "下": 1, "next": 1, "下下": 2, "the week after next": 2}
    return (week + steps.get((found[1] or found[2]).lower(), 0),)


def _zh_day(letter: str) -> int:
    return 7 if letter in "日天" else CHINESE.index(letter) + 1


def _zh_day_range(found: re.Match[str], _week: int) -> Values:
    return _days_between(_zh_day(found[1]), _zh_day(found[2]))


def _zh_days(found: re.Match[str], _week: int) -> Values:
    return tuple(_zh_day(letter) for letter in re.findall(r"[一二三四五六日天]", found[0]))


_EN_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def _en_day_range(found: re.Match[str], _week: int) -> Values:
    return _days_between(*(_EN_DAYS.index(day[:3].lower()) + 1 for day in found.groups()))


def _en_day(found: re.Match[str], _week: int) -> Values:
    return (_EN_DAYS.index(found[0][:3].lower()) + 1,)


def _fraction(found: re.Match[str], _week: int) -> Values:
    return (round(number(found[2]) / max(number(found[1]), 1), 4),)


def _part_of(whole: int) -> Read:
    return lambda found, _week: (number(found[1]) / whole,)


def _one(found: re.Match[str], _week: int) -> Values:
    return (number(found[1]),)


_TO = r"\s*(?:到|至|~|～|-|－|—|–)+\s*"
_WEEK = r"(?:周|星期|礼拜)"
_DAY = r"(?:一(?![共样些半])|[二三四五六天]|日(?![程常历期]))(?![个十半分章点成门项件])"
_EN_DAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
)
_MOVING = r"[挪移搬调改换放排散匀铺摊推压转并开敛集中分配布置收提延安动整后迟前均平]"
_UNIT = r"(?:天|日|周|星期|礼拜|节|小时)"
_AMOUNT = rf"(?:{NUMBER}|几|半)个?{_UNIT}"
_AMOUNT_EN = rf"(?:{NUMBER_EN}|an?|(?:a\s+)?few)\s+(?:days?|weeks?|hours?|sections?|periods?)"
_NO_ORDER = r"(?![^，。；,.;]{0,8}(?:顺序|次序|先后)|[^,.;，。；]*\b(?:order|free|empty|clear)\b)"
_LESS = r"(?:以内|之内|内|之后|以后|后|里)"

ATOMS: tuple[Atom, ...] = (
    _atom(
        "rest", r"别的(?:任务)?|\b(?:every|any)(?:thing)?\s+(?:else|other(?:\s+tasks?)?)\b|\ball\s+(?:the\s+)?others?\b"
    ),
    _atom("unsupported", rf"[往向朝][前后](?!的?{NUMBER}个?{_WEEK})(?:[挪移推调延拖放排]动?)?迟?(?:{_AMOUNT})?"),
    _atom("unsupported", rf"(?:推迟|推后|延后|顺延|延迟|提前|提早|后移|前移)(?:{_AMOUNT}|(?![到至在去完做]))"),
    _atom("unsupported", rf"[早晚]{_AMOUNT}|{NUMBER}天[之以]?[前后]"),
    _atom("unsupported", rf"(?:[上下]午|[晚早]上|中午|凌晨|傍晚)?{DIGIT}{{1,2}}[:：]{DIGIT}{{2}}"),
    _atom("unsupported", rf"(?:[上下]午|[晚早]上|中午|凌晨|傍晚){NUMBER}点(?:半|钟|整|{NUMBER}分)?"),
    _atom("unsupported", rf"(?<!第)(?:{NUMBER}点(?:半|钟|整|{NUMBER}分)|(?!一点){NUMBER}点(?!建议|要求|意见))"),
    _atom("unsupported", rf"\bby\s+{_AMOUNT_EN}\b(?:\s+(?:later|earlier))?"),
    _atom("unsupported", rf"\b{_AMOUNT_EN}\s+(?:later|earlier|sooner|back|forwards?|ahead)\b"),
    _atom("unsupported", r"(?<!\bno )\b(?:later(?!\s+than)|earlier|sooner|forwards?|backwards?)\b"),
    _atom(
        "unsupported", rf"\b(?:at\s+)?(?!8\s?am\b){DIGIT}{{1,2}}(?::{DIGIT}{{2}})?\s*(?:[ap]m\b|[ap]\.m\.|o['’]clock\b)"
    ),
    _atom("except", r"\b(?:all|every\w*)(?:\s+(?:the\s+)?tasks?)?\s+but\b"),
    _atom("none", rf"(?:未来|接下来|今后|往后|最近|近|这|前|后)的?{NUMBER}个?{_WEEK}(?!{_DAY})"),
    _atom("none", rf"(?<!第){NUMBER}(?:个{_WEEK}|{_WEEK}{_LESS})"),
    _atom("none", rf"\b(?:(?:within|in|for|over|the|next|coming)\s+)*{NUMBER_EN}\s+weeks?\b"),
    _atom("weeks", rf"第?({NUMBER})周?{_TO}第?({NUMBER})周(?!{_LESS}|{_DAY})", _range),
    _atom("weeks", rf"第?{NUMBER}(?:周?[、和及]第?{NUMBER})+周(?!{_DAY})", _digits),
    _atom("weeks", rf"第({NUMBER})个?{_WEEK}(?!{_DAY})|第({NUMBER})(?={_WEEK}{_DAY})", _digits),
    _atom("weeks", rf"({DIGIT}{{1,2}})周(?!{_DAY})", _one),
    _atom("weeks", rf"(下下|下|这|本|上)个?(?:{_WEEK}(?!{_DAY}|末)|(?={_WEEK}{_DAY}|周末))()", _relative_week),
    _atom("weeks", rf"\bweeks\s+({DIGIT}{{1,2}})\s*(?:-|–|to|through)\s*({DIGIT}{{1,2}})\b", _range),
    _atom("weeks", rf"\bweeks?\s+{DIGIT}{{1,2}}(?:(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+){DIGIT}{{1,2}}\b)*", _digits),
    _atom(
        "weeks", rf"\b(this|next|last)\s+(?:week\b|(?={_EN_DAY}\b|weekend))|\b(the week after next)\b", _relative_week
    ),
    _atom("days", rf"{_WEEK}({_DAY}){_TO}{_WEEK}?({_DAY})", _zh_day_range),
    _atom("days", rf"{_WEEK}{_DAY}(?:[、和及与]?{_DAY})*", _zh_days),
    _atom("days", r"周末|双休日", WEEKEND),
    _atom("days", r"工作日|平日", WORKDAYS),
    _atom("days", rf"\b({_EN_DAY})\s*(?:-|–|through|thru|until|till)\s*({_EN_DAY})\b", _en_day_range),
    _atom("days", rf"\bbetween\s+({_EN_DAY})\s+and\s+({_EN_DAY})\b", _en_day_range),
    _atom("span", rf"\b({_EN_DAY})\s+to\s+({_EN_DAY})\b", _en_day_range),
    _atom("days", rf"\b{_EN_DAY}s?\b", _en_day),
    _atom("days", r"\bweekends?\b", WEEKEND),
    _atom("days", r"\b(?:week|work|working )days?\b", WORKDAYS),
    _atom("sections", r"早[八8]|\b8\s?am\b", (1, 2)),
    _atom("sections", rf"第?({NUMBER})节?{_TO}第?({NUMBER})节", _range),
    _atom("sections", rf"第?{NUMBER}(?:节?[、和]第?{NUMBER})+节|第{DIGIT}{{1,2}}节", _digits),
    _atom("sections", rf"第([{CHINESE}]+)节", lambda found, _week: numerals(found[1])),
    _atom(
        "sections",
        rf"\b(?:section|period)s?\s+({DIGIT}{{1,2}})(?:\s*(?:-|–|to|through|and)\s*({DIGIT}{{1,2}}))?\b",
        _range,
    ),
    _atom("sections", r"上午|早上|早晨|清晨|\bmornings?\b", MORNING),
    _atom("sections", r"下午|\bafternoons?\b", AFTERNOON),
    _atom("sections", r"晚上|晚间|夜里|夜晚|夜间|\b(?:evening|night)s?\b", EVENING),
    _atom(
        "ratio",
        rf"百分之({NUMBER})|(?<!{DIGIT})({DIGIT}{{1,3}})\s*(?:[%％]|percent\b)",
        lambda f, _week: (number(f[1] or f[2]) / 100,),
    ),
    _atom("ratio", rf"({NUMBER})分之({NUMBER})", _fraction),
    _atom("ratio", rf"({NUMBER})成", _part_of(10)),
    _atom("ratio", r"一半|半数|一部分|部分|一些|\b(?:half|some)\b", (0.5,)),
    _atom(
        "ratio",
        rf"\b({NUMBER_EN}|a)\s+thirds?\b",
        lambda f, _week: (round((number(f[1]) if f[1] != "a" else 1) / 3, 4),),
    ),
    _atom("ratio", r"\ba quarter\b", (0.25,)),
    _atom("ratio", r"全部|所有|全都|统统|\b(?:all|everything|every)\b", (1.0,)),
    _atom("count", rf"({NUMBER})(?:个|项|件|门)(?!{_WEEK})", _one),
    _atom("count", rf"\b({NUMBER_EN})\s+(?:\w+\s+)?(?:tasks?|items?|things?)\b", _one),
    _atom("except", r"除(?:了|去|开)?(?!外|以)|不(?:包括|包含|含|算|是(?!很|太))"),
    _atom(
        "except",
        r"\b(?:except(?:ing)?(?:\s+for)?|excluding|not\s+including|other\s+than|(?:apart|aside)\s+from|besides|save\s+for)\b",
    ),
    _atom("hold", r"(?<!顺序)(?<!次序)(?<!先后)(?:都|就)?(?:保持|维持)(?:不[变动]|原样|原位)|除外"),
    _atom("hold", rf"(?:保持|维持)(?=[^，。；]{{1,30}}(?:不[变动]|原样|原位)){_NO_ORDER}"),
    _atom(
        "hold",
        r"(?:别|不要|不许|不准|不可以?|不能|不用|不必|勿)(?:再|去)?(?:把|将|移?动|触?碰|更?改|变|移|挪|搬|换|调)+(?![到至去在进入])"
        + _NO_ORDER,
    ),
    _atom("hold", r"(?<!顺序)(?<!次序)(?<!先后)(?:原地)?不[动变](?!手)|(?:留|待)在(?:原地|原位|原处)"),
    _atom(
        "hold",
        r"\b(?:(?:don['’]?t|do\s+not|never|must\s+not|should(?:\s+not|n['’]?t))\s+"
        r"(?:move|touch|change|shift|reschedule|push|pull|be\s+(?:moved|touched|changed))"
        r"|without\s+(?:moving|touching|changing))\b" + _NO_ORDER,
    ),
    _atom(
        "hold",
        r"\b(?:leave|leaving|(?:keep|keeping)(?=[^,.;，。；]*\b(?:where|as|in\s+place|unchanged|untouched|still|put|fixed)\b))\b"
        + _NO_ORDER,
    ),
    _atom(
        "hold",
        r"\b(?:alone|(?:exactly\s+|just\s+)?(?:where|as)\s+(?:it|they)(?:['’]s|['’]re|\s+(?:is|are|stands?))|in\s+place"
        r"|unchanged|untouched|(?:to\s+)?stays?(?:\s+(?:put|fixed|still))?)\b",
    ),
    _atom("outer", r"(?:以|之)外"),
    _atom("rest", r"其他|其它|其余|剩下|\bthe\s+(?:others?|rest)\b"),
    _atom(
        "not",
        r"(?<![特分区级类个])别(?![的人处])|不(?:要|想|能|可|许|准|排|安排|放|用|再)|避免|避开|勿|禁止|没空|没时间",
    ),
    _atom("not", r"空出来?|留空|腾空|腾出来?"),
    _atom(
        "not",
        r"\b(?:don'?t|don’t|do not|no(?!\s+(?:later|more|less))|not|nothing|never|avoid|without|free|clear)\b",
    ),
    _atom("to", rf"{_MOVING}+(?:一下)?(?:到|至|往|去|在|进|入)|(?<=[个些半务部项件的])[到至]"),
    _atom("to", r"\b(?:to|onto|into|over|across|among)\b"),
    _atom("on", r"\b(?:on|in)\b"),
    _atom("object", r"[把将]"),
    _atom(
        "object", r"\b(?:move|shift|put|place|push|pull|reschedule|spread|bring|distribute|schedule|transfer|balance)\b"
    ),
    _atom("break", rf"[，。；！？;!?\n]|,(?!\s*(?:and\s+)?{_EN_DAY}\b)|\.(?!{DIGIT})|但是?|不过|然后|\b(?:but|then)\b"),
)


def tokens(text: str, week: int, first: Sequence[Atom] = ()) -> tuple[Token, ...]:
    """The tokens of a text in order, the atoms of ``first`` before all others.

    Args:
        text: what the person wrote.
        week: number of the current week, by which 下周 and "next week" are counted.
        first: atoms of the state at hand, such as names of its tasks.
    """
    found: list[Token] = []
    place = 0
    while place < len(text):
        token = _token_at(text, place, week, (*first, *ATOMS))
        place = token.end if token else place + 1
        found += [token] if token else []
    return tuple(found)


def _token_at(text: str, place: int, week: int, atoms: Sequence[Atom]) -> Token | None:
    for atom in atoms:
        match = atom.pattern.match(text, place)
        if match and match.end() > place:
            return Token(atom.kind, atom.read(match, week), place, match.end())
    return None
