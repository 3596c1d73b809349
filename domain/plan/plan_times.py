"""Times that no reader of requests knows: lengths from now, meals, feasts, ends of months (rule PLAN-13)."""

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Final

from domain.context.when.expression import TimeExpression
from domain.context.when.find import find_times
from domain.refine.calendar import Said
from domain.refine.clock_atoms import CLOCK
from domain.refine.date_atoms import DATES
from domain.refine.numerals import NUMBER, NUMBER_EN, number
from domain.refine.place_atoms import AFTERNOON, DAYS, EVENING, MORNING, SECTIONS, WEEKS
from domain.refine.token import Atom, Values, atom
from domain.schedule.state import Locale

Found = tuple[int, int, tuple[int, ...]]
"""Where words begin and end, and the days or sections that they name."""

_COUNT: Final = rf"({NUMBER})(个?(?:周|星期|礼拜)|天|个月)"


def _next_few(found: re.Match[str], said: Said) -> Values:
    *given, unit = (group for group in found.groups() if group)
    count = number(given[0]) if given and given[0] not in ("a", "an") else 1
    days = 7 if re.search("周|星期|礼拜|week", unit) else 30 if re.search("月|month", unit) else 1
    start = said.today()
    return tuple(range(start[0], start[0] + max(count, 1) * days)) if start else ()


def _day_after(_found: re.Match[str], said: Said) -> Values:
    return said.today(2)


def _rest_of_term(_found: re.Match[str], said: Said) -> Values:
    assert said.calendar is not None
    start = said.today()
    return tuple(range(max(start[0], 1), said.calendar.term.weeks * 7 + 1))


def _noon(_found: re.Match[str], said: Said) -> Values:
    """The sections that lie between twelve and one; 0 where the term has none."""
    assert said.calendar is not None
    return said.calendar.term.overlapping_sections(time(12), time(13)) or (0,)


def _rest_of_month(_found: re.Match[str], said: Said) -> Values:
    today = said.today()
    return tuple(day for day in said.month(None, 0) if today and day >= today[0])


def _two_weeks(_found: re.Match[str], said: Said) -> Values:
    return (said.week, said.week + 1)


def _day_of_month(found: re.Match[str], said: Said) -> Values:
    return said.day(None, int(found[1]))


def _this_week(_found: re.Match[str], said: Said) -> Values:
    return (said.week,)


