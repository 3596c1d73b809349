"""Say what a confirm would write now, and write nothing (rule CONFIRM-9)."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.commit.admission import admit
from domain.commit.changes import TaskChange, task_changes, would_say
from domain.commit.conflicts import Conflict
from domain.schedule.state import Locale, ScheduleState
from services.merge_preview import merge_preview
from storage.commit_bases import lock_confirm, read_session_now


@dataclass(frozen=True, slots=True)
class ForeseenConfirm:
    """What would become of a confirm at this moment.

    Attributes:
        summary: it in one sentence.
        changes: what would be written; none where something is in the way.
        conflicts: all that is in the way.
    """

    revision: int
    locale: Locale
    summary: str
    changes: tuple[TaskChange, ...]
    conflicts: tuple[Conflict, ...]


async def foresee_confirm(owner: str, engine: AsyncEngine, session_id: str) -> ForeseenConfirm:
    """What a confirm of the newest revision would write, by the same merge under the same locks.

    Raises:
        NotFound, PreviewNotFound: this owner has no such session, or it has no preview.
        AlreadyConfirmed, RunInProgress: it may not be confirmed (rule CONFIRM-2).
    """
    async with engine.begin() as conn:
        session = await read_session_now(owner, conn, session_id)
        meant = admit(session, None)
        base = await lock_confirm(owner, conn, session_id, meant)
        state = ScheduleState.model_validate_json(base.state)
        merged = await merge_preview(owner, conn, base, state, session)
    found = merged.merge
    changes = () if found.conflicts else task_changes(found.live, found.target, merged.item_of_event)
    summary = would_say(state.locale, changes, found.conflicts)
    return ForeseenConfirm(meant, state.locale, summary, changes, found.conflicts)
