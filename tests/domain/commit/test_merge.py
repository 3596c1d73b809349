"""A merge carries out every wish or says what is in the way; rows then lead there, and back (CONFIRM-3 to UNDO-2)."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from domain.commit.changes import changes_of, names_in
from domain.commit.images import EventImage, Images, RowsBefore, SectionImage, images_of
from domain.commit.merge import LiveItem, Merge, merge
from domain.commit.standing import Standing, standing_of
from domain.commit.undo import ItemNow, RowsNow, dependents
from domain.commit.wishes import Wish, wishes_of
from domain.schedule.arrangement import arrange, release_guests
from domain.schedule.invariants import breaches
from domain.schedule.occupancy import positions
from domain.schedule.row_diff import Place, diff_rows
from domain.schedule.rows import ClassRow, EventRow, ItemRow, SectionRow
from domain.schedule.state import ScheduleState
from tests.domain.schedule.states import window
from tests.domain.schedule.timetables import Timetable, timetables

WINDOW = window(12)
AT = datetime(2026, 9, 1, tzinfo=UTC)


@st.composite
def edited(draw: st.DrawFn, timetable: Timetable) -> tuple[ScheduleState, dict[str, Standing]]:
    """A preview: the state of a timetable after hands and runs moved tasks, and where touched events stood."""
    base = state = timetable.load(WINDOW)
    tasks = [task.state_id for task in state.tasks if not task.is_course]
    for task_id in draw(st.lists(st.sampled_from(tasks), max_size=6, unique=True)) if tasks else ():
        current = state.by_id[task_id]
        places = positions(state, current.length, {task_id})
        if draw(st.booleans()) and places:
            state = arrange(state, {task_id: draw(st.sampled_from(places))})
        elif current.slots:
            out = {"slots": (), "embed_host": None, "status": "pending", "duration": current.length}
            state = release_guests(state.with_tasks([current.model_copy(update=out)]), [task_id])
    before = {str(t.source_id): standing_of(base, t) for t in base.tasks if t.source == "event"}
    now = {str(t.source_id): standing_of(state, t) for t in state.tasks if t.source == "event"}
    return state, {row_id: place for row_id, place in before.items() if not place.is_at(now[row_id])}


@st.composite
def previews(draw: st.DrawFn) -> tuple[Timetable, ScheduleState, dict[str, Standing]]:
    timetable = draw(timetables())
    return timetable, *draw(edited(timetable))


@st.composite
def diverged(draw: st.DrawFn) -> tuple[Timetable, ScheduleState, dict[str, Standing]]:
    """A preview, and the timetable after somebody else's preview of the same one was confirmed."""
    timetable = draw(timetables())
    mine, theirs = draw(edited(timetable)), draw(edited(timetable))
    return written(timetable, merged(timetable, *theirs)), *mine


def live_items(timetable: Timetable) -> dict[str, LiveItem]:
    made = {event.item_id: event.id for event in timetable.events if event.item_id}
    return {
        item.id: LiveItem(item.id, item.content, group.id, group.name, item.order, item.status, made.get(item.id))
        for group in timetable.classes
        for item in group.items
    }


def merged(timetable: Timetable, state: ScheduleState, touched: dict[str, Standing]) -> Merge:
    return merge(timetable.load(WINDOW), wishes_of(state, touched), live_items(timetable), {})


def images(timetable: Timetable, merge_: Merge) -> Images:
    """The images of carrying a merge out."""
    diff = diff_rows(merge_.live, merge_.target)
    ids = (f"new{n}" for n in count())
    made = {
        n.item_id: EventImage(id=f"e-{n.item_id}", name=n.name, item_id=n.item_id, created_at=AT)
        for n in diff.events_created
    }
    events = {event.id: event_image(event) for event in timetable.events}
    sections = {Place(r.week, r.day_of_week, r.section): section_image(r) for e in timetable.events for r in e.sections}
    return images_of(diff, RowsBefore(sections, {n: events[n] for n in diff.events_deleted}, made), ids)


def event_image(event: EventRow) -> EventImage:
    embeds = event.can_be_embedded
    return EventImage(
        id=event.id, type=event.type, name=event.name, can_be_embedded=embeds, item_id=event.item_id, created_at=AT
    )


def section_image(row: object) -> SectionImage:
    return SectionImage(**{name: getattr(row, name) for name in SectionImage.model_fields})


def rows_now(timetable: Timetable) -> RowsNow:
    return RowsNow(
        {event.id: event_image(event) for event in timetable.events},
        {row.id: section_image(row) for event in timetable.events for row in event.sections},
        {item.id: ItemNow(item.content, item.status) for group in timetable.classes for item in group.items},
    )


def apply(timetable: Timetable, images_: Images) -> Timetable:
    """The timetable whose touched rows are as ``after`` says."""
    now = rows_now(timetable)
    events, sections = dict(now.events), dict(now.sections)
    status = {item.id: item.status for item in live_items(timetable).values()}
    for rows, touched in ((events, images_.events), (sections, images_.sections)):
        for one in touched:
            rows.pop(one.row_id, None)
            if one.after is not None:
                rows[one.row_id] = one.after  # type: ignore[assignment]
    status |= {one.row_id: one.after.status for one in images_.items if one.after is not None}
    return Timetable(
        tuple(event_row(event, sections.values()) for event in events.values()),
        tuple(
            replace(group, items=tuple(replace(item, status=status[item.id]) for item in group.items))
            for group in timetable.classes
        ),
    )


