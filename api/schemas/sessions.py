"""Sessions and their logs as programs see them."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, Strict

from domain.ids import Ulid
from domain.preview.hand_edits import Whole

Title = Annotated[str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
EntryKind = Literal["message", "tool", "run", "title", "schedule/change", "ended", "resumed", "fork", "preview.expired"]
LogOrder = Literal["newest", "oldest"]


class SessionDraft(BaseModel):
    """A session to be opened, in another one or by itself."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_extra={"examples": [{"title": "期中复习"}]})

    title: Title = ""


class SessionTitle(BaseModel):
    """What a session is to be called."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_extra={"examples": [{"title": "期末复习"}]})

    title: Title


class ForkDraft(BaseModel):
    """A fork to be made.

    Attributes:
        length: how many entries of the log it begins with; all of them if left out.
        title: that of the session if left out.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", json_schema_extra={"examples": [{"length": 1, "title": "另一种排法"}]}
    )

    length: Annotated[int, Strict(), Field(ge=1, le=1_000_000_000), Whole] | None = None
    title: Title | None = None


class SessionView(BaseModel):
    """A conversation and the plans made in it; ``conversation_id`` elsewhere is its ``id``.

    Attributes:
        state: ``live``; ``cold`` where nothing was said for 30 days, so that reminders wait; or ``ended``.
        role: a ``child`` was opened inside its parent; a fork is a ``root`` with a parent.
        seed_length: how many entries of its log were taken over from its parent.
        last_seq: number of the newest entry of its log, 0 before the first.
        active_at: when something was last said in it.
        active_turn: the turn that is being answered.
        revision: newest revision of its preview, null before the first.
        open_run: the run that is at work in it.
    """

    model_config = ConfigDict(frozen=True)

    id: Ulid
    title: str
    created_at: datetime
    state: Literal["live", "cold", "ended"] = "live"
    active_at: datetime | None = None
    ended_at: datetime | None = None
    role: Literal["root", "child"] = "root"
    parent_id: Ulid | None = None
    seed_length: int = 0
    last_seq: int = 0
    active_turn: Ulid | None = None
    revision: int | None = None
    open_run: Ulid | None = None


class LogEntryView(BaseModel):
    """An entry of the log of a session.

    Attributes:
        seq: its number, from 1 without a gap.
        kind: ``message``, ``tool``, ``run``, ``title``, ``schedule/change``, ``ended``, ``resumed``, ``fork`` or
            ``preview.expired``.
        data: what it says; of a message ``role``, ``text``, ``turn`` and ``origin``.
    """

    model_config = ConfigDict(frozen=True)

    seq: int
    at: datetime
    kind: str = Field(examples=["message"])
    data: dict[str, Any] = Field(
        examples=[{"role": "user", "text": "周五有什么课？", "turn": "01K6F0Q2M3N4P5R6S7T8V9W0XE", "origin": "person"}]
    )
