import asyncio
import json
import re
import signal

from tests.runtime.cli.shell import Shell

WEEKS = ("--weeks", "5-6")
WORDS = "把第5周周四到周五的任务均匀分散到周一到周三"


async def test_a_plan_is_made_refined_and_looked_at(shell: Shell) -> None:
    """Stages, weeks, changes and summary of a plan and of its refinement, on the defaults (CLI-4 and CLI-6)."""
    planned = await shell.run("plan", *WEEKS)
    assert (planned.code, planned.err) == (0, "")
    for words in (
        "2026-09-28 to 2026-10-11",
        "概率论 6, 英语 5, 数据结构 5",
        "待安排",
        "第 5 周",
        "第 6 周",
        "待排 → ",
    ):
        assert words in planned.out
    refined = await shell.run("refine", WORDS)
    assert (refined.code, refined.err) == (0, "")
    assert refined.out.count("第 5 周 · 9月28日 – 10月4日 · 之前") == 1
    assert refined.out.count("第 5 周 · 9月28日 – 10月4日 · 之后") == 1
    assert re.search(r"第5周周[四五] \d+–\d+ → 周[一二三] \d+–\d+", refined.out)
    shown = await shell.run("preview", "--week", "5")
    assert (shown.code, shown.err) == (0, "")
    table = refined.out[refined.out.index("从 → 到") :].partition("Revision")[0]
    assert table.strip() in shown.out
    first = await shell.run("preview", "--revision", "1")
    assert "第 6 周" in first.out
    assert "初次排入" in first.out


async def test_programs_get_what_the_api_answers(shell: Shell) -> None:
    """One document each, the same as the API gives to anybody who asks it (CLI-7)."""
    planned = (await shell.run("plan", *WEEKS, "--locale", "en", "--class", "英语", "--json")).json()
    session = planned["run"]["session_id"]
    assert planned["run"] == await shell.asked(f"runs/{planned['run']['id']}")
    assert planned["preview"] == await shell.asked(f"agent/schedule-preview?conversation_id={session}")
    assert planned["preview"]["locale"] == "en"
    assert len(planned["preview"]["diff"]["previous"]) == 5
    refined = (await shell.run("refine", "week 5 is too full", "--session", session[-8:], "--json")).json()
    assert refined["run"] == await shell.asked(f"runs/{refined['run']['id']}")
    assert refined["preview"]["revision"] == 2
    assert (await shell.run("preview", "--session", session, "--revision", "1", "--json")).json() == planned["preview"]
    assert (await shell.run("runs", "--json")).json() == await shell.asked("runs?limit=20")
    assert (await shell.run("runs", "show", planned["run"]["id"][-6:], "--json")).json() == planned["run"]
    watched = (await shell.run("runs", "watch", planned["run"]["id"], "--json")).json()
    assert watched["run"] == planned["run"]
    assert [event["seq"] for event in watched["events"]] == list(range(1, planned["run"]["last_seq"] + 1))


async def test_ctrl_c_leaves_the_run_at_work(shell: Shell) -> None:
    """It says so and how to see or stop it, and ends as a command that was interrupted (CLI-4)."""
    gate = shell.place.gate
    gate.node = "save_preview"
    command = await shell.start("plan", *WEEKS)
    await gate.reached.wait()
    [run] = (await shell.asked("runs"))["items"]
    await _printed(command, "交付", "待安排")
    command.send_signal(signal.SIGINT)
    ended = await shell.ended(command)
    assert ended.code == 128 + signal.SIGINT
    assert f"Run {run['id']} goes on." in ended.err
    assert f"daywright runs watch {run['id']}" in ended.err
    assert f"daywright runs cancel {run['id']}" in ended.err
    assert "Traceback" not in ended.err
    gate.opened.set()
    watched = await shell.run("runs", "watch", run["id"][-8:])
    assert (watched.code, watched.err) == (0, "")
    assert (await shell.asked(f"runs/{run['id']}"))["status"] == "completed"


