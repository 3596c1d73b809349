"""A difference of rows leads from one state to the other and touches nothing else."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.errors import InvalidState
from domain.schedule.arrangement import arrange
from domain.schedule.occupancy import positions
from domain.schedule.row_diff import EventRef, NewEvent, Place, RowDiff, diff_rows
from domain.schedule.rows import EventRow, SectionRow
from domain.schedule.state import ScheduleState, Task
from domain.tools.context import ToolContext
from domain.tools.registry import run_tool
from tests.domain.schedule.states import course, existing, state, task, window
from tests.domain.schedule.timetables import Timetable, apply, timetables
from tests.domain.tools.cases.composites import COMPOSITES
from tests.domain.tools.cases.writes import WRITES
from tests.domain.tools.scenes import Case, Scene
from tests.sample import examples

WINDOW = window(12)
CALLS: dict[str, Case] = {tool: cases["ok"] for tool, cases in (*WRITES.items(), *COMPOSITES.items())}
WRITING = [*CALLS, *CALLS, "place", "unplace", "swap"]


@st.composite
def rearranged(draw: st.DrawFn) -> tuple[Timetable, ScheduleState]:
    """A timetable, and its state after tasks were placed, moved and taken out."""
    timetable = draw(timetables())
    after = timetable.load(WINDOW)
    tasks = [task.state_id for task in after.tasks if not task.is_course]
    for task_id in draw(st.lists(st.sampled_from(tasks), max_size=8)) if tasks else ():
        current = after.by_id[task_id]
        places = positions(after, current.length, {task_id})
        hosted = [place for place in places if place.host is not None]
        way = draw(st.sampled_from(["embed", "place", "take out"]))
        if way == "take out" and current.slots:
            out = current.model_copy(update={"slots": (), "embed_host": None, "status": "pending"})
            after = after.with_tasks([out])
        elif places:
            choice = hosted if way == "embed" and hosted else places
            after = arrange(after, {task_id: draw(st.sampled_from(choice))})
    return timetable, after


@st.composite
def changed_by_tools(draw: st.DrawFn) -> tuple[Timetable, ScheduleState]:
    """A timetable, and its state after calls of tools that write, each as a person may make it."""
    timetable, data = draw(timetables(least=10)), draw(st.data())
    after = timetable.load(WINDOW)
    for tool in ("place", "place", *draw(st.permutations(WRITING))):
        scene = Scene(after, ToolContext(reorder_allowed=True), data)
        arguments = CALLS[tool](scene)
        if arguments is not None:
            after, result = run_tool(after, tool, arguments, scene.context)
            assert result.ok
    return timetable, after


def earlier(before: ScheduleState, shown: ScheduleState) -> ScheduleState:
    """The later timetable with every task where it was before; tasks are told apart by their names."""
    old, number = {task.name: task for task in before.tasks}, {task.name: task.state_id for task in shown.tasks}
    host = {task.state_id: number[task.name] for task in before.tasks}
    return shown.with_tasks(
        task.model_copy(
            update={
                "slots": old[task.name].slots,
                "status": old[task.name].status,
                "embed_host": host.get(old[task.name].embed_host or 0),
            }
        )
        for task in shown.tasks
    )


def facts(shown: ScheduleState, timetable: Timetable) -> dict[str, object]:
    """What a state says of each task, by item where there is one and without its numbers; pending has no place."""
    items = {event.id: event.item_id or event.id for event in timetable.events}
    names = {t.state_id: items.get(str(t.source_id), str(t.source_id)) for t in shown.tasks}
    return {
        names[t.state_id]: (t.name, t.category, t.status == "pending", t.slots, names.get(t.embed_host or 0))
        for t in shown.tasks
    }


@given(st.one_of(rearranged(), changed_by_tools()))
def test_applied_and_loaded_again_the_rows_show_the_later_state(case: tuple[Timetable, ScheduleState]) -> None:
    timetable, after = case
    changed = apply(diff_rows(timetable.load(WINDOW), after), timetable)
    shown = changed.load(WINDOW)
    assert facts(shown, changed) == facts(after, timetable)
    assert {t.status for t in shown.tasks} <= {"existing", "pending"}
    assert diff_rows(shown, shown) == RowDiff()


@given(st.one_of(rearranged(), changed_by_tools()))
def test_only_rows_that_must_change_are_named(case: tuple[Timetable, ScheduleState]) -> None:
    """Every other row is the very same row afterwards, and rows outside the window always are."""
    timetable, after = case
    diff = diff_rows(timetable.load(WINDOW), after)
    changed = apply(diff, timetable).sections
    named = {place for place, _ in (*diff.sections_inserted, *diff.pointers_set)}
    named |= {*diff.pointers_cleared, *diff.sections_deleted}
    assert all(WINDOW.day_of(place.week, place.day_of_week) is not None for place in named)
    before = timetable.sections
    assert {p: row for p, row in before.items() if p not in named} == {
        p: row for p, row in changed.items() if p not in named
    }
    kept = named & before.keys() & changed.keys()
    assert all((before[p].event_id, before[p].guest_event_id) != _meaning(changed[p]) for p in kept)


@settings(max_examples=examples(100))
@given(changed_by_tools())
def test_applied_back_the_rows_show_the_earlier_state(case: tuple[Timetable, ScheduleState]) -> None:
    """Rows outside the window, and rows that neither way has to change, are the very same."""
    timetable, after = case
    before = timetable.load(WINDOW)
    changed = apply(diff_rows(before, after), timetable)
    shown = changed.load(WINDOW)
    back = apply(diff_rows(shown, earlier(before, shown)), changed)
    assert facts(back.load(WINDOW), back) == facts(before, timetable)
    kept = [row for place, row in timetable.sections.items() if changed.sections.get(place) == row]
    assert {row.id for row in kept} <= {row.id for row in back.sections.values()}
    assert diff_rows(before, before) == RowDiff()


def _meaning(row: SectionRow) -> tuple[str, str | None]:
    return row.event_id, row.guest_event_id


def test_nothing_changed_is_nothing_to_do() -> None:
    arranged = state(course(1, "高数", (1, 1, 2)), existing(2, "线代", (1, 3, 4)), task(3, "复习"))
    assert diff_rows(arranged, arranged) == RowDiff()


def test_a_placed_item_becomes_an_event_with_sections() -> None:
    before = state(task(3, "复习"))
    after = state(task(3, "复习", (2, 3, 4)))
    assert diff_rows(before, after) == RowDiff(
        events_created=(NewEvent("203", "复习"),),
        sections_inserted=tuple((Place(5, 2, n), EventRef(item_id="203")) for n in (3, 4)),
    )


def test_a_guest_only_sets_pointers_and_a_freed_host_only_clears_them() -> None:
    filler = course(1, "思政", (1, 1, 2), (2, 1, 2), can_embed=True)
    before = state(filler, existing(2, "实验", (1, 1, 1), embed_host=1))
    after = state(filler, existing(2, "实验", (2, 2, 2), embed_host=1))
    assert diff_rows(before, after) == RowDiff(
        pointers_cleared=(Place(5, 1, 1),), pointers_set=((Place(5, 2, 2), EventRef(event_id="102")),)
    )


def test_a_section_that_changes_hands_points_at_its_guest_again() -> None:
    """The guest stays in place while one host gives way to another, whose row is new."""
    guest = existing(3, "实验", (1, 1, 1), embed_host=1)
    hosts = [existing(n, f"自习{n}", (n, 1, 1), can_embed=True) for n in (1, 2)]
    swapped = [existing(n, f"自习{n}", (3 - n, 1, 1), can_embed=True) for n in (1, 2)]
    after = state(*swapped, guest.model_copy(update={"embed_host": 2}))
    diff = diff_rows(state(*hosts, guest), after)
    assert diff.pointers_set == ((Place(5, 1, 1), EventRef(event_id="103")),)
    assert diff.pointers_cleared == ()


def test_a_pointer_goes_with_its_section() -> None:
    """It is not cleared first."""
    host = existing(1, "自习", (1, 1, 1), can_embed=True)
    before = state(host, existing(2, "实验", (1, 1, 1), embed_host=1))
    after = state(existing(1, "自习", (2, 1, 1), can_embed=True), existing(2, "实验", (3, 1, 1)))
    diff = diff_rows(before, after)
    assert (diff.pointers_cleared, diff.sections_deleted) == ((), (Place(5, 1, 1),))


HALL = existing(1, "自习", (1, 1, 4), can_embed=True)
FREE = existing(2, "线代", (3, 5, 6))
GUEST = existing(3, "实验", (1, 2, 3), embed_host=1)


def by_tool(before: ScheduleState, name: str, **arguments: Any) -> RowDiff:
    """The row changes of one call that succeeds."""
    after, result = run_tool(before, name, arguments)
    assert result.ok, result.text
    return diff_rows(before, after)


def by_hand(before: ScheduleState, task_id: int, *place: int) -> RowDiff:
    """The row changes where an existing task stands elsewhere."""
    target = next(p for p in positions(before, place[2] - place[1] + 1, {task_id}) if (p.day, p.start) == place[:2])
    return diff_rows(before, arrange(before, {task_id: target}))


def rows_of(task: Task, *places: tuple[int, int]) -> tuple[tuple[Place, EventRef], ...]:
    """Section rows or pointers for an event, each at a day of the first week and a section."""
    return tuple((Place(5, day, section), EventRef(event_id=str(task.source_id))) for day, section in places)


def test_placed_moved_and_taken_back_in_a_plan_nothing_is_left_to_do() -> None:
    before = state(FREE, task(4, "复习"))
    after, _ = run_tool(before, "place", {"task_id": 4, "day": 2, "slot_start": 3})
    after, _ = run_tool(after, "move", {"task_id": 4, "new_day": 5, "new_slot_start": 1})
    assert diff_rows(before, after).sections_inserted == tuple(
        (Place(5, 5, n), EventRef(item_id="204")) for n in (1, 2)
    )
    after, _ = run_tool(after, "unplace", {"task_id": 4})
    assert diff_rows(before, after) == RowDiff()


def test_a_moved_task_keeps_its_event_and_the_sections_it_still_has() -> None:
    """Of sections 5 and 6, section 6 is left alone."""
    assert by_hand(state(FREE), 2, 3, 6, 7) == RowDiff(
        sections_deleted=(Place(5, 3, 5),), sections_inserted=rows_of(FREE, (3, 7))
    )


def test_two_existing_tasks_that_are_swapped_exchange_their_sections() -> None:
    other = existing(4, "英语", (4, 1, 2))
    assert by_tool(state(FREE, other), "swap", task_a=2, task_b=4) == RowDiff(
        sections_deleted=(Place(5, 3, 5), Place(5, 3, 6), Place(5, 4, 1), Place(5, 4, 2)),
        sections_inserted=(*rows_of(other, (3, 5), (3, 6)), *rows_of(FREE, (4, 1), (4, 2))),
    )


def test_a_guest_swapped_with_a_free_task_gets_sections_and_the_other_one_pointers() -> None:
    assert by_tool(state(HALL, FREE, GUEST), "swap", task_a=2, task_b=3) == RowDiff(
        pointers_cleared=(Place(5, 1, 2), Place(5, 1, 3)),
        sections_deleted=(Place(5, 3, 5), Place(5, 3, 6)),
        sections_inserted=rows_of(GUEST, (3, 5), (3, 6)),
        pointers_set=rows_of(FREE, (1, 2), (1, 3)),
    )


def test_an_embedded_task_gives_its_sections_up() -> None:
    assert by_hand(state(HALL, FREE), 2, 1, 3, 4) == RowDiff(
        sections_deleted=(Place(5, 3, 5), Place(5, 3, 6)), pointers_set=rows_of(FREE, (1, 3), (1, 4))
    )


def test_a_waiting_item_that_is_embedded_becomes_an_event_without_sections() -> None:
    assert by_tool(state(HALL, task(4, "复习")), "place", task_id=4, day=1, slot_start=1) == RowDiff(
        events_created=(NewEvent("204", "复习"),),
        pointers_set=tuple((Place(5, 1, n), EventRef(item_id="204")) for n in (1, 2)),
    )


def test_a_task_freed_from_its_host_gets_sections_of_its_own() -> None:
    assert by_hand(state(HALL, GUEST), 3, 2, 7, 8) == RowDiff(
        pointers_cleared=(Place(5, 1, 2), Place(5, 1, 3)), sections_inserted=rows_of(GUEST, (2, 7), (2, 8))
    )


def test_a_guest_taken_out_leaves_its_host_as_it_was() -> None:
    assert by_tool(state(HALL, GUEST), "unplace", task_id=3) == RowDiff(
        pointers_cleared=(Place(5, 1, 2), Place(5, 1, 3)), events_deleted=("103",)
    )


def test_a_host_taken_out_takes_its_guests_with_it() -> None:
    """Their pointers go with the sections."""
    assert by_tool(state(HALL, GUEST), "unplace", task_id=1) == RowDiff(
        sections_deleted=tuple(Place(5, 1, n) for n in (1, 2, 3, 4)), events_deleted=("101", "103")
    )


def test_a_host_that_moves_from_under_its_guest_leaves_it_sections_of_its_own() -> None:
    assert by_hand(state(HALL, GUEST), 1, 2, 1, 4) == RowDiff(
        sections_deleted=tuple(Place(5, 1, n) for n in (1, 2, 3, 4)),
        sections_inserted=(*rows_of(GUEST, (1, 2), (1, 3)), *rows_of(HALL, (2, 1), (2, 2), (2, 3), (2, 4))),
    )


def test_a_task_taken_out_loses_its_event() -> None:
    before = state(existing(2, "线代", (1, 3, 4)))
    after = state(existing(2, "线代", status="pending", duration=2))
    assert diff_rows(before, after) == RowDiff(
        sections_deleted=(Place(5, 1, 3), Place(5, 1, 4)), events_deleted=("102",)
    )


def test_tasks_are_matched_by_row_and_strangers_are_left_alone() -> None:
    """Numbers may have shifted, and a course may have been imported, since the later state was made."""
    before = state(course(1, "新课", (3, 1, 2)), existing(2, "线代", (1, 3, 4)))
    after = state(existing(1, "线代", (1, 3, 4), source_id=102))
    assert diff_rows(before, after) == RowDiff()


def test_a_stranger_in_the_way_is_an_error() -> None:
    with pytest.raises(InvalidState, match="'复习' needs"):
        diff_rows(state(course(1, "新课", (3, 1, 2))), state(task(1, "复习", (3, 2, 3))))


def test_windows_must_agree() -> None:
    with pytest.raises(InvalidState, match="different windows"):
        diff_rows(state(days=3), state(days=4))


def test_rows_outside_the_window_keep_an_event_of_the_window_apart() -> None:
    """A weekly event is diffed for its occurrences in the window only."""
    rows = tuple(SectionRow(f"r{week}", "e", week, 1, 1) for week in (4, 5, 6, 7))
    timetable = Timetable((EventRow("e", "task", "周会", sections=rows),), ())
    before = timetable.load(WINDOW)
    moved = before.by_id[1].model_copy(update={"slots": before.by_id[1].slots[:1]})
    assert diff_rows(before, before.with_tasks([moved])).sections_deleted == (Place(6, 1, 1),)
