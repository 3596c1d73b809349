"""Preparations as programs see them (rules PREP-1 to PREP-7 and PREP-22 to PREP-28)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from domain.ids import Ulid
from domain.preparation.briefing import row
from domain.preparation.keys import RANGES, Range
from domain.preparation.life import DeviceWord
from domain.preparation.reduction import Decision, Label
from domain.preparation.sessions import COLDEST, HOTTEST, PrepType, Status
from domain.preparation.snapshots import LARGEST, LONGEST_KEY, LONGEST_VALUE, MOST_KEYS, SOURCES, Snapshot, Source
from domain.preparation.values import Value
from domain.schedule.state import Locale
from services.class_forms import StrictForm

_PREPARATION: Final = "01K6F0Q2M3N4P5R6S7T8V9W0XG"
_SETTINGS: Final[dict[str, Any]] = {
    "hvac_power": True,
    "hvac_mode": "制冷",
    "hvac_target_temp": 22,
    "light_power": True,
    "light_brightness": 60,
    "curtain_power": True,
    "curtain_position": 100,
}
_NAME: Final = r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f\x85][^\x00-\x1f\x7f]*$"
_TIME: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?(Z|[+-][0-9]{2}:?[0-9]{2})?$"


def _described(device: Range) -> dict[str, Any]:
    if device.kind == "switch":
        return {"type": "boolean"}
    if device.kind == "choice":
        return {"type": "string", "enum": list(device.choices)}
    return {"type": "number", "minimum": device.least, "maximum": device.most}


_VALUE: Final = {
    "anyOf": [
        {"type": "boolean"},
        {"type": "number", "minimum": -LARGEST, "maximum": LARGEST},
        {"type": "string", "maxLength": LONGEST_VALUE},
    ]
}
_VALUES: Final = {
    "type": "object",
    "properties": {key: _described(device) for key, device in RANGES.items()},
    "propertyNames": {"pattern": r"^[A-Za-z_][A-Za-z0-9_.:-]*$", "maxLength": LONGEST_KEY},
    "additionalProperties": _VALUE,
    "minProperties": 1,
    "maxProperties": MOST_KEYS,
    "examples": [_SETTINGS],
}

# What stands in these the domain checks, and refuses with codes of its own (rules PREP-4 to PREP-6).
Time = Annotated[
    str,
    Field(max_length=64),
    WithJsonSchema({"type": "string", "pattern": _TIME, "maxLength": 64, "examples": ["2026-07-14 13:50"]}),
]
SourceName = Annotated[str, Field(max_length=64), WithJsonSchema({"type": "string", "enum": list(SOURCES)})]
Settings = Annotated[dict[str, Any], WithJsonSchema(_VALUES)]
Name = Annotated[str, Field(min_length=1, max_length=64, pattern=_NAME)]
Word = Annotated[str, Field(max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")]
Temperature = Annotated[float, Field(ge=COLDEST, le=HOTTEST, allow_inf_nan=False)]


class SessionDraft(StrictForm):
    """A session that is reported, with the caller's ids; reported again, its facts are replaced.

    Attributes:
        zone: IANA name of the zone of the room's clocks, in which times without an offset are.
        prep_trigger_at: when the room is prepared; left out, a quarter of an hour before the start, or as long before
            it as it was.
        prep_type: ``auto_notify`` executes what is recommended, ``confirm`` waits for the person.
        weather_temp: outdoors, in °C.
        cancelled: whether the meeting is called off.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "session_id": "s_20260714_A101",
                    "meeting_id": "mtg_001",
                    "room_id": "A-101",
                    "booker_id": "u_zhangsan",
                    "booker_name": "张三",
                    "meeting_start": "2026-07-14 14:00",
                    "meeting_end": "2026-07-14 15:00",
                    "prep_trigger_at": "2026-07-14 13:45",
                    "prep_type": "auto_notify",
                    "weather_temp": 35.5,
                    "weather_condition": "晴",
                }
            ]
        }
    )

    session_id: Name
    meeting_id: Name
    room_id: Name
    booker_id: Name
    meeting_start: Time
    meeting_end: Time
    prep_type: PrepType
    prep_trigger_at: Time | None = None
    booker_name: Word = ""
    zone: Word = Field(default="Asia/Shanghai", min_length=1)
    weather_temp: Temperature | None = None
    weather_condition: Word | None = None
    locale: Locale = "zh-CN"
    cancelled: bool = False


class PreparationDraft(StrictForm):
    """A meeting for which a room is to be prepared, for whoever asks.

    Attributes:
        session_id, meeting_id: of the caller; left out, they are ours.
        booker_id: left out, whoever asks.
        zone: of the room's clocks; left out, that of whoever asks.
        prep_trigger_at: when the room is prepared; left out, a quarter of an hour before the start.
        prep_type: ``auto_notify`` executes what is recommended, ``confirm`` waits for a word.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"room_id": "A-101", "meeting_start": "2126-07-14 14:00", "meeting_end": "2126-07-14 15:00"}]
        }
    )

    room_id: Name
    meeting_start: Time
    meeting_end: Time
    prep_trigger_at: Time | None = None
    prep_type: PrepType = "confirm"
    session_id: Name | None = None
    meeting_id: Name | None = None
    booker_id: Name | None = None
    booker_name: Word = ""
    zone: Annotated[Word, Field(min_length=1)] | None = None
    weather_temp: Temperature | None = None
    weather_condition: Word | None = None
    locale: Locale = "zh-CN"


class PreparationPatch(StrictForm):
    """What becomes different of a meeting; what is left out stays.

    Attributes:
        meeting_end: left out, as long after the start as before.
        prep_trigger_at: left out, as long before the start as before.
        status: ``cancelled`` calls the meeting off.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [{"meeting_start": "2126-07-14 15:00"}]})

    meeting_start: Time | None = None
    meeting_end: Time | None = None
    prep_trigger_at: Time | None = None
    status: Literal["cancelled"] | None = None


