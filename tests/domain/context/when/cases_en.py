"""The English cases, one a line: a query with its moment and the one time that it names, or a query that names none."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from domain.context.when.expression import Grain, Kind, TimeExpression
from domain.context.when.find import find_times

_FOLDER = Path(__file__).parent


class Case(NamedTuple):
    """A query with the one time that it names; ``ranged`` is False where that time has no one range."""

    query: str
    now: datetime
    kind: Kind
    grain: Grain
    ranged: bool
    start: datetime | None
    end: datetime | None


def _moment(written: str | None) -> datetime | None:
    return datetime.fromisoformat(written) if written else None


def _lines(name: str) -> Iterator[dict[str, str]]:
    for line in (_FOLDER / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def cases() -> list[Case]:
    """Every case of `times_en.jsonl`."""
    return [
        Case(
            query=line["query"],
            now=datetime.fromisoformat(line["now"]),
            kind=line["kind"],  # type: ignore[arg-type]
            grain=line["grain"],  # type: ignore[arg-type]
            ranged="start" in line,
            start=_moment(line.get("start")),
            end=_moment(line.get("end")),
        )
        for line in _lines("times_en.jsonl")
    ]


def not_times() -> list[tuple[str, datetime]]:
    """Every query of `not_times_en.jsonl`, none of which names a time."""
    return [(line["query"], datetime.fromisoformat(line["now"])) for line in _lines("not_times_en.jsonl")]


def only(query: str, now: datetime) -> TimeExpression:
    """The one time of a query, or an error that shows what was found."""
    found = find_times(query, now, "en")
    assert len(found.times) == 1, f"{query!r}: {found}"
    assert not found.impossible, f"{query!r}: {found}"
    return found.times[0]


def ends(time: TimeExpression) -> tuple[datetime | None, datetime | None] | None:
    """Start and end of its range, or None."""
    return (time.range.start, time.range.end) if time.range else None
