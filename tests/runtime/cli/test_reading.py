"""Reading the timetable on the terminal (rules READ-1 to READ-6)."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.schedule.rows import EventRow, SectionRow
from services.ulids import ascending_ulids
from storage.classes import load_classes
from storage.schedule import EventDetails, insert_event
from tests.clock import Clock
from tests.edge import OWNER, served_edge
from tests.runtime.cli.shell import Shell
from tests.runtime.client.place import Place
from tests.week import Gate, Week


@pytest.fixture
def clock() -> Clock:
    """Monday of week 5, before anything begins."""
    return Clock(datetime(2026, 9, 27, 22, 0, tzinfo=UTC))


@pytest.fixture
async def shell(database: str, temporal: WorkflowEnvironment, tmp_path: Path, clock: Clock) -> AsyncIterator[Shell]:
    """A terminal beside an API with the example week and a clock of the test's own."""
    async with served_edge(database, temporal.client, clock) as served, Week.stored(database, temporal.client) as week:
        yield Shell(Place(served, week, await served.key(OWNER), await served.key("newcomer"), Gate()), tmp_path)


async def arranged(shell: Shell, day_of_week: int, sections: tuple[int, int]) -> str:
    """The first item of the first class, placed in week 5; its id."""
    week = shell.place.week
    async with week.engine.begin() as conn:
        [group, *_] = await load_classes(OWNER, conn, week.request.class_ids)
        item = group.row.items[0]
        event_id, *row_ids = ascending_ulids(3)
        rows = [SectionRow(row, event_id, 5, day_of_week, n) for row, n in zip(row_ids, sections, strict=True)]
        event = EventRow(event_id, "task", item.content, item_id=item.id, sections=tuple(rows))
        await insert_event(OWNER, conn, week.request.term_id, event)
    return item.id


async def test_today_shows_what_is_done_and_what_goes_on(shell: Shell, clock: Clock) -> None:
    """An event on a line, with its clock times and sections; a task with the end of its id (READ-6)."""
    item_id = await arranged(shell, 1, (11, 12))
    clock.set("2026-09-28", "08:30")
    early = await shell.run("today")
    assert (early.code, early.err) == (0, "")
    lines = early.out.splitlines()
    assert lines[0] == "Mon 2026-09-28, week 5"
    [mathematics] = [line for line in lines if "高等数学" in line]
    assert mathematics.split() == ["08:00–09:40", "1–2", "高等数学", "博学楼A-101", "林知远", "now"]
    [task] = [line for line in lines if item_id[-8:] in line]
    assert task.startswith("20:50–22:30  11–12")
    assert "done" not in early.out
    clock.set("2026-09-28", "22:30")
    late = await shell.run("today")
    [task] = [line for line in late.out.splitlines() if item_id[-8:] in line]
    assert task.split()[-2:] == ["done", item_id[-8:]]
    assert "now" not in late.out.split()
    assert (await shell.run("today", "--json")).json() == await shell.asked("timetable/today")


async def test_a_week_is_shown_day_by_day(shell: Shell, clock: Clock) -> None:
    """This one, or the one that is named; days on which nothing stands are left out."""
    await arranged(shell, 7, (1, 2))
    clock.set("2026-10-04", "12:00")
    this = await shell.run("week")
    assert (this.code, this.err) == (0, "")
    assert this.out.splitlines()[0] == "Mon 2026-09-28, week 5"
    assert "Sun 2026-10-04, week 5" in this.out
    assert this.out.split().count("done") == 1
    third = await shell.run("week", "3")
    assert "Mon 2026-09-14, week 3" in third.out
    assert "Sun" not in third.out
    term_id = shell.place.week.request.term_id
    shown = (await shell.run("week", "3", "--term", term_id[-8:], "--json")).json()
    assert shown == await shell.asked(f"terms/{term_id}/weeks/3")
    assert "has weeks 1 to" in (await shell.run("week", "60")).refused()


async def test_now_tells_the_end_of_what_goes_on_and_the_start_of_what_comes(shell: Shell, clock: Clock) -> None:
    """With the day where it is another one, also before the term has begun (READ-5)."""
    clock.set("2026-09-28", "08:30")
    found = await shell.run("now")
    assert found.out.splitlines() == ["Now, until 09:40: 高等数学, 博学楼A-101 林知远.", "Next, 10:15: 数据结构."]
    clock.set("2026-10-04", "12:00")
    assert (await shell.run("now")).out.startswith("Now: nothing.\nNext, 08:00 on Mon 2026-10-05, week 6: 高等数学.\n")
    assert (await shell.run("now", "--json")).json() == await shell.asked("timetable/now")
    clock.set("2026-08-01", "12:00")
    holidays = await shell.run("now")
    first, following = holidays.out.splitlines()
    assert first == "No term holds this day."
    assert following.startswith("Next, 08:00 on Mon 2026-08-31, week 1: ")
    assert (
        "no term of yours holds 2026-08-01: the next one begins on 2026-08-31" in (await shell.run("today")).refused()
    )
    assert "Mon 2026-08-31, week 1" in (await shell.run("week", "1")).out


async def test_names_do_not_steer_the_terminal(shell: Shell, clock: Clock) -> None:
    """Control characters of names and places are not printed; brackets are no markup."""
    event_id = ascending_ulids(1)[0]
    starts, ends = datetime(2026, 10, 4, 4, tzinfo=UTC), datetime(2026, 10, 5, 17, tzinfo=UTC)
    async with shell.place.week.engine.begin() as conn:
        named = EventRow(event_id, "course", "[red]夜\x1b[31m车\x07")
        await insert_event(
            OWNER, conn, shell.place.week.request.term_id, named, EventDetails("\x1b[2J站", "", starts, ends)
        )
    clock.set("2026-10-04", "12:30")
    for command in ("today", "now"):
        shown = await shell.run(command)
        assert "[red]夜[31m车" in shown.out
        assert not {"\x1b", "\x07"} & set(shown.out)
    assert "12:00–10-06 01:00" in (await shell.run("today")).out


async def test_a_week_that_the_term_does_not_have_is_a_sentence(shell: Shell) -> None:
    """However large its number, and with a term named or not."""
    for number in ("19", "99", "100000"):
        refused = (await shell.run("week", number)).refused()
        assert refused == f"week {number} is not in this term: it has weeks 1 to 18"
