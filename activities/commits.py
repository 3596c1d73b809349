"""Confirm and undo as activities: the services do the work, and the commit's row says whether it is done."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio import activity

from activities.failures import translated_errors
from activities.heartbeat import beating
from domain.errors import UndoConflict
from services.confirm_preview import Confirm, confirm_preview
from services.take_out import NotDone, take_out
from services.undo_commit import UndoOrder, undo_commit
from storage.commits import CommitRecord
from workflows.messages import CommitInput, CommitResult, NotDoneInput, UndoInput
from workflows.ports import CommitSteps


class StoredCommitSteps(CommitSteps):
    """Each step is one transaction; a step that is asked again finds the row and changes nothing (rule CONFIRM-8)."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], datetime]) -> None:
        self._engine = engine
        self._now = now

    @activity.defn(name="commit.confirm")
    async def confirm(self, commit: CommitInput) -> CommitResult:
        """Write a preview into the timetable, or store why it cannot be."""
        asked = Confirm(commit.commit_id, commit.session_id, commit.revision, commit.actor)
        with translated_errors():
            async with beating():
                record = await confirm_preview(commit.user_id, self._engine, asked, self._now())
        return CommitResult(record.status, _code(record))

    @activity.defn(name="commit.not_done")
    async def not_done(self, commit: NotDoneInput) -> CommitResult:
        """Take a task that was not done out of the timetable, or store why it cannot be."""
        asked = NotDone(commit.commit_id, commit.item_id, commit.term_id, commit.actor)
        with translated_errors():
            async with beating():
                record = await take_out(commit.user_id, self._engine, asked, self._now())
        return CommitResult(record.status, _code(record))

    @activity.defn(name="commit.undo")
    async def undo(self, undo: UndoInput) -> CommitResult:
        """Take back what a commit wrote, or store why it cannot be."""
        asked = UndoOrder(undo.commit_id, undo.attempt, undo.actor)
        with translated_errors():
            async with beating():
                record = await undo_commit(undo.user_id, self._engine, asked, self._now())
        return CommitResult(record.status, "" if record.status == "undone" else UndoConflict.code)


def _code(record: CommitRecord) -> str:
    return str(record.problem["code"]) if record.problem else ""
