"""Previews as programs see them, and what they ask of them (rules PREVIEW-13 to PREVIEW-19)."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, Strict

from domain.ids import Ulid
from domain.preview.body import PreviewBody
from domain.preview.hand_edits import MOST_EDITS, Edit, Whole

_SESSION = "01K6F0Q2M3N4P5R6S7T8V9W0XA"


class PreviewView(PreviewBody):
    """One revision of the plan of a session, with a reason for every change.

    Attributes:
        term_id: the term it is made for.
        timetable_version: version of the term's timetable it was made for.
        created_at: when it was saved.
    """

    term_id: Ulid
    timetable_version: int
    created_at: datetime


class HandEdits(BaseModel):
    """What a person changes in the preview of a session, one edit after the other.

    Attributes:
        conversation_id: id of the session.
        edits: calls of ``place``, ``move``, ``swap``, ``unplace`` and ``batch_move``, and tasks to pin, to unpin, or to
            keep as they were.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "conversation_id": _SESSION,
                    "edits": [
                        {"tool": "move", "arguments": {"task_id": 35, "new_day": 5, "new_slot_start": 3}},
                        {"pin": 36},
                        {"keep": 37},
                    ],
                }
            ]
        },
    )

    conversation_id: Ulid
    edits: Annotated[tuple[Edit, ...], Field(min_length=1, max_length=MOST_EDITS)]


class Revert(BaseModel):
    """An earlier revision that is to be the newest again; ``conversation_id`` is the id of the session."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", json_schema_extra={"examples": [{"conversation_id": _SESSION, "revision": 1}]}
    )

    conversation_id: Ulid
    revision: Annotated[int, Strict(), Field(ge=1, le=1_000_000_000), Whole]


class RevisionView(BaseModel):
    """One revision in a list.

    Attributes:
        parent_revision: the one it was made on top of; null for the first.
        run_id: the run that made it; null for one made by hand.
        changes: how many tasks it moved.
        commit_id: the commit of it that stands in the timetable.
    """

    model_config = ConfigDict(frozen=True)

    revision: int
    parent_revision: int | None = None
    run_id: Ulid | None = None
    summary: str
    completed: bool
    changes: int
    created_at: datetime
    commit_id: Ulid | None = None
