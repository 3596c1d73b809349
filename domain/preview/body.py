"""The whole preview as one canonical value (rules PREVIEW-5 and PREVIEW-8)."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from domain.commit.standing import Standing
from domain.ids import Ulid
from domain.optimise.placement_problem import PlacementGroup
from domain.preview.difference import Moved, difference
from domain.preview.entries import Entry, WeekPlan, candidate_plans, entries
from domain.preview.reasons import Reason, reason
from domain.preview.touched import Touched, timetable_of
from domain.schedule.state import Locale, ScheduleState, class_key
from domain.steps import DecidedBy, MoveNote
from domain.term.window import Window


class PreviewChange(Moved):
    """A change with who decided it and why."""

    decided_by: DecidedBy
    reason: Reason


class PreviewDiff(BaseModel):
    """Changes against the previous revision, and against the timetable: what a confirm would write."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    previous: tuple[PreviewChange, ...]
    timetable: tuple[PreviewChange, ...]


class PreviewHeader(BaseModel):
    """What names a preview and sums it up.

    Attributes:
        run: the run that made it; None for an edit by hand.
        revision: grows by one within the session, from 1.
        completed: whether the final check passed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    session: Ulid
    run: Ulid | None = None
    revision: Annotated[int, Field(ge=1)]
    summary: str
    completed: bool


class PreviewBody(PreviewHeader):
    """A preview as it is stored and shown.

    Attributes:
        touched: where tasks of the timetable stand there that were moved by hand, by event id.
    """

    locale: Locale
    window: Window
    entries: tuple[Entry, ...]
    candidate_plans: tuple[WeekPlan, ...]
    diff: PreviewDiff
    touched: Annotated[dict[str, Standing], Field(exclude_if=lambda touched: not touched)] = {}

    @property
    def notes(self) -> tuple[MoveNote, ...]:
        """The note of every task that stands elsewhere than in the timetable, from which a later revision goes on."""
        return tuple(_note_of(change) for change in self.diff.timetable)


def preview_body(
    header: PreviewHeader,
    before: ScheduleState,
    after: ScheduleState,
    notes: Iterable[MoveNote],
    groups: Mapping[str, PlacementGroup] | None = None,
    *,
    touched: Touched | None = None,
    latest: Iterable[MoveNote] | None = None,
) -> PreviewBody:
    """The preview of a state.

    Args:
        header: what names it.
        before: the state of the previous revision; for the first one the state that the run began with.
        after: the state to show.
        notes: why tasks stand where they stand, the oldest first; the last note of a task counts.
        groups: what each class asks of a placement, by class key, where that is known.
        touched: where tasks of the timetable stand there that were moved by hand, by event id (rule PREVIEW-17).
        latest: why tasks stand elsewhere than in the previous revision, where that is not what ``notes`` says.
    """
    last = {note.task_id: note for note in notes}
    since = last if latest is None else {note.task_id: note for note in latest}
    groups, touched = groups or {}, dict(touched or {})
    rows = entries(after)
    return PreviewBody(
        **dict(header),
        locale=after.locale,
        window=after.window,
        entries=rows,
        candidate_plans=candidate_plans(rows),
        diff=PreviewDiff(
            previous=explained(before, after, since, groups),
            timetable=explained(timetable_of(after, touched), after, last, groups),
        ),
        touched=touched,
    )


def explained(
    before: ScheduleState,
    after: ScheduleState,
    notes: Mapping[int, MoveNote],
    groups: Mapping[str, PlacementGroup],
) -> tuple[PreviewChange, ...]:
    """The difference of two states, every change with its reason in the language of ``after``."""
    return tuple(_explained(before, after, change, notes, groups) for change in difference(before, after))


def _explained(
    before: ScheduleState,
    after: ScheduleState,
    change: Moved,
    notes: Mapping[int, MoveNote],
    groups: Mapping[str, PlacementGroup],
) -> PreviewChange:
    note = notes.get(change.task_id) or _unnoted(change)
    group = groups.get(class_key(after.by_id[change.task_id]))
    why = reason(before, after, change, note, after.locale, group)
    return PreviewChange(**dict(change), decided_by=note.decided_by, reason=why)


def _unnoted(change: Moved) -> MoveNote:
    rule = "move" if change.from_slots else "placement"
    return MoveNote(task_id=change.task_id, rule=rule, decided_by="rules")


def _note_of(change: PreviewChange) -> MoveNote:
    why = change.reason
    return MoveNote(task_id=change.task_id, rule=why.rule, decided_by=change.decided_by, clause=why.clause)
