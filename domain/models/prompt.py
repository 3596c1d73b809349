"""What a model is asked, and the form in which it must answer (rule MODEL-1)."""

from dataclasses import dataclass

from pydantic import BaseModel


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to a model.

    Attributes:
        name: what is asked, as a plain word such as ``react``; the name of the schema on the wire.
        system: the standing instructions. The schema of the answer is added to them by the client (rule MODEL-6).
        user: the case at hand. Text from outside stands in it quoted as JSON and bounded.
        answer: the form of the answer. Every array and string in it is bounded, or a small model runs to its limit.
        max_tokens: the most tokens that the answer may take, unless the endpoint says otherwise.
    """

    name: str
    system: str
    user: str
    answer: type[BaseModel]
    max_tokens: int = 1024
