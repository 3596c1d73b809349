"""``daywright edit``, ``revisions`` and ``back`` (rules PREVIEW-13 to PREVIEW-19, CLI-5 and CLI-7)."""

from typing import Any

from tests.runtime.cli.shell import Shell


async def planned(shell: Shell) -> dict[str, Any]:
    """The plan of two weeks."""
    preview: dict[str, Any] = (await shell.run("plan", "--weeks", "5-6", "--json")).json()["preview"]
    return preview


async def newest(shell: Shell) -> dict[str, Any]:
    preview: dict[str, Any] = (await shell.run("preview", "--json")).json()
    return preview


def suggested(preview: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for plan in preview["candidate_plans"] for row in plan["entries"]]


async def test_a_task_is_changed_in_every_way(shell: Shell) -> None:
    """By its name or number: pinned, exchanged, taken back, placed anew, kept; each is a revision that is listed."""
    first, *others = suggested(await planned(shell))
    length = first["section_to"] - first["section_from"]
    other = next(row for row in others if row["section_to"] - row["section_from"] == length)
    place = f"{first['week']}-{first['day_of_week']}-{first['section_from']}"
    pinned = await shell.run("edit", first["name"], "--pin")
    assert (pinned.code, pinned.err) == (0, "")
    assert "固定 1 项" in pinned.out
    assert "Nothing changes" in (await shell.run("edit", first["name"], "--pin")).out
    for options in (
        ("--swap", other["name"]),
        ("--swap", other["name"]),
        ("--wait",),
        ("--keep",),
        ("--wait",),
        ("--to", place),
    ):
        ran = await shell.run("edit", f"{first['state_id']}", *options)
        assert (ran.code, ran.err) == (0, ""), ran
        assert "daywright back" in ran.out
    [row] = [row for row in suggested(await newest(shell)) if row["state_id"] == first["state_id"]]
    assert row == first | {"pinned": True}
    listed = await shell.run("revisions")
    assert [line.split()[0] for line in listed.out.splitlines()[1:]] == ["8", "7", "6", "5", "4", "3", "2", "1"]
    assert "a run" in listed.out
    assert (await shell.run("revisions", "--json")).json()["items"][0]["revision"] == 8


async def test_an_earlier_revision_is_the_newest_again(shell: Shell) -> None:
    """With what was changed since shown as changed."""
    before = await planned(shell)
    task = suggested(before)[0]
    await shell.run("edit", task["name"], "--wait")
    back = await shell.run("back", "1")
    assert (back.code, back.err) == (0, "")
    assert "退回第 1 版" in back.out
    after = await newest(shell)
    assert (after["revision"], after["entries"]) == (3, before["entries"])
    assert "does not exist" in (await shell.run("back", "9")).refused()


async def test_what_cannot_be_done_is_one_sentence(shell: Shell) -> None:
    """Of the tool, or of the command where it is about names and places."""
    tasks = suggested(await planned(shell))
    number = f"{tasks[0]['state_id']}"
    assert "no task of this plan is called" in (await shell.run("edit", "nothing like it", "--pin")).refused()
    assert "is no place" in (await shell.run("edit", number, "--to", "Wednesday")).refused()
    assert "is not a day of this plan" in (await shell.run("edit", number, "--to", "19-1-1")).refused()
    assert "超出每天的节次范围" in (await shell.run("edit", number, "--to", "5-1-12")).refused()
    assert "fits more than one task" in (await shell.run("edit", "第", "--pin")).refused()
    assert (await shell.run("edit", number)).code == 2
    assert (await newest(shell))["revision"] == 1
