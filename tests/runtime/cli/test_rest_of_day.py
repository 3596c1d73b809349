"""A day on the terminal: what was not done waits again and is planned again (rules READ-7 and READ-8)."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from tests.clock import Clock
from tests.edge import OWNER, served_edge
from tests.runtime.cli.shell import Shell
from tests.runtime.client.place import Place
from tests.week import Gate, Week
from worker.build import working


@pytest.fixture
def clock() -> Clock:
    """The Sunday before week 5."""
    return Clock(datetime(2026, 9, 27, 10, 0, tzinfo=UTC))


@pytest.fixture
async def shell(database: str, temporal: WorkflowEnvironment, tmp_path: Path, clock: Clock) -> AsyncIterator[Shell]:
    """A terminal beside an API and a worker with the example week and a clock of the test's own."""
    async with (
        served_edge(database, temporal.client, clock) as served,
        Week.stored(database, temporal.client) as week,
        working(temporal.client, Ledger(served.edge.engine, clock), clock=clock.of_database),
    ):
        yield Shell(Place(served, week, await served.key(OWNER), await served.key("newcomer"), Gate()), tmp_path)


async def posted(shell: Shell, path: str) -> Any:
    """What the API answers to a write that needs no body."""
    async with shell.place.served.client(shell.place.key) as client:
        answer = await client.post(f"/api/v1/{path}", headers={"If-Match": "*"})
    return answer.raise_for_status().json()


async def tasks_of_week(shell: Shell, number: int = 5) -> list[dict[str, Any]]:
    """The placed tasks of a week in their order, whether done or not."""
    week = await shell.asked(f"terms/{shell.place.week.request.term_id}/weeks/{number}")
    entries = [entry for day in week["days"] for entry in day["entries"] if entry["type"] == "task"]
    return [{name: value for name, value in entry.items() if name != "done"} for entry in entries]


async def confirmed(shell: Shell) -> list[dict[str, Any]]:
    """The tasks of week 5 after a plan of it was confirmed."""
    planned = (await shell.run("plan", "--weeks", "5", "--json")).json()
    await posted(shell, f"previews/{planned['run']['session_id']}/confirm")
    return await tasks_of_week(shell)


async def test_a_task_that_was_not_done_is_planned_again(shell: Shell, clock: Clock) -> None:
    """It is done by the clock, waits after it was said not to be, gets a later place, and all of that can be undone."""
    before = await confirmed(shell)
    task = before[0]
    clock.moment = datetime.fromisoformat(task["ends_at"]).astimezone(UTC)
    [line] = [one for one in (await shell.run("today")).out.splitlines() if task["item_id"][-8:] in one]
    assert line.split()[-2:] == ["done", task["item_id"][-8:]]
    said = await shell.run("not-done", task["name"])
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(f"「{task['name']}」未完成，已从第5周")
    assert task["item_id"][-8:] not in (await shell.run("today")).out
    assert [one["item_id"] for one in await tasks_of_week(shell)] == [one["item_id"] for one in before[1:]]

    planned = (await shell.run("plan-rest", "--to", "2026-10-09", "--json")).json()
    assert planned["run"]["status"] == "completed"
    assert planned["run"]["request"]["item_ids"] == [task["item_id"]]
    assert planned["preview"]["locale"] == "zh-CN"
    [change] = planned["preview"]["diff"]["previous"]
    assert change["name"] == task["name"]
    commit = await posted(shell, f"previews/{planned['run']['session_id']}/confirm")
    placed = [*await tasks_of_week(shell), *await tasks_of_week(shell, 6)]
    [again] = [one for one in placed if one["item_id"] == task["item_id"]]
    assert datetime.fromisoformat(again["starts_at"]) >= clock.moment

    refused = await shell.run("plan-rest")
    assert "waits: say which of them was not done first" in refused.refused()
    not_done = next(one for one in (await shell.asked("commits"))["items"] if one["kind"] == "not_done")
    for one in (commit, not_done):
        assert (await posted(shell, f"commits/{one['id']}/undo"))["status"] == "undone"
    assert await tasks_of_week(shell) == before


async def test_plan_rest_shows_the_plan(shell: Shell, clock: Clock) -> None:
    """Stages, week and changes as of any plan run; to the day that is asked for."""
    task = (await confirmed(shell))[0]
    clock.moment = datetime.fromisoformat(task["starts_at"]).astimezone(UTC)
    await shell.run("not-done", task["item_id"][-8:])
    shown = await shell.run("plan-rest", "--to", "2026-10-01", "--locale", "en")
    assert (shown.code, shown.err) == (0, "")
    assert "1 tasks have a suggested time" in shown.out
    assert "Week 5" in shown.out
    [run] = (await shell.asked("runs?limit=1"))["items"]
    assert run["request"]["last"] == "2026-10-01"


async def test_what_is_not_meant_is_one_sentence(shell: Shell, clock: Clock) -> None:
    """Words that fit no placed task or several, and a task that waits already; a task of today goes before others."""
    first, *others = await confirmed(shell)
    async with shell.place.served.client(shell.place.key) as client:
        for one in others[-2:]:
            address = f"/api/v1/classes/{one['class_id']}/items/{one['item_id']}"
            await client.patch(address, json={"content": first["name"]}, headers={"If-Match": "*"})
    assert (
        "no placed task is called '没有这样的任务': looked in the names of"
        in (await shell.run("not-done", "没有这样的任务")).refused()
    )
    assert "fits more than one placed task" in (await shell.run("not-done", first["name"])).refused()
    clock.moment = datetime.fromisoformat(first["starts_at"]).astimezone(UTC)
    said = (await shell.run("not-done", first["name"], "--json")).json()
    assert (said["kind"], said["changes"][0]["item_id"]) == ("not_done", first["item_id"])
    assert said == await shell.asked(f"commits/{said['id']}")
    assert "it waits already" in (await shell.run("not-done", first["item_id"])).refused()


async def test_a_task_is_named_as_in_an_edit(shell: Shell) -> None:
    """By its class and a part of its name; of one that waits already that is said, of several they are listed."""
    await confirmed(shell)
    assert "概率论·" in (await shell.run("not-done", "概率论")).refused()
    said = (await shell.run("not-done", "概率论 第二章", "--json")).json()
    assert [change["task"] for change in said["changes"]] == ["第二章 随机变量"]
    again = (await shell.run("not-done", "概率论第二章")).refused()
    assert again.startswith("概率论·第二章 随机变量")
    assert "waits already" in again


async def test_plan_rest_speaks_the_language_of_what_was_not_done_today(shell: Shell, clock: Clock) -> None:
    """Not that of other classes that wait."""
    task = (await confirmed(shell))[0]
    clock.moment = datetime.fromisoformat(task["starts_at"]).astimezone(UTC)
    async with shell.place.served.client(shell.place.key) as client:
        address = f"/api/v1/classes/{task['class_id']}"
        await client.patch(address, json={"name": "Probability"}, headers={"If-Match": "*"})
        await client.post("/api/v1/classes", json={"name": "另一门", "items": ["等待"]})
    await shell.run("not-done", task["item_id"][-8:])
    planned = (await shell.run("plan-rest", "--to", "2026-10-09", "--json")).json()
    assert planned["preview"]["locale"] == "en"
