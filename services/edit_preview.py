"""Edit a preview by hand: all edits make one new revision, or none is made (rules PREVIEW-13 to PREVIEW-18)."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.preview.body import PreviewBody, PreviewHeader, preview_body
from domain.preview.edits import apply_edits
from domain.preview.hand_edits import Edit
from domain.preview.putting_back import as_kept
from domain.preview.revisions import earlier_state, summary_of_edits
from domain.preview.touched import touch
from domain.schedule.state import ScheduleState
from services.hand_revision import HandOrder, Made, save_by_hand
from services.plan_classes import Groups, groups_of
from storage.previews import PreviewRecord, load_preview
from storage.runs import load_run


@dataclass(frozen=True, slots=True)
class EditOrder:
    """What a person changes.

    Attributes:
        revision: the newest one as the person knows it; None for whichever it is.
        edits: applied one after the other.
        key: the idempotency key.
    """

    session_id: str
    revision: int | None
    edits: Sequence[Edit]
    key: str | None = None


async def edit_preview(owner: str, engine: AsyncEngine, order: EditOrder, now: datetime) -> PreviewRecord:
    """The revision that the edits make; the newest one where they change nothing.

    Raises:
        EditRefused, EditInvalid: one of the edits cannot be made; the facts say which.
        PlanOutdated: a class with tasks in the plan was deleted since.
        NotFound, PreviewNotFound, RevisionMismatch, RunInProgress, IdempotencyKeyReused, InvalidInput: as
            ``save_by_hand``.
    """

    async def make(connection: AsyncConnection, newest: PreviewRecord) -> Made | None:
        state = ScheduleState.model_validate_json(newest.state)
        parent = await _parent(owner, connection, newest)
        groups = await groups_of(owner, connection, state)
        # A window of many weeks takes a moment, in which others are to be served.
        return await asyncio.to_thread(_edited, newest, state, parent, order.edits, groups)

    asked = [edit.model_dump(mode="json") for edit in order.edits]
    by_hand = HandOrder(order.session_id, order.revision, "edit_preview", asked, order.key)
    return await save_by_hand(owner, engine, by_hand, make, now)


async def _parent(owner: str, connection: AsyncConnection, newest: PreviewRecord) -> ScheduleState | None:
    """The state from which the newest revision was made; None where that is the timetable."""
    if newest.parent_revision is None:
        return None
    if newest.run_id is not None and (await load_run(owner, connection, newest.run_id)).kind == "plan":
        return None
    parent = await load_preview(owner, connection, newest.session_id, newest.parent_revision)
    return ScheduleState.model_validate_json(parent.state)


def _edited(
    newest: PreviewRecord,
    state: ScheduleState,
    parent: ScheduleState | None,
    edits: Sequence[Edit],
    groups: Groups,
) -> Made | None:
    shown = PreviewBody.model_validate(newest.body)
    kept = [change.task_id for change in shown.diff.previous if change.reason.rule == "kept"]
    earlier = as_kept(state, earlier_state(state, shown.touched, parent), kept)
    edited = apply_edits(state, earlier, edits)
    after, touched = touch(shown.touched, state, edited.state)
    if after == state:
        return None
    header = PreviewHeader(
        session=newest.session_id,
        revision=newest.revision + 1,
        summary=summary_of_edits(state, after),
        completed=True,
    )
    notes = (*shown.notes, *edited.notes)
    body = preview_body(header, state, after, notes, groups, touched=touched, latest=edited.notes)
    return Made(after, body, newest)
