"""Where a command shows what it learned: to a person as it comes, or to a program as one document (rule CLI-7)."""

import json
import sys
from collections.abc import Mapping, Sequence

from pydantic import BaseModel
from rich.console import Console

Shown = BaseModel | None | Sequence[BaseModel]


class Screen:
    """One of both; what is meant for the other is not shown.

    Attributes:
        console: for people; it prints nothing where a program asked.
        is_for_program: whether a program asked.
    """

    def __init__(self, console: Console, as_json: bool = False) -> None:
        self.console = Console(quiet=True) if as_json else console
        self.is_for_program = as_json

    def answer(self, answer: BaseModel | Mapping[str, Shown]) -> None:
        """What the API answered, for programs; several answers by name."""
        if self.is_for_program:
            # JSON is UTF-8, whatever the terminal takes.
            sys.stdout.buffer.write(json.dumps(_plain(answer), ensure_ascii=False).encode() + b"\n")
            sys.stdout.buffer.flush()


def _plain(answer: Shown | Mapping[str, Shown]) -> object:
    if isinstance(answer, BaseModel):
        return answer.model_dump(mode="json", by_alias=True)
    if isinstance(answer, Mapping):
        return {name: _plain(value) for name, value in answer.items()}
    return answer if answer is None else [_plain(item) for item in answer]
