"""What came of a call that went well (rule MODEL-1)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from domain.models.endpoint import Mode

# What is kept of a raw answer or of a model's reasoning for the trace, in characters.
KEPT = 65_536


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call.

    Attributes:
        prompt_tokens, completion_tokens: as the endpoint counted them, reasoning included.
        estimated: the endpoint told none, and they were estimated from the texts (rule MODEL-12).
    """

    prompt_tokens: int
    completion_tokens: int
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """A readable answer.

    Attributes:
        answer: an instance of the prompt's form of answer.
        text: the answer as the model wrote it, bounded; for the trace.
        reasoning: what the model thought aloud, bounded; never read as an answer.
        mode: how JSON was asked for when it worked.
        finish_reason: why the model ended, in the endpoint's word.
        usage: its tokens.
        seconds: from the first request to the last piece.
    """

    answer: BaseModel
    text: str
    reasoning: str
    mode: Mode
    finish_reason: str
    usage: Usage
    seconds: float


def tokens(text: str) -> int:
    """About how many tokens a text has: a character outside ASCII is one, four others are one (rule MODEL-12)."""
    plain = sum(map(str.isascii, text))
    return len(text) - plain + -(-plain // 4)


def plain(text: str) -> str:
    """The text without what no database row takes: U+0000 goes, half a surrogate pair becomes U+FFFD (MODEL-11)."""
    return text.replace("\x00", "").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def plain_value(value: Any, hidden: Callable[[str], str]) -> Any:
    """The same for every text in a JSON value, and ``hidden`` applied to it then."""
    if isinstance(value, str):
        return hidden(plain(value))
    if isinstance(value, dict):
        return {hidden(plain(key)): plain_value(inner, hidden) for key, inner in value.items()}
    return [plain_value(inner, hidden) for inner in value] if isinstance(value, list) else value
