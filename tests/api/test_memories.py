"""Memories, texts typed elsewhere, the user snapshot and who asks, over HTTP (rules MEMORY-1 to MEMORY-23)."""

import asyncio
import json
from typing import Any

from services.identities import link
from tests.edge import OWNER, ServedEdge

MEMORY = {"text": "不喜欢早上学习", "kind": "preference", "importance": 0.8}
INPUT = {"text": "周五之前交报告", "app": "WeChat", "typed_at": "2026-09-28T21:30:00+08:00"}


async def test_a_memory_is_remembered_shown_corrected_and_forgotten(served: ServedEdge) -> None:
    """Each answer has the version with which the next goes on; another one is refused with the one there is."""
    async with served.client(await served.key()) as client:
        made = await client.post("/api/v1/memories", json=MEMORY)
        assert (made.status_code, made.headers["etag"]) == (201, '"1"'), made.text
        address, first = made.headers["location"], made.json()
        assert (first["origin"], first["status"]) == ("person", "active")
        assert (first["corrected_at"], first["session_id"]) == (None, None)
        assert {name: first[name] for name in MEMORY} == MEMORY
        assert (await client.get(address)).json() == _shown(first)
        again = await client.post("/api/v1/memories", json=MEMORY)
        assert (again.status_code, again.headers["etag"], again.json()) == (200, '"1"', first | {"was_known": True})
        patch, tag = {"text": "不喜欢早上学数学"}, {"If-Match": '"1"'}
        changed = await client.patch(address, json=patch, headers=tag)
        assert (changed.status_code, changed.headers["etag"]) == (200, '"2"')
        assert (changed.json()["text"], changed.json()["corrected_from"]) == (patch["text"], MEMORY["text"])
        assert changed.json()["kind"] == "preference"
        late = await client.patch(address, json=patch, headers=tag)
        assert (late.status_code, late.json()["code"], late.json()["version"]) == (412, "version_mismatch", 2)
        assert (await client.patch(address, json=patch)).status_code == 428
        assert (await client.delete(address)).status_code == 428
        assert (await client.delete(address, headers=tag)).status_code == 412
        assert (await client.delete(address, headers={"If-Match": '"2"'})).status_code == 204
        assert (await client.get(address)).status_code == 404
        assert (await client.get("/api/v1/memories")).json() == {"items": [], "next_cursor": None}


async def test_memories_come_in_pages_of_one_kind_or_all(served: ServedEdge) -> None:
    """Newest first; an unknown kind is refused."""
    async with served.client(await served.key()) as client:
        drafts = [MEMORY | {"kind": kind, "text": f"{n}"} for n, kind in enumerate(("note", "todo", "note", "todo"))]
        made = [_shown((await client.post("/api/v1/memories", json=draft)).json()) for draft in drafts]
        first = (await client.get("/api/v1/memories", params={"limit": 3})).json()
        rest = (await client.get("/api/v1/memories", params={"cursor": first["next_cursor"]})).json()
        assert (first["items"] + rest["items"], rest["next_cursor"]) == (made[::-1], None)
        todos = (await client.get("/api/v1/memories", params={"kind": "todo"})).json()
        assert todos["items"] == [made[3], made[1]]
        assert (await client.get("/api/v1/memories", params={"kind": "rumour"})).status_code == 422


