"""Patterns that find the tasks of a state by their names in the words of a request (rule SLICE-8)."""

import re
from collections.abc import Iterator
from functools import lru_cache

from domain.refine.calendar import Said
from domain.refine.numbered_names import AND_MORE, is_numbered, numbered_atoms
from domain.refine.numerals import CHINESE, DIGIT, NUMBER, NUMBER_EN, chinese, number, numerals, wide
from domain.refine.place_atoms import TO
from domain.refine.token import Atom, Read, Values, atom
from domain.schedule.state import ScheduleState, Task

Known = tuple[int, str, str]
Ordinals = dict[str, dict[int, tuple[int, ...]]]

_ORDINAL = re.compile(
    r"第([0-9０-９一二三四五六七八九十]+)(单元|[章讲课回])|(chapter|lesson|unit|lecture)\s+(\d+)", re.IGNORECASE
)
_ON_ZH = r"(?:开始|起|往后|及?[其以之]后|[以之]前)"
_OF_THESE = r"(?=的|都|全|所有|各)"
_ON_EN = r"(?:onwards?|and\s+(?:later|following))"
_NUMERAL = re.compile(
    r"(?<=[\u4e00-\u9fff])(?:[0-9０-９]{1,2}|[一二三四五六七八九十]{1,3})$"
    r"|(?<=第)[0-9０-９]{1,2}(?![0-9０-９])|(?<=第)[一二三四五六七八九十]{1,3}"
)


def tasks_of(state: ScheduleState) -> list[Task]:
    """The tasks that a request may name: all but courses."""
    return [task for task in state.tasks if not task.is_course]


def name_atoms(state: ScheduleState) -> tuple[Atom, ...]:
    """Atoms that find the tasks of a state by ordinal, name, class and name, or class; longer ones first."""
    return _atoms(tuple((task.state_id, task.category, task.name) for task in tasks_of(state)))


@lru_cache(maxsize=16)
def _atoms(known: tuple[Known, ...]) -> tuple[Atom, ...]:
    forms: dict[str, tuple[int, ...]] = {}
    for task_id, category, name in known:
        for form in {name, f"{category} {name}", category, *_ordinal_forms(category, name)}:
            forms[form] = (*forms.get(form, ()), task_id)
    longest = sorted((form for form in forms if len(form.strip()) > 1), key=lambda form: (-len(form), form))
    return (*_ordinal_atoms(known), *numbered_atoms(known), *(_name_atom(form, forms[form]) for form in longest))


def _ordinal_forms(category: str, name: str) -> Iterator[str]:
    """第三章 or "Chapter 3" at the beginning of a name stands for the task, alone and with its class."""
    found = _ORDINAL.match(name)
    if found:
        yield from (found[0], f"{category} {found[0]}")


def _name_atom(form: str, ids: tuple[int, ...]) -> Atom:
    pattern = name_pattern(form)
    if is_numbered(form):
        pattern = re.compile(rf"{pattern.pattern}(?![0-9０-９]|(?<=十)[一二三四五六七八九]|{AND_MORE})", re.IGNORECASE)
    if _ORDINAL.search(form):
        pattern = re.compile(rf"{pattern.pattern}(?!{_ON_ZH}{_OF_THESE}|\s+{_ON_EN}\b)", re.IGNORECASE)
    return Atom("named", pattern, lambda _found, _said: ids)


def name_pattern(form: str) -> re.Pattern[str]:
    """A pattern that finds a name however its spaces, its case and the numerals of its chapters are written."""
    words = r"\s*".join(_NUMERAL.sub(_either_numeral, re.escape(word)) for word in form.split())
    return re.compile(rf"(?<![a-z0-9]){words}(?![a-z0-9])" if form.isascii() else words, re.IGNORECASE)


def _either_numeral(found: re.Match[str]) -> str:
    """第三章 is written 第3章 as well."""
    n = number(found[0])
    return rf"(?:{re.escape(found[0])}|{n}|{wide(n)}|{chinese(n)})" if 0 < n < 100 else re.escape(found[0])


