"""Reminders in the words of a conversation (rule TURN-10)."""

import re
from datetime import UTC

from hypothesis import given
from hypothesis import strategies as st

from domain.reminders.answers import view_of
from domain.reminders.change import Reminder
from domain.reminders.instants import written
from domain.turns.reminder_words import MOST_SHOWN, listed


@given(st.lists(st.integers(0, 10**12), min_size=1, max_size=25, unique=True))
def test_reminders_are_listed_as_they_fall_due(targets: list[int]) -> None:
    """However they were set; what is cut is counted, and where all of it stands is told."""
    reminders = [Reminder(f"r{target}", "喝水", 1, written(target)) for target in targets]
    told = listed("zh-CN", [view_of(each, 0) for each in reminders], UTC)
    shown = [int(found) for found in re.findall(r"^r(\d+)，", told, re.MULTILINE)]
    assert shown == sorted(targets)[:MOST_SHOWN]
    left = len(targets) - MOST_SHOWN
    assert (f"另有 {left} 个" in told and "daywright remind list" in told) == (left > 0)