class AdjustmentDraft(StrictForm):
    """Other settings of a room, all of its keys or some.

    Attributes:
        values: by key; a key of a device takes what is in its range only.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [{"values": {"hvac_target_temp": 22}}]})

    values: Settings


class SnapshotDraft(StrictForm):
    """What happened in a room.

    Attributes:
        session_id: the caller's.
        recorded_at: when; without an offset on the clocks of the room.
        operator_id: who did it, if anybody.
        snapshot: settings by key, all of them or some.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "session_id": "s_20260714_A101",
                    "recorded_at": "2026-07-14 13:50",
                    "source": "user_adjust",
                    "operator_id": "u_zhangsan",
                    "snapshot": _SETTINGS,
                }
            ]
        }
    )

    session_id: Name
    recorded_at: Time
    source: SourceName
    operator_id: Name | None = None
    snapshot: Settings


class SnapshotView(BaseModel):
    """A row as it is kept.

    Attributes:
        seq: its place among the rows of the preparation.
        recorded_at: when it happened, in UTC.
        operator_id: who did it, if anybody.
    """

    model_config = ConfigDict(frozen=True)

    seq: int
    recorded_at: datetime
    source: Source
    operator_id: str | None
    snapshot: dict[str, Value] = Field(examples=[_SETTINGS])

    @classmethod
    def of(cls, row: Snapshot) -> "SnapshotView":
        """The view of a row."""
        told = row.model_dump(include={"recorded_at", "source", "operator_id"})
        return cls(seq=row.order, snapshot=row.values, **told)


class CourseView(SnapshotView):
    """A row, and what the devices said to it.

    Attributes:
        devices: ``waiting`` until they answer, ``taken``, ``refused``, ``not_configured`` where none are reached, or
            ``withdrawn`` where nothing of it was to be told them any more; null where it is nothing to them.
    """

    devices: DeviceWord | None = None


class KeptSnapshotView(SnapshotView):
    """The same, where it was reported.

    Attributes:
        session_id: the caller's.
        task_id: of the preparation.
        duplicate: whether it was there before, so that nothing was stored.
    """

    session_id: str
    task_id: Ulid = Field(examples=[_PREPARATION])
    duplicate: bool


class PreparationView(BaseModel):
    """A preparation; its id is also the task id of its context.

    Attributes:
        session_id, meeting_id, room_id, booker_id: of the caller.
        weather_temp: outdoors when it was triggered, in °C.
        status: ``waiting`` for its trigger, ``preparing``, ``unconfirmed``, ``prepared``, ``ended`` or ``cancelled``.
    """

    model_config = ConfigDict(frozen=True)

    id: Ulid = Field(examples=[_PREPARATION])
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
    weather_temp: int | None
    weather_condition: str | None
    status: Status
    locale: Locale
    created_at: datetime


class ReportedSessionView(PreparationView):
    """A session that was reported.

    Attributes:
        task_id: ours, under which its context is asked for; the same as ``id``.
    """

    task_id: Ulid = Field(examples=[_PREPARATION])


class DecisionView(BaseModel):
    """What was decided in one preparation.

    Attributes:
        preparation_id: the preparation.
        label: how strongly it speaks for the person.
        touched: keys that the person left at another value than the recommended one.
        line: the row in which a model is told of it.
    """

    model_config = ConfigDict(frozen=True)

    preparation_id: Ulid = Field(examples=[_PREPARATION])
    room_id: str
    booker_id: str
    zone: str
    prep_trigger_at: datetime
    weather_temp: int | None
    weather_condition: str | None
    label: Label
    touched: tuple[str, ...]
    values: dict[str, Value] = Field(examples=[_SETTINGS])
    recommended: dict[str, Value] = Field(examples=[_SETTINGS])
    line: str

    @classmethod
    def of(cls, decision: Decision, locale: Locale) -> "DecisionView":
        """The view of a decision."""
        facts = decision.model_dump(exclude={"id"})
        return cls(preparation_id=decision.id, line=row(decision, locale), **facts)


class PreparationDetailView(PreparationView):
    """A preparation with what happened in it.

    Attributes:
        recommended: what was recommended last, by key; empty before.
        values: what holds in the room, as far as it is known.
        ranges: what its devices take, by key.
        decision: what was decided so far; null where nothing was done with a recommendation.
        recalled: the decisions that it was told, the most similar first; null before.
        snapshots: all rows, in the order in which they were stored.
    """

    recommended: dict[str, Value] = Field(examples=[_SETTINGS])
    values: dict[str, Value] = Field(examples=[_SETTINGS])
    ranges: Mapping[str, Range] = Field(examples=[{"light_power": {"kind": "switch"}}])
    decision: DecisionView | None
    recalled: tuple[DecisionView, ...] | None
    snapshots: tuple[CourseView, ...]


class ForgottenView(BaseModel):
    """What was forgotten.

    Attributes:
        removed: how many preparations are gone.
        kept: how many go on until their meetings end, and count for nothing from now on.
    """

    model_config = ConfigDict(frozen=True)

    removed: int
    kept: int
