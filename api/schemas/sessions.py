"""Sessions as programs see them."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from domain.ids import Ulid

Title = Annotated[str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]


class SessionDraft(BaseModel):
    """A session to be opened."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_extra={"examples": [{"title": "期中复习"}]})

    title: Title = ""


class SessionView(BaseModel):
    """A conversation and the plans made in it; ``conversation_id`` elsewhere is its ``id``.

    Attributes:
        revision: newest revision of its preview, null before the first.
        open_run: the run that is at work in it.
    """

    model_config = ConfigDict(frozen=True)

    id: Ulid
    title: str
    created_at: datetime
    ended_at: datetime | None = None
    parent_id: Ulid | None = None
    revision: int | None = None
    open_run: Ulid | None = None
