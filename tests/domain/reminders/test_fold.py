"""Reminders as a fold over the log (rules REMIND-1 and REMIND-7 to REMIND-9)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import CorruptScheduleLog
from domain.reminders.change import Change, Create, Delete, Dispatch, Reminder, encode_change
from domain.reminders.fold import LogEvent, Reminders, admitted, fold
from tests.domain.reminders.logs import REMINDERS, create, create_data, log, reminder

MALFORMED = create_data(kind="at")


def ids(reminders: Reminders) -> tuple[str, ...]:
    return tuple(each.id for each in reminders.active)


def test_active_are_those_not_ended_and_seen_is_every_id_ever_given() -> None:
    """Create a, create b, delete a."""
    found = fold(log(create("a"), None, create("b"), Delete("a")))
    assert (ids(found), found.seen) == (("b",), ("a", "b"))
    assert (found.find("b"), found.find("a")) == (reminder("b"), None)


def test_active_are_in_the_order_of_creation() -> None:
    """Neither by target nor by id."""
    found = fold(log(create("z", 9_000), create("a", 7_000), create("m", 8_000), Dispatch("a"), create("b", 1_000)))
    assert (ids(found), found.seen) == (("z", "m", "b"), ("z", "a", "m", "b"))


@pytest.mark.parametrize(
    "entries",
    [
        (create("a"), create("a")),
        (create("a"), Delete("a"), create("a")),
        (create("a"), Dispatch("a"), create("a")),
        (create("a"), Dispatch("a"), Dispatch("a")),
        (create("a"), Delete("a"), Delete("a")),
        (create("a"), Dispatch("a"), Delete("a")),
        (create("a"), Delete("a"), Dispatch("a")),
        (Delete("a"),),
        (Dispatch("a"),),
        (create("a"), Delete("A")),
        (create("a"), MALFORMED),
        (create("a"), {}),
    ],
)
def test_a_log_that_no_tool_could_have_written_is_corrupt(entries: tuple[object, ...]) -> None:
    """The error says at which event; a log without that event is sound."""
    last = len(entries) - 1
    with pytest.raises(CorruptScheduleLog, match=f"^event {last}: ") as caught:
        fold(log(*entries))
    assert caught.value.facts == {"seq": last}
    fold(log(*entries[:-1]))


def test_what_a_fork_took_over_does_not_count() -> None:
    """Not even malformed changes; ids may be given again, and what was active before is not."""
    inherited = (create("a"), MALFORMED, {"version": 9}, Delete("b"))
    assert fold(log(*inherited), 4) == Reminders()
    assert fold(log(*inherited, create("a"), create("b")), 4).seen == ("a", "b")
    with pytest.raises(CorruptScheduleLog):
        fold(log(*inherited, Delete("a")), 4)
    with pytest.raises(CorruptScheduleLog, match="event 3"):
        fold(log(*inherited), 3)


def test_the_seed_ends_just_before_its_length() -> None:
    """The event whose index is the length is the fork's own."""
    assert ids(fold(log(None, create("a")), 1)) == ("a",)
    assert ids(fold(log(None, create("a")), 2)) == ()


def test_events_of_other_kinds_may_be_left_out() -> None:
    """Indices decide, not how many events come before."""
    whole = log(None, create("a"), None, None, create("b"), Delete("b"))
    assert fold([event for event in whole if event.kind == "schedule/change"], 4) == fold(whole, 4)


def test_only_events_of_the_kind_are_changes() -> None:
    """Data that looks like a change does not make one."""
    assert fold([LogEvent(0, "schedule/changed", encode_change(create()))]) == Reminders()


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        ((), "schedule-1"),
        (("schedule-1",), "schedule-2"),
        (("custom", "schedule-3"), "schedule-4"),
        (("schedule-2",), "schedule-3"),
        (("schedule-3", "schedule-4", "x"), "schedule-5"),
        (("schedule-4", "schedule-3"), "schedule-5"),
        (("schedule-01", "schedule-5"), "schedule-3"),
    ],
)
def test_the_next_id_is_above_the_number_of_ids_and_new(seen: tuple[str, ...], expected: str) -> None:
    """Whatever the ids before were."""
    assert Reminders(seen=seen).next_id() == expected


def test_an_ended_reminder_does_not_give_back_its_id() -> None:
    """Create, delete, create: the second is schedule-2."""
    ended = fold(log(create("schedule-1"), Delete("schedule-1")))
    assert ended.active == ()
    assert ended.next_id() == "schedule-2"


def test_a_candidate_is_tried_before_it_is_appended() -> None:
    """A sound one shows what will be; a bad one is an error and changes nothing."""
    before = fold(log(create("a")))
    assert ids(admitted(before, encode_change(create("b")))) == ("a", "b")
    assert admitted(before, encode_change(Dispatch("a"))) == Reminders((), ("a",))
    bad = (encode_change(create("a")), encode_change(Delete("b")), encode_change(Dispatch("b")), MALFORMED, None)
    for candidate in bad:
        with pytest.raises(CorruptScheduleLog):
            admitted(before, candidate)
    assert before == fold(log(create("a")))


class Model:
    """Draws changes of which each is possible after those before, and keeps the books in the simplest way."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data
        self.active: list[Reminder] = []
        self.seen: list[str] = []

    def change(self) -> Change:
        ends: bool = self.data.draw(st.booleans())
        if self.active and ends:
            place: int = self.data.draw(st.integers(0, len(self.active) - 1))
            ended = self.active.pop(place)
            delivered: bool = self.data.draw(st.booleans())
            return Dispatch(ended.id) if delivered else Delete(ended.id)
        made: Reminder = self.data.draw(REMINDERS.filter(lambda each: each.id not in self.seen))
        self.active.append(made)
        self.seen.append(made.id)
        return Create(made)


@given(st.data(), st.lists(st.booleans(), max_size=12), st.integers(0, 3))
def test_any_possible_sequence_folds_to_what_it_leaves(data: st.DataObject, kinds: list[bool], seeded: int) -> None:
    """In one go, change by change, and behind a malformed seed; the next id is always new."""
    model, step = Model(data), Reminders()
    entries: list[Change | None] = [model.change() if kind else None for kind in kinds]
    for entry in entries:
        step = step if entry is None else admitted(step, encode_change(entry))
    expected = Reminders(tuple(model.active), tuple(model.seen))
    assert fold(log(*[MALFORMED] * seeded, *entries), seeded) == step == expected
    assert expected.next_id() not in expected.seen
    number = int(expected.next_id().removeprefix("schedule-"))
    assert number > len(expected.seen)
    assert all(f"schedule-{n}" in expected.seen for n in range(len(expected.seen) + 1, number))
