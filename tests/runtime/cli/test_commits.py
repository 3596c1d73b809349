"""``daywright confirm``, ``undo`` and ``history`` (rules CONFIRM-1 to UNDO-5, CLI-5 and CLI-7)."""

from rich.cells import cell_len

from tests.runtime.cli.shell import Shell

WEEKS = ("--weeks", "5-6")


async def test_a_plan_is_confirmed_listed_and_undone(shell: Shell) -> None:
    """It shows what it will write, writes it, lists it with who did it, and takes it back."""
    planned = (await shell.run("plan", *WEEKS, "--json")).json()
    assert (await shell.run("history")).out == "Nothing was written yet: confirm a plan with `daywright confirm`.\n"
    assert "confirm a plan" in (await shell.run("undo")).refused()
    confirmed = await shell.run("confirm", "--yes")
    assert (confirmed.code, confirmed.err) == (0, "")
    for words in ("待排 → ", "已写入课表：新放置16项。", "daywright undo"):
        assert words in confirmed.out
    [commit] = (await shell.asked("commits"))["items"]
    assert commit["session_id"] == planned["run"]["session_id"]
    assert commit["id"] in confirmed.out
    listed = await shell.run("history")
    for words in (commit["id"], commit["actor"], "applied", "新放置16项"):
        assert words in listed.out
    undone = await shell.run("undo", commit["id"][-8:])
    assert (undone.code, undone.err) == (0, "")
    assert commit["id"] in undone.out
    assert "undone 20" in (await shell.run("history")).out


async def test_without_a_yes_nothing_is_written(shell: Shell) -> None:
    """Anything but a yes is a no, and so is the end of the input; a yes is asked for on standard error."""
    session = (await shell.run("plan", *WEEKS, "--json")).json()["run"]["session_id"]
    refused = await shell.run("confirm", session[-6:])
    assert refused.code == 1
    assert "Write these 16 changes into the timetable? [y/N]" in refused.err
    assert "nothing was written" in refused.err
    assert (await shell.asked("commits"))["items"] == []


async def test_programs_get_the_commit(shell: Shell) -> None:
    """The same documents as of the API (CLI-7)."""
    await shell.run("plan", *WEEKS)
    confirmed = (await shell.run("confirm", "--yes", "--json")).json()
    assert confirmed == await shell.asked(f"commits/{confirmed['id']}")
    assert (await shell.run("history", "--json")).json() == await shell.asked("commits?limit=20")
    undone = (await shell.run("undo", "--json")).json()
    assert undone == await shell.asked(f"commits/{confirmed['id']}")
    assert undone["status"] == "undone"


async def test_every_conflict_has_a_line(shell: Shell) -> None:
    """Of two plans for the same tasks the second is refused, and says of each task where it stands by now."""
    plans = [(await shell.run("plan", *WEEKS, "--json")).json()["run"] for _ in range(2)]
    assert (await shell.run("confirm", plans[0]["session_id"], "--yes")).code == 0
    refused = await shell.run("confirm", plans[1]["session_id"], "--yes")
    assert refused.code == 1
    assert refused.out.count("已由另一方案安排在第") == 16
    assert refused.err.startswith("daywright: 课表已有变化，16处冲突，暂不能写入：")
    again = await shell.run("confirm", plans[0]["session_id"], "--yes")
    assert "was confirmed by commit" in again.err
    statuses = {commit["status"] for commit in (await shell.asked("commits"))["items"]}
    assert statuses == {"applied"}


async def test_the_history_fits_a_narrow_terminal(shell: Shell) -> None:
    """Two lines a commit, whatever was in its way; who undid it is told."""
    shell.environment["COLUMNS"] = "80"
    await shell.run("plan", *WEEKS)
    await shell.run("confirm", "--yes")
    await shell.run("undo")
    [commit] = (await shell.asked("commits"))["items"]
    lines = (await shell.run("history")).out.splitlines()
    assert len(lines) == 2
    assert max(map(cell_len, lines)) <= 80
    assert f"by {commit['undone_by']}: 已写入课表" in lines[1]


async def test_a_commit_is_shown_with_its_changes(shell: Shell) -> None:
    """By the end of its id, each change with where the task stood and stands; the document is that of the API."""
    await shell.run("plan", *WEEKS)
    await shell.run("confirm", "--yes")
    [commit] = (await shell.asked("commits"))["items"]
    shown = await shell.run("history", commit["id"][-6:])
    assert shown.code == 0
    for change in commit["changes"]:
        assert f"- {change['task']}  " in shown.out
    assert shown.out.count(" → ") == len(commit["changes"])
    assert (await shell.run("history", commit["id"], "--json")).json() == commit
    assert "no commit has an id" in (await shell.run("history", "ZZZZZZ")).refused()