LENGTHS: Final = (
    atom(
        "dates",
        rf"(?:在)?(?:未来|接下来|今后|往后|最近|近|(?:这|后|下)(?!一))的?{_COUNT}(?:之?内|以内|里)?(?![一二三四五六日天末])",
        _next_few,
    ),
    atom("dates", rf"(?<!第){_COUNT}(?:之内|以内|内)", _next_few),
    atom(
        "dates",
        rf"\b(?:(?:in|within|over|for|during)\s+)?(?:the\s+)?(?:next|coming|following|upcoming)\s+({NUMBER_EN})\s+(week|day|month)s?\b",
        _next_few,
    ),
    atom("dates", rf"(?<=[起始])的?{_COUNT}(?![一二三四五六日天末])", _next_few),
    atom("dates", rf"\bfor\s+({NUMBER_EN}|an?)\s+(week|day|month)s?\b", _next_few),
    atom(
        "dates",
        r"(?:\b(?:over|for|during|within|in)\s+|(?<=over ))the\s+(?:next|coming|following)\s+(week|month)\b",
        _next_few,
    ),
    atom("dates", rf"\b(?:within|in|over)\s+({NUMBER_EN})\s+(week|day|month)s?\b", _next_few),
    atom("dates", rf"(?<=[排学做弄]){_COUNT}(?=[，。；！,;]|$)", _next_few),
    atom("dates", rf"(?<![^，。；,;\s]){_COUNT}(?:的?时间)?(?=\s*(?:[，。；！,;]|$))", _next_few),
    atom(
        "dates",
        rf"(?:(?<=, )|(?<=,)|(?<=; )|(?<=\. )|^)({NUMBER_EN})\s+(week|day|month)s?\b"
        r"(?=\s*(?:$|[,.;!]|from\b|starting\b))",
        _next_few,
    ),
)
_STRETCHES: Final = (
    atom(
        "dates",
        r"(?:这个?|本)月(?:剩下|剩余|余下)的?(?:时间|日子|几天)?|\b(?:for\s+)?(?:the\s+)?rest\s+of\s+(?:the|this)\s+month\b",
        _rest_of_month,
    ),
    atom(
        "weeks", r"\bthis(?:\s+week)?\s+(?:and|or|&)\s+(?:the\s+)?next(?:\s+(?:week|one))?\b(?!\s+\w+day)", _two_weeks
    ),
    *(
        atom("dates", rf"(?<={tail} and )(\d{{1,2}})(?:st|nd|rd|th)\b", _day_of_month)
        for tail in ("st", "nd", "rd", "th")
    ),
    atom("dates", r"(?<=tomorrow and )the\s+day\s+after\b(?!\s+tomorrow)", _day_after),
    atom(
        "dates",
        r"(?:这个?|本)?学期(?:剩下|剩余|余下|余)?的?(?:时间|日子)?(?:结束|末|底)?|期末(?!考|复习)|\b(?:the\s+)?(?:end\s+of\s+|rest\s+of\s+)?(?:the\s+|this\s+)?(?:term|semester)\b",
        _rest_of_term,
    ),
    atom(
        "weeks",
        r"(?:这一?|本)周(?:剩下|剩余|余下|余|后面)的?(?:时间|几天|日子)?|\b(?:the\s+)?rest\s+of\s+(?:the|this)\s+week\b|\bthis\s+week\b",
        _this_week,
    ),
    atom(
        "weeks",
        r"(?:这一?|本)(?:个)?(?:星期|礼拜)(?:剩下|剩余|余下|余|后面)的?(?:时间|几天|日子)?(?![一二三四五六日天末])",
        _this_week,
    ),
)
_MEALS: Final = (
    atom(
        "sections",
        r"中午(?:时间|的时候)?(?![之以]?[前后])|午休(?:时间)?(?![之以]?[前后])|午饭(?:时间|的时候)"
        r"|(?<!after )(?<!before )\b(?:(?:during|over|at)\s+)?(?:the\s+)?"
        r"(?:lunch(?:[\s-]?(?:time|break|hour)s?)?|noon|midday)\b",
        _noon,
    ),
    atom("sections", r"(?:早上|早晨|上午)(?=起不来|起来|起床)", MORNING),
    atom(
        "sections", r"(?:吃完)?(?:午饭|午休|中饭|午餐|中午)[之以]?后|\bafter\s+(?:lunch|noon)\b", (*AFTERNOON, *EVENING)
    ),
    atom("sections", r"(?:午饭|中饭|午餐|中午)[之以]?前|\bbefore\s+(?:lunch|noon)\b", MORNING),
    atom("sections", r"(?:吃完)?晚[饭餐][之以]?后|\bafter\s+(?:dinner|supper)\b", EVENING),
    atom("sections", r"晚[饭餐][之以]?前|\bbefore\s+(?:dinner|supper)\b", (*MORNING, *AFTERNOON)),
)


def _is_deadline(each: Atom) -> bool:
    """Days with a deadline (周五交) say where nothing goes in a request, but bound a plan."""
    return each.kind == "none" and "到期" in each.pattern.pattern


PLACES: Final[tuple[Atom, ...]] = (
    *LENGTHS,
    *_STRETCHES,
    *_MEALS,
    *CLOCK,
    *DATES,
    *WEEKS,
    *(each for each in DAYS if each.kind != "limit" and not _is_deadline(each)),
    *SECTIONS,
)
_ROUGH: Final = re.compile(
    r"[底初末旬节假]|[今明后]{2}两?天|\d{4}年|\b20\d\d\b|圣诞|元旦|国庆|中秋|春节|清明|端午|五一|劳动|重阳|\b(?:end|beginning|start|early|mid|late|middle|holiday|christmas|festival|day)\b",
    re.IGNORECASE,
)
_TRIM: Final = re.compile(
    r"^(?:在|从|by |before |until |till |after |since |from )+|(?:[之以]?(?:前|后|内)|开始|起|为止|截止)+$",
    re.IGNORECASE,
)
_RANGE: Final = re.compile(r"(?<!\d)(?:到|至)(?!\d)|\b(?:to|until|till|through)\b", re.IGNORECASE)
_FEAST_DAYS: Final = re.compile(r"(?<=国庆|春节|五一|中秋|元旦|清明|端午)[二三四五六七八3-8]天")
_CLOCK_BOUNDS: Final = {
    "before": re.compile(r"(?:最[晚迟](?:到|在)?|不[晚迟][于过]|\b(?:by|no\s+later\s+than|not\s+later\s+than))\s*$"),
    "after": re.compile(
        r"(?:最早(?:从|在|也|就|得|要|是)*|不早[于过]|\b(?:no\s+earlier\s+than|not\s+earlier\s+than|not\s+before))\s*$"
    ),
}
_CLOCK_END: Final = re.compile(r"(?:[之以]?[前后]|开始|起)$")
_HOUR: Final = re.compile(
    rf"(?:(?:早上|上午|早晨|(?P<late>下午|晚上|傍晚))?(?P<z>{NUMBER})点(?:钟|(?P<q>半|一刻|三刻))?(?![0-9一二三四五])"
    r"|(?P<h>\d{1,2})(?::(?P<m>[0-5]\d))?(?:\s*(?:a\.?m|(?P<pm>p\.?m))\.?)?(?=\s*(?:$|[,.;!]|on\b|and\b)))(?:[之以]?后|开始)?"
)
_QUARTERS: Final = {"半": 30, "一刻": 15, "三刻": 45}
_DAY_BREAKS, _NOON = 6, 12
_MOST_DAYS: Final = 430


