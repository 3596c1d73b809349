"""Weeks, days of the week and sections in the words of a request (rules SLICE-5 and SLICE-6)."""

import re

from domain.refine.calendar import Said
from domain.refine.numerals import CHINESE, DIGIT, NUMBER, NUMBER_EN, ORDINAL_EN, number, numerals
from domain.refine.token import Values, atom

MORNING, AFTERNOON, EVENING = (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)
WORKDAYS, WEEKEND = (1, 2, 3, 4, 5), (6, 7)
LAST_SECTION = 12

TO = r"\s*(?:到|至|~|～|-|－|—|–)+\s*"
WEEK = r"(?:周|星期|礼拜)"
DAY = r"(?:一(?![共样些半])|[二三四五六天]|日(?![程常历期]))(?![个十半分章点成门项件])"
EN_DAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
)
_AFTER_DAYS = r"(?:(?<=[周期拜][一二三四五六日天末])|(?<=双休日)|(?<=工作日)|(?<=[日号]))"
LESS = r"(?:以内|之内|内|之后|以后|后|里)"
_EN_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_NUMBER_EN = re.compile(rf"\b(?:{ORDINAL_EN}|{NUMBER_EN})\b", re.IGNORECASE | re.ASCII)
_EN_LIST = r"(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)"


def _days_between(first: int, last: int) -> Values:
    return tuple((first - 1 + step) % 7 + 1 for step in range((last - first) % 7 + 1))


def between(first: int, last: int) -> Values:
    """All whole numbers from one to the other, either of which may be the larger; at most a hundred."""
    return tuple(range(min(first, last), max(first, last) + 1))[:100]


def _range(found: re.Match[str], _said: Said) -> Values:
    return between(number(found[1]), number(found[2] or found[1]))


def _digits(found: re.Match[str], _said: Said) -> Values:
    return tuple(number(part) for part in re.findall(NUMBER, found[0]))


def _numbers_en(found: re.Match[str], _said: Said) -> Values:
    return tuple(number(part) for part in _NUMBER_EN.findall(found[0]))


def _one(found: re.Match[str], _said: Said) -> Values:
    return (number(found[1]),)


_PARTS_ZH = {
    **dict.fromkeys(("上午", "早上", "早晨"), MORNING),
    **dict.fromkeys(("下午", "午后"), AFTERNOON),
    **dict.fromkeys(("晚上", "晚间", "夜里"), EVENING),
}
_PART_ZH = "|".join(_PARTS_ZH)
_STEPS = {"上": -1, "last": -1, "previous": -1, "下": 1, "next": 1, "following": 1, "coming": 1, "下下": 2}


def _relative_week(found: re.Match[str], said: Said) -> Values:
    return (said.week + _STEPS.get((found[1] or "").lower(), 0),)


def _zh_day(letter: str) -> int:
    return 7 if letter in "日天" else number(letter)


def _zh_day_range(found: re.Match[str], _said: Said) -> Values:
    return _days_between(_zh_day(found[1]), _zh_day(found[2]))


def _zh_days(found: re.Match[str], _said: Said) -> Values:
    return tuple(_zh_day(letter) for letter in re.findall(r"[一二三四五六日天]", found[0]))


def _en_day_of(text: str) -> int:
    return _EN_DAYS.index(text[:3].lower()) + 1


def _en_day_range(found: re.Match[str], _said: Said) -> Values:
    return _days_between(_en_day_of(found[1]), _en_day_of(found[2]))


def _en_day(found: re.Match[str], _said: Said) -> Values:
    return (_en_day_of(found[0]),)


def _before_zh(found: re.Match[str], _said: Said) -> Values:
    return tuple(range(1, _zh_day(found[1])))


def _after_zh(found: re.Match[str], _said: Said) -> Values:
    return tuple(range(_zh_day(found[1]) + 1, 8))


def _until_en(found: re.Match[str], _said: Said) -> Values:
    strictly = found[1].lower().startswith(("before", "prior", "earlier"))
    return tuple(range(1, _en_day_of(found[2]) + (not strictly)))


