"""Chinese words about time, read to meanings (rules WHEN-20 to WHEN-39)."""

import re
from dataclasses import replace

from domain.context.when import meanings as m
from domain.context.when.inherit import is_elliptical, rank
from domain.context.when.zh.atom import one_of
from domain.context.when.zh.chains import ATOMS, LONE_NUMBER, ChainRead, read_chain
from domain.context.when.zh.dates import WEEKDAYS
from domain.context.when.zh.not_times import without_what_is_none
from domain.context.when.zh.numbers import NUMERALS, whole
from domain.context.when.zh.phrases import PHRASES
from domain.context.when.zh.recurring import RECURRING, TO, Hours, on_day, read_hours, read_recurring
from domain.context.when.zh.script import plain

_TERM_WEEK_WORDS = rf"第\s?(?:\d{{1,2}}|[{NUMERALS}]{{1,3}})\s?个?(?:教学)?(?:周|星期|礼拜)"
_TERM_WEEK = re.compile(rf"\s*[,(]?{_TERM_WEEK_WORDS}")
_ORDINAL = re.compile(rf"第\s?(?:\d{{1,2}}|[{NUMERALS}]{{1,3}})$")
_OF_TERM_WEEK = re.compile(rf"{_TERM_WEEK_WORDS}的?\s*$")
"""A week by its number alone may be one of a term (rule WHEN-26)."""

_AND_BETWEEN = re.compile(r"\s*[和与跟]\s*")
_FROM = re.compile(r"[从自打由]\s*$")
_AND = re.compile(r"\s*(?:[和跟与及、,]|以及|还有)\s*")
_BARE_WEEKDAYS = re.compile(rf"[一二三四五六日]+(?![{NUMERALS}\d点个号月刻次节门人件语本])")
_WEEKDAY_CHAR = rf"([一二三四五六日])(?![{NUMERALS}\d点个号月刻次节门人件语本起些天日周年份位名条直定者])"
_MORE_WEEKDAYS = re.compile(rf"\s*[、和与跟及/]\s*{_WEEKDAY_CHAR}")
_BARE_WEEKDAY = re.compile(_WEEKDAY_CHAR)
_ONE_WEEKDAY = re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])")
_BARE_DAY = re.compile(r"([1-9]|[12]\d|3[01])(?![\d.:/%点时月年号日个人元块页题岁次天周小分多])")
_LUNAR_DAY = re.compile("初([一二三四五六七八九十])")
_LUNAR_MONTHS: dict[m.Selector, int] = {m.Feast("lunar_new_years_eve"): 1, m.Feast("spring_festival"): 1}
_UNTIL_END = re.compile(r"(?:为?止|之?间|期间)")
_BEFORE = re.compile(
    r"[之以]前|前(?!任(?!务)|提(?![交醒示前出供])|面(?!试)|[台端往途锋辈景后所方男女天年者沿期排几两三一半])"
)
_AFTER = re.compile(r"[之以]后|后(?!面(?!试)|[台端勤天年来者续方代门果悔座备援期半人排几两三一])")
_SINCE = re.compile(r"以来|起(?![来床飞点码义])|开始(?!前|之前)")
_THROUGH = re.compile(r"为止|截止")
_DUE = re.compile(r"(?:截止到?|截至|直到|不晚于|不迟于|最晚|最迟|赶在)\s*$")
_AROUND = re.compile(r"左右|前后|上下|前后脚|期间|之内|以内|内(?![部容涵存])|里(?![程面])|附近|那(?:会儿|阵子?)")
_FIRST = (
    "[\\d一二三四五六七八九十零〇两廿卅俩仨半上下这本今当此同前后昨明大去来次即寻听琴周星礼单双除元新阳跨情女妇植愚清劳国青护母儿父台建教万光双感平圣除"
    "春农破龙端中重腊小北立惊谷芒白寒霜冬夏秋早晚凌傍晌晏黄深夜黎拂全整午子现此目眼而宜过再未接之往最近以从很几每逢天日隔月年岁季闰正阴旧差朝Q"
    "q暑雨处随工刚]"
)
_START = one_of(
    LONE_NUMBER,
    *RECURRING,
    *(phrase.pattern for phrase in PHRASES),
    *(a.pattern for a in ATOMS if not a.follows),
    first=_FIRST,
)
"""Where any time may begin: one search in place of a try of every pattern at every character."""