def bound_clock(text: str, place: int, said: Said) -> Found | None:
    """A time of the clock behind words that bound it: "by 3pm" is before three, 最早十点 from ten on."""
    ahead = text[max(place - 24, 0) : place]
    way = next((way for way, words in _CLOCK_BOUNDS.items() if words.search(ahead)), None)
    if way is None:
        return None
    begun = _begun_by(text, place, said) if way == "after" else None
    if begun is not None:
        return begun
    for moment in filter(None, (each.pattern.match(text, place) for each in CLOCK)):
        behind = "之前" if way == "before" else "之后"
        hour = _CLOCK_END.sub("", moment[0])
        words = f"{way} {hour}" if hour.isascii() else f"{'上午' if _is_early(way, hour) else ''}{hour}{behind}"
        read = (each.read(found, said) for each in CLOCK if (found := each.pattern.fullmatch(words)))
        sections = next(filter(None, read), ())
        if sections:
            return place, moment.end(), tuple(int(n) for n in sections)
    return None


def _begun_by(text: str, place: int, said: Said) -> Found | None:
    """The sections that begin at an hour or later: "no earlier than 9:30", 最早八点半; in the morning unless told."""
    found = _HOUR.match(text, place)
    if found is None or said.calendar is None:
        return None
    hour, late = number(found["h"] or found["z"]), bool(found["late"] or found["pm"])
    hour += _NOON if late and hour < _NOON else 0
    if not _DAY_BREAKS <= hour < (2 * _NOON if late else _NOON):
        return None
    from_then = time(hour, _QUARTERS.get(found["q"] or "") or int(found["m"] or 0))
    sections = enumerate(said.calendar.term.sections, start=1)
    return place, found.end(), tuple(n for n, each in sections if each.start >= from_then)


def _is_early(way: str, hour: str) -> bool:
    """Whether an hour that a day begins at is one of the morning, where no part of the day is told."""
    found = re.match(rf"({NUMBER})点", hour)
    return way == "after" and found is not None and 6 <= number(found[1]) < 12


def rough_times(text: str, now: datetime, locale: Locale, monday: date) -> Iterator[Found]:
    """Feasts, ends of months and the like, which only the reader of times knows (rules WHEN); none that cannot be.

    Args:
        text: the message.
        now: when it was said.
        locale: whose words are tried first.
        monday: the first day of the term.
    """
    parted = _RANGE.sub(lambda hit: ";" * len(hit[0]), _FEAST_DAYS.sub("长假", text))
    found = find_times(parted, now, locale)
    for each in found.impossible:
        yield each.start, each.end, ()
    for told in found.times:
        yield from _rough(told, now, locale, monday)


def _rough(told: TimeExpression, now: datetime, locale: Locale, monday: date) -> Iterator[Found]:
    core = _TRIM.sub("", told.text)
    fine = told.grain in ("part", "hour", "week", "weekend") or told.kind not in ("range", "deadline")
    if fine or not _ROUGH.search(core):
        return
    inner = find_times(core, now, locale).times
    ranged = inner[0].range if len(inner) == 1 and inner[0].kind == "range" else None
    if ranged is None or ranged.start is None or ranged.end is None:
        return
    first = (ranged.start.date() - monday).days + 1
    last = ((ranged.end - timedelta(microseconds=1)).date() - monday).days + 1
    start = told.start + told.text.find(core)
    yield start, start + len(core), tuple(range(first, min(last, first + _MOST_DAYS) + 1))
