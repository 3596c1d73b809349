"""What a person is told of a preparation (rule DEVICE-16)."""

from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from domain.preparation.keys import KEYS, Range
from domain.preparation.notices import Meeting, NoticeKind, notice_text
from domain.preparation.values import Value
from domain.schedule.state import Locale

START = datetime(2026, 7, 14, 6, 0, tzinfo=UTC)
MEETING = Meeting("A-101", "Asia/Shanghai", START, START + timedelta(hours=1))
LOCALES: tuple[Locale, ...] = get_args(Locale)


def _value(device: Range) -> Value:
    if device.kind == "switch":
        return True
    return device.choices[0] if device.kind == "choice" else 20


@pytest.mark.parametrize("kind", get_args(NoticeKind))
def test_both_languages_tell_the_room_the_time_and_every_value(kind: NoticeKind) -> None:
    """On the clocks of the room."""
    values = {key.name: _value(key.range) for key in KEYS}
    for locale in LOCALES:
        said = notice_text(kind, MEETING, values, locale)
        assert "A-101" in said.title
        assert "07/14 14:00–15:00" in said.text
        assert said.text.count("20") == 3
        assert ("制冷" if locale == "zh-CN" else "cooling") in said.text


def test_only_what_was_executed_is_said_to_be() -> None:
    said = {kind: notice_text(kind, MEETING, {"light_power": True}, "en").text for kind in get_args(NoticeKind)}
    assert "Nothing was executed" in said["recommended"]
    assert "else nothing is executed" in said["confirm"]
    assert "executed" not in said["executed"]


def test_names_from_outside_steer_nothing_and_much_is_cut() -> None:
    """A meeting that ends on another day says which; a zone that is not known is UTC."""
    meeting = Meeting("A\u202e\x1b[2J", "Nowhere/Else", START, START + timedelta(hours=24))
    said = notice_text("executed", meeting, {f"k{number:02}": number for number in range(60)}, "zh-CN")
    assert said.title == "会议室 A[2J 已准备好"
    assert "07/14 06:00–07/15 06:00" in said.text
    assert "k11=11、等。" in said.text
    assert "k12" not in said.text
    assert "没有推荐的设置" in notice_text("recommended", MEETING, {}, "zh-CN").text
    assert "no settings" in notice_text("recommended", MEETING, {}, "en").text
