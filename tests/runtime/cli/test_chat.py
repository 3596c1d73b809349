"""Talking on the terminal (rules CLI-20 to CLI-22)."""

import asyncio
import json
import os
import signal

import pytest
from rich.cells import cell_len

from tests.runtime.cli.shell import DAYWRIGHT, Shell
from tests.runtime.cli.terminal import Terminal

MOVE = "把第5周周五的任务都挪到周六"
_SECONDS = 120


@pytest.fixture
async def shell(shell: Shell) -> Shell:
    """A terminal of 80 columns; there is a plan."""
    shell.environment["COLUMNS"] = "80"
    await shell.place.week.planned_session()
    return shell


async def test_one_thing_is_said_and_answered(shell: Shell) -> None:
    """Stages, the reply and what can be done next stand in 80 columns; the session is the one that was used last."""
    changed = await shell.run("chat", MOVE)
    assert (changed.code, changed.err) == (0, "")
    lines = changed.out.splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert "理解为：调整计划" in lines[0]
    for words in ("选路", "移动了 2 个任务", "daywright preview", "daywright confirm"):
        assert words in changed.out
    assert "--session" not in changed.out
    [session] = (await shell.asked("sessions"))["items"]
    assert session["revision"] == 2
    asked = await shell.run("chat", "what is on Friday of week 5?")
    assert "taken for: question" in asked.out
    assert "rows used" in asked.out
    assert len((await shell.asked(f"sessions/{session['id']}/turns"))["items"]) == 2


async def test_a_new_session_is_opened_where_that_is_wished(shell: Shell) -> None:
    """There a change has nothing to change, which is one sentence; later words stay there unless another is named."""
    hello = await shell.run("chat", "你好", "--new")
    assert hello.code == 0
    talked, planned = (await shell.asked("sessions"))["items"]
    assert "preview" in (await shell.run("chat", MOVE)).refused()
    named = await shell.run("chat", MOVE, "--session", planned["id"][-8:])
    assert named.code == 0
    assert (await shell.asked(f"sessions/{planned['id']}"))["revision"] == 2
    assert "--new and --session" in (await shell.run("chat", "你好", "--new", "--session", talked["id"])).refused()
    assert "0 characters" in (await shell.run("chat", "")).refused()


async def test_programs_get_the_events_as_they_are(shell: Shell) -> None:
    """One document with how the turn ended and every event, also of one that failed."""
    told = (await shell.run("chat", MOVE, "--json")).json()
    assert (told["turn"]["status"], told["turn"]["kind"]) == ("completed", "refine")
    assert [event["event_id"] for event in told["events"][:2]] == ["1.0", "2.0"]
    assert {event["run"] for event in told["events"]} == {None, told["turn"]["run"]}
    failed = await shell.run("chat", MOVE + "，请尽量" * 500, "--json")
    assert (failed.code, json.loads(failed.out)["turn"]["code"]) == (1, "message_too_long")
    assert "2000" in failed.err


async def test_what_is_piped_in_is_said_as_a_whole(shell: Shell) -> None:
    """Without a terminal there is nobody to talk with line by line."""
    for given, code, told in (
        ("第5周周五有什么？\n谢谢\n".encode(), 0, "提问"),
        (b"\xff", 1, "UTF-8"),
        (b"", 1, "0 char"),
    ):
        saying = await asyncio.create_subprocess_exec(
            *(DAYWRIGHT, "chat"),
            env=os.environ | shell.environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await saying.communicate(given)
        assert (saying.returncode, told in (out + err).decode()) == (code, True), err.decode()


async def test_a_conversation_goes_line_by_line(shell: Shell) -> None:
    """What cannot be done is told, and the next line is read; Ctrl-D ends it."""
    async with asyncio.timeout(_SECONDS):
        terminal = await Terminal.started(shell, "chat", "--new")
        await terminal.shows("> ")
        terminal.types("你好\n")
        await terminal.shows("> ", times=2)
        terminal.types(f" \n{MOVE}\n")
        await terminal.shows("> ", times=4)
        terminal.types("\x04")
        ended = await terminal.ended()
    assert ended.code == 0, ended.out
    assert "没有" in ended.out or "preview" in ended.out
    session = (await shell.asked("sessions?limit=1"))["items"][0]
    turns = (await shell.asked(f"sessions/{session['id']}/turns"))["items"]
    assert [turn["status"] for turn in turns] == ["completed"]


async def test_ctrl_c_stops_the_turn_and_waits_for_its_end(shell: Shell) -> None:
    """It says so, the plan stays as it was, and the command ends with 130; in a conversation the next line is read."""
    shell.place.gate.node = "contract"
    saying = await shell.start("chat", MOVE)
    async with asyncio.timeout(_SECONDS):
        await shell.place.gate.reached.wait()
        saying.send_signal(signal.SIGINT)
        assert saying.stderr is not None
        told = (await saying.stderr.readline()).decode()
        shell.place.gate.opened.set()
        ended = await shell.ended(saying)
    assert ended.code == 130
    assert "正在停止" in told
    assert "停止" in ended.out
    [session] = (await shell.asked("sessions"))["items"]
    assert session["revision"] == 1
    [turn] = (await shell.asked(f"sessions/{session['id']}/turns"))["items"]
    assert turn["status"] == "cancelled"


async def test_ctrl_c_that_comes_too_late_says_so(shell: Shell) -> None:
    """The reply stands, and the command ends with 130 all the same."""
    shell.place.gate.node = "reply"
    saying = await shell.start("chat", "你好")
    async with asyncio.timeout(_SECONDS):
        await shell.place.gate.reached.wait()
        saying.send_signal(signal.SIGINT)
        assert saying.stderr is not None
        told = (await saying.stderr.readline()).decode()
        shell.place.gate.opened.set()
        ended = await shell.ended(saying)
    assert (ended.code, "正在停止" in told) == (130, True)
    assert "你好" in ended.out
    assert "来不及停止" in ended.err


async def test_ctrl_c_twice_leaves_the_turn(shell: Shell) -> None:
    """The command ends at once and says where the answer will stand."""
    shell.place.gate.node = "contract"
    async with asyncio.timeout(_SECONDS):
        terminal = await Terminal.started(shell, "chat", MOVE)
        await shell.place.gate.reached.wait()
        terminal.types("\x03")
        await terminal.shows("正在停止")
        terminal.types("\x03")
        ended = await terminal.ended()
    shell.place.gate.opened.set()
    assert ended.code == 130
    assert "daywright sessions log" in ended.out
    [session] = (await shell.asked("sessions"))["items"]
    [turn] = (await shell.asked(f"sessions/{session['id']}/turns"))["items"]
    async with shell.place.served.client(shell.place.key) as client:
        assert "[DONE]" in (await client.get(f"/api/v1/agent/chat/{turn['id']}/events")).text
