"""Preparations as tests write them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from domain.preparation.reduction import Decision, Label
from domain.preparation.sessions import Session
from domain.preparation.snapshots import Snapshot, Source
from domain.preparation.values import Value

SHANGHAI = ZoneInfo("Asia/Shanghai")
AS_OF = datetime(2026, 7, 20, 6, tzinfo=UTC)
RECOMMENDED: dict[str, Value] = {
    "hvac_power": True,
    "hvac_target_temp": 24,
    "hvac_mode": "制冷",
    "light_power": True,
    "light_brightness": 80,
    "curtain_power": True,
    "curtain_position": 50,
}


def at(clock: str, day: str = "2026-07-14") -> datetime:
    """A moment on the clocks of Shanghai."""
    return datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=SHANGHAI).astimezone(UTC)


def row(clock: str, source: Source, values: dict[str, Value], order: int = 0) -> Snapshot:
    """What happened at that time of 14 July."""
    operator = "u_zhangsan" if source.startswith("user") else None
    return Snapshot(recorded_at=at(clock), source=source, operator_id=operator, values=values, order=order)


def session(**facts: object) -> Session:
    """The preparation of the example: A-101, 14:00 to 15:00."""
    return Session.model_validate(
        {
            "id": "01K6F0Q2M3N4P5R6S7T8V9W0XA",
            "session_id": "s_20260714_A101",
            "meeting_id": "mtg_001",
            "room_id": "A-101",
            "zone": "Asia/Shanghai",
            "booker_id": "u_zhangsan",
            "booker_name": "张三",
            "meeting_start": at("14:00"),
            "meeting_end": at("15:00"),
            "prep_trigger_at": at("13:45"),
            "prep_type": "auto_notify",
            "weather_temp": 35,
            "weather_condition": "晴",
            **facts,
        }
    )


def example() -> list[Snapshot]:
    """The five rows of the example; later ones are partial in other tests."""
    return [
        row("13:45", "llm_recommend", RECOMMENDED, 1),
        row("13:45", "auto_executed", RECOMMENDED, 2),
        row("13:50", "user_adjust", {**RECOMMENDED, "hvac_target_temp": 22}, 3),
        row(
            "14:00",
            "user_later_adjust",
            {**RECOMMENDED, "hvac_target_temp": 23, "light_brightness": 60, "curtain_position": 100},
            4,
        ),
        row(
            "14:30",
            "user_later_adjust",
            {**RECOMMENDED, "hvac_target_temp": 22, "light_brightness": 60, "curtain_position": 100},
            5,
        ),
    ]


def decision(
    name: str = "a",
    temp: int | None = 35,
    days_ago: float = 6,
    label: Label = "auto_no_intervention",
    touched: tuple[str, ...] = (),
    values: dict[str, Value] | None = None,
    recommended: dict[str, Value] | None = None,
    room: str = "A-101",
    booker: str = "u_zhangsan",
    zone: str = "Asia/Shanghai",
) -> Decision:
    """What was decided so many days before ``AS_OF``."""
    return Decision(
        id=name,
        room_id=room,
        booker_id=booker,
        zone=zone,
        prep_trigger_at=AS_OF - timedelta(days=days_ago),
        weather_temp=temp,
        label=label,
        touched=touched,
        values=RECOMMENDED if values is None else values,
        recommended=RECOMMENDED if recommended is None else recommended,
    )
