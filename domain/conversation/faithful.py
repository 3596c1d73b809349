"""A model's wording of an answer may say nothing that the facts do not hold (rule CHAT-19)."""

from domain.conversation.facts import Facts


def invented(wording: str, facts: Facts) -> str | None:
    """What a wording says that the facts do not hold, in its own words; None where it says nothing of the kind."""
    return next((name for name in sorted(facts.others) if name in wording), None)
