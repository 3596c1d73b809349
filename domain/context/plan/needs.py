"""Which contexts an answer needs, and what kind of question it is (rules CONTEXT-6 and CONTEXT-25 to CONTEXT-27)."""

from collections.abc import Sequence

from domain.context.plan.contract import ContextNeeds, Need, QueryType
from domain.context.plan.times import Asked, Setting
from domain.context.plan.topic import Topic
from domain.context.plan.weights import OF_A_SUBJECT

_MOST_BARE, _LONGEST_BARE = 4, 32
_ORDER: tuple[Need, ...] = ("SKIP", "OPTIONAL", "REQUIRED")


def needs_of(asked: Asked, setting: Setting, topics: Sequence[Topic]) -> ContextNeeds:
    """What must be loaded before the query is answered (rules CONTEXT-25 to CONTEXT-27)."""
    temporal = _temporal(asked, setting, topics)
    snapshot, memory = _beside(asked, temporal, topics)
    return ContextNeeds(user_snapshot=snapshot, temporal_recall=temporal, memory_retrieval=memory)


def query_type_of(asked: Asked, setting: Setting, needs: ContextNeeds, topics: Sequence[Topic]) -> QueryType:
    """What kind of question it is (rule CONTEXT-6)."""
    if needs.temporal_recall == "REQUIRED":
        return "personal_temporal_recall"
    if asked.utterance.commands:
        return "general"
    if _is_about_the_person(asked):
        return "personal_profile"
    is_lookup = needs.temporal_recall == "OPTIONAL" or topics == (OF_A_SUBJECT,)
    return "memory_lookup" if is_lookup and setting.range is None else "general"


def _temporal(asked: Asked, setting: Setting, topics: Sequence[Topic]) -> Need:
    if setting.range is None:
        named = not asked.utterance.commands and means_something(asked)
        return "OPTIONAL" if named and _greatest(topics, 1) != "SKIP" else "SKIP"
    if asked.utterance.commands or _is_about_the_person(asked):
        return "OPTIONAL"
    if not asked.hits and asked.utterance.of_the_world:
        return "OPTIONAL"
    return "REQUIRED"


def _beside(asked: Asked, temporal: Need, topics: Sequence[Topic]) -> tuple[Need, Need]:
    """The needs of the snapshot and of memory."""
    if asked.utterance.commands:
        return _of_command(asked)
    if temporal == "REQUIRED":
        return "OPTIONAL", "REQUIRED" if any(hit.has("memory") for hit in asked.hits) else "OPTIONAL"
    if temporal == "OPTIONAL" and any(hit.has("past") for hit in asked.hits):
        return max(_greatest(topics, 0), "OPTIONAL", key=_ORDER.index), "REQUIRED"
    return _greatest(topics, 0), _greatest(topics, 2)


def _of_command(asked: Asked) -> tuple[Need, Need]:
    """An order is carried out with what is told; to remember is the memory's, and a reminder needs neither."""
    if any(hit.has("memory") for hit in asked.hits):
        return "SKIP", "OPTIONAL"
    if any(hit.has("reminder") for hit in asked.hits):
        return "SKIP", "SKIP"
    return "OPTIONAL", "OPTIONAL"


def means_something(asked: Asked) -> bool:
    """Whether a keyword is one by itself: where and how much are asked of anything in the world."""
    return any(asked.utterance.personal or not hit.has("leaning") for hit in asked.hits)


def is_bare_subject(asked: Asked, subject: Sequence[str]) -> bool:
    """Whether names and topics are all that is said: few words, no time, nothing asked, ordered or made up."""
    said = asked.utterance
    if not subject or asked.hits or asked.times or said.asks or said.commands or said.instructs or said.personal:
        return False
    words = sum(map(len, subject))
    return (
        len(subject) <= _MOST_BARE
        and words <= _LONGEST_BARE
        and any(sign.isalpha() for each in subject for sign in each)
    )


def _is_about_the_person(asked: Asked) -> bool:
    """Whether all that is asked is what the person is like, which a time does not change."""
    return any(hit.has("profile") for hit in asked.hits) and not any(
        hit.keyword.topic.needs[1] == "REQUIRED" for hit in asked.hits
    )


def _greatest(topics: Sequence[Topic], which: int) -> Need:
    return max((topic.needs[which] for topic in topics), key=_ORDER.index)
