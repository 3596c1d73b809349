"""The user snapshot: profile, preferences and what is coming, in a form of bounded size (rules MEMORY-15 to 17)."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.ids import Ulid

MOST_PLACED = 40
MOST_REMINDERS = 20
MOST_REMEMBERED = 20
"""How many placed tasks, reminders, and memories of a kind a snapshot has at most."""

COMING_DAYS = 7
"""Today and the days after it of which a snapshot tells, in the person's zone."""

FactValue = str | bool | int | float | tuple[str, ...]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Commitment(_Part):
    """Something that the person has undertaken.

    Attributes:
        source: a placed task, a reminder that waits, or a memory.
        id: of the event, of the reminder in its session, or of the memory.
        starts_at, ends_at: in the person's zone; a reminder has no end, a memory neither.
        importance: of a memory; null for the others.
        session_id: where a reminder is told, or where a memory was said.
    """

    source: Literal["timetable", "reminder", "memory"]
    id: str = Field(examples=["01K6F0Q2M3N4P5R6S7T8V9W0XM"])
    text: str
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    importance: Annotated[float, Field(ge=0, le=1, examples=[0.8])] | None = None
    session_id: Ulid | None = None


class Remembered(_Part):
    """A preference that the person told, as a memory."""

    id: Ulid
    text: str
    importance: Annotated[float, Field(ge=0, le=1, examples=[0.8])]


class UserSnapshot(_Part):
    """What is known of a person, as it stands at a moment.

    Attributes:
        at: the moment, in the person's zone.
        zone: the zone in which days are counted.
        profile, preferences: by key what programs told, and nobody has taken back since.
        remembered: memories of kind preference, the most important first.
        commitments: placed tasks and reminders of the coming seven days as they begin or fall due, then memories of
            kind commitment that are not done, the most important first.
    """

    at: datetime
    zone: str = Field(examples=["Asia/Shanghai"])
    profile: dict[str, FactValue] = Field(examples=[{"nickname": "小周", "zone": "Asia/Shanghai"}])
    preferences: dict[str, FactValue] = Field(examples=[{"study_after": "10:00"}])
    remembered: tuple[Remembered, ...]
    commitments: tuple[Commitment, ...]