def _after_en(found: re.Match[str], _said: Said) -> Values:
    return tuple(range(_en_day_of(found[1]) + 1, 8))


def _numerals(found: re.Match[str], _said: Said) -> Values:
    return numerals(found[1] or found[2])


def _some_sections(found: re.Match[str], _said: Said) -> Values:
    """The first or last few sections of a day."""
    count = min(number(found[2]) if found[2] else 1, LAST_SECTION)
    first = found[1].lower() in ("前", "头", "first")
    return between(1, count) if first else between(LAST_SECTION + 1 - count, LAST_SECTION)


def _sections_after(found: re.Match[str], _said: Said) -> Values:
    return tuple(range(number(found[1]) + 1, LAST_SECTION + 1))


def _sections_before(found: re.Match[str], _said: Said) -> Values:
    return tuple(range(1, min(number(found[1]), LAST_SECTION + 1)))


def _sections_from(found: re.Match[str], _said: Said) -> Values:
    return tuple(range(number(found[1]), LAST_SECTION + 1))


def _within_part(found: re.Match[str], _said: Said) -> Values:
    """Sections counted within a part of the day: 下午头两节 is 5 and 6, 下午第一节 is 5, but 下午第六节 is 6."""
    part = _PARTS_ZH[found[1]]
    if found[4]:
        n = number(found[4])
        return (n if n in part or n > len(part) else part[max(n, 1) - 1],)
    count = min(number(found[3]), len(part))
    return part[:count] if found[2] in ("前", "头") else part[len(part) - count :]


def _beside_part(found: re.Match[str], _said: Said) -> Values:
    """下午开始 is from section 5 on, 下午以后 from section 9 on, 下午之前 up to section 4."""
    part = _PARTS_ZH[found[1]]
    if found[4]:
        return tuple(range(1, part[0]))
    return tuple(range(part[0] if found[2] else part[-1] + 1, LAST_SECTION + 1))


def _before_part_en(found: re.Match[str], _said: Said) -> Values:
    return tuple(range(1, (AFTERNOON if found[1].lower() == "afternoon" else EVENING)[0]))


_SECTION_EN = rf"(?:the\s+)?(?:section|period|slot)\s+({NUMBER_EN})\b"
_SECTION_ZH = rf"第?({NUMBER})节课?"

SPANS_OF_TIME = (
    atom("weeks", rf"(?<=[到至在])({NUMBER})个?{WEEK}[之以]?后", lambda found, said: (said.week + number(found[1]),)),
    atom("none", rf"(?:未来|接下来|今后|往后|最近|近|(?:这|前|后|(?<!一)下)(?!一))的?{NUMBER}个?{WEEK}(?!{DAY})"),
    atom("none", rf"(?<!第)(?<!{DIGIT}){NUMBER}(?:个{WEEK}|{WEEK}{LESS})"),
    atom("none", rf"\b(?:(?:within|in|for|over|the|next|coming)\s+)*{NUMBER_EN}\s+weeks?\b"),
)

