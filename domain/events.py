"""What a run tells the people who watch it."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class StageEvent(BaseModel):
    """One thing that happened at a stage of a run.

    Attributes:
        stage: dotted name such as ``schedule_refine.route.attempt``.
        detail: one readable line.
        data: figures behind the line, JSON values only.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    stage: str
    detail: str = ""
    data: dict[str, Any] = Field(default_factory=dict)
