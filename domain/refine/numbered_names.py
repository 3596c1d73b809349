"""Names that differ in a number at their end, such as 习题一 and 习题二 (rule SLICE-8)."""

import re
from collections.abc import Iterable, Iterator

from domain.refine.calendar import Said
from domain.refine.numerals import NUMBER, number
from domain.refine.place_atoms import TO
from domain.refine.token import Atom, Read, Values, atom

Numbered = dict[int, tuple[int, ...]]

_NUMBERED = re.compile(r"(.*[\u4e00-\u9fff])([0-9０-９]{1,2}|[一二三四五六七八九十]{1,3})")
_NO_UNIT = r"(?![个节周天月号日点章成]|星期|礼拜)"
AND_MORE = rf"(?:{TO}{NUMBER}|(?:[、和及]{NUMBER})+){_NO_UNIT}"
"""What follows a numbered name where more numbers are meant."""


def numbered_atoms(known: Iterable[tuple[int, str, str]]) -> Iterator[Atom]:
    """习题一到四 and 习题一、三 are all tasks with those numbers.

    Args:
        known: id, class and name of each task.
    """
    for stem, by_number in _stems(known).items():
        once = rf"{re.escape(stem)}({NUMBER})"
        again = rf"(?:{re.escape(stem)})?"
        yield atom("named", rf"{once}{TO}{again}({NUMBER}){_NO_UNIT}", _span(by_number))
        yield atom("named", rf"{once}(?:[、和及]{NUMBER})+{_NO_UNIT}", _listed(stem, by_number))


def is_numbered(name: str) -> bool:
    """Whether a name ends in a number behind a Chinese character."""
    return _NUMBERED.fullmatch(name) is not None


def _stems(known: Iterable[tuple[int, str, str]]) -> dict[str, Numbered]:
    """By what stands before the number, the tasks that bear each; where only one does it is no numbering."""
    found: dict[str, Numbered] = {}
    for task_id, _category, name in known:
        match = _NUMBERED.fullmatch(name)
        if match and len(match[1]) > 1:
            by_number = found.setdefault(match[1], {})
            n = number(match[2])
            by_number[n] = (*by_number.get(n, ()), task_id)
    return {stem: by_number for stem, by_number in found.items() if len(by_number) > 1}


def _span(by_number: Numbered) -> Read:
    def read(found: re.Match[str], _said: Said) -> Values:
        first, last = sorted((number(found[1]), number(found[2])))
        return tuple(task_id for n, ids in sorted(by_number.items()) if first <= n <= last for task_id in ids)

    return read


def _listed(stem: str, by_number: Numbered) -> Read:
    def read(found: re.Match[str], _said: Said) -> Values:
        meant = [number(part) for part in re.findall(NUMBER, found[0][len(stem) :])]
        return tuple(task_id for n in meant for task_id in by_number.get(n, ()))

    return read
