"""Step back to an earlier revision, which becomes a new one (rule PREVIEW-19)."""

import asyncio
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.preview.body import PreviewBody, PreviewHeader, preview_body
from domain.preview.difference import difference
from domain.preview.revisions import earlier_state, summary_of_step_back
from domain.schedule.state import ScheduleState
from domain.steps import MoveNote
from services.hand_revision import HandOrder, Made, save_by_hand
from services.plan_classes import Groups, groups_of
from services.read_preview import read_preview
from storage.previews import PreviewRecord


@dataclass(frozen=True, slots=True)
class StepBack:
    """Where a person wants to go back to.

    Attributes:
        target: the revision that is to be the newest again.
        revision: the newest one as the person knows it; None for whichever it is.
        key: the idempotency key.
    """

    session_id: str
    target: int
    revision: int | None
    key: str | None = None


async def step_back(owner: str, engine: AsyncEngine, order: StepBack, now: datetime) -> PreviewRecord:
    """A new revision that is like the earlier one; the newest one where that is it already.

    Raises:
        NotFound: this owner has no such session, or it no such revision.
        PreviewNotFound: the session has no preview, or that revision has expired.
        PlanOutdated: a class with tasks in the plan was deleted since.
        RevisionMismatch, RunInProgress, IdempotencyKeyReused, InvalidInput: as ``save_by_hand``.
    """

    async def make(connection: AsyncConnection, newest: PreviewRecord) -> Made | None:
        earlier = await read_preview(owner, connection, order.session_id, order.target)
        if earlier.revision == newest.revision:
            return None
        state = ScheduleState.model_validate_json(earlier.state)
        groups = await groups_of(owner, connection, state)
        return await asyncio.to_thread(_stepped_back, newest, earlier, state, groups)

    by_hand = HandOrder(order.session_id, order.revision, "step_back", {"target": order.target}, order.key)
    return await save_by_hand(owner, engine, by_hand, make, now)


def _stepped_back(newest: PreviewRecord, earlier: PreviewRecord, state: ScheduleState, groups: Groups) -> Made:
    shown = PreviewBody.model_validate(earlier.body)
    before = earlier_state(state, shown.touched, ScheduleState.model_validate_json(newest.state))
    header = PreviewHeader(
        session=newest.session_id,
        revision=newest.revision + 1,
        summary=summary_of_step_back(state.locale, earlier.revision),
        completed=earlier.completed,
    )
    latest = [
        MoveNote(task_id=change.task_id, rule="stepped_back", decided_by="person")
        for change in difference(before, state)
    ]
    body = preview_body(header, before, state, shown.notes, groups, touched=shown.touched, latest=latest)
    return Made(state, body, earlier)
