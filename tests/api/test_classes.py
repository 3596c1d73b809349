"""Classes and their items over HTTP (rules EDGE-9, EDGE-20 and EDGE-28 to EDGE-31)."""

from typing import Any

import pytest
from sqlalchemy import update

from storage.tables import task_items
from tests.edge import ServedEdge

DRAFT: dict[str, Any] = {"name": "概率论", "items": ["第一章", {"content": "第二章"}]}
FULL: dict[str, Any] = DRAFT | {
    "total_slots": 4,
    "strategy": "rapid",
    "allow_embed": False,
    "excluded_sections": [12, 1],
    "excluded_days_of_week": [7, 6],
    "preferred_sections": [4, 3],
}


async def test_a_class_is_added_and_shown_as_it_was_given(served: ServedEdge) -> None:
    """Sets are told in order; its items have ids and wait."""
    async with served.client(await served.key()) as client:
        added = await client.post("/api/v1/classes", json=FULL)
        assert added.status_code == 201, added.text
        shown = await client.get(added.headers["location"])
        listed = (await client.get("/api/v1/classes")).json()
    group = added.json()
    assert group == shown.json() == listed["items"][0]
    assert added.headers["etag"] == shown.headers["etag"] == '"1"'
    told = {name: value for name, value in group.items() if name in FULL and name != "items"}
    assert told == {name: sorted(v) if isinstance(v, list) else v for name, v in FULL.items() if name != "items"}
    assert [(i["content"], i["order"], i["status"]) for i in group["items"]] == [
        ("第一章", 1, "pending"),
        ("第二章", 2, "pending"),
    ]


async def test_a_class_needs_only_a_name(served: ServedEdge) -> None:
    """It may get its items later."""
    async with served.client(await served.key()) as client:
        group = (await client.post("/api/v1/classes", json={"name": " 阅读 "})).json()
    assert (group["name"], group["items"], group["total_slots"], group["strategy"]) == ("阅读", [], None, "steady")


async def test_a_change_names_the_version_it_means_and_raises_it(served: ServedEdge) -> None:
    """What is left out stays; an earlier version is refused with the one there is, a missing one too."""
    async with served.client(await served.key()) as client:
        added = await client.post("/api/v1/classes", json=FULL)
        address, tag = added.headers["location"], added.headers["etag"]
        patch = {"name": "统计", "total_slots": None}
        changed = await client.patch(address, json=patch, headers={"If-Match": tag})
        assert (changed.status_code, changed.headers["etag"]) == (200, '"2"')
        assert changed.json() == added.json() | patch | {"version": 2}
        late = await client.patch(address, json={"name": "x"}, headers={"If-Match": tag})
        assert (late.status_code, late.json()["code"], late.json()["version"]) == (412, "version_mismatch", 2)
        missing = await client.patch(address, json={"name": "x"})
        assert (missing.status_code, missing.json()["code"]) == (428, "precondition_required")
        assert (await client.get(address)).json() == changed.json()
        assert (await client.delete(address, headers={"If-Match": tag})).status_code == 412
        assert (await client.delete(address, headers={"If-Match": '"2"'})).status_code == 204
        assert (await client.get(address)).status_code == 404


async def test_items_are_added_moved_and_removed(served: ServedEdge) -> None:
    """Each answer has the version with which the next change goes on."""
    async with served.client(await served.key()) as client:
        address = (await client.post("/api/v1/classes", json=DRAFT)).headers["location"]
        added = await client.post(f"{address}/items", json={"content": "绪论", "order": 1}, headers={"If-Match": '"1"'})
        assert (added.status_code, added.headers["etag"], added.json()["order"]) == (201, '"2"', 1)
        item = added.headers["location"]
        assert item == f"{address}/items/{added.json()['id']}"
        moved = await client.patch(item, json={"order": 9, "content": "总结"}, headers={"If-Match": '"2"'})
        assert (moved.status_code, moved.headers["etag"]) == (200, '"3"')
        assert (moved.json()["order"], moved.json()["content"]) == (3, "总结")
        shown = await client.get(item)
        assert (shown.json(), shown.headers["etag"]) == (moved.json(), '"3"')
        assert (await client.delete(item, headers={"If-Match": '"2"'})).status_code == 412
        assert (await client.delete(item)).status_code == 428
        assert (await client.delete(item, headers={"If-Match": '"3"'})).status_code == 204
        assert (await client.get(item)).status_code == 404
        left = (await client.get(address)).json()
    assert ([one["content"] for one in left["items"]], left["version"]) == (["第一章", "第二章"], 4)


