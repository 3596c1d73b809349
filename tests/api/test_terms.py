"""Terms over HTTP (rules EDGE-9, EDGE-20, EDGE-23 and EDGE-24)."""

from datetime import datetime
from typing import Any

import pytest

from storage.runs import RunRecord, insert_run
from storage.sessions import SessionRecord, insert_session
from tests.edge import OWNER, ServedEdge
from tests.storage.world import new_id

DRAFT: dict[str, Any] = {"first_monday": "2026-08-31", "weeks": 18}
SECTIONS = [{"start": f"{hour:02}:00", "end": f"{hour:02}:45:30"} for hour in range(8, 20)]


async def test_a_term_is_made_shown_listed_and_removed(served: ServedEdge) -> None:
    """Its address and version come with the first answer, and lead to the others."""
    async with served.client(await served.key()) as client:
        made = await client.post("/api/v1/terms", json=DRAFT)
        assert made.status_code == 201, made.text
        term = made.json()
        assert (term["first_monday"], term["weeks"], term["zone"]) == ("2026-08-31", 18, "Asia/Shanghai")
        assert (len(term["sections"]), term["sections"][0]) == (12, {"start": "08:00:00", "end": "08:45:00"})
        assert (term["timetable_version"], made.headers["etag"]) == (1, '"1"')
        assert datetime.fromisoformat(term["created_at"]).tzinfo
        shown = await client.get(made.headers["location"])
        assert (shown.json(), shown.headers["etag"]) == (term, '"1"')
        assert (await client.get("/api/v1/terms")).json() == {"items": [term], "next_cursor": None}
        removed = await client.delete(made.headers["location"], headers={"If-Match": shown.headers["etag"]})
        assert (removed.status_code, removed.content) == (204, b"")
        assert (await client.get(made.headers["location"])).status_code == 404


async def test_what_was_shown_can_be_made_again(served: ServedEdge) -> None:
    """Section times of a term's own included."""
    async with served.client(await served.key()) as client:
        made = await client.post("/api/v1/terms", json={**DRAFT, "zone": "Europe/Berlin", "sections": SECTIONS})
        told = {name: made.json()[name] for name in ("first_monday", "weeks", "zone", "sections")}
        again = await client.post("/api/v1/terms", json=told)
    assert again.status_code == 201
    assert again.json() == made.json() | {"id": again.json()["id"], "created_at": again.json()["created_at"]}
    assert told["sections"][0] == {"start": "08:00:00", "end": "08:45:30"}


@pytest.mark.parametrize(
    ("changes", "code", "detail"),
    [
        (
            {"first_monday": "2026-09-01"},
            "invalid_term",
            "first_monday 2026-09-01 is a Tuesday: give the Monday of week 1",
        ),
        ({"first_monday": "0001-01-01"}, "invalid_term", "leaves the calendar: give a later one"),
        ({"first_monday": "9999-12-27"}, "invalid_term", "leaves the calendar: give an earlier one"),
        (
            {"first_monday": 20260831},
            "invalid_request",
            "body.first_monday: input should be a valid date, got 20260831",
        ),
        ({"first_monday": "2026-13-01"}, "invalid_request", "body.first_monday"),
        ({"first_monday": "20260831"}, "invalid_request", "body.first_monday"),
        ({"weeks": 61}, "invalid_request", "body.weeks"),
        ({"weeks": "18"}, "invalid_request", "body.weeks"),
        ({"zone": "Mars/Base"}, "invalid_term", "zone 'Mars/Base' is unknown"),
        ({"zone": "\x00"}, "invalid_term", "is unknown"),
        ({"zone": "../../etc/passwd"}, "invalid_term", "is unknown"),
        ({"sections": SECTIONS[:11]}, "invalid_request", "at least 12 items"),
        ({"sections": SECTIONS[::-1]}, "invalid_term", "section times overlap or run backwards"),
        ({"sections": [{"start": "08:00Z", "end": "08:45Z"}] * 12}, "invalid_request", "valid time"),
        (
            {"sections": [{"start": 8, "end": 9}] * 12},
            "invalid_request",
            "body.sections.0.start: input should be a valid time, got 8",
        ),
        ({"name": "autumn"}, "invalid_request", "body.name"),
    ],
)
async def test_a_wrong_term_is_refused_with_its_value(
    served: ServedEdge, changes: dict[str, Any], code: str, detail: str
) -> None:
    """And nothing is made."""
    async with served.client(await served.key()) as client:
        refused = await client.post("/api/v1/terms", json=DRAFT | changes)
        assert (refused.status_code, refused.json()["code"]) == (422, code), refused.text
        assert detail in refused.json()["detail"]
        assert (await client.get("/api/v1/terms")).json()["items"] == []


async def test_a_key_makes_one_term(served: ServedEdge) -> None:
    """The answer is the same; another body is refused."""
    async with served.client(await served.key()) as client:
        key = {"Idempotency-Key": "one"}
        made, again = [await client.post("/api/v1/terms", json=DRAFT, headers=key) for _ in range(2)]
        assert (again.status_code, again.json()) == (201, made.json())
        refused = await client.post("/api/v1/terms", json=DRAFT | {"weeks": 17}, headers=key)
        assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_reused")
        assert len((await client.get("/api/v1/terms")).json()["items"]) == 1


async def test_a_term_is_removed_only_as_it_was_seen(served: ServedEdge) -> None:
    """Without a version 428, with another 412, which tells the one there is."""
    async with served.client(await served.key()) as client:
        address = (await client.post("/api/v1/terms", json=DRAFT)).headers["location"]
        missing = await client.delete(address)
        assert (missing.status_code, missing.json()["code"]) == (428, "precondition_required")
        other = await client.delete(address, headers={"If-Match": '"2"'})
        assert (other.status_code, other.json()["code"], other.json()["version"]) == (412, "version_mismatch", 1)
        assert (await client.delete(address, headers={"If-Match": "*"})).status_code == 204


async def test_a_term_with_a_run_is_in_use(served: ServedEdge) -> None:
    """409, and it stays."""
    async with served.client(await served.key()) as client:
        term = (await client.post("/api/v1/terms", json=DRAFT)).json()
        session = SessionRecord(new_id(), served.edge.now())
        async with served.edge.engine.begin() as connection:
            await insert_session(OWNER, connection, session)
            run = RunRecord(new_id(), session.id, term["id"], "plan", 1, {}, served.edge.now())
            await insert_run(OWNER, connection, run)
        refused = await client.delete(f"/api/v1/terms/{term['id']}", headers={"If-Match": '"1"'})
        assert (refused.status_code, refused.json()["code"]) == (409, "in_use")
        assert (await client.get(f"/api/v1/terms/{term['id']}")).json() == term


async def test_lists_come_in_pages(served: ServedEdge) -> None:
    """Each once, newest first; the last page has no cursor."""
    async with served.client(await served.key()) as client:
        made = [(await client.post("/api/v1/terms", json=DRAFT)).json()["id"] for _ in range(5)]
        seen: list[str] = []
        cursor = None
        for _ in range(3):
            params = {"limit": 2} | ({"cursor": cursor} if cursor else {})
            page = (await client.get("/api/v1/terms", params=params)).json()
            seen += [term["id"] for term in page["items"]]
            cursor = page["next_cursor"]
    assert (seen, cursor) == (made[::-1], None)
