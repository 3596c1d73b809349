"""Editing a preview by hand: tools, pins, and putting back (rules PREVIEW-13 to PREVIEW-16)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from domain.errors import DaywrightError, EditInvalid, EditRefused
from domain.phrases.say import say
from domain.preview.hand_edits import Edit, KeepEdit, PinEdit, ToolEdit, action_of
from domain.preview.putting_back import check_no_course, put_back
from domain.preview.refusal_words import in_weeks
from domain.schedule.state import ScheduleState
from domain.steps import MoveNote, MoveRule
from domain.tools.arguments import quoted
from domain.tools.outcome import changes_between
from domain.tools.refusal import Refused
from domain.tools.registry import run_tool

# What could not be done to any state of this plan; the other codes tell what stands in the way now.
_NEVER: Final = frozenset(
    {
        "unknown_argument",
        "missing_argument",
        "invalid_argument",
        "task_not_found",
        "out_of_window",
        "section_invalid",
        "span_mismatch",
        "batch_limit",
    }
)


@dataclass(frozen=True, slots=True)
class Edited:
    """What came of some edits.

    Attributes:
        notes: why tasks stand where they stand now, the last one of a task counts.
    """

    state: ScheduleState
    notes: tuple[MoveNote, ...]


def apply_edits(state: ScheduleState, earlier: ScheduleState, edits: Sequence[Edit]) -> Edited:
    """The state after all edits, one after the other.

    Args:
        earlier: the state to which ``keep`` goes back.

    Raises:
        EditRefused: the state forbids one of them; the code is that of the tool, the facts say which edit it is.
        EditInvalid: the same of an edit that no state of this plan would allow.
    """
    notes: list[MoveNote] = []
    for number, edit in enumerate(edits):
        before = state
        try:
            state = _applied(state, earlier, edit)
        except _Refusal as refusal:
            raise refusal.error(number, edit, state) from None
        rule: MoveRule = "kept" if isinstance(edit, KeepEdit) else "by_hand"
        moved = (change.task_id for change in changes_between(before, state))
        notes += (MoveNote(task_id=task_id, rule=rule, decided_by="person") for task_id in moved)
    return Edited(state, tuple(notes))


class _Refusal(Exception):
    """One edit that cannot be made.

    Attributes:
        code: code of a tool result; ``text`` is its sentence, with the facts below it.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code, self.text = code, text

    def error(self, number: int, edit: Edit, state: ScheduleState) -> DaywrightError:
        sentence, kind = self.text.split("\n", 1)[0], EditInvalid if self.code in _NEVER else EditRefused
        told = in_weeks(self.code, sentence, state.window, state.locale)
        error = kind(sentence, edit=number, action=action_of(edit), text=self.text, told=told)
        error.code = self.code
        return error


def _applied(state: ScheduleState, earlier: ScheduleState, edit: Edit) -> ScheduleState:
    if isinstance(edit, ToolEdit):
        return _by_tool(state, edit)
    try:
        if isinstance(edit, KeepEdit):
            return _pinned(put_back(state, earlier, edit.keep), [edit.keep], True)
        task_id = edit.pin if isinstance(edit, PinEdit) else edit.unpin
        check_no_course(state, task_id)
        return _pinned(state, [task_id], isinstance(edit, PinEdit))
    except Refused as refusal:
        raise _Refusal(refusal.code, "\n".join([refusal.reason, *refusal.facts])) from None


def _by_tool(state: ScheduleState, edit: ToolEdit) -> ScheduleState:
    named = _named(state, edit.arguments)
    after, result = run_tool(_pinned(state, named, False), edit.tool, edit.arguments)
    if not result.ok:
        raise _Refusal(result.code, result.text)
    _check_numbers(state, edit)
    return _pinned(after, named, True)


def _check_numbers(state: ScheduleState, edit: ToolEdit) -> None:
    """Refuse a numeral in quotes: tools take it for a number because models write it, a person's program need not.

    It follows the call: of what a tool accepts in a hand's calls nothing but numbers can be text.
    """
    for call in _calls(edit.arguments):
        for name, value in call.items():
            if isinstance(value, str):
                wanted = say(state.locale, "expected.int_type")
                reason = say(state.locale, "invalid_argument", name=name, value=quoted(value), expected=wanted)
                raise _Refusal("invalid_argument", say(state.locale, f"{edit.tool}.failed", reason=reason))


def _named(state: ScheduleState, arguments: Mapping[str, Any]) -> list[int]:
    """The tasks that a call names, as far as its arguments can be read."""
    told = (call.get(name) for call in _calls(arguments) for name in ("task_id", "task_a", "task_b"))
    return sorted({int(number) for number in told if type(number) in (int, float) and number in state.by_id})


def _calls(arguments: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The arguments, and those of each move of a batch."""
    moves = arguments.get("moves")
    return [call for call in (arguments, *(moves if isinstance(moves, list) else [moves])) if isinstance(call, Mapping)]


def _pinned(state: ScheduleState, task_ids: Iterable[int], pinned: bool) -> ScheduleState:
    tasks = (state.by_id[task_id] for task_id in task_ids)
    changed = [task.model_copy(update={"pinned": pinned}) for task in tasks if task.pinned != pinned]
    return state.with_tasks(changed) if changed else state