def _shown(added: dict[str, Any]) -> dict[str, Any]:
    """A memory that was added, as it is shown."""
    assert added["was_known"] is False
    return {name: value for name, value in added.items() if name != "was_known"}


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("memories", {}, "body.text"),
    ("memories", {"text": " \n\x00"}, "body.text"),
    ("memories", {"text": "x" * 2001}, "1 to 2000 characters"),
    ("memories", {"text": "x", "kind": "rumour"}, "body.kind"),
    ("memories", {"text": "x", "importance": 1.1}, "body.importance"),
    ("memories", {"text": "x", "origin": "chat"}, "body.origin"),
    ("meinput", {"text": "x"}, "body.app"),
    ("meinput", {"text": "x" * 10_001, "app": "a"}, "1 to 10000 characters"),
    ("meinput", {"text": "x", "app": " "}, "body.app"),
    ("meinput", INPUT | {"typed_at": "2026-09-28"}, "body.typed_at"),
    ("meinput", INPUT | {"typed_at": "2026-02-30T21:30:00+08:00"}, "no real date and time"),
    ("meinput", INPUT | {"typed_at": "0001-01-01T00:00:00+14:00"}, "no real date and time"),
    ("meinput", INPUT | {"typed_at": "2999-09-28T21:30:00Z"}, "in the future"),
    ("meinput", INPUT | {"typed_at": "1969-12-31T23:59:59Z"}, "before 1970"),
    ("ums/ingest", {"hobbies": {}}, "body.hobbies"),
    ("ums/ingest", {"profile": {"two words": 1}}, "got 'two words'"),
    ("ums/ingest", {"profile": {"a": {"b": 1}}}, "body.profile.a"),
    ("ums/ingest", {"profile": {"a": "x" * 501}}, "body.profile.a"),
    ("ums/ingest", {"profile": {"a": 1e16}}, "body.profile.a"),
    ("ums/ingest", {"profile": {"a": ["x"] * 21}}, "body.profile.a"),
    ("ums/ingest", {"preferences": {f"k{number}": 1 for number in range(101)}}, "at most 100 items"),
    ("ums/ingest", {"commitments": {"k": {"text": "x", "due": "friday"}}}, "body.commitments.k.due"),
    ("ums/ingest", {"commitments": {"k": "x"}}, "body.commitments.k"),
    ("ums/ingest", {"profile": {"zone": "Mars"}}, "profile.zone is 'Mars'"),
    ("ums/ingest", {"at": "2999-09-28T21:30:00Z"}, "at '2999-09-28T21:30:00Z' lies"),
]


async def test_what_is_wrong_is_named_and_nothing_of_it_stored(served: ServedEdge) -> None:
    """With its place, or with the value."""
    async with served.client(await served.key()) as client:
        before = (await client.get("/api/v1/auth/me")).json()
        for route, body, named in WRONG:
            refused = await client.post(f"/api/v1/{route}", json=body)
            assert refused.status_code == 422, (body, refused.text)
            assert named in refused.json()["detail"], refused.text
        for route, body in (("meinput", INPUT), ("ums/ingest", {"profile": {"a": 1}})):
            refused = await client.post(f"/api/v1/{route}", json=body | {"user_id": "wechat:unknown"})
            assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
        after = (await client.get("/api/v1/auth/me")).json()
        assert (await client.get("/api/v1/memories")).json()["items"] == []
    assert [after["snapshot"][name] for name in ("profile", "commitments")] == [{}, []]
    assert {name: after[name] for name in after if name != "snapshot"} == {
        n: before[n] for n in before if n != "snapshot"
    }


async def test_a_text_typed_elsewhere_is_kept_once_for_its_key(served: ServedEdge) -> None:
    """Under two posts at once too; half of a surrogate pair is told as U+FFFD."""
    body, key = INPUT | {"text": "a\ud800\x00b"}, {"Idempotency-Key": "k"}
    content, headers = json.dumps(body), {"Content-Type": "application/json", **key}
    async with served.client(await served.key()) as client:
        answers = await asyncio.gather(
            *(client.post("/api/v1/meinput", content=content, headers=headers) for _ in range(4))
        )
        assert [answer.status_code for answer in answers] == [201] * 4, answers[0].text
        assert len({answer.text for answer in answers}) == 1
        kept = answers[0].json()
        assert (kept["text"], kept["app"], kept["typed_at"]) == ("a\ufffd\x00b", "WeChat", "2026-09-28T13:30:00Z")
        other = await client.post("/api/v1/meinput", json=INPUT, headers=key)
        assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


