"""A due reminder is read back from its message (rule TURN-10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import CorruptScheduleLog
from domain.reminders.change import Reminder
from domain.reminders.framing import framed
from domain.turns.due_reminder import due_reminder

AT = "2026-10-01T08:00:00.000Z"


@given(identifier=st.text(min_size=1), prompt=st.text(min_size=1), hardened=st.booleans())
def test_whatever_a_reminder_says_is_read_back(identifier: str, prompt: str, hardened: bool) -> None:
    found = due_reminder(framed(Reminder(identifier, prompt, 30, AT), hardened=hardened))
    assert (found.schedule_id, found.prompt, found.occurrence_at) == (identifier, prompt, AT)


@pytest.mark.parametrize("message", ["", "你好", "a\nb\nc\nd\ne", "1\n2\n3: x\n4: y\n5: {"])
def test_another_message_is_no_reminder(message: str) -> None:
    with pytest.raises(CorruptScheduleLog):
        due_reminder(message)
