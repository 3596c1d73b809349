"""``daywright remind`` (rules CLI-5, CLI-7 and CLI-24)."""

import asyncio

import pytest
from rich.cells import cell_len

from domain.errors import InvalidInput
from runtime.cli.remind import _seconds
from tests.bells import Bells, eventually
from tests.runtime.cli.shell import Shell


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("30m", 1800),
        ("90s", 90),
        ("2h", 7200),
        ("1h30m", 5400),
        ("1.5h", 5400),
        ("45 minutes", 2700),
        ("half an hour", 1800),
        ("2 days", 172_800),
        ("半小时", 1800),
        ("10分钟", 600),
        ("一个半小时", 5400),
    ],
)
def test_a_delay_is_written_as_people_do(written: str, seconds: int) -> None:
    assert _seconds(written) == seconds


@pytest.mark.parametrize("written", ["", "30", "soon", "tomorrow", "m30", "30m tea", "-5m", "0m", "0秒", "x" * 1000])
def test_what_is_no_delay_is_named(written: str) -> None:
    with pytest.raises(InvalidInput, match="is no delay"):
        _seconds(written)


async def test_a_reminder_is_set_listed_and_taken_back(shell: Shell) -> None:
    """In the session that was used last, which is opened where there is none; nothing steers the terminal."""
    assert "no session yet" in (await shell.run("remind", "list")).refused()
    done = await shell.run("remind", "in", "30m", "泡茶\x1b[2J")
    assert (done.code, done.err) == (0, "")
    assert "泡茶[2J (schedule-1)" in done.out
    [session] = (await shell.asked("sessions"))["items"]
    assert session["id"] in done.out
    made = (await shell.run("remind", "in", "1h", "长" * 100, "--json")).json()
    assert (made["reminder"]["id"], made["reminder"]["afterSeconds"]) == ("schedule-2", 3600)
    shell.environment["COLUMNS"] = "80"
    shown = (await shell.run("remind", "list", "--session", session["id"][-6:])).out.splitlines()
    assert [line.split()[0] for line in shown] == ["reminder", "schedule-1", "schedule-2"]
    assert max(cell_len(line) for line in shown) <= 80
    listed = (await shell.run("remind", "list", "--json")).json()
    assert listed["reminders"] == (await shell.asked(f"sessions/{session['id']}/reminders"))["items"]
    assert (await shell.run("remind", "delete", "schedule-1")).out == "Deleted schedule-1.\n"
    assert "'schedule-1'" in (await shell.run("remind", "delete", "schedule-1")).refused()
    await shell.run("sessions", "end", session["id"])
    ended = await shell.run("remind", "list", "--session", session["id"])
    assert "The session is ended: nothing is told in it." in ended.out
    assert "has ended" in (await shell.run("remind", "in", "1m", "x", "--session", session["id"])).refused()


async def test_a_reminder_is_told_in_its_session(shell: Shell) -> None:
    """The log shows it by its own words, and the sentence that presents it."""
    edge = shell.place.served.edge
    async with Bells.over(edge.engine, edge.client) as bells:
        made = (await shell.run("remind", "in", "1s", "喝水", "--json")).json()
        session = made["session"]["id"]
        await eventually(lambda: bells.said(session, "assistant"))
        assert await bells.told_once(session) == ["喝水"]
        assert "喝水" in (await shell.run("sessions", "log", session)).out
        assert "No reminder waits" in (await shell.run("remind", "list")).out


_REFUSED = (
    ("remind", "in", "abc", "x"),
    ("remind", "in", "9" * 20 + "s", "x"),
    ("remind", "in", "--", "-5s", "x"),
    ("remind", "in", "0s", "x"),
    ("remind", "in", "999999999 weeks", "x"),
    ("remind", "list", "--session", "??"),
    ("remind", "delete", ""),
    ("remind", "delete", ".."),
    ("sessions", "show", ""),
    ("sessions", "log", "zzzz", "--cursor", "no"),
    ("chat", "x", "--new", "--session", "zzzz"),
    ("chat", ""),
)


async def test_what_cannot_be_done_is_one_sentence(shell: Shell) -> None:
    """Whatever is wrong, and wherever that is found out: before a command is run too."""
    await shell.run("remind", "in", "1h", "x")
    told = await asyncio.gather(*(shell.run(*arguments) for arguments in _REFUSED))
    said = {arguments: ran.refused() for arguments, ran in zip(_REFUSED, told, strict=True)}
    assert "'abc' is no delay" in said["remind", "in", "abc", "x"]
    assert "'' is no id of a reminder" in said["remind", "delete", ""]