async def test_a_cancelled_run_is_told_as_such(shell: Shell) -> None:
    """The one who watches it learns the reason, and the command fails (CLI-4)."""
    gate = shell.place.gate
    gate.node = "place"
    command = await shell.start("plan", *WEEKS)
    await gate.reached.wait()
    [run] = (await shell.asked("runs"))["items"]
    cancelled = await shell.run("runs", "cancel", run["id"])
    assert f"Run {run['id']} was asked to stop." in cancelled.out
    gate.opened.set()
    ended = await shell.ended(command)
    assert ended.code == 1
    assert "cancel" in ended.err
    watched = await shell.run("runs", "watch", run["id"], "--json")
    assert (watched.code, watched.err) == (1, ended.err)
    assert json.loads(watched.out)["run"] == await shell.asked(f"runs/{run['id']}")
    again = await shell.run("runs", "cancel", run["id"])
    assert again.out == f"Run {run['id']} had ended already: cancelled.\n"
    shown = await shell.run("runs", "show", run["id"])
    assert "cancelled" in shown.out
    assert run["session_id"] in shown.out


async def test_a_second_run_in_a_session_is_refused_in_a_sentence(shell: Shell) -> None:
    """The run in the way is named (EDGE-11)."""
    planned = (await shell.run("plan", *WEEKS, "--json")).json()["run"]
    gate = shell.place.gate
    gate.node = "context"
    command = await shell.start("refine", "week 5 is too full")
    await gate.reached.wait()
    in_the_way = (await shell.asked(f"sessions/{planned['session_id']}"))["open_run"]
    assert in_the_way in (await shell.run("refine", "week 5 is too full")).refused()
    gate.opened.set()
    assert (await shell.ended(command)).code == 0


REFUSED = [
    (("refine", WORDS), "there is no plan yet: make one with `daywright plan`"),
    (("preview",), "there is no plan yet: make one with `daywright plan`"),
    (("refine", ""), "the request '' has 0 characters"),
    (("refine", "x" * 3000), "has 3000 characters"),
    (("plan", "--weeks", "5", "--from", "2026-09-28"), "--weeks is given with --from or --to"),
    (("plan", "--weeks", "six"), "--weeks is 'six': give a week"),
    (("plan", "--weeks", "99"), "week 99 day 1 does not exist"),
    (("plan", "--from", "2026-10-05", "--to", "2026-09-28"), "swap the two"),
    (("plan", "--class", "Sanskrit"), "'Sanskrit' is no id of a class"),
    (("plan", "--class", "ZZZZ"), "no class has an id that begins or ends with 'ZZZZ'"),
    (("plan", "--term", "ZZZZ"), "no term has an id that begins or ends with 'ZZZZ'"),
    (("runs", "show", "01K6F0Q2M3N4P5R6S7T8V9W0XD"), "01K6F0Q2M3N4P5R6S7T8V9W0XD"),
    (("runs", "watch", "ab"), "'ab' is no id of a run"),
]


async def test_what_cannot_be_is_one_sentence(shell: Shell) -> None:
    """It quotes what was given and says what to do next; nothing was started (CLI-1)."""
    for arguments, sentence in REFUSED:
        assert sentence in (await shell.run(*arguments)).refused(), arguments
    assert (await shell.asked("runs"))["items"] == []


async def test_an_id_that_fits_several_is_not_guessed(shell: Shell) -> None:
    """The ones that fit are named (CLI-5)."""
    runs = [(await shell.run("plan", *WEEKS, "--json")).json()["run"]["id"] for _ in range(2)]
    told = (await shell.run("runs", "show", runs[0][:6])).refused()
    assert "fits more than one run" in told
    assert all(run in told for run in runs)


async def test_without_a_timetable_or_tasks_it_says_where_to_get_some(shell: Shell) -> None:
    """A person who begins is led on (CLI-6)."""
    shell.environment["DAYWRIGHT_KEY"] = shell.place.newcomer
    assert "daywright import FILE.ics" in (await shell.run("plan")).refused()
    assert (await shell.run("runs")).out == "No runs yet: start one with `daywright plan`.\n"


async def _printed(command: asyncio.subprocess.Process, *words: str) -> None:
    """Wait until a command has printed one of the words."""
    assert command.stdout is not None
    async for line in command.stdout:
        if any(word in line.decode() for word in words):
            return
    raise AssertionError(f"it ended without {words}")
