"""The context of a preparation, as workflows outside ask for it: names are written like ``bookerId`` (PREP-27)."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from api.schemas.preparation import DecisionView
from domain.ids import Ulid
from domain.preparation.sessions import PrepType, Status

_CAMEL = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)


class RecalledView(DecisionView):
    """A decision that is told."""

    model_config = _CAMEL


class ContextView(BaseModel):
    """What a preparation is about, and what its booker decided before.

    Attributes:
        task_id: of the preparation.
        current_temp: the outdoor temperature by which the history is ordered, in °C.
        history: the most similar decisions of this booker in this room in the last 30 days, at most five.
        briefing: the text that follows the message for the model, as it stands; empty where there is no history.
    """

    model_config = _CAMEL

    task_id: Ulid = Field(examples=["01K6F0Q2M3N4P5R6S7T8V9W0XG"])
    session_id: str
    meeting_id: str
    room_id: str
    zone: str
    booker_id: str
    booker_name: str
    meeting_start: datetime
    meeting_end: datetime
    prep_trigger_at: datetime
    prep_type: PrepType
    status: Status
    weather_temp: int | None
    weather_condition: str | None
    current_temp: float | None
    history: tuple[RecalledView, ...]
    briefing: str
