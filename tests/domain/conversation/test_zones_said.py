"""Rule CHAT-26: a time is said in a zone by its name."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.conversation.reminder_request import ReminderRequest, read_reminder
from domain.conversation.zones_said import zones_said

NOW = datetime(2026, 3, 6, 19, 0, tzinfo=ZoneInfo("Asia/Shanghai"))


PIECES = (
    "8am",
    "Tokyo time",
    "at 9",
    "UTC+9",
    "time",
    "东京时间",
    "明天",
    "早上8点",
    "in",
    "New York",
    "当地时间",
    "提醒我",
    "(",
    ")",
)


def read(message: str) -> ReminderRequest:
    """What is asked for on a Friday evening in Shanghai."""
    return read_reminder(message, NOW)


@pytest.mark.parametrize(
    ("message", "prompt", "due"),
    [
        ("remind me at 8am Tokyo time tomorrow to call", "call", "2026-03-07 07:00"),
        ("remind me tomorrow at 8am Tokyo time to call", "call", "2026-03-07 07:00"),
        ("remind me at 9pm (Tokyo time) to call", "call", "2026-03-06 20:00"),
        ("remind me at 8am in Tokyo to call", "call", "2026-03-07 07:00"),
        ("remind me at 8am Asia/Tokyo to call", "call", "2026-03-07 07:00"),
        ("remind me at 9:00 UTC tomorrow to call", "call", "2026-03-07 17:00"),
        ("remind me at 9pm GMT+9 to call", "call", "2026-03-06 20:00"),
        ("remind me at 9pm EST to call", "call", "2026-03-07 10:00"),
        ("remind me at 9:30pm New York time to call", "call", "2026-03-07 10:30"),
        ("remind me at 3:30am New York time on March 8 to call", "call", "2026-03-08 15:30"),
        ("remind me at 8pm San Francisco time to call Ann", "call Ann", "2026-03-07 12:00"),
        ("东京时间明天早上8点提醒我开会", "开会", "2026-03-07 07:00"),
        ("明天东京时间早上8点提醒我开会", "开会", "2026-03-07 07:00"),
        ("提醒我明天北京时间早上8点开会", "开会", "2026-03-07 08:00"),
        ("明早8点（纽约时间）提醒我开会", "开会", "2026-03-07 21:00"),
        ("remind me in 10 minutes about Tokyo time", "Tokyo time", "2026-03-06 19:10"),
        ("remind me at 8 to spend time with Bob", "spend time with Bob", "2026-03-06 20:00"),
        ("remind me at 8pm it is time to go", "it is time to go", "2026-03-06 20:00"),
        ("明天早上八点提醒我看北京时间", "看北京时间", "2026-03-07 08:00"),
    ],
)
def test_a_time_is_that_of_the_zone_beside_it(message: str, prompt: str, due: str) -> None:
    """The words of the zone are none of what the reminder says; elsewhere they name no zone."""
    request = read(message)
    assert (request.prompt, request.gaps) == (prompt, ())
    assert request.after_seconds is not None
    assert f"{NOW + timedelta(seconds=request.after_seconds):%Y-%m-%d %H:%M}" == due


@pytest.mark.parametrize(
    ("message", "gap"),
    [
        ("remind me at 9pm CST to call", "zone"),
        ("remind me at 8am Springfield time to call", "zone"),
        ("美国时间明天早上8点提醒我开会", "zone"),
        ("当地时间明天早上8点提醒我开会", "zone"),
        ("remind me at 2:30am New York time on March 8 to call", "skipped"),
    ],
)
def test_a_time_that_is_not_known_or_not_there_is_told_as_such(message: str, gap: str) -> None:
    assert read(message).gaps == (gap,)


@given(st.lists(st.sampled_from(PIECES)).map(" ".join))
def test_zones_stand_in_the_text_in_its_order(text: str) -> None:
    """Whatever stands around them, a message with them is read."""
    found = zones_said(text)
    assert [each.start for each in found] == sorted(each.start for each in found)
    assert all(0 <= each.start < each.end <= len(text) for each in found)
    read(text)
