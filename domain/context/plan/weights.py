"""What a plan looks for, and where: keywords combined by their greatest weights (rules CONTEXT-13 to CONTEXT-15)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import get_args

from domain.context.plan.contract import Retrieval, SourceWeights, Target, TargetType, TextSource
from domain.context.plan.matching import Hit
from domain.context.plan.topic import SOURCES, TEXT_SOURCES, Topic

_SEARCHED_FROM = 0.5
_MOST_WORDS = 12

OF_A_TIME = Topic(
    (),
    (0.60, 0.60, 0.55, 0.40),
    {"commitment": 0.6, "calendar_event": 0.6, "todo": 0.6, "note": 0.5},
    ("OPTIONAL", "REQUIRED", "OPTIONAL"),
    "mentions",
)
"""What holds where a time is named and no keyword is."""

OF_A_PERSON = Topic(
    (), (0.20, 0.50, 0.50, 0.60), {"preference": 0.5, "note": 0.5}, ("OPTIONAL", "SKIP", "OPTIONAL"), "mentions"
)
"""What holds where somebody speaks of themselves, with neither a time nor a keyword."""

OF_A_SUBJECT = Topic(
    (), (0.50, 0.60, 0.60, 0.60), {"person": 0.5, "note": 0.5}, ("SKIP", "SKIP", "OPTIONAL"), "mentions"
)
"""What holds where names and topics are all that is said (rule CONTEXT-29)."""

NOTHING = Topic((), (0.0, 0.0, 0.0, 0.0), {}, ("SKIP", "SKIP", "SKIP"), "mentions")
"""What holds for anything else."""


_rows_of = lru_cache(maxsize=1000)
"""Keeps what follows from rows of the table alone, whatever was asked."""


@_rows_of
def source_weights(topics: tuple[Topic, ...]) -> SourceWeights:
    """How much each source counts."""
    return SourceWeights(**{source: max(topic.weight(source) for topic in topics) for source in SOURCES})


@_rows_of
def targets(topics: tuple[Topic, ...]) -> tuple[Target, ...]:
    """What is looked for, in the order of the contract."""
    types: tuple[TargetType, ...] = get_args(TargetType)
    found = {type_: max(topic.targets.get(type_, 0.0) for topic in topics) for type_ in types}
    return tuple(Target(type=type_, weight=weight) for type_, weight in found.items() if weight > 0)


def retrievals(topics: tuple[Topic, ...], hits: Sequence[Hit], subject: Sequence[str]) -> tuple[Retrieval, ...]:
    """The searches of the text sources that count enough."""
    return tuple(
        Retrieval(
            source=source,
            query_type=heaviest.query_type,
            expanded_queries=_queries(source, hits, subject),
            weight=heaviest.weight(source),
        )
        for source, heaviest in _searched(topics)
    )


@_rows_of
def _searched(topics: tuple[Topic, ...]) -> tuple[tuple[TextSource, Topic], ...]:
    """The text sources that count enough, each with the topic that gives it its weight."""
    heaviest = [(source, max(topics, key=lambda topic: topic.weight(source))) for source in TEXT_SOURCES]
    return tuple((source, topic) for source, topic in heaviest if topic.weight(source) >= _SEARCHED_FROM)


def _queries(source: TextSource, hits: Sequence[Hit], subject: Sequence[str]) -> tuple[str, ...]:
    first = [hit for hit in hits if source not in hit.keyword.topic.yields]
    words = [word for hit in first for word in hit.keyword.queries(source, hit.form)]
    words = words or [word for hit in hits for word in hit.keyword.queries(source, hit.form)]
    return tuple(dict.fromkeys([*list(dict.fromkeys(words))[:_MOST_WORDS], *subject]))