def _ordinal_atoms(known: tuple[Known, ...]) -> Iterator[Atom]:
    """第一到第三章, 第一、三章, 前三章, 最后两章 and "chapters 1-3" are all tasks with those numbers."""
    for unit, by_class in _ordinals(known).items():
        if unit.isascii():
            last = rf"(?:{unit}\s+)?(\d{{1,3}})(?![0-9:%]|\s*[ap]\.?m)\b"
            yield atom("named", rf"\b{unit}s?\s+(\d{{1,3}})\s*(?:-|–|to|through)\s*{last}", _span(by_class))
            few = rf"\b(first|last)\s+({NUMBER_EN})\s+(?:of\s+the\s+)?(?:[a-z]+\s+)?{unit}s\b"
            yield atom("named", few, _few_en(by_class))
            yield atom(
                "named",
                rf"\b(?:from\s+)?{unit}\s+(\d{{1,3}})\s+{_ON_EN}\b",
                _from_on(by_class),
            )
            yield atom("named", rf"\b{unit}s?\s+(?:after|before)\s+(?:{unit}\s+)?(\d{{1,3}})\b", _from_on(by_class))
            yield atom("named", rf"\b{unit}s?\s+\d{{1,3}}(?:\s*(?:,|and|&|,\s*and)\s*\d{{1,3}})+\b", _listed(by_class))
            continue
        yield atom("named", rf"第?({NUMBER}){unit}?{TO}第?({NUMBER}){unit}", _span(by_class))
        yield atom("named", rf"第{NUMBER}(?:[、和及]第?{NUMBER})+{unit}", _listed(by_class))
        yield atom("named", rf"第?[{CHINESE[:-1]}]{{2,4}}{unit}", _each_numeral(by_class))
        first = rf"第({NUMBER}){unit}"
        yield atom("named", rf"从{first}{_ON_ZH}|{first}{_ON_ZH}{_OF_THESE}", _from_on(by_class))
        yield atom("named", rf"前({NUMBER}){unit}", _first_few(by_class))
        yield atom("named", rf"(?:最?后|末)({NUMBER}){unit}", _last_few(by_class))


def _ordinals(known: tuple[Known, ...]) -> dict[str, Ordinals]:
    """By unit and class, the tasks that bear each number."""
    found: dict[str, Ordinals] = {}
    for task_id, category, name in known:
        match = _ORDINAL.match(name)
        if match:
            unit, n = (match[2] or match[3]).lower(), number(match[1] or match[4])
            by_number = found.setdefault(unit, {}).setdefault(category, {})
            by_number[n] = (*by_number.get(n, ()), task_id)
    return found


def _span(by_class: Ordinals) -> Read:
    return lambda found, _said: _between(by_class, *sorted((number(found[1]), number(found[2]))))


def _listed(by_class: Ordinals) -> Read:
    def read(found: re.Match[str], _said: Said) -> Values:
        numbers = {number(part) for part in re.findall(rf"{DIGIT}+|{NUMBER}", found[0])}
        return tuple(n for group in by_class.values() for key, ids in group.items() if key in numbers for n in ids)

    return read


def _each_numeral(by_class: Ordinals) -> Read:
    def read(found: re.Match[str], _said: Said) -> Values:
        numbers = {*numerals(found[0])}
        return tuple(n for group in by_class.values() for key, ids in group.items() if key in numbers for n in ids)

    return read


def _first_few(by_class: Ordinals) -> Read:
    return lambda found, _said: _between(by_class, 1, number(found[1]))


def _few_en(by_class: Ordinals) -> Read:
    """ "The last two Statistics chapters", of the class that stands between if one does."""

    def read(found: re.Match[str], said: Said) -> Values:
        said_classes = {name: group for name, group in by_class.items() if name.lower() in found[0].lower()}
        count = max(1, number(found[2]))
        kept = slice(0, count) if found[1].lower() == "first" else slice(-count, None)
        groups = (said_classes or by_class).values()
        return tuple(n for group in groups for key in sorted(group)[kept] for n in group[key])

    return read


def _from_on(by_class: Ordinals) -> Read:
    """All from a number on; 第三章之后 and "chapters after 3" without it, 第三章之前 all below it."""

    def read(found: re.Match[str], _said: Said) -> Values:
        n = number(next(group for group in found.groups() if group))
        if re.search(r"前|before", found[0]):
            return _between(by_class, 1, n - 1)
        return _between(by_class, n + bool(re.search(r"[之以]后|after", found[0])), 999)

    return read


def _last_few(by_class: Ordinals) -> Read:
    def read(found: re.Match[str], _said: Said) -> Values:
        count = max(1, number(found[1]))
        return tuple(n for group in by_class.values() for key in sorted(group)[-count:] for n in group[key])

    return read


def _between(by_class: Ordinals, first: int, last: int) -> Values:
    return tuple(n for group in by_class.values() for key, ids in group.items() if first <= key <= last for n in ids)
