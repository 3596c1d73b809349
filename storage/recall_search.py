"""Finding what is kept for recall, by words and by time (rules RECALL-16, RECALL-17 and RECALL-20)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import TextClause, text
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.context.plan.contract import TextSource
from domain.context.recall.item import Status
from domain.context.recall.ranges import LONGEST_EVENT, Axes, Span
from domain.context.recall.scoring import Candidate
from domain.context.recall.words import Probe
from storage.recall_items import place_lexeme

Probes = Mapping[Probe, float]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What items of a source must be.

    Attributes:
        status: None for any.
        left_out: refs of items that are not asked for.
    """

    source: TextSource
    importance_min: float = 0.0
    status: Status | None = None
    left_out: tuple[str, ...] = ()


async def search_words(
    owner: str, conn: AsyncConnection, wanted: Wanted, probes: Probes, axes: Axes, limit: int
) -> list[Candidate]:
    """At most ``limit`` items that have one of some probes; those that have more and rarer ones, in the time that is
    meant, first."""
    if not probes:
        return []
    queries = {f"probe_{n}": tsquery([probe]) for n, probe in enumerate(probes)}
    weights = {f"weight_{n}": weight for n, weight in enumerate(probes.values())}
    values = _values(owner, wanted, axes, limit) | queries | weights
    found = await conn.execute(
        _searching(len(probes)), values | {"query": tsquery(list(probes), place_lexeme(owner, wanted.source))}
    )
    return [_candidate(row) for row in found]


async def search_times(owner: str, conn: AsyncConnection, wanted: Wanted, axes: Axes, limit: int) -> list[Candidate]:
    """At most ``limit`` items in the time that is meant, the weightiest and newest first; none where none is meant."""
    if axes.is_open:
        return []
    found = await conn.execute(_IN_TIME, _values(owner, wanted, axes, limit))
    return [_candidate(row) for row in found]


def tsquery(probes: Sequence[Probe], place: str | None = None) -> str:
    """A query for items with one of the probes whole, with the term of a place where one is named; all is data."""
    anyone = " | ".join("(" + " & ".join(map(_quoted, probe)) + ")" for probe in probes)
    return anyone if place is None else f"{_quoted(place)} & ({anyone})"


def _quoted(term: str) -> str:
    doubled = term.replace("\\", "\\\\").replace("'", "''")
    return f"'{doubled}'"


def _values(owner: str, wanted: Wanted, axes: Axes, limit: int) -> dict[str, Any]:
    return {
        "owner": owner,
        "source": wanted.source,
        "importance_min": wanted.importance_min,
        "status": wanted.status,
        "left_out": list(wanted.left_out),
        "limit": limit,
        **_bounds("mention", axes.mention),
        **_bounds("event", axes.event),
        "longest": LONGEST_EVENT,
    }


def _bounds(axis: str, span: Span | None) -> dict[str, Any]:
    return {f"{axis}_opens": span and span.opens, f"{axis}_closes": span and span.closes}


def _candidate(row: Row[Any]) -> Candidate:
    return Candidate(**row._mapping)


_COLUMNS = """
    items.source, items.ref, items.target_type, items.text, items.mention_at, items.event_start, items.event_end,
    items.importance, items.status
"""
_MINE = """
    items.user_id = :owner AND items.source = :source AND items.importance >= :importance_min
    AND (CAST(:status AS text) IS NULL OR items.status = :status) AND items.ref <> ALL (CAST(:left_out AS text[]))
"""
_SAID = """
    (items.mention_at >= CAST(:mention_opens AS timestamptz)
    AND items.mention_at < CAST(:mention_closes AS timestamptz))
"""
_HAPPENS = """
    (coalesce(items.event_start, items.event_end) >= CAST(:event_opens AS timestamptz) - CAST(:longest AS interval)
    AND coalesce(items.event_start, items.event_end) <= CAST(:event_closes AS timestamptz)
    AND CASE
        WHEN items.event_start IS NULL THEN items.event_end >= :event_opens
        WHEN items.event_end > items.event_start
            THEN items.event_start < :event_closes AND items.event_end > :event_opens
        ELSE items.event_start >= :event_opens AND items.event_start < :event_closes
    END)
"""
_IN_TIME = text(
    f"SELECT {_COLUMNS} FROM recall_items AS items WHERE {_MINE} AND ({_SAID} OR {_HAPPENS})"
    " ORDER BY items.importance DESC, items.mention_at DESC, items.ref LIMIT :limit"
)


@cache
def _searching(probes: int) -> TextClause:
    """The statement for so many probes.

    It counts how many of the matches have each probe, and ranks by what is rare among them; an item that does not lie
    in the time that is meant counts half.
    """
    hits = ", ".join(f"(items.terms @@ CAST(:probe_{n} AS tsquery))::int AS hit_{n}" for n in range(probes))
    counts = ", ".join(f"sum(hit_{n}) AS count_{n}" for n in range(probes))
    rank = " + ".join(
        f"hit_{n} * CAST(:weight_{n} AS float8) * ln(1 + total / greatest(count_{n}, 1)::float8)" for n in range(probes)
    )
    return text(
        f"WITH matched AS (SELECT items.ref, items.mention_at, ({_SAID} OR {_HAPPENS}) IS TRUE AS in_time, {hits}"
        f" FROM recall_items AS items WHERE items.terms @@ CAST(:query AS tsquery) AND {_MINE}),"
        f" counted AS (SELECT count(*) AS total, {counts} FROM matched),"
        f" best AS (SELECT ref, mention_at, ({rank}) * (CASE WHEN in_time THEN 1 ELSE 0.5 END) AS rank"
        " FROM matched, counted ORDER BY rank DESC, mention_at DESC, ref LIMIT :limit)"
        f" SELECT {_COLUMNS} FROM best JOIN recall_items AS items"
        " ON items.user_id = :owner AND items.source = :source AND items.ref = best.ref"
    )