WEEKS = (
    atom("weeks", rf"第?({NUMBER})周?{TO}第?({NUMBER})周(?!{LESS}|{DAY})", _range),
    atom("weeks", rf"第?{NUMBER}(?:周?[、和及,，]第?{NUMBER})+周(?!{LESS}|{DAY})", _digits),
    atom("weeks", rf"第({NUMBER})个?{WEEK}(?!{DAY})|第({NUMBER})(?={WEEK}{DAY})", _digits),
    atom("weeks", rf"(?<!{DIGIT})({DIGIT}{{1,2}})周(?!{LESS}|{DAY})", _one),
    atom("weeks", rf"(?<!{DIGIT})({DIGIT}{{1,2}})(?={WEEK}{DAY})", _one),
    atom("none", r"每一天|(?<=[到在])每天"),
    atom("none", rf"每(?:一?个)?{WEEK}(?!{DAY}|末)"),
    atom("none", rf"(?:同一?|那一?)个?{WEEK}(?!{DAY})|\b(?:of|in|during)\s+(?:the\s+same|that)\s+week\b"),
    atom("weeks", rf"(下下|下|这|本|上|当)个?(?:一?{WEEK}(?!{DAY}|末)|(?={WEEK}{DAY}|周末))", _relative_week),
    atom("weeks", rf"\bweeks?\s+(?:no\.?\s*)?({NUMBER_EN})\s*(?:-|–|to|through|until|till)\s*({NUMBER_EN})\b", _range),
    atom("weeks", rf"\bweeks?\s+(?:no\.?\s*)?{NUMBER_EN}(?:{_EN_LIST}{NUMBER_EN}\b)*(?!\s*%)", _numbers_en),
    atom("weeks", rf"\b{ORDINAL_EN}(?:{_EN_LIST}{ORDINAL_EN})*\s+weeks?\b", _numbers_en),
    atom("weeks", rf"\bw({DIGIT}{{1,2}})\b", _one),
    atom("weeks", r"\bthe\s+week\s+after\s+next\b", lambda _found, said: (said.week + 2,)),
    atom("weeks", rf"\b(this|next|last|previous|following|coming)\s+(?:week\b|(?={EN_DAY}\b|weekend))", _relative_week),
)

DAYS = (
    atom("none", rf"{_AFTER_DAYS}(?:这|那|的|整)?(?:{NUMBER}|几|全|整|一整)天(?![之以]?[前后内])"),
    atom("none", rf"{WEEK}{DAY}(?:晚上|之?前|就|要|得|该)*(?:截止|到期|交(?!换))"),
    atom("none", rf"\b(?:is|are)\s+due\s+(?:on\s+|by\s+|this\s+|next\s+)*{EN_DAY}\b"),
    atom("days", r"(?<=周)的?前半(?:段|周)?|前半周|(?<=到)前半段", (1, 2, 3)),
    atom("days", r"(?<=周)的?后半(?:段|周)?|后半周|(?<=到)后半段", (4, 5, 6, 7)),
    atom("limit", rf"{WEEK}({DAY})[之以]?前(?!后)", _before_zh),
    atom("limit", rf"{WEEK}({DAY})[之以]?后", _after_zh),
    atom("span", rf"(?<=从){WEEK}({DAY}){TO}{WEEK}({DAY})(?=吧?\s*(?:$|[，。；！,.;!]))", _zh_day_range),
    atom("days", rf"{WEEK}({DAY}){TO}{WEEK}?({DAY})", _zh_day_range),
    atom("days", rf"{WEEK}{DAY}(?:[、和及与]?{DAY}(?![{CHINESE}]*节|整?天))*", _zh_days),
    atom(
        "days", rf"(?<=周)的?(?:前|头)({NUMBER})天", lambda found, _said: tuple(range(1, min(number(found[1]), 7) + 1))
    ),
    atom(
        "days",
        rf"(?:最?后|末)({NUMBER})天(?!内|之内)",
        lambda found, _said: tuple(range(max(8 - number(found[1]), 1), 8)),
    ),
    atom(
        "days",
        rf"(?:一?整|全)个?{WEEK}(?!{DAY})|\b(?:the\s+)?(?:whole|entire)\s+week\b(?!\s+\d)",
        (*WORKDAYS, *WEEKEND),
    ),
    atom("days", r"周末|双休日", WEEKEND),
    atom("days", r"工作日|平日|平时", WORKDAYS),
    atom("limit", rf"\b(before|prior\s+to|earlier\s+than|by|no\s+later\s+than)\s+({EN_DAY})\b", _until_en),
    atom("limit", rf"\b(?:after|later\s+than)\s+({EN_DAY})\b", _after_en),
    atom("days", rf"\b({EN_DAY})s?\s*(?:-|–|through|thru|until|till)\s*({EN_DAY})s?\b", _en_day_range),
    atom("amid", rf"\bbetween\s+({EN_DAY})\s+and\s+({EN_DAY})\b", _en_day_range),
    atom("span", rf"\b({EN_DAY})s?\s+to\s+({EN_DAY})s?\b", _en_day_range),
    atom("days", rf"\b{EN_DAY}s?\b(?!\s+(?:flower|shine))", _en_day),
    atom("days", r"\bweekends?\b", WEEKEND),
    atom("days", r"\b(?:week|work|working )days?\b", WORKDAYS),
)