def read_times(text: str) -> list[m.Reading]:
    """Every time that a text names in Chinese, with positions in the text as given (rules WHEN-1 and WHEN-20)."""
    line = without_what_is_none(plain(text))
    readings: list[m.Reading] = []
    at, unknown_end = 0, -1
    while (start := _START.search(line, at)) is not None:
        found = _read_at(line, start.start())
        if found and (start.start() == unknown_end or _is_of_term_week(line, start.start(), found)):
            at = unknown_end = max(reading.end for reading in found)
            continue
        readings += found
        at = max([start.start() + 1, *(reading.end for reading in found)])
    return readings


def _is_of_term_week(line: str, start: int, found: list[m.Reading]) -> bool:
    """Whether a week by its number alone stands before a time, or behind a weekday."""
    if _OF_TERM_WEEK.search(line, max(0, start - 12), start):
        return True
    meaning = found[0].meaning.first if isinstance(found[0].meaning, m.Between) else found[0].meaning
    if not isinstance(meaning, m.Chain) or not isinstance(meaning.selectors[0], m.WeekdayOf):
        return False
    behind = _TERM_WEEK.match(line, found[0].end)
    return behind is not None or _ORDINAL.search(line, max(0, start - 6), start) is not None


def _read_at(line: str, start: int) -> list[m.Reading]:
    """The times that begin at a position: one, several that are listed, or none."""
    recurring = read_recurring(line, start)
    if recurring is not None:
        return [recurring]
    first = read_chain(line, start)
    phrase = None if first and first.end - start > 3 else _phrase(line, start)
    if phrase is not None and (first is None or phrase.end > first.end):
        return [phrase]
    return [] if first is None else _joined(line, first)


def _phrase(line: str, start: int) -> m.Reading | None:
    for phrase in PHRASES:
        found = phrase.pattern.match(line, start)
        if found is not None:
            return m.Reading(start, found.end(), phrase.build(found))
    return None


def _joined(line: str, first: ChainRead) -> list[m.Reading]:
    """A time with what stands after it: to another, and another, before, since."""
    to = TO.match(line, first.end)
    last = _last_of_two(line, to.end(), first.chain) if to else None
    if last is not None:
        return _two(line, first, last)
    both = _between_and(line, first)
    if both is not None:
        return [both]
    return _listed(line, first) or [_with_suffix(line, first)]


def _last_of_two(line: str, at: int, first: m.Chain) -> ChainRead | None:
    """The second time; 初五 is of the month of the Chinese calendar that the first one has."""
    day = _LUNAR_DAY.match(line, at)
    month = _LUNAR_MONTHS.get(first.selectors[-1], 0) if day else 0
    if isinstance(first.selectors[-1], m.LunarDay):
        month = first.selectors[-1].month
    if day is None or month == 0:
        return read_chain(line, at, follows=first) or _bare_day(line, at, first)
    return ChainRead(at, day.end(), m.Chain((m.LunarDay(month, whole(day[1])),)))


def _bare_day(line: str, at: int, first: m.Chain) -> ChainRead | None:
    """9月15-20, 周一到五: a number behind a day of a month or of a week is another of it, if it is a later one."""
    day = first.selectors[-1]
    weekday = _BARE_WEEKDAY.match(line, at) if isinstance(day, m.WeekdayOf) else None
    if weekday is not None and isinstance(day, m.WeekdayOf) and WEEKDAYS[weekday[1]] > day.number:
        return ChainRead(at, weekday.end(), m.Chain((m.WeekdayOf(WEEKDAYS[weekday[1]]),)))
    found = _BARE_DAY.match(line, at)
    if found is None or not isinstance(day, m.DayOf) or int(found[1]) <= day.number:
        return None
    return ChainRead(at, found.end(), m.Chain((m.DayOf(int(found[1])),)))


def _two(line: str, first: ChainRead, last: ChainRead) -> list[m.Reading]:
    end = _UNTIL_END.match(line, last.end)
    whole = m.Reading(_with_from(line, first.start), end.end() if end else last.end, m.Between(first.chain, last.chain))
    return [whole, m.Reading(first.start, first.end, first.chain), m.Reading(last.start, last.end, last.chain)]


def _with_from(line: str, start: int) -> int:
    before = re.search(r"(?:从|自)\s*$", line[max(0, start - 3) : start])
    return start - len(before[0]) if before else start


def _between_and(line: str, first: ChainRead) -> m.Reading | None:
    """八点和十点之间."""
    joint = _AND_BETWEEN.match(line, first.end)
    last = read_chain(line, joint.end(), follows=first.chain) if joint else None
    if last is None or not line.startswith("之间", last.end):
        return None
    return m.Reading(first.start, last.end + 2, m.Between(first.chain, last.chain))


