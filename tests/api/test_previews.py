"""Editing a preview by hand, its revisions and stepping back, over HTTP (rules PREVIEW-13 to PREVIEW-19)."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest
from sqlalchemy import text
from temporalio.testing import WorkflowEnvironment

from domain.schedule.state import ScheduleState, Task
from runtime.clock import now
from services.open_session import open_session
from services.request_commit import CommitDesk
from storage.notifications import Notifications
from storage.previews import latest_preview
from tests.desk import Desk, at, free_place
from tests.edge import OWNER, ServedEdge
from tests.week import Week, refine_request


@pytest.fixture
async def desk(served: ServedEdge, database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Desk]:
    """The example week, without a worker: whoever starts a run has one open."""
    async with Week.stored(database, temporal.client) as week:
        edge = served.edge
        yield Desk(week, CommitDesk(edge.engine, edge.reads, edge.client, Notifications(edge.engine), 1.0))


@pytest.fixture
async def client(served: ServedEdge) -> AsyncIterator[httpx2.AsyncClient]:
    async with served.client(await served.key()) as client:
        yield client


def items(state: ScheduleState) -> list[Task]:
    """The tasks of classes, in order."""
    return [task for task in state.tasks if task.source == "task_item"]


def places(state: ScheduleState, length: int, count: int) -> list[tuple[int, int, int]]:
    """So many empty places on different days."""
    found: list[tuple[int, int, int]] = []
    while len(found) < count:
        found.append(free_place(state, length, found[-1][0] if found else 0))
    return found


async def planned(desk: Desk, count: int = 2) -> tuple[str, list[Task], list[tuple[int, int, int]]]:
    """A session with tasks of one length placed on different days, these tasks, and one more free place for each."""
    state = await desk.live()
    length = items(state)[0].length
    chosen = [task for task in items(state) if task.length == length][:count]
    found = places(state, length, 2 * count)
    session = await desk.opened(*(at(task, *place) for task, place in zip(chosen, found, strict=False)))
    return session, [(await desk.state(session)).by_id[task.state_id] for task in chosen], found[count:]


def move(task: Task, place: tuple[int, int, int]) -> dict[str, Any]:
    return {"tool": "move", "arguments": {"task_id": task.state_id, "new_day": place[0], "new_slot_start": place[1]}}


async def edit(
    client: httpx2.AsyncClient, session: str, *edits: dict[str, Any], revision: int = 1, key: str | None = None
) -> httpx2.Response:
    headers = {"If-Match": f'"{revision}"'} | ({"Idempotency-Key": key} if key else {})
    body = {"conversation_id": session, "edits": list(edits)}
    return await client.post("/api/v1/agent/schedule-state", json=body, headers=headers)


async def revert(client: httpx2.AsyncClient, session: str, target: int, revision: int) -> httpx2.Response:
    body = {"conversation_id": session, "revision": target}
    headers = {"If-Match": f'"{revision}"'}
    return await client.post("/api/v1/agent/schedule-preview/revert", json=body, headers=headers)


async def revision_of(desk: Desk, session: str) -> int:
    """The newest revision."""
    async with desk.week.engine.connect() as conn:
        newest = await latest_preview(OWNER, conn, session)
    assert newest is not None
    return newest.revision


def entry(shown: dict[str, Any], task: Task) -> dict[str, Any]:
    [found] = [row for row in shown["entries"] if row["state_id"] == task.state_id]
    return dict(found)


async def test_a_drag_is_a_new_revision_by_the_person(desk: Desk, client: httpx2.AsyncClient) -> None:
    """The task is there, pinned; the change says who decided it, and the tag is that of the new revision."""
    session, [task, other], [place, _] = await planned(desk)
    answer = await edit(client, session, move(task, place))
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert (answer.headers["etag"], shown["revision"], shown["run"]) == ('"2"', 2, None)
    moved = (await desk.state(session)).by_id[task.state_id]
    assert (moved.slots[0].key, moved.pinned) == (place, True)
    assert (entry(shown, task)["pinned"], entry(shown, other)["pinned"]) == (True, False)
    [change] = shown["diff"]["previous"]
    assert (change["task_id"], change["decided_by"], change["reason"]["rule"]) == (task.state_id, "person", "by_hand")
    assert change["reason"]["ground"] == "手动调整"
    assert shown["summary"] == "手动调整：移动 1 项。"
    read = await client.get("/api/v1/agent/schedule-preview", params={"conversation_id": session})
    assert read.json() == shown


async def test_edits_are_applied_in_order(desk: Desk, client: httpx2.AsyncClient) -> None:
    """The second may take the place that the first left, in one revision."""
    session, [task, other], [place, _] = await planned(desk)
    answer = await edit(client, session, move(task, place), move(other, task.slots[0].key), {"pin": task.state_id})
    assert answer.status_code == 200, answer.text
    state = await desk.state(session)
    assert state.by_id[task.state_id].slots[0].key == place
    assert state.by_id[other.state_id].slots == task.slots
    assert await revision_of(desk, session) == 2


async def test_swap_batch_move_unplace_and_place_are_understood(desk: Desk, client: httpx2.AsyncClient) -> None:
    """Each in a revision of its own, each pinning what it names."""
    session, [task, other], [place, free] = await planned(desk)
    numbers = {"task_a": task.state_id, "task_b": other.state_id}
    calls = [
        {"tool": "swap", "arguments": numbers},
        {
            "tool": "batch_move",
            "arguments": {"moves": [move(task, place)["arguments"], move(other, free)["arguments"]]},
        },
        {"tool": "unplace", "arguments": {"task_id": task.state_id}},
        {
            "tool": "place",
            "arguments": {"task_id": task.state_id, "day": task.slots[0].day, "slot_start": task.slots[0].slot_start},
        },
    ]
    for revision, call in enumerate(calls, 1):
        answer = await edit(client, session, call, revision=revision)
        assert answer.status_code == 200, answer.text
        assert all(change["decided_by"] == "person" for change in answer.json()["diff"]["previous"])
    state = await desk.state(session)
    assert state.by_id[task.state_id].slots == task.slots
    assert state.by_id[other.state_id].slots[0].key == free
    assert state.by_id[task.state_id].pinned
    assert state.by_id[other.state_id].pinned


async def course_place(desk: Desk, session: str) -> tuple[int, int, int]:
    """Where a course stands that takes no guests."""
    state = await desk.state(session)
    return next(task for task in state.tasks if task.is_course and not task.can_embed).slots[0].key


REFUSED = {
    "conflict": (409, "slot_conflict"),
    "bounds": (422, "out_of_window"),
    "end of the day": (422, "section_invalid"),
    "unknown task": (422, "task_not_found"),
    "argument": (422, "invalid_argument"),
    "missing": (422, "missing_argument"),
    "unknown argument": (422, "unknown_argument"),
    "course": (409, "locked"),
    "pending": (409, "wrong_status"),
    "pin of a course": (409, "wrong_status"),
    "keep of nothing": (422, "task_not_found"),
    "numeral": (422, "invalid_argument"),
    "numeral in a batch": (422, "invalid_argument"),
    "three at once": (422, "batch_limit"),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_a_refusal_has_the_code_of_the_tool_and_leaves_nothing(
    desk: Desk, client: httpx2.AsyncClient, case: str
) -> None:
    """It says which edit it was; the good one before it is not kept either."""
    session, [task, other], [place, free] = await planned(desk)
    state = await desk.state(session)
    course = next(found for found in state.tasks if found.is_course and found.locked)
    waiting = next(found for found in state.tasks if found.status == "pending")
    wrong = {
        "conflict": move(task, await course_place(desk, session)),
        "bounds": move(task, (99, 1, 2)),
        "end of the day": move(task, (1, 12, 13)),
        "unknown task": {"tool": "unplace", "arguments": {"task_id": 999}},
        "argument": {"tool": "unplace", "arguments": {"task_id": "the first"}},
        "missing": {"tool": "move", "arguments": {"task_id": task.state_id}},
        "unknown argument": {"tool": "unplace", "arguments": {"task_id": task.state_id, "why": "so"}},
        "course": {"tool": "unplace", "arguments": {"task_id": course.state_id}},
        "pending": move(waiting, free),
        "pin of a course": {"pin": course.state_id},
        "keep of nothing": {"keep": 999},
        "numeral": {"tool": "unplace", "arguments": {"task_id": f"{task.state_id}"}},
        "numeral in a batch": {
            "tool": "batch_move",
            "arguments": {"moves": [move(task, free)["arguments"] | {"task_id": f"{task.state_id}"}]},
        },
        "three at once": {"tool": "batch_move", "arguments": {"moves": [move(task, place)["arguments"]] * 3}},
    }[case]
    before = await rows(desk)
    answer = await edit(client, session, move(other, place), wrong, key="again")
    status, code = REFUSED[case]
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["edit"]) == (status, code, 1), answer.text
    assert problem["text"].startswith(problem["detail"])
    assert await rows(desk) == before


async def rows(desk: Desk) -> list[Any]:
    """What is kept of previews and keys."""
    async with desk.week.engine.connect() as conn:
        previews = await conn.execute(text("SELECT session_id, revision, xmin::text FROM previews ORDER BY 1, 2"))
        keys = await conn.execute(text("SELECT operation, key FROM idempotency_keys ORDER BY 1, 2"))
        return [tuple(row) for row in (*previews, *keys)]


async def test_a_swap_of_two_lengths_is_refused(desk: Desk, client: httpx2.AsyncClient) -> None:
    """With the figures of both."""
    state = await desk.live()
    short, other = items(state)[:2]
    long = other.model_copy(update={"duration": short.length + 1})
    first, second = places(state, short.length + 1, 2)
    session = await desk.opened(at(short, first[0], first[1], first[2] - 1), at(long, *second))
    call = {"tool": "swap", "arguments": {"task_a": short.state_id, "task_b": long.state_id}}
    answer = await edit(client, session, call)
    assert (answer.status_code, answer.json()["code"]) == (422, "span_mismatch")


async def test_a_host_with_a_guest_takes_no_other(desk: Desk, client: httpx2.AsyncClient) -> None:
    """The guest is named; without it the task is let in."""
    session, [task, other], _ = await planned(desk)
    state = await desk.state(session)
    host = next(found for found in state.tasks if found.can_embed and found.slots[0].length >= task.length)
    inside = host.slots[0].key
    assert (await edit(client, session, move(task, inside))).status_code == 200
    assert (await desk.state(session)).by_id[task.state_id].embed_host == host.state_id
    answer = await edit(client, session, move(other, inside), revision=2)
    assert (answer.status_code, answer.json()["code"]) == (409, "host_taken"), answer.text
    assert task.label in answer.json()["detail"]


async def test_a_pinned_task_can_be_dragged_and_unpinned(desk: Desk, client: httpx2.AsyncClient) -> None:
    """A hand unpins what it names for the one call."""
    session, [task, _], [place, free] = await planned(desk)
    assert (await edit(client, session, {"pin": task.state_id})).json()["summary"] == "手动调整：固定 1 项。"
    assert (await edit(client, session, move(task, place), revision=2)).status_code == 200
    assert (await desk.state(session)).by_id[task.state_id].pinned
    answer = await edit(client, session, move(task, free), {"unpin": task.state_id}, revision=3)
    assert not entry(answer.json(), task)["pinned"]


async def test_keeping_puts_back_what_the_revision_before_had(desk: Desk, client: httpx2.AsyncClient) -> None:
    """And in the first revision lets the task wait again, as the timetable has it."""
    session, [task, other], [place, _] = await planned(desk)
    await edit(client, session, move(task, place))
    kept = await edit(client, session, {"keep": task.state_id}, revision=2)
    assert kept.status_code == 200, kept.text
    state = await desk.state(session)
    assert (state.by_id[task.state_id].slots, state.by_id[task.state_id].pinned) == (task.slots, True)
    [change] = kept.json()["diff"]["previous"]
    assert (change["reason"]["rule"], change["decided_by"]) == ("kept", "person")
    another = await desk.opened(at(other, *place))
    answer = await edit(client, another, {"keep": other.state_id})
    assert [change["kind"] for change in answer.json()["diff"]["previous"]] == ["taken_back"]
    assert (await desk.state(another)).by_id[other.state_id].status == "pending"


async def test_keeping_is_refused_where_the_place_is_taken(desk: Desk, client: httpx2.AsyncClient) -> None:
    session, [task, other], [place, _] = await planned(desk)
    both = (move(task, place), move(other, task.slots[0].key))
    assert (await edit(client, session, *both)).status_code == 200
    answer = await edit(client, session, {"keep": task.state_id}, revision=2)
    assert (answer.status_code, answer.json()["code"], answer.json()["action"]) == (409, "slot_conflict", "keep")


async def test_edits_without_effect_make_no_revision(desk: Desk, client: httpx2.AsyncClient) -> None:
    """The answer is the newest one, and not even the key is kept."""
    session, [task, _], [place, _] = await planned(desk)
    before = await rows(desk)
    answer = await edit(client, session, {"pin": task.state_id}, {"unpin": task.state_id}, key="nothing")
    assert (answer.status_code, answer.headers["etag"]) == (200, '"1"')
    assert await rows(desk) == before
    assert (await edit(client, session, move(task, place), key="nothing")).headers["etag"] == '"2"'


async def test_the_same_key_gives_the_same_revision(desk: Desk, client: httpx2.AsyncClient) -> None:
    """At the same time and later, also when there is a newer one and a run is open; another body is refused."""
    session, [task, other], [place, free] = await planned(desk)
    asked = [edit(client, session, move(task, place), key="drag") for _ in range(4)]
    answers = await asyncio.gather(*asked)
    assert {(answer.status_code, answer.headers.get("etag")) for answer in answers} == {(200, '"2"')}
    await edit(client, session, move(other, free), revision=2)
    await desk.week.start(session, refine_request("把第5周的任务均匀分散一下"))
    assert (await edit(client, session, move(task, place), key="drag")).json() == answers[0].json()
    assert await revision_of(desk, session) == 3
    reused = await edit(client, session, move(task, free), key="drag")
    assert (reused.status_code, reused.json()["code"]) == (422, "idempotency_key_reused")


async def test_of_two_drags_at_once_one_wins(desk: Desk, client: httpx2.AsyncClient) -> None:
    """The other one is told to look again."""
    session, [task, other], [place, free] = await planned(desk)
    answers = await asyncio.gather(edit(client, session, move(task, place)), edit(client, session, move(other, free)))
    assert sorted(answer.status_code for answer in answers) == [200, 412]
    assert await revision_of(desk, session) == 2


async def test_a_stale_a_foreign_and_a_missing_tag_are_refused(desk: Desk, client: httpx2.AsyncClient) -> None:
    session, [task, _], [place, free] = await planned(desk)
    await edit(client, session, move(task, place))
    stale = await edit(client, session, move(task, free), revision=1)
    assert (stale.status_code, stale.json()["code"], stale.json()["revision"]) == (412, "revision_mismatch", 2)
    url, body = "/api/v1/agent/schedule-state", {"conversation_id": session, "edits": [move(task, free)]}
    foreign = await client.post(url, json=body, headers={"If-Match": '"of another server"'})
    assert (foreign.status_code, foreign.json()["code"]) == (412, "revision_mismatch")
    missing = await client.post(url, json=body)
    assert (missing.status_code, missing.json()["code"]) == (428, "precondition_required")
    assert await revision_of(desk, session) == 2


async def test_nothing_is_dragged_while_a_run_is_open(desk: Desk, client: httpx2.AsyncClient) -> None:
    """Neither an edit nor a step back; the answer names the run, and nothing is stored."""
    session, [task, _], [place, free] = await planned(desk)
    await edit(client, session, move(task, place))
    run = await desk.week.start(session, refine_request("把第5周的任务均匀分散一下"))
    before = await rows(desk)
    for answer in (
        await edit(client, session, move(task, free), revision=2, key="k"),
        await revert(client, session, 1, 2),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "run_in_progress")
        assert answer.json()["run_id"] == run.id
    assert await rows(desk) == before


async def test_a_drag_and_a_run_at_once_never_both_begin_from_one_revision(
    desk: Desk, client: httpx2.AsyncClient
) -> None:
    """Either the drag is refused, or the run starts from what it left."""
    session, [task, _], found = await planned(desk)
    for turn in range(6):
        newest = await revision_of(desk, session)
        answer, run = await asyncio.gather(
            edit(client, session, move(task, found[turn % 2]), revision=newest),
            desk.week.start(session, refine_request("把第5周的任务均匀分散一下")),
        )
        assert answer.status_code in (200, 409), answer.text
        assert run.base_revision == await revision_of(desk, session)
        async with desk.week.engine.begin() as conn:
            await conn.execute(text("UPDATE runs SET status = 'cancelled', finished_at = now()"))


async def test_a_strangers_session_is_not_found(served: ServedEdge, desk: Desk) -> None:
    session, [task, _], [place, _] = await planned(desk)
    async with served.client(await served.key("stranger")) as stranger:
        for answer in (await edit(stranger, session, move(task, place)), await revert(stranger, session, 1, 1)):
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        asked = {"conversation_id": session}
        assert (await stranger.get("/api/v1/agent/schedule-preview/revisions", params=asked)).status_code == 404
    assert await revision_of(desk, session) == 1


async def test_a_session_without_a_preview_has_nothing_to_edit(desk: Desk, client: httpx2.AsyncClient) -> None:
    opened = (await client.post("/api/v1/sessions", json={})).json()["id"]
    answer = await edit(client, opened, {"pin": 1})
    assert (answer.status_code, answer.json()["code"]) == (404, "SchedulePlanPreviewNotFound")


async def test_stepping_back_makes_the_earlier_one_new(desk: Desk, client: httpx2.AsyncClient) -> None:
    """Its state and the reasons against the timetable are those of then; what changed says that it was stepped back."""
    session, [task, _], [place, free] = await planned(desk)
    second = (await edit(client, session, move(task, place))).json()
    await edit(client, session, move(task, free), revision=2)
    answer = await revert(client, session, 2, 3)
    assert (answer.status_code, answer.headers["etag"]) == (200, '"4"'), answer.text
    shown = answer.json()
    assert shown["diff"]["timetable"] == second["diff"]["timetable"]
    assert shown["entries"] == second["entries"]
    assert [change["reason"]["rule"] for change in shown["diff"]["previous"]] == ["stepped_back"]
    assert shown["summary"] == "退回第 2 版。"
    assert (await revert(client, session, 4, 4)).headers["etag"] == '"4"'
    assert (await revert(client, session, 5, 4)).status_code == 404
    stale = await revert(client, session, 1, 3)
    assert (stale.status_code, stale.json()["code"]) == (412, "revision_mismatch")


async def test_the_revisions_are_listed_in_pages(desk: Desk, client: httpx2.AsyncClient) -> None:
    """Newest first, each with its parent and how much it changed."""
    session, [task, other], [place, free] = await planned(desk)
    await edit(client, session, move(task, place), move(other, free))
    await revert(client, session, 1, 2)
    url, asked = "/api/v1/agent/schedule-preview/revisions", {"conversation_id": session, "limit": "2"}
    page = (await client.get(url, params=asked)).json()
    last = (await client.get(url, params=asked | {"cursor": page["next_cursor"]})).json()
    told = [(each["revision"], each["parent_revision"], each["changes"]) for each in (*page["items"], *last["items"])]
    assert told == [(3, 2, 2), (2, 1, 2), (1, None, 2)]
    assert last["next_cursor"] is None
    assert page["items"][0]["run_id"] is page["items"][0]["commit_id"] is None
    wrong = await client.get(url, params=asked | {"cursor": "bm90aGluZw"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid_input")


async def test_a_whole_number_is_one_however_json_writes_it(desk: Desk, client: httpx2.AsyncClient) -> None:
    """In every edit, and in stepping back."""
    session, [task, _], [place, _] = await planned(desk)
    drag = move(task, place)
    drag["arguments"] = {name: float(value) for name, value in drag["arguments"].items()}
    moved = (await edit(client, session, drag)).json()
    assert entry(moved, task)["pinned"]
    assert (await edit(client, session, {"unpin": float(task.state_id)}, revision=2)).json()["revision"] == 3
    headers, body = {"If-Match": '"3"'}, {"conversation_id": session, "revision": 1.0}
    back = await client.post("/api/v1/agent/schedule-preview/revert", json=body, headers=headers)
    assert back.json()["revision"] == 4


@pytest.mark.parametrize("revision", [None, 1])
async def test_of_a_session_that_is_not_ours_nothing_is_told(
    desk: Desk, client: httpx2.AsyncClient, revision: int | None
) -> None:
    """One of another user is answered as one that nobody has."""
    own = (await open_session("stranger", desk.week.engine, now())).id
    asked = {} if revision is None else {"revision": revision}
    answers = [
        await client.get("/api/v1/agent/schedule-preview", params={"conversation_id": one, **asked})
        for one in (own, NOBODYS)
    ]
    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "not_found")}
    assert len({answer.json()["detail"].replace(own, NOBODYS) for answer in answers}) == 1


NOBODYS = "01K6F0Q2M3N4P5R6S7T8V9W0XA"
