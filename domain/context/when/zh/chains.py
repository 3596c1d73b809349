"""Chains of Chinese words about time, from the coarse to the fine (rule WHEN-22)."""

import re
from dataclasses import dataclass

from domain.context.when import meanings as m
from domain.context.when.inherit import rank
from domain.context.when.zh.atom import Atom, first_of, one_of
from domain.context.when.zh.dates import DATES
from domain.context.when.zh.feasts import FEASTS
from domain.context.when.zh.hours import HOURS

ATOMS: tuple[Atom, ...] = FEASTS + DATES + HOURS
"""All atoms, in the order in which they are tried."""

_FIRST = (
    "[\\dQq〇零一二两三四五六七八九十千廿卅俩仨上中下大小前后今昨明寻听本即当去来次翌这那此同第首初头末底最倒再过差年岁月周星礼季春夏秋冬百"
    "早晚凌清朝晌晏午傍黄黎拂夜深半子整全白正目现眼而的以之元新旧阴阳农腊重端国圣情惊愚感护教劳妇女儿父母植建台万双光破平跨除龙青宜北"
    "立雨谷芒暑寒霜隔闰伊处]"
)
"""What any atom begins with."""

_ANY = one_of(*(each.pattern for each in ATOMS), first=_FIRST)
_DIGITS = "[一二三四五六七八九十]{1,3}"
LONE_NUMBER = re.compile(
    rf"(?<![\d.:第])(\d{{1,2}}|{_DIGITS})(?=\s*(?:[-~]|到|至)\s*(?:\d{{1,2}}|{_DIGITS})\s?([点时号日月]))"
)
"""A number whose unit stands with the one after it: 九到十点, 5-7号."""

_GLUE = re.compile(r"\s*(?:的|,\s*)?\s*(?:在)?")
_SAME_DAY = re.compile(r"\s*[(,]?\s*(?:周|星期|礼拜)[一二三四五六日天]\)?")
_DAY_RANK = rank(m.DayOf(1))


@dataclass(frozen=True, slots=True)
class ChainRead:
    """A chain with the positions of its words."""

    start: int
    end: int
    chain: m.Chain


def read_chain(line: str, start: int, follows: m.Chain | None = None) -> ChainRead | None:
    """The longest chain that begins at a position.

    Args:
        follows: the chain that this is the second of two with (从…到…), whose words it may go on from.
    """
    selectors: tuple[m.Selector, ...] = ()
    before = follows.selectors if follows else ()
    end = at = start
    while (found := _next(line, at, selectors, before)) is not None:
        added, end = found
        selectors = _extended(selectors, added)
        end = _past_weekday(line, end, selectors)
        glue = _GLUE.match(line, end)
        at = glue.end() if glue else end
    return ChainRead(start, end, m.Chain(selectors)) if selectors else None


def _next(
    line: str, at: int, selectors: tuple[m.Selector, ...], before: tuple[m.Selector, ...]
) -> tuple[tuple[m.Selector, ...], int] | None:
    """What the next words choose and where they end; None where they do not go on from what stands before."""
    any_of = _ANY.match(line, at)
    for atom in ATOMS[first_of(any_of) :] if any_of else ():
        if atom.follows and not _allows(atom, selectors or before):
            continue
        found = atom.pattern.match(line, at)
        if found is None:
            continue
        added = atom.build(found)
        if atom.follows or not selectors or _refines(selectors, added[0], line[at - 1 : at] == "的"):
            return added, found.end()
    return _borrowed(line, at, selectors, before)


def _borrowed(
    line: str, at: int, selectors: tuple[m.Selector, ...], before: tuple[m.Selector, ...]
) -> tuple[tuple[m.Selector, ...], int] | None:
    """九到十点, 5-7号: a number with the unit of the one after it."""
    lone = LONE_NUMBER.match(line, at)
    found = _next(lone[1] + lone[2], 0, selectors, before) if lone else None
    return (found[0], at + len(lone[1])) if lone and found else None


def _allows(atom: Atom, selectors: tuple[m.Selector, ...]) -> bool:
    if not selectors:
        return False
    last = selectors[-1]
    match atom.follows:
        case "any":
            return True
        case "year":
            return isinstance(last, m.YearOf)
        case "coarse":
            return rank(last) < _DAY_RANK or _is_long(last)
        case _:
            return rank(last) >= _DAY_RANK or isinstance(last, m.LunarDay | m.SolarTerm)


def _is_long(selector: m.Selector) -> bool:
    return isinstance(selector, m.Section | m.DaysOff) or (
        isinstance(selector, m.Shifted) and selector.unit == "weekend"
    )


def _refines(selectors: tuple[m.Selector, ...], added: m.Selector, joined: bool) -> bool:
    """Whether a selector goes on from those before it: it is finer, or today of last year."""
    last = selectors[-1]
    if isinstance(added, m.Shifted):
        anchors = isinstance(last, m.Shifted | m.YearOf | m.Offset)
        finer = rank(last) < rank(added) and (added.offset == 0 or joined)
        return anchors and (finer or (joined and rank(last) == rank(added)))
    if isinstance(added, m.YearOf | m.Offset | m.Moment):
        return False
    if isinstance(added, m.Section):
        return rank(last) < _DAY_RANK
    return rank(last) < rank(added) or _is_next_to_weekday(last, added)


def _is_next_to_weekday(last: m.Selector, added: m.Selector) -> bool:
    """周日,二月十号: the same day told twice."""
    return isinstance(last, m.WeekdayOf) and isinstance(added, m.MonthOf)


def _extended(selectors: tuple[m.Selector, ...], added: tuple[m.Selector, ...]) -> tuple[m.Selector, ...]:
    if selectors and added and _is_next_to_weekday(selectors[-1], added[0]):
        return selectors[:-1] + added
    return selectors + added


def _past_weekday(line: str, end: int, selectors: tuple[m.Selector, ...]) -> int:
    """9月10号(周四): the weekday after a date says nothing new."""
    if not isinstance(selectors[-1], m.DayOf):
        return end
    same = _SAME_DAY.match(line, end)
    return same.end() if same else end
