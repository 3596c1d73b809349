"""Recall over HTTP (rules RECALL-7, RECALL-24 and RECALL-25)."""

from datetime import datetime, timedelta
from typing import Any

import httpx2
import pytest

from services.ulids import ascending_ulids
from storage.recall_items import forget_items
from storage.sessions import SessionEntry, SessionRecord, append_session_events, insert_session
from storage.users import ensure_user
from tests.edge import OWNER, ServedEdge

NOW = datetime.fromisoformat("2026-09-03T22:00:00+08:00")
PATH = "/api/v1/temporal-recall/query"
HOSTILE = (
    "'; DROP TABLE recall_items; --",
    "a & !b | (c:*) <-> 'd'",
    "\\",
    "合同\x00\u202e'",
    "%_~@ann",
    "😀" * 30,
    "",
)


async def said(served: ServedEdge, owner: str, text: str, at: datetime) -> str:
    """The id of the item under which something said in a session of its own is found."""
    [session_id] = ascending_ulids(1)
    async with served.edge.engine.begin() as conn:
        await ensure_user(owner, conn)
        await insert_session(owner, conn, SessionRecord(session_id, at))
        entry = SessionEntry("message", {"role": "user", "text": text, "origin": "person"})
        await append_session_events(owner, conn, session_id, [entry], at)
    return f"chat:{session_id}:1"


async def planned(client: httpx2.AsyncClient, query: str) -> dict[str, Any]:
    """A plan as the route answers it."""
    asked = {"query": query, "user_id": OWNER, "now": NOW.isoformat()}
    answer = await client.post("/api/v1/context/plan", json=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_a_plan_is_posted_as_it_was_answered(served: ServedEdge) -> None:
    """What was said yesterday and matters is found, with when it was said and why; not what others said."""
    wanted = await said(served, OWNER, "重要：租房合同九月四号下午三点之前要签字", NOW - timedelta(days=1))
    await said(served, OWNER, "食堂三楼开了一家面馆", NOW - timedelta(days=1))
    await said(served, "somebody-else", "重要：租房合同九月四号下午三点之前要签字", NOW - timedelta(days=1))
    async with served.client(await served.key()) as client:
        answer = await client.post(PATH, json=await planned(client, "我昨天有什么重要的事情安排吗？"))
    assert answer.status_code == 200, answer.text
    found = answer.json()
    [item] = found["items"]
    assert list(item) == [
        "id",
        "source",
        "target_type",
        "text",
        "mention_at",
        "event_at",
        "importance",
        "status",
        "score",
    ]
    assert (item["id"], item["source"]) == (wanted, "chat")
    assert (item["mention_at"], item["event_at"]) == ("2026-09-02T22:00:00+08:00", "2026-09-04T15:00:00+08:00")
    assert found["timeline"] == [{"date": "2026-09-02", "items": [wanted]}]
    assert found["stats"]["sources"] == {"calendar": 0, "chat": 1, "meinput": 0, "memory_v2": 0}


async def test_what_was_forgotten_is_not_found(served: ServedEdge) -> None:
    """From one request to the next."""
    wanted = await said(served, OWNER, "重要：租房合同要签字", NOW - timedelta(days=1))
    async with served.client(await served.key()) as client:
        plan = await planned(client, "我昨天说了什么重要的事")
        before = await client.post(PATH, json=plan)
        async with served.edge.engine.begin() as conn:
            await forget_items(OWNER, conn, "chat", [wanted.removeprefix("chat:")])
        after = await client.post(PATH, json=plan)
    assert [item["id"] for item in before.json()["items"]] == [wanted]
    assert after.json()["items"] == []


async def test_whatever_is_searched_for_is_data(served: ServedEdge) -> None:
    """Quotes, operators, signs and characters that no column holds: an answer, and everything stays."""
    kept = [await said(served, OWNER, f"租房合同 {hostile}", NOW - timedelta(days=1)) for hostile in HOSTILE]
    async with served.client(await served.key()) as client:
        asked = await planned(client, "昨天提到的租房合同")
        for retrieval in asked["plan"]["retrievals"]:
            retrieval["expanded_queries"] = ["租房合同", *(words for words in HOSTILE if "\x00" not in words)]
        asked["plan"]["output"]["dedupe"] = False
        answer = await client.post(PATH, json=asked)
    assert answer.status_code == 200, answer.text
    assert {item["id"] for item in answer.json()["items"]} == set(kept)


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        (("limit",), 0),
        (("limit",), 51),
        (("limit",), "all"),
        (("plan", "temporal_mode"), "SOMETIME"),
        (("plan", "time", "mention_range"), {"start": "2026-09-02T00:00:00", "end": None}),
        (("plan", "retrievals", 0, "expanded_queries"), ["合同"] * 65),
        (("plan", "retrievals", 0, "expanded_queries"), ["合" * 2001]),
        (("plan", "retrievals", 0, "expanded_queries"), ["合\x00同"]),
        (("plan", "time", "mention_range"), {"start": 5, "end": None}),
        (("plan", "targets"), [{"type": "note", "weight": 0.5}] * 51),
        (("plan", "user_id"), "somebody-else"),
        (("plan",), None),
    ],
)
async def test_a_plan_of_another_form_is_refused(served: ServedEdge, place: tuple[Any, ...], wrong: object) -> None:
    """With the place that is wrong."""
    async with served.client(await served.key()) as client:
        asked: Any = {**await planned(client, "昨天提到的租房合同"), "limit": 20}
        part = asked
        for step in place[:-1]:
            part = part[step]
        part[place[-1]] = wrong
        answer = await client.post(PATH, json=asked)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request"), answer.text
    assert str(place[-1]) in answer.text


async def test_a_plan_at_the_ends_of_the_calendar_is_answered(served: ServedEdge) -> None:
    """Ranges that no zone but their own can show."""
    edges = {"start": "0001-01-01T00:00:00+14:00", "end": "9999-12-31T23:59:59-12:00"}
    wanted = await said(served, OWNER, "租房合同", NOW)
    async with served.client(await served.key()) as client:
        asked = await planned(client, "昨天提到的租房合同")
        asked["plan"]["time"] = {"mention_range": edges, "event_range": edges, "relative_label": "always"}
        for mode in ("MENTION", "EVENT", "AMBIGUOUS", "NONE"):
            answer = await client.post(PATH, json={"plan": asked["plan"] | {"temporal_mode": mode}})
            assert [item["id"] for item in answer.json()["items"]] == [wanted], answer.text
