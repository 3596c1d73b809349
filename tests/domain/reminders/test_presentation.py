"""What was delivered, read back from the log (rules REMIND-24 to REMIND-26)."""

from datetime import UTC, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import CorruptScheduleLog
from domain.reminders.change import CHANGE_KIND, Create, Delete, Dispatch, Reminder
from domain.reminders.fold import LogEvent
from domain.reminders.instants import EARLIEST, LATEST, written
from domain.reminders.presentation import ReminderPresentation, presenting_sentence, reminder_presentation
from tests.domain.reminders.logs import REMINDERS, create, log

MALFORMED = {"version": 2}
SHANGHAI = ZoneInfo("Asia/Shanghai")


def shown(entries: list[object], seq: int, seed_length: int = 0) -> str | None:
    found = reminder_presentation(log(*entries), seq, seed_length)
    return None if found is None else found.prompt


def test_a_dispatch_shows_the_reminder_that_it_delivered() -> None:
    """With its keys in order."""
    found = reminder_presentation(log(None, create("a", 31_000, "check logs"), create("b"), None, Dispatch("a")), 4)
    assert found is not None
    assert list(found.value().items()) == [
        ("scheduleId", "a"),
        ("prompt", "check logs"),
        ("occurrenceAt", "1970-01-01T00:00:31.000Z"),
        ("deliveryMode", "session-local"),
    ]


def test_what_is_no_dispatch_shows_nothing() -> None:
    """Other changes and other events."""
    entries: list[object] = [create("a"), Delete("a"), None]
    assert [shown(entries, seq) for seq in range(3)] == [None, None, None]


@pytest.mark.parametrize(
    "before",
    [
        [create("a"), Delete("a")],
        [create("a"), Dispatch("a")],
        [create("b")],
        [None],
        [],
        [create("a"), MALFORMED],
        [create("a"), {"version": 1, "operation": "dispatch", "id": " b"}],
    ],
)
def test_a_dispatch_that_delivered_nothing_is_an_error(before: list[object]) -> None:
    """Its reminder had ended, was never created, or cannot be told from what is malformed on the way."""
    with pytest.raises(CorruptScheduleLog):
        shown([*before, Dispatch("a")], len(before))


def test_only_what_lies_on_the_way_matters() -> None:
    """What is wrong before the create or after the dispatch hides nothing."""
    assert shown([MALFORMED, Dispatch("a"), create("a"), Dispatch("a"), MALFORMED, Dispatch("a")], 3) == "check logs"


def test_a_malformed_change_is_no_dispatch_but_an_error() -> None:
    """Nobody can tell what it was."""
    with pytest.raises(CorruptScheduleLog, match="version 2"):
        shown([MALFORMED], 0)


def test_an_own_dispatch_does_not_see_what_a_fork_took_over() -> None:
    """The same id may stand on both sides."""
    entries: list[object] = [create("a", prompt="parent"), create("a", prompt="child"), Dispatch("a")]
    assert shown(entries, 2, 1) == "child"
    with pytest.raises(CorruptScheduleLog, match="never created"):
        shown([create("a"), Dispatch("a")], 1, 1)


def test_an_inherited_dispatch_is_looked_up_from_the_beginning() -> None:
    """So what an ancestor delivered stays to be seen, over several generations."""
    entries: list[object] = [
        create("a", prompt="first"),
        Dispatch("a"),
        create("a", prompt="second"),
        Dispatch("a"),
        create("a", prompt="third"),
        Dispatch("a"),
    ]
    assert [shown(entries, seq, 4) for seq in (1, 3, 5)] == ["first", "second", "third"]
    assert shown(entries[:4], 3, 2) == "second"


@pytest.mark.parametrize("seq", [-1, 2, 10**30])
def test_a_number_outside_the_log_is_an_error(seq: int) -> None:
    """Counting from the end is not meant."""
    with pytest.raises(CorruptScheduleLog, match="has no event"):
        shown([create("a"), Dispatch("a")], seq)


@pytest.mark.parametrize("at", [0, 1, 2])
def test_an_event_out_of_its_place_is_an_error(at: int) -> None:
    """Whether it is the dispatch, the create or one between."""
    events = log(create("a"), None, Dispatch("a"))
    events[at] = LogEvent(7, events[at].kind, events[at].data)
    with pytest.raises(CorruptScheduleLog, match=f"event 7 stands where event {at} should"):
        reminder_presentation(events, 2)


def test_a_missing_event_does_not_shift_the_others() -> None:
    """A log that begins later than its first event is not taken for a whole one."""
    with pytest.raises(CorruptScheduleLog):
        reminder_presentation([LogEvent(1, CHANGE_KIND, {}), LogEvent(2, "message", None)], 1)


@given(REMINDERS, st.lists(st.sampled_from(["message", "other"]), max_size=4), st.integers(0, 3))
def test_any_reminder_that_was_delivered_is_shown(made: Reminder, between: list[str], seeded: int) -> None:
    """Behind any seed and whatever lies between."""
    other = [create(f"{made.id}{at}") if kind == "other" else None for at, kind in enumerate(between)]
    entries = [*[MALFORMED] * seeded, Create(made), *other, Dispatch(made.id)]
    found = reminder_presentation(log(*entries), len(entries) - 1, seeded)
    assert found == ReminderPresentation(made.id, made.prompt, made.scheduled_at)


def test_a_person_is_told_the_time_and_the_prompt() -> None:
    """On the clocks of a zone, else in UTC, in either language."""
    found = ReminderPresentation("a", "检查日志", "2026-08-05T23:30:00.000Z")
    assert presenting_sentence(found, "zh-CN", SHANGHAI) == "提醒（2026-08-06 07:30）：检查日志"
    assert presenting_sentence(found, "en") == "Reminder (2026-08-05 23:30): 检查日志"


@pytest.mark.parametrize("zone", [UTC, SHANGHAI, ZoneInfo("America/New_York"), timezone(timedelta(hours=14))])
@pytest.mark.parametrize("moment", [EARLIEST, LATEST])
def test_both_ends_of_time_can_be_told(moment: int, zone: timezone | ZoneInfo) -> None:
    """Where the clocks of the zone have no such day it is told in UTC."""
    found = ReminderPresentation("a", "x", written(moment))
    sentence = presenting_sentence(found, "en", zone)
    assert sentence.startswith(("Reminder (0001-01-01 ", "Reminder (9999-12-31 "))
