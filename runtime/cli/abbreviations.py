"""Ids that a person shortened (rule CLI-5)."""

import re
from collections.abc import AsyncIterator, Iterable
from typing import Protocol

from domain.errors import InvalidInput, NotFound

FEWEST = 4
_WHOLE = 26
_LISTED = 3
_PART = re.compile(r"[0-9A-HJKMNP-TV-Z]+")


class Identified(Protocol):
    """Something with an id."""

    @property
    def id(self) -> str:
        """Its ULID."""


async def whole_id(given: str, noun: str, known: AsyncIterator[Identified]) -> str:
    """The one id that begins or ends as given; a whole id is taken as it is, without looking.

    Args:
        noun: what it is the id of.
        known: everything that could be meant.

    Raises:
        InvalidInput: what is given is too short, or fits more than one id.
        NotFound: it fits none.
    """
    part = _part(given, noun)
    return part if is_whole(part) else fitting_id(part, noun, [one.id async for one in known])


def is_whole(given: str) -> bool:
    """Whether it has the form of a whole id."""
    part = given.strip().upper()
    return len(part) == _WHOLE and _PART.fullmatch(part) is not None


def is_part(given: str) -> bool:
    """Whether it has the form of a shortened id."""
    part = given.strip().upper()
    return FEWEST <= len(part) <= _WHOLE and _PART.fullmatch(part) is not None


def fitting_id(given: str, noun: str, ids: Iterable[str]) -> str:
    """The one of these ids that begins or ends as given; raises as ``whole_id`` does."""
    part = _part(given, noun)
    fitting = [one for one in ids if one.startswith(part) or one.endswith(part)]
    if not fitting:
        raise NotFound(f"no {noun} has an id that begins or ends with {given!r}: list what there is, and copy the id")
    if len(fitting) > 1:
        shown = ", ".join(fitting[:_LISTED]) + (" and others" if len(fitting) > _LISTED else "")
        raise InvalidInput(f"{given!r} fits more than one {noun} ({shown}): give more of the id")
    return fitting[0]


def _part(given: str, noun: str) -> str:
    part = given.strip().upper()
    if not is_part(part):
        raise InvalidInput(f"{given!r} is no id of a {noun}: give all of it, or its last {FEWEST} or more characters")
    return part
