"""Preparations of rooms on the terminal (rule CLI-50)."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from api.schemas.preparation import PreparationDetailView
from runtime.cli.render.preparations import show_preparation

_START = datetime(2026, 7, 14, 6, tzinfo=UTC)
_ID = "01K6F0Q2M3N4P5R6S7T8V9W0XG"


def _shown(devices: str | None) -> str:
    """A preparation whose one recommendation got that answer."""
    settings = {"hvac_target_temp": 24}
    row = {"seq": 1, "recorded_at": _START, "source": "llm_recommend", "operator_id": None, "snapshot": settings}
    facts: dict[str, Any] = dict.fromkeys(("session_id", "meeting_id", "room_id", "booker_id", "booker_name"), "x")
    facts |= {"meeting_start": _START, "meeting_end": _START + timedelta(hours=1), "prep_trigger_at": _START}
    facts |= {"zone": "Asia/Shanghai", "prep_type": "auto_notify", "status": "prepared", "locale": "en"}
    facts |= {"weather_temp": None, "weather_condition": None, "created_at": _START, "decision": None, "recalled": None}
    facts |= {"id": _ID, "recommended": settings, "values": settings, "ranges": {}}
    view = PreparationDetailView.model_validate(facts | {"snapshots": [row | {"devices": devices}]})
    printed = StringIO()
    show_preparation(Console(file=printed, width=120), view)
    return printed.getvalue()


@pytest.mark.parametrize(
    ("devices", "heading", "said"),
    [
        ("taken", " now", ""),
        (None, " now", ""),
        ("withdrawn", " now", ""),
        ("waiting", " wanted", "they have not taken what was last wanted yet"),
        ("refused", " wanted", "they refused what was last wanted"),
        ("not_configured", " wanted", "the operator sets DAYWRIGHT_DEVICES_URL"),
    ],
)
def test_what_the_devices_did_not_take_is_not_shown_as_if_it_held(devices: str | None, heading: str, said: str) -> None:
    shown = _shown(devices)
    assert heading in shown
    assert said in shown
    assert (" now" in shown) != (" wanted" in shown)
