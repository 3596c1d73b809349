"""Confirm and undo as workflows, on all rows of a database (rules CONFIRM-1 to UNDO-6)."""

from collections.abc import AsyncIterator

import pytest

from tests.desk import Desk, commit_desk, differing
from tests.week import Week


@pytest.fixture
async def desk(week: Week) -> AsyncIterator[Desk]:
    """A desk over the example week and its worker."""
    async with commit_desk(week) as desk:
        yield desk


async def test_a_confirm_writes_what_the_preview_shows(desk: Desk) -> None:
    """Each of the sixteen tasks gets an event and its sections, its item is arranged, no other row changes."""
    before = await desk.dump()
    session = await desk.week.planned_session()
    commit = await desk.confirm(session, 1)
    after = await desk.dump()
    changed = differing(before, after)
    assert (commit.status, commit.revision, commit.timetable_version) == ("applied", 1, 2)
    assert len(changed["schedule_events"]) == len(changed["task_items"]) == len(commit.changes) == 16
    assert before["schedule_events"].items() <= after["schedule_events"].items()
    assert {row["status"] for row in after["task_items"].values()} == {"arranged"}
    undone = await desk.undo(commit)
    assert undone.status == "undone"
    assert await desk.dump() == before
