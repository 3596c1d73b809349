"""Timetables as rows in memory: drawn at random, changed as a difference says."""

from dataclasses import dataclass, replace

from hypothesis import strategies as st

from domain.schedule.row_diff import EventRef, Place, RowDiff
from domain.schedule.rows import ClassRow, EventRow, ItemRow, SectionRow, load_state
from domain.schedule.state import ScheduleState
from domain.term.window import Window

DAYS = [(4, 7), *((week, day) for week in (5, 6) for day in range(1, 8)), (7, 1)]
KINDS = ["filler", "task", "waiting", "course", "hall", "filler", "task", "waiting"]
HOSTS = {"filler", "hall"}


@dataclass(frozen=True)
class Timetable:
    """All rows of a term."""

    events: tuple[EventRow, ...]
    classes: tuple[ClassRow, ...]

    def load(self, window: Window) -> ScheduleState:
        return load_state(window, self.events, self.classes)

    @property
    def sections(self) -> dict[Place, SectionRow]:
        return {Place(r.week, r.day_of_week, r.section): r for event in self.events for r in event.sections}


def apply(diff: RowDiff, before: Timetable) -> Timetable:
    """The timetable after the difference, by the order that the difference promises."""
    sections, events = before.sections, {event.id: event for event in before.events}
    items = {event.item_id: event.id for event in before.events if event.item_id}
    for place in diff.pointers_cleared:
        assert sections[place].guest_event_id is not None
        sections[place] = replace(sections[place], guest_event_id=None)
    for place in diff.sections_deleted:
        del sections[place]
    released = {events.pop(event_id).item_id for event_id in diff.events_deleted}
    for new in diff.events_created:
        items[new.item_id] = f"new-{new.item_id}"
        events[items[new.item_id]] = EventRow(items[new.item_id], "task", new.name, item_id=new.item_id)

    def event_id(ref: EventRef) -> str:
        return ref.event_id or items[ref.item_id]

    for place, ref in diff.sections_inserted:
        assert place not in sections
        row = SectionRow(f"new-{place}", event_id(ref), place.week, place.day_of_week, place.section)
        sections[place] = row
    for place, ref in diff.pointers_set:
        assert sections[place].guest_event_id is None or place in diff.pointers_cleared
        sections[place] = replace(sections[place], guest_event_id=event_id(ref))
    arranged = {new.item_id for new in diff.events_created}
    return Timetable(
        tuple(replace(e, sections=tuple(r for r in sections.values() if r.event_id == e.id)) for e in events.values()),
        tuple(_with_status(group, released, arranged) for group in before.classes),
    )


def _with_status(group: ClassRow, released: set[str | None], arranged: set[str]) -> ClassRow:
    def changed(item: ItemRow) -> ItemRow:
        if item.id in released:
            return replace(item, status="pending")
        return replace(item, status="arranged") if item.id in arranged else item

    return replace(group, items=tuple(changed(item) for item in group.items))


@st.composite
def timetables(draw: st.DrawFn, least: int = 0) -> Timetable:
    """Courses and tasks, some embeddable, some of them guests, and items that wait; in and out of the window."""
    free = {day: set(range(1, 13)) for day in DAYS}
    events: dict[str, EventRow] = {}
    classes: dict[str, list[ItemRow]] = {"A": [], "B": []}
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=least, max_size=14))
    for n, kind in enumerate(kinds):
        item_id = f"item{n:02}" if kind in ("task", "hall", "waiting") else None
        if item_id is not None:
            item = ItemRow(item_id, f"任务{n}", draw(st.integers(0, 3)), "pending" if kind == "waiting" else "arranged")
            classes[draw(st.sampled_from("AB"))].append(item)
        if kind == "waiting":
            continue
        row = EventRow(f"event{n:02}", "task" if item_id else "course", f"任务{n}", kind in HOSTS, item_id)
        if kind == "task" and draw(st.booleans()) and _embedded(draw, events, row):
            continue
        times = draw(st.integers(1, 1 if item_id else 3))
        events[row.id] = replace(row, sections=tuple(r for k in range(times) for r in _rows(draw, row.id, k, free)))
    totals = st.one_of(st.none(), st.integers(0, 12))
    return Timetable(
        tuple(draw(st.permutations(list(events.values())))),
        tuple(ClassRow(key, f"类{key}", tuple(items), draw(totals)) for key, items in classes.items()),
    )


def _rows(draw: st.DrawFn, event_id: str, k: int, free: dict[tuple[int, int], set[int]]) -> list[SectionRow]:
    place = draw(st.sampled_from(sorted(free)))
    start, length = draw(st.integers(1, 12)), draw(st.integers(1, 4))
    taken = sorted(free[place] & set(range(start, start + length)))
    free[place] -= set(range(start - 1, start + length + 1))
    return [SectionRow(f"{event_id}-{k}-{section}", event_id, *place, section) for section in taken]


def _embedded(draw: st.DrawFn, events: dict[str, EventRow], guest: EventRow) -> bool:
    """Point a run of sections of a filler course's free day at the guest, if there is one."""
    for host in events.values():
        days = {(row.week, row.day_of_week) for row in host.sections}
        taken = {(row.week, row.day_of_week) for row in host.sections if row.guest_event_id}
        if host.can_be_embedded and days - taken:
            day = min(days - taken)
            run = sorted((r.section, r.id) for r in host.sections if (r.week, r.day_of_week) == day)
            whole = [row_id for k, (section, row_id) in enumerate(run) if section == run[0][0] + k]
            chosen = set(whole[: draw(st.integers(1, 4))])
            rows = (replace(r, guest_event_id=guest.id) if r.id in chosen else r for r in host.sections)
            events[host.id], events[guest.id] = replace(host, sections=tuple(rows)), guest
            return True
    return False
