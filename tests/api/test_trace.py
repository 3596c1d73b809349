"""What a run did, over HTTP (rule RUN-17)."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx2
import pytest
from temporalio.testing import WorkflowEnvironment

from storage.runs import RunRecord
from tests.edge import ServedEdge
from tests.model_server.diligent import THOUGHT, diligent
from tests.model_server.server import ModelServer
from tests.week import Week, refine_request
from tests.workflows.asking import MOVE, asking_week, endpoint

REPEATED = {"tool": "query_target_tasks", "arguments": {"day": "第5周周六"}}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(diligent) as server:
        yield server


@pytest.fixture
async def week(database: str, temporal: WorkflowEnvironment, server: ModelServer) -> AsyncIterator[Week]:
    async with asking_week(database, temporal.client, endpoint(server)) as week:
        yield week


@pytest.fixture
async def client(served: ServedEdge) -> AsyncIterator[httpx2.AsyncClient]:
    """Asks as the owner of the week."""
    async with served.client(await served.key()) as client:
        yield client


async def refined(week: Week) -> RunRecord:
    return await week.finished(await week.start(await week.planned_session(), refine_request(MOVE)))


async def traced(client: httpx2.AsyncClient, run: RunRecord, **asked: Any) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/runs/{run.id}/trace", params=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_a_trace_tells_prompts_answers_tools_budgets_and_sums(
    week: Week, client: httpx2.AsyncClient, server: ModelServer
) -> None:
    """Each call stands with its step, word for word; the sums are those of the calls."""
    server.misbehave("html_502", when=lambda asked: asked.name == "plan")
    run = await refined(week)
    trace = await traced(client, run)
    steps = trace["items"]
    assert [step["step"] for step in steps] == list(range(len(steps)))
    calls = [call for step in steps for call in step["model_calls"]]
    assert [(call["prompt"]["schema"], call["outcome"]) for call in calls] == [
        ("contract", "given"),
        ("plan", "server_error"),
        ("plan", "given"),
        ("react", "given"),
        ("react", "given"),
        ("summary", "given"),
    ]
    assert [call["prompt"]["user"] for call in calls] == [asked.user for asked in server.requests]
    assert {call["reasoning"] for call in calls if call["outcome"] == "given"} == {THOUGHT}
    (moved, again) = [step for step in steps if step["node"] == "react"]
    assert (moved["tool"], moved["code"], moved["decided_by"], moved["blocked"]) == ("move", "ok", "model", None)
    assert moved["arguments"]["new_day"] == 6
    assert moved["result"].startswith("已将")
    assert [(step["used"]["actions"], step["used"]["rounds"]) for step in (moved, again)] == [(1, 1), (2, 2)]
    totals = trace["totals"]
    assert totals["steps"] == len(steps)
    assert totals["outcomes"] == {"given": 5, "server_error": 1}
    assert totals["prompt_tokens"] == sum(call["prompt_tokens"] for call in calls) == 5 * 321
    assert totals["decided_by"]["model"] == sum(step["decided_by"] == "model" for step in steps)


async def test_a_blocked_call_has_its_code(week: Week, client: httpx2.AsyncClient, server: ModelServer) -> None:
    """A query that was answered already is not executed again."""
    server.well_behaved(lambda asked: REPEATED_ROUND if asked.name == "react" else diligent(asked))
    trace = await traced(client, await refined(week))
    blocked = [step for step in trace["items"] if step["blocked"]]
    assert blocked[0]["blocked"] == "QUERY_REDUNDANT"
    assert (blocked[0]["tool"], blocked[0]["result"]) == ("query_target_tasks", None)


async def test_a_trace_comes_in_pages(week: Week, client: httpx2.AsyncClient) -> None:
    """In order, each step once, with the same sums on every page."""
    run = await refined(week)
    whole = await traced(client, run)
    pages: list[dict[str, Any]] = []
    cursor = None
    while cursor is not None or not pages:
        pages.append(await traced(client, run, limit=4, **({"cursor": cursor} if cursor else {})))
        cursor = pages[-1]["next_cursor"]
    assert [step for page in pages for step in page["items"]] == whole["items"]
    assert [len(page["items"]) for page in pages[:-1]] == [4] * (len(pages) - 1)
    assert all(page["totals"] == whole["totals"] for page in pages)


REPEATED_ROUND = {
    "goal_check": "还差几个",
    "decision": "先看看",
    "tool_calls": [REPEATED],
    "done": False,
    "missing_info": [],
    "summary": "",
}
