"""Runs that ask, on a terminal and without one (rule CLI-11)."""

import asyncio

import pytest

from tests.asking import QUESTIONS, SAID, AskingRefineSteps
from tests.runtime.cli.shell import Shell
from tests.runtime.cli.terminal import Terminal

MOVE = "把第5周周五的任务都挪到周六"
WEEKS = ("--weeks", "5-6")
_SECONDS = 120


@pytest.fixture
async def shell(asking: None, shell: Shell) -> Shell:
    """A terminal beside an API whose runs ask; there is a plan."""
    planned = await shell.run("plan", *WEEKS)
    assert planned.code == 0, planned.err
    return shell


@pytest.fixture(autouse=True)
def asking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers whose runs ask in their first round."""
    monkeypatch.setattr("worker.build.LedgeredRefineSteps", AskingRefineSteps)


async def test_without_a_terminal_the_run_waits_for_another_command(shell: Shell) -> None:
    """The first one ends and names the second, which answers, follows the run and shows the plan."""
    refined = await shell.run("refine", MOVE)
    assert refined.code == 1
    [run] = (await shell.asked("runs?limit=1"))["items"]
    assert f"say it with `daywright answer {run['id']} TEXT`" in refined.err
    assert QUESTIONS[0] in refined.err
    shown = await shell.run("runs", "show", run["id"])
    assert "paused" in shown.out
    assert QUESTIONS[1] in shown.out
    blank = await shell.run("answer", run["id"], "  ")
    assert "has 0 characters" in blank.refused()
    answered = await shell.run("answer", run["id"][-8:], SAID)
    assert (answered.code, answered.err) == (0, "")
    assert "之后" in answered.out
    assert "Revision 2" in answered.out
    again = await shell.run("answer", run["id"], SAID)
    assert "is completed and asks nothing" in again.refused()


async def test_programs_get_the_run_as_it_waits(shell: Shell) -> None:
    """The question stands in the document, and the answer of another command ends with the plan."""
    refined = await shell.run("refine", MOVE, "--json")
    assert refined.code == 1
    [run] = (await shell.asked("runs?limit=1"))["items"]
    assert f'"question_id": "{run["question"]["question_id"]}"' in refined.out
    assert '"preview": null' in refined.out
    watching = await shell.start("runs", "watch", run["id"])
    answered = (await shell.run("answer", run["id"], SAID, "--json")).json()
    assert (answered["run"]["status"], answered["preview"]["revision"]) == ("completed", 2)
    watched = await shell.ended(watching)
    assert (watched.code, watched.err) == (0, "")


async def test_on_a_terminal_the_person_is_asked_and_the_run_goes_on(shell: Shell) -> None:
    """Both questions are shown, a blank line is asked again, and the plan follows in the same command."""
    async with asyncio.timeout(_SECONDS):
        terminal = await Terminal.started(shell, "refine", MOVE)
        await terminal.shows("回答：")
        terminal.types("  \n")
        await terminal.shows("回答：", times=2)
        terminal.types(f"{SAID}\n")
        ended = await terminal.ended()
    assert ended.code == 0, ended.out
    for words in (*QUESTIONS, "Revision 2"):
        assert words in ended.out
    [run] = (await shell.asked("runs?limit=1"))["items"]
    assert run["status"] == "completed"


async def test_who_gives_no_answer_leaves_the_run_waiting(shell: Shell) -> None:
    """Ctrl-D ends the command with the one that answers later, Ctrl-C as ever; the run is not touched."""
    async with asyncio.timeout(_SECONDS):
        terminal = await Terminal.started(shell, "refine", MOVE)
        await terminal.shows("回答：")
        terminal.types("\x04")
        ended = await terminal.ended()
        [run] = (await shell.asked("runs?limit=1"))["items"]
        assert (ended.code, run["status"]) == (1, "paused")
        assert f"daywright answer {run['id']} TEXT" in ended.out.replace("\r\n", "")
        watching = await Terminal.started(shell, "runs", "watch", run["id"])
        await watching.shows("回答：")
        watching.types("\x03")
        assert (await watching.ended()).code == 130
    assert (await shell.asked(f"runs/{run['id']}"))["status"] == "paused"
    assert (await shell.run("answer", run["id"], SAID)).code == 0
