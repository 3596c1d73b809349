"""What recall keeps, and what it answers (rules RECALL-1 to RECALL-3)."""

from datetime import date, datetime
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.context.plan.contract import Source, TargetType, TextSource

Status = Literal["open", "done"]
MOST_ITEMS: Final = 50
"""How many items an answer has at most."""

Importance = Annotated[float, Field(ge=0, le=1)]


class Part(BaseModel):
    """Never changed, and closed to fields that it does not name."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class KeptItem(Part):
    """A text as it is kept for recall.

    Attributes:
        ref: names it in its source: ``<session>:<number>`` in chat, else the id of its row.
        session_id: the session in which it was said.
        mention_at: when it was said or written.
        event_start, event_end: when what it speaks of happens, half open; both None where it names no time, and only
            the end where it names a deadline alone.
        status: ``done`` where it speaks of something that is over with.
    """

    source: TextSource
    ref: str
    session_id: str | None = None
    target_type: TargetType
    text: str
    mention_at: datetime
    event_start: datetime | None = None
    event_end: datetime | None = None
    importance: Importance
    status: Status = "open"


class RecallItem(Part):
    """Something found.

    Attributes:
        id: source and ref with a colon between them; stable.
        mention_at: when it was said, or entered; None where nobody knows.
        event_at: when what it speaks of begins; a deadline has its instant.
        score: how well it fits, from 0 to 1.
    """

    id: str
    source: Source
    target_type: TargetType
    text: str
    mention_at: datetime | None
    event_at: datetime | None
    importance: Importance
    status: Status
    score: Importance


class TimelineDay(Part):
    """A day of the range with the ids of what was found on it, in the order of time."""

    date: date
    items: tuple[str, ...]


class SourceCounts(Part):
    """How many items of each source were looked at."""

    calendar: int = 0
    chat: int = 0
    meinput: int = 0
    memory_v2: int = 0


class Merged(Part):
    """What was told more than once: the item that stands for it, and where else it was found."""

    id: str
    sources: tuple[Source, ...]
    others: tuple[str, ...]


class RecallStats(Part):
    """How the answer came about.

    Attributes:
        candidates: how many items were looked at.
        matched: how many of them fit; those that are no repetitions, as many as the limit allows, are answered.
        merged: the repetitions among what is answered.
    """

    candidates: int = 0
    matched: int = 0
    sources: SourceCounts = SourceCounts()
    merged: tuple[Merged, ...] = ()


class RecallAnswer(Part):
    """What was found: best first within the order that the plan asks for."""

    items: tuple[RecallItem, ...] = ()
    timeline: tuple[TimelineDay, ...] = ()
    stats: RecallStats = RecallStats()
