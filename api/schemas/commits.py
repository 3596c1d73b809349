"""Commits as programs see them (rules CONFIRM-7 and UNDO-5)."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.commit.changes import CommitChange, TaskChange
from domain.commit.conflicts import Conflict
from domain.ids import Ulid
from domain.schedule.state import Locale

_COMMIT = "01K6F0Q2M3N4P5R6S7T8V9W0XE"


class CommitLinks(BaseModel):
    """Addresses of what belongs to a commit; ``web_ui`` is its page for operators, where there is one."""

    model_config = ConfigDict(frozen=True)

    self: str = Field(examples=[f"/api/v1/commits/{_COMMIT}"])
    undo: str = Field(examples=[f"/api/v1/commits/{_COMMIT}/undo"])
    web_ui: str | None = None


class ForeseenConfirmView(BaseModel):
    """What a confirm would write at this moment.

    Attributes:
        locale: language of the summary and the conflicts, which is the one of the plan.
        summary: all of it in one sentence.
        changes: what would be written, task by task; none where something is in the way.
        conflicts: each thing that is in the way.
    """

    model_config = ConfigDict(frozen=True)

    session_id: Ulid
    revision: int
    locale: Locale
    summary: str
    changes: tuple[TaskChange, ...]
    conflicts: tuple[Conflict, ...]


class CommitView(BaseModel):
    """What was written into a timetable, by whom and when; or why nothing was.

    Attributes:
        session_id, revision: the preview that was confirmed; null for a commit without one.
        actor: who asked: the visible prefix of an API key, or ``login``.
        summary: what it did, in one sentence.
        changes: what it wrote, task by task.
        timetable_version: the version of the term's timetable that it made; null where it was refused.
        problem: why it was refused: code, message and facts.
    """

    model_config = ConfigDict(frozen=True)

    id: Ulid
    session_id: Ulid | None = None
    revision: int | None = None
    term_id: Ulid
    kind: Literal["confirm", "not_done"]
    status: Literal["applied", "refused", "undone"]
    actor: str = Field(examples=["dw_1a2B3c4D"])
    summary: str
    changes: tuple[CommitChange, ...]
    timetable_version: int | None = None
    problem: dict[str, Any] | None = None
    created_at: datetime
    undone_at: datetime | None = None
    undone_by: str | None = None
    links: CommitLinks
