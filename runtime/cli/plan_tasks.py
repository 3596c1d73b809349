"""The tasks of a plan as a person names them: by a number that was shown, or by words (rule CLI-9)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from api.schemas.classes import ClassView
from api.schemas.previews import PreviewView
from domain.errors import InvalidInput, NotFound
from runtime.cli.render.cells import number_shown
from runtime.cli.task_names import NamedTask, fitting, told
from runtime.client.api import Api, every

_STATE_ID = re.compile(r"\[([0-9]{1,9})\]")
_DIGITS = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class PlanTasks:
    """What there is to be named in a plan.

    Attributes:
        numbered: the changes of the newest revision and, where a hand made that, of the one that the last run made: the
            task under each number, by the revision that shows it.
        named: every task that stands or stood somewhere, by ``state_id``.
    """

    numbered: Mapping[int, tuple[int, ...]]
    named: Mapping[int, NamedTask[int]]

    def number_of(self, given: str) -> int:
        """The ``state_id`` of the task that is meant.

        Raises:
            NotFound: nothing of that number or name is in the plan.
            InvalidInput: several tasks are.
        """
        words = given.strip()
        by_state = _STATE_ID.fullmatch(words)
        if by_state is not None:
            return int(by_state.group(1))
        number = int(words) if words.isascii() and _DIGITS.fullmatch(words) else number_shown(words)
        return self._of_words(words) if number is None else self._of_number(number, words)

    def _of_number(self, number: int, given: str) -> int:
        found = {
            tasks[number - 1]: f"in revision {at}" for at, tasks in self.numbered.items() if 0 < number <= len(tasks)
        }
        found |= {task.key: "by its name" for task in self.named.values() if task.name.strip() == given}
        if len(found) > 1:
            which = " and ".join(f"{self.named[task].told} {where}" for task, where in found.items())
            raise InvalidInput(f"{given} is {which}: give the name, or the number in brackets")
        if found:
            return next(iter(found))
        hint = f"; {self.named[number].told} is meant by its number in brackets" if number in self.named else ""
        raise NotFound(f"no change of this plan is shown as {given}: see `daywright preview`, or give a name{hint}")

    def _of_words(self, words: str) -> int:
        found = fitting(words, self.named.values())
        if not found:
            raise NotFound(
                f"no task of this plan is called {words!r}, by its name, a part of it, or its class and a part of it: "
                "see `daywright preview`"
            )
        if len(found) > 1:
            raise InvalidInput(
                f"{words!r} fits more than one task ({told(found)}): give more of the name, or the number in brackets"
            )
        return found[0].key


async def plan_tasks(api: Api, preview: PreviewView) -> PlanTasks:
    """What a person may name in the newest revision of a plan."""
    classes = [one async for one in every(api.classes)]
    named = _named(preview, classes)
    numbered = {preview.revision: _numbers(preview, named)}
    made = None if preview.run else await _made_by_a_run(api, preview.session)
    if made is not None:
        numbered[made.revision] = _numbers(made, named)
    return PlanTasks(numbered, named)


async def _made_by_a_run(api: Api, session: str) -> PreviewView | None:
    """The newest revision that a run made; its numbers are those that the person saw last but for edits."""
    async for revision in every(lambda cursor: api.revisions(session, cursor)):
        if revision.run_id is not None:
            return await api.preview(session, revision.revision)
    return None


def _named(preview: PreviewView, classes: list[ClassView]) -> dict[int, NamedTask[int]]:
    by_id = {one.id: one.name for one in classes}
    by_content = {item.content: one.name for one in classes for item in one.items}
    changes = (*preview.diff.previous, *preview.diff.timetable)
    named = {
        change.task_id: NamedTask(change.task_id, change.name, by_content.get(change.name, "")) for change in changes
    }
    for row in preview.entries:
        if row.type == "task":
            of_class = by_id.get(str(row.class_id), by_content.get(row.name, ""))
            named[row.state_id] = NamedTask(row.state_id, row.name, of_class)
    return named


def _numbers(preview: PreviewView, named: Mapping[int, NamedTask[int]]) -> tuple[int, ...]:
    """The tasks by the numbers of their changes; none where the revision is of another plan with numbers of its own."""
    changes = preview.diff.previous
    if any(change.task_id not in named or named[change.task_id].name != change.name for change in changes):
        return ()
    return tuple(change.task_id for change in changes)
