"""Weeks as people write them: 1-5、7-11单、12-16双 (rule IMPORT-24)."""

import re

from domain.term.calendar import MAX_WEEKS

_ODD = r"单|odd"


def _half(name: str) -> str:
    return rf"[（(\[]?\s*(?P<{name}>{_ODD}|双|even)\s*周?\s*[)）\]]?"


_PART = re.compile(
    rf"(?:{_half('before')}\s*)?(?:第|weeks?)?\s*(?P<first>\d{{1,3}})\s*"
    rf"(?:周?\s*[-–—~～至到]\s*第?\s*(?P<last>\d{{1,3}}))?\s*周?\s*(?:{_half('after')})?"
    rf"|(?P<every>全部?周?|每周|all|every)|{_half('alone')}",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"[\s、,，;；.。和及&+{}｛｝]*")


def weeks_of(text: str, weeks: int) -> tuple[int, ...]:
    """The weeks that a text names, ascending.

    Args:
        weeks: those of the term, which 单周, 双周 and 每周 are taken from.

    Raises:
        ValueError: a part of it names no weeks of a term; the message quotes it.
    """
    found: set[int] = set()
    at = _skip(text, 0)
    while at < len(text):
        part = _PART.match(text, at)
        if part is None or part.end() == at:
            raise ValueError(f"{text[at : at + 20]!r} names no weeks")
        found |= _of_part(part, weeks)
        at = _skip(text, part.end())
    if not found:
        raise ValueError(f"{text!r} names no weeks")
    return tuple(sorted(found))


def _skip(text: str, at: int) -> int:
    between = _BETWEEN.match(text, at)
    return between.end() if between else at


def _of_part(part: re.Match[str], weeks: int) -> set[int]:
    if part["first"] is None:
        return _halved(range(1, weeks + 1), part["alone"])
    first = int(part["first"])
    last = int(part["last"] or first)
    if not 1 <= first <= last <= MAX_WEEKS:
        raise ValueError(f"{part[0].strip()!r} is not a run of weeks between 1 and {MAX_WEEKS}")
    return _halved(range(first, last + 1), part["before"] or part["after"])


def _halved(weeks: range, half: str | None) -> set[int]:
    if half is None:
        return set(weeks)
    rest = 1 if re.fullmatch(_ODD, half, re.IGNORECASE) else 0
    return {week for week in weeks if week % 2 == rest}