def event_row(event: EventImage, rows: Iterable[SectionImage]) -> EventRow:
    mine = tuple(SectionRow(**dict(row)) for row in rows if row.event_id == event.id)
    return EventRow(event.id, event.type, event.name, event.can_be_embedded, event.item_id, mine)


def written(timetable: Timetable, merge_: Merge) -> Timetable:
    return timetable if merge_.conflicts else apply(timetable, images(timetable, merge_))


def comparable(timetable: Timetable) -> tuple[object, ...]:
    now = rows_now(timetable)
    return now.events, now.sections, now.items


@given(previews())
def test_nothing_is_in_the_way_of_a_preview_of_the_timetable_as_it_is(
    case: tuple[Timetable, ScheduleState, dict[str, Standing]],
) -> None:
    """Every wish is carried out: written and loaded again, each task stands where the preview has it."""
    timetable, state, touched = case
    found = merged(timetable, state, touched)
    assert found.conflicts == ()
    shown = written(timetable, found).load(WINDOW)
    assert breaches(shown) == ()
    wanted = {task.name: standing_of(state, task) for task in state.tasks}
    assert {task.name: standing_of(shown, task) for task in shown.tasks if task.slots} == {
        name: place for name, place in wanted.items() if place.places
    }


@given(diverged())
def test_a_merge_with_what_others_wrote_is_sound_or_says_why_not(
    case: tuple[Timetable, ScheduleState, dict[str, Standing]],
) -> None:
    """Either each wish is met and every other task is where the timetable has it, or the conflicts name the tasks."""
    timetable, state, touched = case
    found = merged(timetable, state, touched)
    if found.conflicts:
        wishes = {wish.name for wish in wishes_of(state, touched)}
        assert {conflict.task for conflict in found.conflicts} <= wishes
        assert all(conflict.message for conflict in found.conflicts)
        return
    assert breaches(found.target) == ()
    by_name = {task.name: standing_of(found.target, task) for task in found.target.tasks}
    wanted = {wish.name: wish for wish in wishes_of(state, touched) if met(wish, timetable)}
    assert all(by_name[name].is_at(wish.wanted) for name, wish in wanted.items())
    live = {task.name: task.slots for task in found.live.tasks if task.name not in wanted}
    assert {task.name: task.slots for task in found.target.tasks if task.name in live} == live


def met(wish: Wish, timetable: Timetable) -> bool:
    """Whether the wish counts: a waiting item that somebody else arranged is left alone, and so is a gone event."""
    if not wish.wanted.places:
        known = {event.id for event in timetable.events}
        return not wish.is_item and wish.row_id in known
    return True


@given(diverged())
def test_an_undo_leads_back_to_every_row(case: tuple[Timetable, ScheduleState, dict[str, Standing]]) -> None:
    """Right after the commit nothing rests on it, and going back gives each row as it was, ids included."""
    timetable, state, touched = case
    found = merged(timetable, state, touched)
    if found.conflicts:
        return
    made = images(timetable, found)
    after = apply(timetable, made)
    assert dependents(made, rows_now(after), "zh-CN", {}, {}) == ()
    assert comparable(apply(after, made.reversed)) == comparable(timetable)
    rows = {one.row_id for one in made.sections}
    before, now = rows_now(timetable).sections, rows_now(after).sections
    assert {n: r for n, r in before.items() if n not in rows} == {n: r for n, r in now.items() if n not in rows}


@given(st.data())
def test_an_undo_that_nothing_keeps_back_is_always_sound(data: st.DataObject) -> None:
    """After a later commit: either something rests on the first one, or going back leaves the later one whole."""
    timetable = data.draw(timetables())
    first = merged(timetable, *data.draw(edited(timetable)))
    made = images(timetable, first)
    between = apply(timetable, made)
    second = merged(between, *data.draw(edited(between)))
    later = images(between, second)
    after = apply(between, later)
    changes = changes_of(first.live, first.target, {n: f"e-{n}" for n in live_items(timetable)}, {})
    found = dependents(made, rows_now(after), "en", names_in(changes), {})
    if found:
        assert later != Images()
        assert all(one.message and one.task for one in found)
        return
    undone = apply(after, made.reversed)
    places = [row.place for row in rows_now(undone).sections.values()]
    assert len(places) == len(set(places))
    known = {event.id for event in undone.events}
    for row in rows_now(undone).sections.values():
        assert {row.event_id, row.guest_event_id or row.event_id} <= known
    for one in later.sections:
        assert rows_now(undone).sections.get(one.row_id) == one.after


def test_items_of_a_class_that_is_gone_are_named() -> None:
    """Each in a conflict of its own."""
    timetable = Timetable((), (ClassRow("A", "类A", (ItemRow("item", "任务", 1),)),))
    state = timetable.load(WINDOW)
    placed = arrange(state, {1: positions(state, 2)[0]})
    [conflict] = merge(Timetable((), ()).load(WINDOW), wishes_of(placed, {}), {}, {}).conflicts
    assert (conflict.code, conflict.task) == ("task_gone", "任务")
