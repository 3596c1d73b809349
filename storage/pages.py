"""Lists in pages, newest first: where one ends the next goes on, whatever was added meanwhile (rule EDGE-21)."""

from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select

_Query = TypeVar("_Query", bound=Select[Any])


def newest_first(query: _Query, row_id: ColumnElement[str], before: str | None, limit: int) -> _Query:
    """The query for one page of its rows by id, descending.

    Args:
        row_id: the id of a row; ids ascend with time.
        before: id below which the page begins; None for the first page.
        limit: how many rows at most. Who wants to know whether more follow asks for one more.
    """
    below = query if before is None else query.where(row_id < before)
    return below.order_by(row_id.desc()).limit(limit)
