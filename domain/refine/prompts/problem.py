"""What is wrong with an answer that has the right form and the wrong meaning (rule ASK-3)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """Why an answer cannot be used; ``text`` is one sentence for the model, in the language of the message."""

    text: str
