"""Which contexts an answer needs, and what kind of question it is (rules CONTEXT-25 to CONTEXT-28)."""

from collections.abc import Sequence

from domain.context.plan.contract import ContextNeeds, Need, QueryType
from domain.context.plan.times import Asked, Setting
from domain.context.plan.topic import Topic

_ORDER: tuple[Need, ...] = ("SKIP", "OPTIONAL", "REQUIRED")


def needs_of(asked: Asked, setting: Setting, topics: Sequence[Topic]) -> ContextNeeds:
    """What must be loaded before the query is answered."""
    return ContextNeeds(
        user_snapshot=_greatest(topics, 0),
        temporal_recall=_temporal(asked, setting, topics),
        memory_retrieval=_greatest(topics, 2),
    )


def query_type_of(asked: Asked, setting: Setting, needs: ContextNeeds) -> QueryType:
    """What kind of question it is (rule CONTEXT-28)."""
    if needs.temporal_recall == "REQUIRED":
        return "personal_temporal_recall"
    if asked.utterance.commands:
        return "general"
    if _is_about_the_person(asked):
        return "personal_profile"
    return "memory_lookup" if needs.temporal_recall == "OPTIONAL" and setting.range is None else "general"


def _temporal(asked: Asked, setting: Setting, topics: Sequence[Topic]) -> Need:
    greatest = _greatest(topics, 1)
    if setting.range is None:
        return "OPTIONAL" if asked.hits and greatest != "SKIP" else "SKIP"
    if asked.utterance.commands or _is_about_the_person(asked):
        return "OPTIONAL"
    if not asked.hits and asked.utterance.of_the_world:
        return "OPTIONAL"
    return "REQUIRED"


def _is_about_the_person(asked: Asked) -> bool:
    """Whether all that is asked is what the person is like, which a time does not change."""
    return any(hit.has("profile") for hit in asked.hits) and not any(
        hit.keyword.topic.needs[1] == "REQUIRED" for hit in asked.hits
    )


def _greatest(topics: Sequence[Topic], which: int) -> Need:
    return max((topic.needs[which] for topic in topics), key=_ORDER.index)
