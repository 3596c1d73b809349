"""From what a model wrote to the answer it was asked for (rules MODEL-8 to MODEL-11)."""

import json
import re
from collections.abc import Iterator
from typing import Any, Never

from pydantic import BaseModel, ValidationError

from activities.models.faults import ModelFault
from activities.models.reply import plain_value
from domain.models.secrets import Secrets

_THOUGHT = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_THOUGHT_ONLY = re.compile(r"\A\s*<think(?:ing)?>")
_THOUGHT_END = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL)
_FENCE = re.compile(r"```[\w-]*[ \t]*\r?\n(.*?)```", re.DOTALL)
_CLOSING_OF = {"{": "}", "[": "]"}
# Mending takes long for a long text that is far from JSON.
_MENDED, _LONGEST_MENDED = 4, 16_384
# Of a form's complaints so many are told to the model; more would not fit its patience.
_TOLD = 5
_NO_SECRETS = Secrets()


def parsed(text: str, form: type[BaseModel], secrets: Secrets = _NO_SECRETS) -> BaseModel:
    """The answer in a text that the model ended by itself.

    Args:
        secrets: what is taken out of every text of the answer before it is looked at.

    Raises:
        ModelFault: ``empty``, ``unreadable`` or ``invalid``; its ``problem`` says to the model what was wrong.
    """
    text = without_thoughts(text)
    if not text:
        raise ModelFault("empty", problem="The answer was empty.")
    complaint: ValidationError | None = None
    for value in _candidates(text):
        try:
            return form.model_validate_json(_json(plain_value(value, secrets.hidden)), extra="forbid")
        except ValidationError as error:
            complaint = complaint or error
    if complaint is None:
        raise ModelFault("unreadable", problem="The answer held no complete JSON object.")
    raise ModelFault("invalid", problem=_told(complaint))


def without_thoughts(text: str) -> str:
    """The text without a byte order mark and without thoughts; nothing where a thought never ended."""
    text = text.replace("\ufeff", "").strip()
    if text.startswith("{"):
        return text
    while (shorter := _THOUGHT.sub("", text, count=1)) != text:
        text = shorter
    if _THOUGHT_ONLY.match(text):
        return ""
    # Templates that open the thought themselves leave only its end in the answer.
    return _THOUGHT_END.sub("", text, count=1).strip()


def _candidates(text: str) -> Iterator[Any]:
    """Every object that could be meant: the whole text, a fenced block, one in the text, and only then mended ones."""
    texts = [text, *(block.strip() for block in _FENCE.findall(text))]
    for whole in texts:
        if isinstance(value := _loaded(whole), dict):
            yield value
    objects = [text[start:end] for start, end in _objects(text)]
    for whole in objects:
        if isinstance(value := _loaded(whole), dict):
            yield value
    for whole in objects[:_MENDED]:
        if len(whole) <= _LONGEST_MENDED and isinstance(value := _mended(whole), dict):
            yield value


def _objects(text: str) -> Iterator[tuple[int, int]]:
    """Where the complete objects of a text begin and end; behind one that is not complete nothing is looked for.

    What an incomplete object holds may well be an object, but it is not the one that was meant.
    """
    start = text.find("{")
    while start >= 0:
        end = _end_of(text, start)
        if end is None:
            return
        yield start, end
        start = text.find("{", end)


def _end_of(text: str, start: int) -> int | None:
    """Behind the brace that closes the one at ``start``; None where none does."""
    awaited: list[str] = []
    position = start
    while position < len(text):
        character = text[position]
        if character == '"':
            position = _end_of_string(text, position)
            continue
        if character in _CLOSING_OF:
            awaited.append(_CLOSING_OF[character])
        elif character in _CLOSING_OF.values() and awaited.pop() != character:
            return None
        position += 1
        if not awaited:
            return position
    return None


def _end_of_string(text: str, start: int) -> int:
    position = start + 1
    while position < len(text) and text[position] != '"':
        position += 2 if text[position] == "\\" else 1
    return position + 1


def _loaded(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        return None


def _mended(text: str) -> Any:
    """The object with slips of writing put right; only ever for one that is complete (rule MODEL-9)."""
    # It is large, and most answers never need it.
    from json_repair import repair_json

    try:
        mended = repair_json(text, return_objects=True)
        json.dumps(mended, allow_nan=False)
    except (ValueError, RecursionError):
        return None
    return mended


def _refused(name: str) -> Never:
    raise ValueError(f"{name} is no number of JSON")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _told(error: ValidationError) -> str:
    """What is wrong, place by place, without repeating what the model wrote."""
    lines = []
    for wrong in error.errors(include_input=False, include_url=False, include_context=False)[:_TOLD]:
        place = ".".join(map(str, wrong["loc"])) or "the object"
        lines.append(f"{place}: {wrong['msg']}"[:200])
    return "; ".join(lines)
