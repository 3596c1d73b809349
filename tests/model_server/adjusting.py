"""A model that adjusts a first placement: it moves the last task of its list into a free place, once a round."""

import json
import re
from typing import Any

from tests.model_server.diligent import THOUGHT
from tests.model_server.exchange import Asked, Said

_FREE = re.compile(r"^(第\d+周周.): (\d+)-", re.MULTILINE)
_CALLED = re.compile(r'^"move', re.MULTILINE)


def adjusting(asked: Asked) -> Said:
    """A move in the first round, one that no rule allows in the second, and done in the third."""
    rounds = len(_CALLED.findall(asked.user))
    calls = [_moves, _impossible, _nothing][min(rounds, 2)](asked)
    text = json.dumps({"tool_calls": calls, "done": rounds > 1, "summary": "调整好了"}, ensure_ascii=False)
    return Said(text, reasoning=THOUGHT)


def _tasks(asked: Asked) -> list[int]:
    call: Any = asked.schema["$defs"]["move"]["properties"]["arguments"]
    arguments = asked.schema["$defs"][call["$ref"].rpartition("/")[2]]
    return list(arguments["properties"]["task"]["enum"])


def _moves(asked: Asked) -> list[dict[str, Any]]:
    """The last task goes to the last free place, which keeps the order of its class."""
    day, start = [(day, int(start)) for day, start in _FREE.findall(asked.user)][-1]
    return [{"tool": "move", "arguments": {"task": _tasks(asked)[-1], "day": day, "start": start}}]


def _impossible(asked: Asked) -> list[dict[str, Any]]:
    """The first task would stand behind all others of its class."""
    day, start = [(day, int(start)) for day, start in _FREE.findall(asked.user)][-1]
    return [{"tool": "move", "arguments": {"task": _tasks(asked)[0], "day": day, "start": start}}]


def _nothing(asked: Asked) -> list[dict[str, Any]]:
    return []
