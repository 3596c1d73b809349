"""Reading files of strangers: whatever stands in one, it costs a bounded time and nobody else anything (IMPORT-20)."""

import asyncio
import os
import signal
import tempfile
import time
from pathlib import Path

import pytest

from domain.errors import InvalidCalendar, InvalidTasks, RateLimited, Unavailable
from domain.timetable.choice import TermChoice
from services import child_processes
from services import read_in_child as module
from services.child_processes import ChildLimits, EndedWithoutAnswer
from services.read_calendar import MAX_BYTES
from services.read_in_child import READING_LIMITS, FileReaders
from services.read_tasks import read_tasks
from services.read_timetable import read_timetable
from tests.sample import stride
from tests.services.calendar_text import vcalendar, vevent
from tests.services.test_child_processes import spin, take, until_gone

# A file that takes longer is refused, which is an answer as good; where all is tried it has as long as elsewhere.
_SECONDS = 0.7 if stride(2) > 1 else 2

END = "DTEND;TZID=Asia/Shanghai:20260831T094000"


def named(pipe: str) -> None:
    """Work that never ends and says which process does it."""
    descriptor = os.open(pipe, os.O_WRONLY)
    os.write(descriptor, str(os.getpid()).encode())
    os.close(descriptor)
    spin()


def copies(size: int) -> bytes:
    """An answer that there is room for once."""
    return bytes(size)


async def test_what_is_read_is_what_reading_here_gives() -> None:
    """Term and timetable cross the processes whole, and so do the errors, with their facts."""
    readers = FileReaders()
    content = vcalendar(vevent(END, "RRULE:FREQ=WEEKLY;COUNT=3"), vevent(END, "RDATE:20260907T000000Z"))
    read = await readers.read("ann", InvalidCalendar, read_timetable, content, TermChoice(weeks=9))
    assert read == read_timetable(content, TermChoice(weeks=9))
    with pytest.raises(InvalidTasks, match=r"classes\.0\.color is unknown"):
        await readers.read("ann", InvalidTasks, read_tasks, b'{"classes": [{"name": "x", "items": ["y"], "color": 1}]}')
    unusable = vcalendar(vevent(END, "RRULE:FREQ=SECONDLY"))
    with pytest.raises(InvalidCalendar, match="FREQ=SECONDLY") as refused:
        await readers.read("ann", InvalidCalendar, read_timetable, unusable, TermChoice())
    assert refused.value.facts["skipped"][0]["code"] == "unsupported"  # type: ignore[index]


