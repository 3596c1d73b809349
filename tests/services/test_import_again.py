"""Importing into a term that holds a timetable and placed tasks (rules IMPORT-29 to IMPORT-31)."""

import asyncio
import json
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.commit.images import EventImage, Images, ItemImage, SectionImage, Touched
from domain.errors import InvalidInput, SameTimetable, TasksDisplaced
from domain.schedule.row_diff import Place
from domain.schedule.rows import ItemRow
from domain.timetable.choice import NO_CONSENT, Consent, TermChoice
from domain.timetable.difference import Difference
from domain.timetable.report import ImportReport
from services.export_term import export_calendar
from services.import_tasks import import_tasks
from services.import_timetable import import_timetable
from services.read_tasks import read_tasks
from services.ulids import ascending_ulids
from storage.commit_rows import load_section_images, write_images
from storage.held_terms import load_held_events
from storage.tables import metadata, schedule_events, task_items
from storage.terms import load_term
from tests.services.calendar_text import vcalendar, vevent

END = "DTEND;TZID=Asia/Shanghai:20260831T094000"
MATHS = vevent(END, "RRULE:FREQ=WEEKLY;COUNT=3", "LOCATION:A-101")
LECTURE = vevent("DESCRIPTION:第5-6节", "RRULE:FREQ=WEEKLY;COUNT=3", "CATEGORIES:可嵌入", summary="讲座")
LUNCH = vevent("DURATION:PT1H", summary="午餐会", start="DTSTART:20260831T040500Z")
ENGLISH = vevent("DESCRIPTION:第9-10节", summary="大学英语", start="DTSTART;TZID=Asia/Shanghai:20260907T190000")
FILE = vcalendar(MATHS, LECTURE, LUNCH)
GROWN = vcalendar(MATHS, LECTURE, LUNCH, ENGLISH)
MAY = Consent(displace=True)


