"""Feeds as programs see them (rules FEED-1 to FEED-4)."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from domain.export.calendar_file import MOST_ALARM_MINUTES
from domain.ids import Ulid
from domain.whole import WHOLE


class FeedDraft(BaseModel):
    """A feed to be made.

    Attributes:
        name: what a person calls it, to tell it from others.
        term_id: the one term it shows; left out, the newest ones.
        alarm_minutes: how long before each start an alarm is due; left out, there is none.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [{"name": "phone", "term_id": "01K6F0Q2M3N4P5R6S7T8V9W0XA", "alarm_minutes": 15}]
        },
    )

    name: str = Field(default="", max_length=100)
    term_id: Ulid | None = None
    alarm_minutes: Annotated[int, Field(ge=0, le=MOST_ALARM_MINUTES), WHOLE] | None = None


class FeedView(BaseModel):
    """A feed, without its address."""

    model_config = ConfigDict(frozen=True)

    id: Ulid
    name: str
    term_id: Ulid | None
    alarm_minutes: int | None
    created_at: datetime


class OpenedFeedView(FeedView):
    """A new feed.

    Attributes:
        url: the secret address, which is not shown again.
    """

    url: str