async def test_an_item_is_added_without_a_version(served: ServedEdge) -> None:
    """At the end, once for its key; with a version only while the class has it."""
    async with served.client(await served.key()) as client:
        address = (await client.post("/api/v1/classes", json=DRAFT)).headers["location"] + "/items"
        key = {"Idempotency-Key": "one"}
        added, again = [await client.post(address, json={"content": "第三章"}, headers=key) for _ in range(2)]
        assert (added.json()["order"], again.json(), again.status_code) == (3, added.json(), 201)
        late = await client.post(address, json={"content": "第四章"}, headers={"If-Match": '"1"'})
        assert late.status_code == 412


async def test_what_stands_in_a_timetable_is_in_use(served: ServedEdge) -> None:
    """Neither it nor its class goes; the problem names it."""
    async with served.client(await served.key()) as client:
        added = await client.post("/api/v1/classes", json=DRAFT)
        item_id = added.json()["items"][0]["id"]
        async with served.edge.engine.begin() as connection:
            await connection.execute(update(task_items).where(task_items.c.id == item_id).values(status="arranged"))
        for address in (added.headers["location"], f"{added.headers['location']}/items/{item_id}"):
            refused = await client.delete(address, headers={"If-Match": '"1"'})
            assert (refused.status_code, refused.json()["code"]) == (409, "in_use")
            assert refused.json()["item_id"] == item_id
        assert (await client.get(added.headers["location"])).json()["items"][0]["status"] == "arranged"


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"items": ["x"]}, "body.name"),
        ({"name": "x", "items": ["a"], "total_slots": 13}, "each task would take 13 sections and a day has 12"),
        ({"name": "x", "items": ["a"] * 501}, "at most 500 items"),
        ({"name": "x", "items": [{"content": "a", "status": "arranged"}]}, "body.items.0.status"),
        ({"name": "x", "excluded_sections": [13]}, "body.excluded_sections.0"),
        ({"name": "x", "version": 7}, "body.version"),
        ({"name": "a\x00b"}, "body.name"),
        ([], "body"),
    ],
)
async def test_a_wrong_class_is_refused_with_its_place(served: ServedEdge, body: Any, detail: str) -> None:
    """And none is added."""
    async with served.client(await served.key()) as client:
        refused = await client.post("/api/v1/classes", json=body)
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid_request"), refused.text
        assert detail in refused.json()["detail"]
        assert (await client.get("/api/v1/classes")).json()["items"] == []


async def test_changes_that_crowd_a_day_are_refused_in_figures(served: ServedEdge) -> None:
    """Of the class and of its items; the version stays."""
    async with served.client(await served.key()) as client:
        added = await client.post("/api/v1/classes", json=DRAFT | {"total_slots": 24})
        address, tag = added.headers["location"], {"If-Match": added.headers["etag"]}
        item = f"{address}/items/{added.json()['items'][0]['id']}"
        for refused in (
            await client.patch(address, json={"total_slots": 26}, headers=tag),
            await client.delete(item, headers=tag),
        ):
            assert (refused.status_code, refused.json()["code"]) == (422, "invalid_tasks")
            assert "each task would take" in refused.json()["detail"]
        assert (await client.get(address)).json() == added.json()


async def test_an_item_is_found_in_its_own_class_only(served: ServedEdge) -> None:
    """By any of its routes."""
    async with served.client(await served.key()) as client:
        one, other = [(await client.post("/api/v1/classes", json=DRAFT)).json() for _ in range(2)]
        astray = f"/api/v1/classes/{other['id']}/items/{one['items'][0]['id']}"
        for request in (
            client.get(astray),
            client.patch(astray, json={"content": "x"}, headers={"If-Match": "*"}),
            client.delete(astray, headers={"If-Match": "*"}),
        ):
            assert (await request).status_code == 404
        assert (await client.get(f"/api/v1/classes/{other['id']}")).json() == other


async def test_classes_come_in_pages(served: ServedEdge) -> None:
    """Newest first."""
    async with served.client(await served.key()) as client:
        made = [(await client.post("/api/v1/classes", json=DRAFT)).json() for _ in range(3)]
        first = (await client.get("/api/v1/classes", params={"limit": 2})).json()
        last = (await client.get("/api/v1/classes", params={"limit": 2, "cursor": first["next_cursor"]})).json()
    assert first["items"] + last["items"] == made[::-1]
    assert last["next_cursor"] is None
