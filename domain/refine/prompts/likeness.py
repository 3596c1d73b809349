"""Names of a plan that a request may speak of, few enough to be shown (rule ASK-4)."""

import re

from domain.refine.numerals import comparable
from domain.refine.prompts.facts import cut
from domain.schedule.state import ScheduleState, Task

CLASSES, LIKELY, NAME_LENGTH = 20, 12, 30

_WORDS = re.compile(r"[a-z]{3,}|\d+")
_CHINESE = re.compile(r"[\u4e00-\u9fff]{2,}")


def likely_classes(state: ScheduleState, message: str) -> dict[str, tuple[int, ...]]:
    """Suggested tasks by the name of their class, where that is like the message, the largest classes first.

    Classes of one name count as one.
    """
    found: dict[str, tuple[int, ...]] = {}
    wanted = _pieces(message)
    for task in _tasks(state):
        if not _pieces(task.category) & wanted:
            continue
        name = cut(task.category.encode("utf-8", "replace").decode(), NAME_LENGTH)
        found[name] = (*found.get(name, ()), task.state_id)
    largest = sorted(found, key=lambda name: (-len(found[name]), found[name]))
    return {name: found[name] for name in largest[:CLASSES]}


def likely_tasks(state: ScheduleState, message: str) -> tuple[int, ...]:
    """Suggested tasks whose names share words, or two Chinese characters on end, with a message; the likest first."""
    wanted = _pieces(message)
    shared = {task.state_id: len(_pieces(task.name) & wanted) for task in _tasks(state)}
    likest = sorted((n for n, count in shared.items() if count), key=lambda n: (-shared[n], n))
    return tuple(likest[:LIKELY])


def _tasks(state: ScheduleState) -> list[Task]:
    return [task for task in state.tasks if task.status == "suggested" and not task.is_course]


def _pieces(text: str) -> set[str]:
    plain = comparable(text)
    pairs = {run[at : at + 2] for run in _CHINESE.findall(plain) for at in range(len(run) - 1)}
    return pairs | {word.rstrip("s") for word in _WORDS.findall(text.lower())}