SECTIONS = (
    atom(
        "sections",
        rf"({_PART_ZH})的?(?:(前|头|最?后|末)({NUMBER})|第({NUMBER}))节课?(?![及以之往到至~-])",
        _within_part,
    ),
    atom("sections", rf"({_PART_ZH})(?:(开始|起|往后)|([之以过]后)|([之以]前))(?!天|面)", _beside_part),
    atom("sections", r"\bbefore\s+(?:the\s+)?(afternoon|evening)s?\b", _before_part_en),
    atom("sections", rf"{_SECTION_ZH}(?:为止|就(?:停|结束|收工|够了?))", _sections_after),
    atom("sections", rf"{_SECTION_ZH}(?:开始|起|及(?:其|以|之)后)(?:往后|以后|之后)?", _sections_from),
    atom("sections", rf"{_SECTION_ZH}[之以往]?后(?!面)", _sections_after),
    atom("sections", rf"{_SECTION_ZH}[之以]?前(?!后|面)", _sections_before),
    atom(
        "sections", rf"\b(?:from|starting\s+(?:at|with))\s+{_SECTION_EN}\s+(?:on(?:wards?)?|upwards?)\b", _sections_from
    ),
    atom("sections", rf"\b{_SECTION_EN}\s+(?:onwards?|(?:and|or)\s+later)\b", _sections_from),
    atom("sections", rf"\b(?:after|past|beyond|later\s+than)\s+{_SECTION_EN}", _sections_after),
    atom(
        "sections",
        rf"(?:(?<=stop )|(?<=stops )|(?<=end )|(?<=ends )|(?<=quit ))(?:at|by|with)\s+{_SECTION_EN}",
        _sections_after,
    ),
    atom("sections", rf"\b(?:before|earlier\s+than)\s+{_SECTION_EN}", _sections_before),
    atom("sections", r"早[八8８](?!点)", (1, 2)),
    atom("sections", rf"第?({NUMBER})节?{TO}第?({NUMBER})节", _range),
    atom("sections", rf"第?{NUMBER}(?:节?[、和及,，]第?{NUMBER})+节|第{DIGIT}{{1,2}}节", _digits),
    atom("sections", rf"第([{CHINESE}]+)节|(?<![前后头这那哪第])([{CHINESE}]{{2,4}})节", _numerals),
    atom("sections", rf"(前|头|最后|末)({NUMBER})节", _some_sections),
    atom(
        "sections",
        rf"\b(?:section|period|slot)s?\s+({NUMBER_EN})(?:\s*(?:-|–|to|through|and)\s*({NUMBER_EN}))?\b",
        _range,
    ),
    atom("sections", rf"\b(first|last)\s+(?:({NUMBER_EN})\s+)?(?:section|period|slot)s?\b", _some_sections),
    atom("sections", rf"\b{ORDINAL_EN}(?:{_EN_LIST}(?:the\s+)?{ORDINAL_EN})*\s+(?:section|period)s?\b", _numbers_en),
    atom("sections", r"上午|早上|早晨|清晨|(?<=[今明])早|\bmornings?\b", MORNING),
    atom("sections", r"下午|午后|\bafternoons?\b", AFTERNOON),
    atom(
        "sections",
        r"晚上|晚间|夜里|夜晚|夜间|(?<=[今明昨])晚|(?<=天)晚|\b(?:evening|night)s?\b|(?<=to)night\b",
        EVENING,
    ),
    atom("sections", r"白天|\b(?:day-?time|during\s+the\s+day)\b", (*MORNING, *AFTERNOON)),
)