async def test_who_asks_is_told_with_the_snapshot_and_the_names_elsewhere(served: ServedEdge) -> None:
    """What is told under a linked name is known of the user; another person is told nothing of it."""
    key = await served.key()
    await link(OWNER, served.edge.engine, "wechat", "oABC", served.edge.now())
    async with served.client(key) as client:
        fresh = (await client.get("/api/v1/auth/me")).json()
        assert (fresh["user_id"], fresh["signed_in_by"], fresh["credential"]) == (OWNER, "key", key[:11])
        assert (fresh["zone"], fresh["locale"]) == (None, None)
        assert [(one["provider"], one["subject"]) for one in fresh["identities"]] == [("wechat", "oABC")]
        told = {
            "user_id": "wechat:oABC",
            "profile": {"zone": "Europe/Paris", "locale": "en", "gpa": 3.7},
            "preferences": {"quiet_days": ["Sunday"]},
            "commitments": {"report": {"text": "hand in the report"}},
        }
        answer = await client.post("/api/v1/ums/ingest", json=told)
        assert answer.status_code == 200, answer.text
        snapshot = (await client.get("/api/v1/ums/snapshot")).json()
        assert (snapshot["profile"], snapshot["preferences"]) == (told["profile"], told["preferences"])
        assert [each["text"] for each in snapshot["commitments"]] == ["hand in the report"]
        me = (await client.get("/api/v1/auth/me")).json()
        assert (me["zone"], me["locale"], me["snapshot"]["zone"]) == ("Europe/Paris", "en", "Europe/Paris")
        for shown in (answer.json(), me["snapshot"]):
            assert {n: v for n, v in shown.items() if n != "at"} == {n: v for n, v in snapshot.items() if n != "at"}
        memory = (await client.get("/api/v1/memories")).json()["items"][0]
        gone = await client.delete(f"/api/v1/memories/{memory['id']}", headers={"If-Match": "*"})
        assert gone.status_code == 204
        assert (await client.get("/api/v1/ums/snapshot")).json()["commitments"] == []
    async with served.client(await served.key("stranger")) as client:
        other = (await client.get("/api/v1/auth/me")).json()
        assert (other["identities"], other["snapshot"]["profile"]) == ([], {})
        refused = await client.post("/api/v1/ums/ingest", json=told)
        assert refused.status_code == 404
        assert refused.json()["detail"] == "user 'wechat:oABC' does not exist: check the id"


async def test_recall_and_plans_are_asked_for_by_any_name(served: ServedEdge) -> None:
    """What was posted under one name is found under the other; for a stranger it is as if the name were nobody's."""
    key = await served.key()
    for provider, subject in (("wechat", "oABC"), ("campus", "2026:1")):
        await link(OWNER, served.edge.engine, provider, subject, served.edge.now())
    words = {"query": "我今天说了什么关于报告的事", "now": served.edge.now().isoformat()}
    async with served.client(key) as client, served.client(await served.key("stranger")) as stranger:
        kept = await client.post("/api/v1/meinput", json={"text": "报告周五交", "app": "a", "user_id": "wechat:oABC"})
        planned = [
            await client.post("/api/v1/context/plan", json=words | {"user_id": named})
            for named in (OWNER, "wechat:oABC", "campus:2026:1")
        ]
        assert len({answer.text for answer in planned}) == 1, planned[1].text
        plan = planned[0].json()
        for named in ({}, {"user_id": "campus:2026:1"}, {"user_id": OWNER}):
            found = await client.post("/api/v1/temporal-recall/query", json=plan | named)
            assert [each["id"] for each in found.json()["items"]] == [f"meinput:{kept.json()['id']}"], found.text
        for theirs in ("wechat:oABC", OWNER, "wechat:nobody"):
            refused = await stranger.post("/api/v1/temporal-recall/query", json=plan | {"user_id": theirs})
            assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
            refused = await stranger.post("/api/v1/context/plan", json=words | {"user_id": theirs})
            assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")


async def test_a_browser_is_told_that_it_signed_in_by_a_cookie(served: ServedEdge) -> None:
    """After the single-use link."""
    async with served.client(await served.key()) as client:
        url = (await client.post("/api/v1/auth/links")).json()["url"]
    async with served.client(None) as browser:
        await browser.get(url)
        me = (await browser.get("/api/v1/auth/me")).json()
    assert (me["user_id"], me["signed_in_by"], me["credential"]) == (OWNER, "cookie", "login")
    assert me["expires_at"] is not None
