"""Lists in pages (rule EDGE-8)."""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from domain.errors import InvalidInput
from domain.ids import checked_ulid

Item = TypeVar("Item")


class Identified(Protocol):
    """A record with an id."""

    @property
    def id(self) -> str:
        """Its ULID."""


Record = TypeVar("Record", bound=Identified)
Placed = TypeVar("Placed")
Place = TypeVar("Place")


class Page(BaseModel, Generic[Item]):
    """A part of a list, newest first.

    Attributes:
        next_cursor: gives the next page, null on the last.
    """

    model_config = ConfigDict(frozen=True)

    items: tuple[Item, ...]
    next_cursor: str | None = Field(default=None, examples=["MDFLNkVYQU1QTEUwMDAwMDAwMDAwMDAwQUE"])


def page_of(records: Sequence[Record], limit: int, view: Callable[[Record], Item]) -> Page[Item]:
    """The page of at most ``limit`` records; one more that was read shows that others follow."""
    return page_by(records, limit, view, lambda record: record.id)


def page_by(
    records: Sequence[Placed], limit: int, view: Callable[[Placed], Item], place: Callable[[Placed], str]
) -> Page[Item]:
    """The same of records that have no id; ``place`` says of one where the next page begins."""
    shown = records[:limit]
    follows = len(records) > limit
    return Page(items=tuple(map(view, shown)), next_cursor=_cursor_after(place(shown[-1])) if follows else None)


def _cursor_after(place: str) -> str:
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def id_before(cursor: str | None) -> str | None:
    """The id that a cursor stands for; None for the first page.

    Raises:
        InvalidInput: it is not a cursor of ours.
    """
    return None if cursor is None else _told(cursor, checked_ulid)


def number_before(cursor: str | None) -> int | None:
    """The number that a cursor stands for; None for the first page.

    Raises:
        InvalidInput: it is not a cursor of ours.
    """
    return None if cursor is None else _told(cursor, _number)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise ValueError(text)
    return int(text)


def _told(cursor: str, read: Callable[[str], Place]) -> Place:
    try:
        return read(base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True).decode("ascii"))
    except (binascii.Error, ValueError, InvalidInput):
        message = f"cursor {cursor[:60]!r} is not one of ours: take next_cursor of the page before"
        raise InvalidInput(message) from None