def repeated(line: str, size: int = MAX_BYTES) -> str:
    """A line as often as it goes into a file."""
    return "\r\n".join([line] * ((size - 300) // (len(line) + 2)))


@pytest.mark.parametrize(
    "lines",
    [
        "EXDATE;VALUE=DATE:" + ",".join(["20260907"] * 550_000),
        repeated("EXDATE:20260907T000000Z"),
        repeated("A:"),
        repeated("RRULE:FREQ=SECONDLY"),
        "CATEGORIES:" + "a," * 2_400_000,
        "RRULE:FREQ=WEEKLY;BYDAY=" + "MO," * 1_600_000 + "MO",
        "X-A" + ";A=1" * 1_200_000 + ":1",
        repeated("BEGIN:VALARM"),
        "DTSTAMP;TZID=" + "a/" * 2_400_000 + ":20260101T000000",
    ],
    ids=["exdates", "exdate lines", "short lines", "rules", "categories", "days", "parameters", "alarms", "zone"],
)
async def test_a_file_made_to_be_slow_is_answered_while_others_are_served(lines: str) -> None:
    """The largest files of one thing over and over are read or refused in bounded time; the loop goes on meanwhile."""
    content = vcalendar(vevent(END, lines))
    assert len(content) <= MAX_BYTES
    ticks, reading = 0, asyncio.create_task(outcome_of(content))
    while not reading.done():
        await asyncio.sleep(0.01)
        ticks += 1
    assert ticks >= 10
    assert isinstance(reading.result(), InvalidCalendar | tuple)


async def outcome_of(content: bytes) -> object:
    try:
        return await FileReaders(seconds=_SECONDS).read("ann", InvalidCalendar, read_timetable, content, TermChoice())
    except InvalidCalendar as refusal:
        return refusal


async def test_work_that_never_ends_is_stopped_and_said_so() -> None:
    """By the time it takes or by the processor time, whichever is sooner."""
    for readers in (FileReaders(seconds=0.5), FileReaders(limits=ChildLimits(1, READING_LIMITS.memory_bytes))):
        with pytest.raises(InvalidCalendar, match=r"the file takes more than \S+ s to read: split it"):
            await readers.read("ann", InvalidCalendar, spin)


async def test_work_that_wants_too_much_memory_is_refused() -> None:
    """Whether it is told so in its work or in answering, or is ended without a word."""
    readers = FileReaders()
    for work, argument in ((take, 2**31), (copies, 2**29), (signal.raise_signal, signal.SIGSEGV)):
        with pytest.raises(InvalidTasks, match="the file takes more than 1024 MB of memory to read: split it"):
            await readers.read("ann", InvalidTasks, work, argument)


async def test_a_child_that_cannot_begin_is_a_mistake_of_ours() -> None:
    """No file is blamed for it."""
    with pytest.raises(EndedWithoutAnswer):
        await FileReaders().read("ann", InvalidTasks, os._exit, 1)


async def test_where_no_child_can_be_started_that_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With the folder that has too long a name and what to do; it is no outage of the database."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / ("long" * 25)))
    monkeypatch.setattr(child_processes, "_SHORT_FOLDERS", ())
    with pytest.raises(Unavailable, match=r"cannot be read just now: .*set TMPDIR to a shorter folder.*longlong"):
        await FileReaders().read("ann", InvalidCalendar, abs, -1)


async def test_a_request_that_is_cancelled_leaves_no_process(tmp_path: Path) -> None:
    """It ends at once, and the next file is read."""
    readers, pipe = FileReaders(), tmp_path / "pid"
    os.mkfifo(pipe)
    reading = asyncio.create_task(readers.read("ann", InvalidCalendar, named, str(pipe)))
    pid = int(await asyncio.to_thread(pipe.read_text))
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    await until_gone(pid)
    assert await readers.read("ann", InvalidCalendar, abs, -1) == 1


async def test_two_files_are_read_at_a_time_and_one_of_each_user() -> None:
    """Others of the same user wait for their own."""
    readers, done = FileReaders(), list[str]()

    async def read(owner: str, seconds: float, name: str) -> None:
        await readers.read(owner, InvalidCalendar, time.sleep, seconds)
        done.append(name)

    async with asyncio.TaskGroup() as group:
        for owner, seconds, name in (("ann", 2.0, "first"), ("ann", 0.0, "second"), ("bob", 0.0, "other")):
            group.create_task(read(owner, seconds, name))
            await asyncio.sleep(0)
    assert done == ["other", "first", "second"]


async def test_so_many_files_may_wait_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """One user is told to wait for their own, all to come back later; what has waited is read."""
    monkeypatch.setattr(module, "MOST", 6)
    readers = FileReaders()
    owners = ["ann"] * 4 + ["bob", "cleo"]
    reading = [asyncio.create_task(readers.read(owner, InvalidCalendar, abs, -1)) for owner in owners]
    await asyncio.sleep(0)
    with pytest.raises(RateLimited, match="4 files of yours are being read"):
        await readers.read("ann", InvalidCalendar, abs, -1)
    with pytest.raises(Unavailable, match="6 files are being read: send this one again in a minute"):
        await readers.read("dora", InvalidCalendar, abs, -1)
    assert await asyncio.gather(*reading) == [1] * 6
    assert await readers.read("dora", InvalidCalendar, abs, -1) == 1
