"""``daywright edit``, ``revisions`` and ``back`` (rules PREVIEW-13 to PREVIEW-19, CLI-5, CLI-7 and CLI-9)."""

import re
import shlex
from pathlib import Path
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
        ran = await shell.run("edit", f"[{first['state_id']}]", *options)
        assert (ran.code, ran.err) == (0, ""), ran
        assert "daywright back" in ran.out
    [row] = [row for row in suggested(await newest(shell)) if row["state_id"] == first["state_id"]]
    assert row == first | {"pinned": True}
    listed = await shell.run("revisions")
    assert re.findall(r"(?m)^ *(\d+) ", listed.out) == ["8", "7", "6", "5", "4", "3", "2", "1"]
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
    await planned(shell)
    number = "1"
    assert "no task of this plan is called" in (await shell.run("edit", "nothing like it", "--pin")).refused()
    assert "no change of this plan is shown as 999" in (await shell.run("edit", "999", "--pin")).refused()
    assert "is no place" in (await shell.run("edit", number, "--to", "Wednesday")).refused()
    assert "is not a day of this plan" in (await shell.run("edit", number, "--to", "19-1-1")).refused()
    assert "超出每天的节次范围" in (await shell.run("edit", number, "--to", "5-1-12")).refused()
    assert "fits more than one task" in (await shell.run("edit", "第", "--pin")).refused()
    for options, told in (((), "nothing was given"), (("--wait", "--pin"), "--wait and --pin were given")):
        wrong = await shell.run("edit", number, *options)
        assert wrong.code == 2
        assert told in " ".join(wrong.err.replace("│", " ").split())
    assert (await newest(shell))["revision"] == 1


async def test_the_number_that_is_shown_is_the_task_that_is_changed(shell: Shell) -> None:
    """Round or plain, in any list of changes; the number of the state stands in brackets."""
    preview = await planned(shell)
    third, fourth = preview["diff"]["previous"][2:4]
    shown = (await shell.run("preview")).out
    assert any("❸" in line and third["name"] in line for line in shown.splitlines())
    for given, task in (("❸", third), ("④", fourth), ("3", third), (f"[{fourth['task_id']}]", fourth)):
        asked = "--unpin" if task["task_id"] in {row["state_id"] for row in await pinned(shell)} else "--pin"
        before = {row["state_id"] for row in await pinned(shell)}
        ran = await shell.run("edit", given, asked)
        assert (ran.code, ran.err) == (0, "")
        assert {row["state_id"] for row in await pinned(shell)} ^ before == {task["task_id"]}


async def pinned(shell: Shell) -> list[dict[str, Any]]:
    return [row for row in suggested(await newest(shell)) if row["pinned"]]


async def test_a_number_that_may_be_two_tasks_is_refused_with_both(shell: Shell) -> None:
    """What the last run showed as the first, and what the edit since then shows as the first."""
    changes = (await planned(shell))["diff"]["previous"]
    await shell.run("edit", "3", "--wait")
    refused = (await shell.run("edit", "❶", "--pin")).refused()
    for task in (changes[0], changes[2]):
        assert f"{task['name']} '[{task['task_id']}]'" in refused
    assert (await shell.run("edit", "2", "--pin")).code == 0
    assert {row["state_id"] for row in await pinned(shell)} == {changes[1]["task_id"]}


async def test_a_task_is_named_by_its_class_and_a_part_of_its_name(shell: Shell) -> None:
    """As in a request in words, whatever the case, the width and the spaces; what fits several lists them."""
    await planned(shell)
    for given in ("概率论第三章", "概率论 第三章", "多维 随机变量", "概率论·第三章 多维随机变量"):
        ran = await shell.run("edit", given, "--pin", "--json")
        [row] = [row for row in suggested(ran.json()) if row["pinned"]]
        assert row["name"] == "第三章 多维随机变量"
    several = (await shell.run("edit", "概率论", "--pin")).refused()
    assert several.count("概率论·第") == 5
    assert "and 1 more" in several


async def test_a_pin_alone_says_one_true_thing(shell: Shell) -> None:
    """What was done, and not besides that nothing changed."""
    await planned(shell)
    await shell.run("edit", "1", "--pin")
    for ran in (await shell.run("edit", "1", "--unpin"), await shell.run("preview")):
        assert "解除固定 1 项" in ran.out
        assert "没有改动" not in ran.out
    assert "Nothing changes" in (await shell.run("edit", "1", "--unpin")).out


async def test_what_is_kept_already_stays(shell: Shell) -> None:
    """Keeping twice does not undo the first."""
    await planned(shell)
    task = suggested(await newest(shell))[0]
    await shell.run("edit", f"[{task['state_id']}]", "--wait")
    assert "Revision 3" in (await shell.run("edit", task["name"], "--keep")).out
    assert "Nothing changes: revision 3 is so already" in (await shell.run("edit", task["name"], "--keep")).out


async def test_a_place_that_is_taken_is_told_by_week_and_weekday(shell: Shell) -> None:
    """No page and no command shows the days of the window by number."""
    first, *others = suggested(await planned(shell))
    taken = next(row for row in others if row["embed_host"] is None and row["day_of_week"] != first["day_of_week"])
    place = f"{taken['week']}-{taken['day_of_week']}-{taken['section_from']}"
    refused = (await shell.run("edit", first["name"], "--to", place)).refused()
    assert f"第{taken['week']}周周{'一二三四五六日'[taken['day_of_week'] - 1]}第{taken['section_from']}" in refused
    assert "天第" not in refused


async def test_what_the_readme_says_works(shell: Shell) -> None:
    """Its commands from the plan to the preview, one after the other, on the example that it imports before."""
    readme = (Path(__file__).parents[3] / "README.md").read_text().splitlines()
    first = next(number for number, line in enumerate(readme) if line.startswith("daywright plan --weeks"))
    last = next(number for number, line in enumerate(readme) if line.startswith("daywright preview"))
    commands = [shlex.split(line, comments=True)[1:] for line in readme[first : last + 1]]
    assert {"plan", "refine", "edit", "back", "preview"} == {command[0] for command in commands}
    for command in commands:
        ran = await shell.run(*command)
        assert (ran.code, ran.err) == (0, ""), command