def _listed(line: str, first: ChainRead) -> list[m.Reading]:
    """周四和周五, 9月10号、11号: each with what the first told; neighbours are one time (rule WHEN-18)."""
    items = [first, *_bare_weekdays(line, first)]
    end = items[-1].end
    hours = read_hours(line, end, first.chain) if len(items) > 1 else None
    if hours is not None:
        return _with_hours(items, hours)
    while (joint := _AND.match(line, end)) is not None:
        following = read_chain(line, joint.end())
        if following is None or not _continues(items[-1].chain, following.chain):
            break
        day = _ONE_WEEKDAY.match(line, joint.end()) if isinstance(first.chain.selectors[-1], m.WeekdayOf) else None
        hours = read_hours(line, day.end(), first.chain) if day else None
        if day is not None and hours is not None:
            chain = _completed(first.chain, m.Chain((m.WeekdayOf(WEEKDAYS[day[1]]),)))
            return _with_hours([*items, ChainRead(day.start(), day.end(), chain)], hours)
        items.append(ChainRead(following.start, following.end, _completed(first.chain, following.chain)))
        end = following.end
    return [] if len(items) == 1 else _merged(items)


def _bare_weekdays(line: str, first: ChainRead) -> list[ChainRead]:
    """周一三五, 周六日, 周二、四: more weekdays that stand behind one."""
    if not isinstance(first.chain.selectors[-1], m.WeekdayOf):
        return []
    more = _BARE_WEEKDAYS.match(line, first.end)
    days = [(more.start() + i, day) for i, day in enumerate(more[0])] if more else []
    end = more.end() if more else first.end
    while (listed := _MORE_WEEKDAYS.match(line, end)) is not None:
        days.append((listed.start(1), listed[1]))
        end = listed.end()
    return [
        ChainRead(at, at + 1, m.Chain((*first.chain.selectors[:-1], m.WeekdayOf(WEEKDAYS[day])))) for at, day in days
    ]


def _with_hours(items: list[ChainRead], hours: Hours) -> list[m.Reading]:
    """周二、四下午: the hours behind weekdays of one word belong to each of them (rule WHEN-18)."""
    readings = [m.Reading(item.start, item.end, on_day(item.chain, hours)) for item in items]
    return [*readings[:-1], replace(readings[-1], end=hours.end)]


def _continues(last: m.Chain, chain: m.Chain) -> bool:
    same = type(last.selectors[-1]) is type(chain.selectors[0])
    return same and is_elliptical(chain) and isinstance(chain.selectors[0], m.WeekdayOf | m.DayOf | m.MonthOf)


def _completed(first: m.Chain, chain: m.Chain) -> m.Chain:
    coarser = tuple(s for s in first.selectors if rank(s) < rank(chain.selectors[0]))
    return m.Chain(coarser + chain.selectors)


def _merged(items: list[ChainRead]) -> list[m.Reading]:
    """Runs of neighbouring days or months become one time each."""
    runs: list[list[ChainRead]] = [[items[0]]]
    for item in items[1:]:
        if _number(item) == _number(runs[-1][-1]) + 1:
            runs[-1].append(item)
        else:
            runs.append([item])
    return [_of_run(run) for run in runs]


def _number(item: ChainRead) -> int:
    last = item.chain.selectors[-1]
    return last.number if isinstance(last, m.WeekdayOf | m.DayOf | m.MonthOf) else -9


def _of_run(run: list[ChainRead]) -> m.Reading:
    first, last = run[0], run[-1]
    meaning = first.chain if len(run) == 1 else m.Between(first.chain, last.chain)
    return m.Reading(first.start, last.end, meaning)


def _with_suffix(line: str, read: ChainRead) -> m.Reading:
    due = _DUE.search(line[max(0, read.start - 5) : read.start])
    for pattern, build in _SUFFIXES:
        found = pattern.match(line, read.end)
        if found is not None and not (pattern is _SINCE and _begins_something(line, read)):
            return m.Reading(read.start, found.end(), build(read.chain))
    if due is not None:
        return m.Reading(read.start - len(due[0]), read.end, m.Before(read.chain, inclusive=True))
    return m.Reading(read.start, read.end, read.chain)


def _begins_something(line: str, read: ChainRead) -> bool:
    """八点开始上课: a clock time at which something begins, unless it is told with 从."""
    return isinstance(read.chain.selectors[-1], m.Clock) and _FROM.search(line[: read.start]) is None


_SUFFIXES = (
    (_AROUND, lambda chain: chain),
    (_BEFORE, m.Before),
    (_AFTER, m.After),
    (_SINCE, m.Since),
    (_THROUGH, lambda chain: m.Before(chain, inclusive=True)),
)
