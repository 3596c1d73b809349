"""The Chinese cases, one a line: a query with its moment and the range of the first time that has one, or null."""

import json
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from domain.context.when.find import find_times

Ends = tuple[datetime | None, datetime | None]


class Case(NamedTuple):
    """A query with the first range that it names; None where it names none."""

    query: str
    now: datetime
    kind: str
    range: Ends | None


def cases() -> list[Case]:
    """Every case of `times_zh.jsonl`."""
    path = Path(__file__).parent / "times_zh.jsonl"
    return [_case(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def _case(row: dict[str, object]) -> Case:
    expect = row["expect"]
    ends = (_moment(expect["start"]), _moment(expect["end"])) if isinstance(expect, dict) else None
    return Case(str(row["query"]), datetime.fromisoformat(str(row["now"])), str(row["kind"]), ends)


def _moment(written: object) -> datetime | None:
    return datetime.fromisoformat(written) if isinstance(written, str) else None


def first_range(query: str, now: datetime) -> Ends | None:
    """The range of the first time of a query that has one."""
    ranges = [time.range for time in find_times(query, now).times if time.range]
    return (ranges[0].start, ranges[0].end) if ranges else None
