"""Which contexts a turn needs, on labelled turns (rules CONTEXT-25 to CONTEXT-27)."""

from collections import Counter

from tests.context.labels import labelled, missed

BAR = 0.9


def test_plans_need_what_labelled_turns_need() -> None:
    """Nine of ten labels; the others are listed."""
    turns = labelled()
    misses = [miss for turn in turns for miss in missed(turn)]
    assert len(misses) <= 3 * len(turns) * (1 - BAR), "\n".join(misses)


def test_the_set_has_every_need_of_every_kind_in_both_languages() -> None:
    """At least 50 turns, a quarter of them English, none twice, and each need at least three times of each kind."""
    turns = labelled()
    kinds = Counter((name, getattr(turn, name)) for turn in turns for name in ("user_snapshot", "memory_retrieval"))
    kinds.update(("temporal_recall", turn.temporal_recall) for turn in turns)
    assert len({turn.message for turn in turns}) == len(turns) >= 50
    assert sum(turn.locale == "en" for turn in turns) / len(turns) > 0.25
    assert len(kinds) == 9
    assert min(kinds.values()) >= 3
