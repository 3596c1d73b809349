"""Merges by example: what is in the way, and what becomes of guests (rules CONFIRM-3 and CONFIRM-5)."""

import pytest

from domain.commit.changes import placed_by, summary_of
from domain.commit.merge import LiveItem, Merge, Placed, merge
from domain.commit.standing import Standing, standing_of
from domain.commit.wishes import wishes_of
from domain.commit.wording import TEXTS
from domain.schedule.state import ScheduleState, Task
from tests.domain.schedule.states import course, existing, state, task


def at(moved: Task, day: int, start: int, end: int, host: int | None = None) -> Task:
    slot = {"day": day, "slot_start": start, "slot_end": end}
    update = {"slots": (type(moved.slots[0])(**slot),) if moved.slots else (), "embed_host": host}
    return moved.model_copy(update=update)


def of_hands(live: ScheduleState, *moved: Task, base: ScheduleState | None = None) -> Merge:
    """A merge of a preview of ``base``, by default of the timetable as it is, in which hands moved tasks."""
    known = base or live
    touched = {str(one.source_id): standing_of(known, known.by_id[one.state_id]) for one in moved}
    return merge(live, wishes_of(known.with_tasks(moved), touched), {}, {})


def codes(merged: Merge) -> list[tuple[str, str, str]]:
    return [(conflict.code, conflict.task, conflict.held_by) for conflict in merged.conflicts]


HOST = existing(1, "自习", (1, 1, 4), can_embed=True)
GUEST = existing(2, "实验", (1, 1, 2), embed_host=1)
LOOSE = existing(3, "线代", (2, 1, 2))


def test_a_guest_stays_where_it_is_when_its_host_leaves() -> None:
    """As an ordinary task; inside a host that merely shifts it stays a guest."""
    live = state(HOST, GUEST)
    gone = of_hands(live, at(HOST, 3, 1, 4)).target
    assert (gone.by_id[2].slots, gone.by_id[2].embed_host) == (GUEST.slots, None)
    shifted = of_hands(live, at(HOST, 1, 1, 3))
    assert shifted.conflicts == ()
    assert shifted.target.by_id[2].embed_host == 1


def test_a_host_with_another_guest_is_in_the_way() -> None:
    """The guest is named; once it has left there is room."""
    base = state(HOST, LOOSE)
    inside = at(LOOSE, 1, 3, 4, host=1)
    assert codes(of_hands(state(HOST, GUEST, LOOSE), inside, base=base)) == [("host_taken", "线代", "实验")]
    assert of_hands(state(HOST, at(GUEST, 4, 1, 2), LOOSE), inside, base=base).conflicts == ()


@pytest.mark.parametrize(
    ("live", "code"),
    [
        (state(LOOSE), "host_gone"),
        (state(at(HOST, 5, 1, 4), LOOSE), "host_gone"),
        (state(HOST.model_copy(update={"can_embed": False}), LOOSE), "place_taken"),
    ],
)
def test_a_host_that_is_not_what_it_was(live: ScheduleState, code: str) -> None:
    """It is gone, elsewhere, or takes no guests any more."""
    [conflict] = of_hands(live, at(LOOSE, 1, 3, 4, host=1), base=state(HOST, LOOSE)).conflicts
    assert (conflict.code, conflict.task) == (code, "线代")


def test_a_wish_for_empty_sections_is_none_for_a_host() -> None:
    """Where a host came to stand meanwhile, an ordinary place is taken."""
    live = state(course(9, "自习", (1, 3, 4), can_embed=True), LOOSE)
    assert codes(of_hands(live, at(LOOSE, 1, 3, 4), base=state(LOOSE))) == [("place_taken", "线代", "自习")]


def test_an_event_that_is_gone_is_named_unless_it_was_to_go() -> None:
    moved, out = at(LOOSE, 4, 1, 2), LOOSE.model_copy(update={"slots": (), "status": "pending", "duration": 2})
    assert codes(of_hands(state(HOST), moved, base=state(HOST, LOOSE))) == [("task_gone", "线代", "")]
    assert of_hands(state(HOST), out, base=state(HOST, LOOSE)).conflicts == ()


ITEM = LiveItem("203", "复习", "10", "学习", 1, "arranged", "103")


def of_session(live: ScheduleState, wanted: Task, own: Standing | None) -> Merge:
    """A merge of a preview with one class item that has an event by now."""
    placed = {"203": Placed("103", own)} if own else {}
    return merge(live, wishes_of(state(wanted), {}), {"203": ITEM}, placed)


def test_what_the_session_placed_itself_is_moved_and_taken_back() -> None:
    """Only if nobody else moved it since; and never what somebody else placed."""
    live = state(existing(3, "复习", (2, 1, 2)))
    own, wanted, waits = standing_of(live, live.by_id[3]), task(3, "复习", (4, 5, 6)), task(3, "复习")
    assert of_session(live, wanted, own).target.by_id[3].slots == wanted.slots
    assert of_session(live, waits, own).target.by_id[3].slots == ()
    elsewhere = standing_of(live, task(3, "复习", (7, 1, 2)))
    assert [code for code, *_ in codes(of_session(live, wanted, elsewhere))] == ["moved_elsewhere"]
    assert [code for code, *_ in codes(of_session(live, wanted, None))] == ["arranged_elsewhere"]
    assert of_session(live, waits, None).conflicts == ()
    assert of_session(live, waits, None).target.by_id[3].slots == live.by_id[3].slots


def test_both_languages_say_the_same() -> None:
    """Each text has the same places to be filled in, in both columns."""
    fields = [{part[1:].partition("!")[0] for part in _fields(text)} for pair in TEXTS.values() for text in pair]
    assert fields[::2] == fields[1::2]
    assert summary_of("en", ()) == "The timetable is as the plan wants it; nothing changed."
    assert placed_by([]) == {}


def _fields(text: str) -> list[str]:
    return [part for part in text.replace("}", "{").split("{")[1::2] for part in [f"{{{part}"]]
