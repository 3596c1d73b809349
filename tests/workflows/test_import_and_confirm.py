"""A confirm and an import that change one term at a time (rules CONFIRM-2 and IMPORT-30)."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from domain.errors import CommitConflict
from domain.timetable.choice import Consent, TermChoice
from domain.timetable.report import ImportReport
from services.import_timetable import import_timetable
from storage.commits import CommitRecord
from storage.terms import load_term
from tests.desk import Desk, at, commit_desk, free_place
from tests.week import EXAMPLES, OWNER, Week


@pytest.fixture
async def desk(week: Week) -> AsyncIterator[Desk]:
    """A desk over the example week and its worker."""
    async with commit_desk(week) as desk:
        yield desk


async def test_whichever_comes_second_heeds_the_first(desk: Desk) -> None:
    """Either the task finds its place taken, or it is named as displaced; it stands nowhere where a course does."""
    state = await desk.live()
    task = next(task for task in state.tasks if task.status == "pending")
    day, first, last = free_place(state, task.length)
    place = state.window.place(day)
    session = await desk.opened(at(task, day, first, last))
    async with desk.week.engine.connect() as conn:
        term = (await load_term(OWNER, conn, desk.week.request.term_id)).term
    start = term.date_of(place.week, place.day_of_week)
    lines = ["BEGIN:VEVENT", "UID:new", "SUMMARY:新课", f"DTSTART:{start:%Y%m%d}T080000", f"DESCRIPTION:第{first}节"]
    event = "\r\n".join([*lines, "END:VEVENT", "END:VCALENDAR"]).encode()
    content = (EXAMPLES / "timetable.ics").read_bytes().replace(b"END:VCALENDAR", event)
    choice = TermChoice(term_id=desk.week.request.term_id)
    imported, commit = await asyncio.gather(
        import_timetable(OWNER, desk.week.engine, content=content, choice=choice, consent=Consent(displace=True)),
        desk.confirm(session),
        return_exceptions=True,
    )
    assert isinstance(imported, ImportReport), imported
    assert imported.difference is not None
    displaced = [one.item_id for one in imported.difference.displaced]
    if isinstance(commit, CommitRecord):
        assert displaced == [task.source_id]
    else:
        assert isinstance(commit, CommitConflict), commit
        assert displaced == []
    after = await desk.live()
    [waits] = [one for one in after.tasks if one.source_id == task.source_id]
    assert waits.status == "pending"
    assert any(one.name == "新课" and one.slots[0].key == (day, first, first) for one in after.tasks)
