"""Clock times in the words of a request, read by the section table of its term (rule SLICE-20)."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import time
from itertools import product

from domain.refine.calendar import Numbers, Said
from domain.refine.numerals import DIGIT, NUMBER, WORD_EN, number
from domain.refine.token import Values, atom

_NOON = 12
_PART = r"(?:凌晨|清晨|早上|早晨|上午|中午|下午|午后|傍晚|晚上|晚间|夜里|夜间|晚|早)"
_O_CLOCK = rf"点(?:钟|整|半|一刻|三刻|{NUMBER}分?(?!{NUMBER}?节))?"
_ZH = (
    rf"(?<!第)(?:(?![早晚]一点(?!半|钟|整|[到至之以前后])){_PART}的?{NUMBER}{_O_CLOCK}"
    rf"|(?!一点(?!半|钟|整|[到至之以前后])){NUMBER}{_O_CLOCK}|{_PART}?{DIGIT}{{1,2}}[:：]{DIGIT}{{2}})"
)
_ZH_PARTS = re.compile(
    rf"({_PART})?的?({NUMBER})(?:点(?:(半)|(一刻)|(三刻)|({NUMBER})分?)?|[:：]({DIGIT}{{2}}))", re.ASCII
)
_IN_THE = r"(?:in\s+the\s+(?:morning|afternoon|evening)|at\s+night)"
_MERIDIEM = rf"(?:[ap]\.?m\b\.?|o['’]clock(?:\s+{_IN_THE})?|{_IN_THE})"
_BARE = rf"(?:{DIGIT}{{1,2}}(?!{DIGIT})|{WORD_EN})"
_EN = rf"(?:{_BARE}(?::{DIGIT}{{2}})?\s*{_MERIDIEM}|{DIGIT}{{1,2}}:{DIGIT}{{2}}|noon|midnight)"
_EN_LOOSE = rf"(?:{_EN}|{_BARE}(?=\s*(?:$|[,.;!?，。；！？]|on\b|at\b|in\b|for\b|please\b|this\b|next\b)))"
_EN_PARTS = re.compile(
    rf"\b(?:(noon)|(midnight)|({_BARE})(?::({DIGIT}{{2}}))?\s*({_MERIDIEM})?)", re.IGNORECASE | re.ASCII
)
_AM = ("凌晨", "清晨", "早上", "早晨", "上午", "早")
_PM = ("下午", "午后", "傍晚", "晚上", "晚间", "夜里", "夜间", "晚")

Choices = tuple[time, ...]


def _clock(hour: int, minute: int) -> Choices:
    return (time(hour % 24, minute),) if hour <= 24 and minute < 60 else ()


def _readings(hour: int, minute: int, half: str) -> Choices:
    """The times that may be meant: of an hour up to twelve with no half of the day named, two."""
    if half == "am":
        return _clock(hour % _NOON if hour == _NOON else hour, minute)
    if half == "pm":
        return _clock(hour + _NOON if hour < _NOON else hour, minute)
    if half == "noon":
        return _clock(hour + _NOON if hour < 3 else hour, minute)
    if 1 <= hour <= _NOON:
        return (*_clock(hour, minute), *_clock(hour + _NOON, minute))
    return _clock(hour, minute)


def _times_zh(text: str) -> Iterator[Choices]:
    """Of 上午十点到十二点 the second is no time of the morning; which half of the day it is in, its length tells."""
    for found in _ZH_PARTS.finditer(text):
        part = found[1] or ""
        at_noon = part != _AM[0] and number(found[2]) == _NOON
        half = "am" if part in _AM and not at_noon else "pm" if part in _PM else "noon" if part else ""
        minutes = {3: 30, 4: 15, 5: 45}
        fixed = next((minutes[n] for n in minutes if found[n]), 0)
        yield _readings(number(found[2]), number(found[6] or found[7]) if found[6] or found[7] else fixed, half)


def _times_en(text: str) -> Iterator[Choices]:
    found = list(_EN_PARTS.finditer(text))
    for index, each in enumerate(found):
        if each[1] or each[2]:
            yield _clock(_NOON if each[1] else 24, 0)
            continue
        following = next((later[5] for later in found[index + 1 :] if later[5]), None)
        word = (each[5] or following or "").lower()
        half = "am" if re.match("a.?m|in the morning", word) or "morning" in word else ""
        half = "pm" if word.startswith("p") or re.search("afternoon|evening|night", word) else half
        yield _readings(number(each[3]), number(each[4]) if each[4] else 0, half)


def _as_a_day(at: time) -> bool:
    """Whether a day of work and study holds the time."""
    return 7 < at.hour < 20


def _moment(said: Said, times: Sequence[Choices]) -> Numbers:
    choices = sorted(times[0] if times else (), key=lambda at: not _as_a_day(at))
    return next((found for at in choices if (found := said.sections(at, at))), ())


def _open(said: Said, choices: Sequence[tuple[time | None, time | None]]) -> Numbers:
    """The first reading that leaves out some sections, but not all."""
    found = [said.sections(begin, end) for begin, end in choices]
    telling = (sections for sections in found if 0 < len(sections) < 12)
    return next(telling, ())


def _after(said: Said, times: Sequence[Choices]) -> Numbers:
    return _open(said, [(at, None) for at in reversed(times[0] if times else ())])


def _before(said: Said, times: Sequence[Choices]) -> Numbers:
    return _open(said, [(None, at) for at in (times[0] if times else ())])


def _from_to(said: Said, times: Sequence[Choices]) -> Numbers:
    """Of all readings the one that begins at an hour of the day and is shortest; midnight ends a day."""
    if len(times) < 2:
        return ()
    ends = [at if at > time.min else time.max for at in times[1]]
    spans = [(begin, end) for begin, end in product(times[0], ends) if begin < end]
    spans.sort(key=lambda span: (not _as_a_day(span[0]), span[1]))
    return next((found for begin, end in spans if (found := said.sections(begin, end))), ())


_Sections = Callable[[Said, Sequence[Choices]], Numbers]


def _read(sections: _Sections, times: Callable[[str], Iterator[Choices]]) -> Callable[[re.Match[str], Said], Values]:
    return lambda found, said: sections(said, tuple(times(found[0])))


CLOCK = (
    atom(
        "sections",
        rf"(?<![0-9０-９-])\b(?:(?:from|between)\s+)?(?:{_EN}|{_BARE}(?::{DIGIT}{{2}})?)\s*(?:-|–|to|and|until|till)\s*{_EN}",
        _read(_from_to, _times_en),
    ),
    atom(
        "sections",
        rf"\b(?:after|past|later\s+than|from(?=\s+\S+(?:\s+\S+)?\s+on(?:wards?)?\b))\s+{_EN_LOOSE}"
        r"(?:\s+on(?:wards?)?\b)?",
        _read(_after, _times_en),
    ),
    atom("sections", rf"\b(?:before|until|till|earlier\s+than)\s+{_EN_LOOSE}", _read(_before, _times_en)),
    atom("sections", rf"{_ZH}\s*(?:到|至|-|~|～|—|–)+\s*{_ZH}", _read(_from_to, _times_zh)),
    atom("sections", rf"{_ZH}(?:[之以过往]?后|开始|起)", _read(_after, _times_zh)),
    atom("sections", rf"{_ZH}[之以]?前", _read(_before, _times_zh)),
    atom("sections", r"\b8\s?am\b", (1, 2)),
    atom("sections", rf"\b(?:at\s+)?{_EN}", _read(_moment, _times_en)),
    atom("sections", rf"(?<![早晚]){_ZH}(?!建议|要求|意见)", _read(_moment, _times_zh)),
)