@dataclass(frozen=True)
class Room:
    """A term with the file in it: a task stands free in section 9 of Monday of week 2, another in the first lecture."""

    engine: AsyncEngine
    term_id: str
    free: str
    guest: str

    async def again(self, content: bytes, consent: Consent = NO_CONSENT, **arguments: Any) -> ImportReport:
        choice = TermChoice(term_id=self.term_id)
        return await import_timetable("ann", self.engine, content=content, choice=choice, consent=consent, **arguments)

    async def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table."""
        async with self.engine.connect() as conn:
            return {
                table.name: sorted(map(tuple, await conn.execute(select(table))), key=str)
                for table in metadata.sorted_tables
            }

    async def version(self) -> int:
        async with self.engine.connect() as conn:
            return (await load_term("ann", conn, self.term_id)).timetable_version

    async def statuses(self) -> dict[str, str]:
        async with self.engine.connect() as conn:
            return {row.id: row.status for row in await conn.execute(select(task_items.c.id, task_items.c.status))}

    async def events(self) -> dict[str, str]:
        """The id of each event by its name."""
        async with self.engine.connect() as conn:
            return {
                row.name: row.id for row in await conn.execute(select(schedule_events.c.id, schedule_events.c.name))
            }


async def place(engine: AsyncEngine, term_id: str, item: ItemRow, cells: list[Place], owner: str = "ann") -> None:
    """Let an item stand in these sections, in the course that has them or, where none has, free."""
    [event_id, *row_ids] = ascending_ulids(1 + len(cells))
    event = EventImage(id=event_id, name=item.content, item_id=item.id, created_at=datetime.now(UTC))
    before, after = ItemImage(id=item.id, status="pending"), ItemImage(id=item.id, status="arranged")
    async with engine.begin() as conn:
        held = (await load_section_images(owner, conn, term_id, places=cells)).values()
        sections: list[Touched[SectionImage]] = [
            Touched(before=row, after=row.model_copy(update={"guest_event_id": event_id})) for row in held
        ]
        for row_id, cell in zip(row_ids, () if sections else cells, strict=False):
            sections.append(Touched(after=SectionImage(id=row_id, event_id=event_id, **asdict(cell))))
        placed: Touched[ItemImage] = Touched(before=before, after=after)
        images = Images(events=(Touched(after=event),), sections=tuple(sections), items=(placed,))
        await write_images(owner, conn, term_id, images)


@pytest.fixture
async def room(engine: AsyncEngine) -> Room:
    report = await import_timetable("ann", engine, content=FILE, choice=TermChoice(weeks=4))
    tasks = {"classes": [{"name": "背单词", "items": ["第一章", "Chapter 2"]}]}
    [stored] = (await import_tasks("ann", engine, read_tasks(json.dumps(tasks).encode()))).classes
    free, guest = stored.record.row.items
    assert report.term_id is not None
    await place(engine, report.term_id, free, [Place(2, 1, 9), Place(2, 1, 10)])
    await place(engine, report.term_id, guest, [Place(1, 1, 5)])
    return Room(engine, report.term_id, free.id, guest.id)


async def test_the_same_file_changes_nothing(room: Room) -> None:
    """No row, no id, no version; the report says so, with consent to anything too."""
    before = await room.rows()
    for consent in (NO_CONSENT, MAY):
        assert (await room.again(FILE, consent)).difference == Difference()
        assert (await room.again(FILE, consent, dry_run=True)).difference == Difference()
    assert await room.rows() == before


async def test_tasks_lose_their_places_only_where_that_is_agreed_to(room: Room) -> None:
    """A dry run tells it, an import without consent is refused and stores nothing; with it the item waits again."""
    before, events = await room.rows(), await room.events()
    dry = await room.again(GROWN, dry_run=True)
    with pytest.raises(
        TasksDisplaced, match=r"1 tasks of term .*「第一章」的第2周周一第9-10节要给「大学英语」"
    ) as refused:
        await room.again(GROWN, idempotency_key="k")
    assert await room.rows() == before
    done = await room.again(GROWN, MAY)
    assert done == dry
    assert done.difference is not None
    [task] = done.difference.displaced
    assert refused.value.facts["displaced"] == [task.model_dump(mode="json")]
    assert (task.code, task.item_id, task.by) == ("section_taken", room.free, ("大学英语",))
    assert await room.statuses() == {room.free: "pending", room.guest: "arranged"}
    assert await room.version() == 2
    after = await room.rows()
    assert set(before["schedules"]) - set(after["schedules"]) == {
        r for r in before["schedules"] if events["第一章"] in r
    }
    assert {name: event_id for name, event_id in (await room.events()).items() if name in events} == {
        name: event_id for name, event_id in events.items() if name != "第一章"
    }
    assert before["task_classes"] != after["task_classes"]


async def test_courses_change_in_place_and_go_with_their_guests(room: Room) -> None:
    """Place, embeddability and sections change, ids do not; what the earlier file said comes back with it."""
    events = await room.events()
    moved = vcalendar(MATHS.replace("A-101", "B-202").replace("COUNT=3", "COUNT=2"), LECTURE.replace("可嵌入", "其他"))
    done = await room.again(moved, MAY)
    assert done.difference is not None
    assert [(one.kind, one.event_id) for one in done.difference.courses] == [
        ("changed", events["高等数学"]),
        ("changed", events["讲座"]),
    ]
    assert [one.kind for one in done.difference.timed_events] == ["removed"]
    assert [(task.code, task.item_id) for task in done.difference.displaced] == [("host_closed", room.guest)]
    assert await room.statuses() == {room.free: "arranged", room.guest: "pending"}
    back = await room.again(FILE)
    assert [course.location for course in back.courses] == ["A-101", ""]
    assert (await room.events())["讲座"] == events["讲座"]
    assert (await room.again(FILE)).difference == Difference()
    assert await room.version() == 3


async def test_the_same_key_tells_the_difference_again(room: Room) -> None:
    """Once it is made, also to a caller who never heard of it (IMPORT-21)."""
    calls = (room.again(GROWN, MAY, idempotency_key="k") for _ in range(2))
    first, second = await asyncio.gather(*calls)
    assert first == second == await room.again(GROWN, MAY, idempotency_key="k")
    assert first.difference != Difference()
    assert await room.version() == 2


async def test_two_files_into_one_term_at_a_time_come_one_after_the_other(room: Room) -> None:
    """The second is compared with what the first left."""
    other = vcalendar(MATHS, LUNCH)
    reports = await asyncio.gather(room.again(GROWN, MAY), room.again(other, MAY))
    assert await room.version() == 3
    unchanged = [(await room.again(content, dry_run=True)).difference == Difference() for content in (GROWN, other)]
    assert sorted(unchanged) == [False, True]
    second = reports[unchanged.index(True)].difference
    assert second is not None
    gone = {one.before.name for one in second.courses if one.kind == "removed" and one.before}
    assert gone == ({"大学英语", "讲座"} if unchanged[1] else set())


async def test_of_two_files_that_are_the_same_one_becomes_a_term(engine: AsyncEngine) -> None:
    """The other is refused with the term that there then is, and stores nothing (IMPORT-31)."""
    calls = (import_timetable("ann", engine, content=FILE, choice=TermChoice()) for _ in range(2))
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    [made] = [one for one in outcomes if isinstance(one, ImportReport)]
    [refused] = [one for one in outcomes if isinstance(one, SameTimetable)]
    assert refused.facts == {"term_id": made.term_id}
    for other in (TermChoice(zone="Asia/Tokyo"), TermChoice(first_monday=date(2026, 8, 24))):
        assert (await import_timetable("ann", engine, content=FILE, choice=other)).term_id != made.term_id
    assert (await import_timetable("bob", engine, content=FILE)).term_id != made.term_id
    choice = TermChoice(term_id=made.term_id)
    with pytest.raises(InvalidInput, match="name it, or ask for a new one"):
        await import_timetable("ann", engine, content=FILE, choice=choice, consent=Consent(twin=True))


async def table(engine: AsyncEngine, owner: str, term_id: str) -> list[tuple[Any, ...]]:
    """Everything that stands in a term, without the ids."""
    async with engine.connect() as conn:
        events = await load_held_events(owner, conn, term_id)
    names = {event.id: event.name for event in events}
    return sorted(
        (
            (event.type, event.name, event.location, event.teacher, event.embeddable, event.starts_at, event.ends_at),
            sorted((one.cell, names.get(one.host or "")) for one in event.sections),
        )
        for event in events
    )


async def test_what_is_exported_is_the_same_table_in_an_empty_account(room: Room) -> None:
    """Tasks too, embedded ones in their courses (IMPORT-32); into its own term it changes nothing."""
    exported = await export_calendar("ann", room.engine, room.term_id)
    report = await import_timetable("bob", room.engine, content=exported, choice=TermChoice(weeks=4))
    assert report.skipped == ()
    assert [(task.name, task.embedded) for task in report.tasks] == [("第一章", False), ("Chapter 2", True)]
    assert await table(room.engine, "bob", report.term_id or "") == await table(room.engine, "ann", room.term_id)
    again = await room.again(exported)
    assert (again.difference, again.tasks, again.skipped) == (Difference(), (), ())


async def test_tasks_of_a_file_do_not_come_where_something_stands(room: Room) -> None:
    """They are told; those that stand there are not, and courses come as ever."""
    exported = (await export_calendar("ann", room.engine, room.term_id)).replace("第一章".encode(), "别的".encode())
    done = (await room.again(exported)).difference
    assert done is not None
    assert done.is_empty
    [left] = done.tasks_left
    assert (left.name, left.code) == ("别的", "unsupported")
    assert "Monday sections 9-10 of week 2" in left.reason
