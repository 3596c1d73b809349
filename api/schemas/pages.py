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
    shown = records[:limit]
    follows = len(records) > limit
    return Page(items=tuple(map(view, shown)), next_cursor=_cursor_after(shown[-1].id) if follows else None)


def _cursor_after(last_id: str) -> str:
    return base64.urlsafe_b64encode(last_id.encode()).decode().rstrip("=")


def id_before(cursor: str | None) -> str | None:
    """The id that a cursor stands for; None for the first page.

    Raises:
        InvalidInput: it is not a cursor of ours.
    """
    if cursor is None:
        return None
    try:
        return checked_ulid(base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True).decode("ascii"))
    except (binascii.Error, ValueError, InvalidInput):
        message = f"cursor {cursor[:60]!r} is not one of ours: take next_cursor of the page before"
        raise InvalidInput(message) from None
