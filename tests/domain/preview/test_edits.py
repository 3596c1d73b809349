"""Whatever hands do: the plan stays sound, what is touched is told, and everything can be put back."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.commit.standing import standing_of
from domain.errors import EditInvalid, EditRefused
from domain.preview.difference import difference
from domain.preview.edits import Edited, apply_edits
from domain.preview.hand_edits import Edit, KeepEdit, PinEdit, ToolEdit, UnpinEdit
from domain.preview.putting_back import as_kept
from domain.preview.revisions import earlier_state, is_same_plan, summary_of_edits
from domain.preview.touched import timetable_of, touch
from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.window import Window
from tests.domain.preview.schedules import TERM, Plan, examples, plans


def in_timetable(state: ScheduleState) -> ScheduleState:
    """The plan in which every second placed task stands in the timetable already."""
    placed = [task for task in state.tasks if task.status == "suggested"][::2]
    known = {"source": "event", "status": "existing", "duration": None}
    return state.with_tasks(task.model_copy(update=known) for task in placed)


@st.composite
def edits_of(draw: st.DrawFn, state: ScheduleState) -> Edit:
    """An edit that may well be refused."""
    number = draw(st.sampled_from([task.state_id for task in state.tasks]))
    other = draw(st.sampled_from([task.state_id for task in state.tasks]))
    day, start = draw(st.integers(1, state.window.total_days)), draw(st.integers(1, 12))
    moved: dict[str, Any] = {"task_id": number, "new_day": day, "new_slot_start": start}
    choices: list[Edit] = [
        ToolEdit(tool="place", arguments={"task_id": number, "day": day, "slot_start": start}),
        ToolEdit(tool="move", arguments=moved),
        ToolEdit(tool="swap", arguments={"task_a": number, "task_b": other}),
        ToolEdit(tool="unplace", arguments={"task_id": number}),
        ToolEdit(tool="batch_move", arguments={"moves": [moved, {**moved, "task_id": other}]}),
        PinEdit(pin=number),
        UnpinEdit(unpin=number),
        KeepEdit(keep=number),
    ]
    return draw(st.sampled_from(choices))


def tried(state: ScheduleState, earlier: ScheduleState, edit: Edit) -> Edited | None:
    """What comes of an edit; None where it is refused."""
    try:
        return apply_edits(state, earlier, [edit])
    except (EditRefused, EditInvalid):
        return None


@examples
@given(plans(), st.data())
def test_edits_leave_a_sound_plan_and_tell_all_they_touch(plan: Plan, data: st.DataObject) -> None:
    """A refused one changes nothing; of the timetable exactly the tasks that stand elsewhere are touched."""
    first = state = in_timetable(plan.after)
    touched: dict[str, Any] = {}
    for _ in range(6):
        edited = tried(state, earlier_state(state, touched, None), data.draw(edits_of(state)))
        if edited is None:
            continue
        moved = {change.task_id for change in difference(state, edited.state)}
        assert {note.task_id for note in edited.notes} == moved
        assert {note.decided_by for note in edited.notes} <= {"person"}
        state, touched = touch(touched, state, edited.state)
        assert breaches(state) == ()
        away = {t.state_id for t in state.tasks if t.source == "event" and not _is_as_in(first, state, t)}
        assert {str(state.by_id[n].source_id) for n in away} == set(touched)
        base, known = timetable_of(state, touched), timetable_of(first)
        assert [(t.slots, t.embed_host, t.status) for t in base.tasks if t.source == "event"] == [
            (t.slots, t.embed_host, t.status) for t in known.tasks if t.source == "event"
        ]


def _is_as_in(first: ScheduleState, state: ScheduleState, task: Task) -> bool:
    return standing_of(state, task).is_at(standing_of(first, first.by_id[task.state_id]))


@examples
@given(plans(), st.data())
def test_what_one_edit_moved_can_be_kept_as_it_was(plan: Plan, data: st.DataObject) -> None:
    """After a move or a taking back alone, and without guests that went with it; then nothing is touched."""
    first = in_timetable(plan.after)
    edit = data.draw(edits_of(first))
    edited = tried(first, first, edit)
    changes = () if edited is None else difference(first, edited.state)
    if edited is None or len(changes) != 1:
        return
    kept = apply_edits(edited.state, first, [KeepEdit(keep=changes[0].task_id)]).state
    back, touched = touch({}, first, kept)
    assert difference(first, back) == ()
    assert touched == {}
    assert back.by_id[changes[0].task_id].status == first.by_id[changes[0].task_id].status
    assert back.by_id[changes[0].task_id].pinned


def plan_of(*tasks: Task) -> ScheduleState:
    """Five days with these tasks."""
    first = date(2026, 3, 30)
    return ScheduleState(window=Window.between(TERM, first, first + timedelta(days=4)), tasks=tasks)


def task(number: int, day: int | None = None, **fields: Any) -> Task:
    slots = () if day is None else (Slot(day=day, slot_start=1, slot_end=2),)
    status = "pending" if day is None else "suggested"
    given = {"source": "task_item", "source_id": f"item-{number}", "category": "复习", "duration": 2} | fields
    return Task(
        state_id=number, name=f"任务{number}", **{"status": status, "slots": slots, "event_type": "task"} | given
    )


def test_a_pinned_guest_is_not_taken_back_with_its_host() -> None:
    """Neither by the tool nor by keeping the host as it was; the guest is named."""
    host, guest = task(1, 1, can_embed=True), task(2, 1, embed_host=1, pinned=True)
    state = plan_of(host, guest)
    for edit in (ToolEdit(tool="unplace", arguments={"task_id": 1}), KeepEdit(keep=1)):
        with pytest.raises(EditRefused, match=r"\[2\]任务2") as refused:
            apply_edits(state, timetable_of(state), [edit])
        assert refused.value.code == "pinned"


def test_pinned_tasks_that_are_not_named_stay() -> None:
    """A hand unpins only what it names, and pins it again."""
    state = plan_of(task(1, 1, pinned=True), task(2, 2, pinned=True))
    with pytest.raises(EditRefused) as refused:
        apply_edits(state, state, [ToolEdit(tool="move", arguments={"task_id": 1, "new_day": 2, "new_slot_start": 1})])
    assert (refused.value.code, refused.value.facts["action"]) == ("slot_conflict", "move")
    moved = {"task_id": 1, "new_day": 3, "new_slot_start": 5}
    after = apply_edits(state, state, [ToolEdit(tool="move", arguments=moved)]).state
    assert [(t.slots[0].day, t.pinned) for t in after.tasks] == [(3, True), (2, True)]


def test_what_was_just_kept_is_kept_again_as_it_is() -> None:
    """The revision before it has the task where it was put back from, and that would undo it."""
    moved, home = plan_of(task(1, 2)), plan_of(task(1, 1))
    kept = apply_edits(moved, home, [KeepEdit(keep=1)]).state
    assert apply_edits(kept, as_kept(kept, moved, [1]), [KeepEdit(keep=1)]).state == kept
    assert kept.by_id[1].slots == home.by_id[1].slots


def test_a_summary_counts_each_doing_once() -> None:
    """A task that was moved is not counted as pinned besides; both languages."""
    state = plan_of(task(1, 1), task(2, 2), task(3), task(4, 4, pinned=True))
    edits: list[Edit] = [
        ToolEdit(tool="move", arguments={"task_id": 1, "new_day": 3, "new_slot_start": 1}),
        ToolEdit(tool="unplace", arguments={"task_id": 2}),
        ToolEdit(tool="place", arguments={"task_id": 3, "day": 1, "slot_start": 1}),
        UnpinEdit(unpin=4),
    ]
    for locale, told in (
        ("zh-CN", "手动调整：排入 1 项，移动 1 项，退回待排 1 项，解除固定 1 项。"),
        ("en", "By hand: 1 placed, 1 moved, 1 taken back, 1 unpinned."),
    ):
        spoken = state.model_copy(update={"locale": locale})
        assert summary_of_edits(spoken, apply_edits(spoken, spoken, edits).state) == told


def test_plans_are_told_apart_by_what_their_numbers_mean() -> None:
    """A state of another plan is nothing to go back to."""
    state, other = plan_of(task(1, 1)), plan_of(task(1, 2, source_id="item-9"))
    assert is_same_plan(state, plan_of(task(1)))
    assert not is_same_plan(state, other)
    assert earlier_state(state, {}, other).by_id[1].status == "pending"


def test_a_character_that_is_none_is_refused_with_the_form() -> None:
    """Such a text has no digest, and so no key could stand for it."""
    with pytest.raises(ValueError, match="a character that is none"):
        ToolEdit(tool="unplace", arguments={"task_id": "\ud800"})
