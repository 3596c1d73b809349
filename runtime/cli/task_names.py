"""Tasks as a person names them: by name, by class and name, or by a part of it (rule CLI-9)."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from runtime.cli.render.cells import printable

LISTED = 5

Key = TypeVar("Key", int, str)


@dataclass(frozen=True, slots=True)
class NamedTask(Generic[Key]):
    """A task with what a person may call it.

    Attributes:
        key: what programs call it: its number in the plan, or the id of its item.
        class_name: of its class; empty where that is not known.
    """

    key: Key
    name: str
    class_name: str = ""

    @property
    def told(self) -> str:
        """Class, name and key, as lists of candidates have them."""
        spoken = f"{self.class_name}·{self.name}" if self.class_name else self.name
        return f"{printable(spoken)} '[{self.key}]'" if isinstance(self.key, int) else f"{printable(spoken)} {self.key}"


def fitting(given: str, tasks: Iterable[NamedTask[Key]]) -> tuple[NamedTask[Key], ...]:
    """The tasks that are meant: those that fit best, none where nothing fits.

    A whole name goes before class and name, these before a part of the name, with or without the class, and that before
    the class alone. Case, width, spaces and punctuation do not matter; no number is taken for a part of a longer one.
    """
    words, known = _folded(given), tuple(tasks)
    if not words:
        return ()
    ranked = [(_rank(words, _folded(task.name), _folded(task.class_name)), task) for task in known]
    best = min((rank for rank, _ in ranked), default=_NOT)
    return tuple(task for rank, task in ranked if rank == best < _NOT)


def told(tasks: Sequence[NamedTask[Key]]) -> str:
    """The first of several candidates, and that there are more."""
    shown = ", ".join(task.told for task in tasks[:LISTED])
    return shown + (f" and {len(tasks) - LISTED} more" if len(tasks) > LISTED else "")


_NOT = 4


def _rank(words: str, name: str, of_class: str) -> int:
    if words == name:
        return 0
    if of_class and words == of_class + name:
        return 1
    rest = words.removeprefix(of_class)
    if _is_part(words, name) or (of_class and rest != words and _is_part(rest, name)):
        return 2
    return 3 if _is_part(words, of_class) else _NOT


def _is_part(words: str, name: str) -> bool:
    """Whether the words stand somewhere in the name, cutting no number in two."""
    starts = (at for at in range(len(name)) if words and name.startswith(words, at))
    return any(not _cuts(name, at) and not _cuts(name, at + len(words)) for at in starts)


def _cuts(name: str, at: int) -> bool:
    return 0 < at < len(name) and name[at - 1].isdecimal() and name[at].isdecimal()


def _folded(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum())
