"""``daywright memories``, ``me`` and ``identity`` (rules CLI-5, CLI-30, CLI-31 and MEMORY-22)."""

import json
import os
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from rich.cells import cell_len

from runtime.clock import now
from services.issue_key import issue_key
from storage.engine import create_engine
from tests import forking
from tests.runtime.cli.shell import Shell


async def test_a_memory_is_added_listed_corrected_and_forgotten(shell: Shell) -> None:
    """By the end of its id; nothing steers the terminal, and what is cut is marked."""
    assert "Nothing is remembered" in (await shell.run("memories")).out
    made = (await shell.run("memories", "add", "不喜欢早上学习\x1b[2J", "--kind", "preference", "--json")).json()
    assert (made["kind"], made["importance"]) == ("preference", 0.5)
    added = await shell.run("memories", "add", "长" * 200, "--importance", "0.9")
    assert added.out.startswith("Remembered (note): 长长")
    again = await shell.run("memories", "add", "长" * 200)
    assert again.out.startswith("That is remembered already (note): 长长")
    shell.environment["COLUMNS"] = "100"
    lines = (await shell.run("memories")).out.splitlines()
    assert max(map(cell_len, lines)) <= 100
    assert "不喜欢早上学习[2J" in lines[2]
    assert "…" in lines[1]
    assert len((await shell.run("memories", "list", "--kind", "note")).out.splitlines()) == 2
    end = made["id"][-8:].lower()
    corrected = await shell.run("memories", "correct", end, "不喜欢早上学数学", "--done")
    assert corrected.out == "Now remembered (preference, done): 不喜欢早上学数学\nBefore: 不喜欢早上学习[2J\n"
    assert "nothing is to be changed" in (await shell.run("memories", "correct", end)).refused()
    assert (await shell.run("memories", "forget", end)).out == "Forgotten: 不喜欢早上学数学\n"
    async with shell.place.served.client(shell.place.key) as client:
        (await client.post("/api/v1/ums/ingest", json={"profile": {"zone": "Pacific/Kiritimati"}})).raise_for_status()
    [left] = (await shell.asked("memories"))["items"]
    there = datetime.fromisoformat(left["learned_at"]).astimezone(ZoneInfo("Pacific/Kiritimati"))
    assert f"{there:%Y-%m-%d %H:%M}" in (await shell.run("memories")).out
    assert "no memory has an id" in (await shell.run("memories", "forget", end)).refused()
    assert [each["text"] for each in (await shell.asked("memories"))["items"]] == ["长" * 200]


async def test_who_one_is_is_shown(shell: Shell) -> None:
    """With what is known, and in JSON as the API tells it."""
    told = {
        "profile": {"zone": "Europe/Paris", "likes": ["tea", "cake"], "early": False},
        "commitments": {"k": {"text": "交报告"}},
    }
    async with shell.place.served.client(shell.place.key) as client:
        (await client.post("/api/v1/ums/ingest", json=told)).raise_for_status()
    await shell.run("memories", "add", "likes mornings", "--kind", "preference")
    shown = (await shell.run("me")).out
    for part in ("Europe/Paris", "tea, cake", "no", "交报告", "likes mornings", "The coming days"):
        assert part in shown
    found = (await shell.run("me", "--json")).json()
    assert found["snapshot"]["profile"] == told["profile"]


async def test_an_operator_links_lists_and_unlinks_names(database: str, tmp_path: Path) -> None:
    """On the database itself, as keys are made; what is wrong is one sentence."""
    environment = {"PATH": os.environ["PATH"], "DATABASE_URL": database, "DAYWRIGHT_DATA_DIR": str(tmp_path)}

    def run(*arguments: str) -> tuple[int, str]:
        done = forking.run(["identity", *arguments], {**environment, "COLUMNS": "100"})
        return done.returncode, (done.stdout + done.stderr).decode()

    engine = create_engine(database)
    await issue_key("ann", engine, now())
    await engine.dispose()
    assert run("list") == (0, "No names are linked: `daywright identity link USER PROVIDER SUBJECT` links one.\n")
    assert run("link", "ann", "wechat", "o[bold]ABC") == (0, "wechat:o[bold]ABC stands for ann.\n")
    assert "o[bold]ABC" in run("list")[1]
    [listed] = json.loads(run("list", "--user", "ann", "--json")[1])
    assert (listed["user"], listed["provider"], listed["subject"]) == ("ann", "wechat", "o[bold]ABC")
    code, told = run("link", "nobody", "wechat", "x")
    assert (code, told) == (1, "daywright: user 'nobody' does not exist: check the id\n")
    assert run("unlink", "ann", "wechat", "o[bold]ABC") == (0, "wechat:o[bold]ABC stands for nobody.\n")
    assert run("unlink", "ann", "wechat", "o[bold]ABC")[0] == 1
