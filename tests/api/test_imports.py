"""Importing over HTTP (rules IMPORT-12 and IMPORT-16 to IMPORT-22)."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest
from sqlalchemy import func, select

from storage.tables import schedule_events, schedules, task_classes, task_items, terms
from tests.edge import ServedEdge
from tests.services.calendar_text import vcalendar, vevent

EXAMPLES = Path(__file__).parents[2] / "examples"
END = "DTEND;TZID=Asia/Shanghai:20260831T094000"
CALENDAR = vcalendar(
    vevent(END, "RRULE:FREQ=WEEKLY;COUNT=3", "LOCATION:A-101"),
    vevent("DURATION:PT1H", summary="午餐会", start="DTSTART:20260831T040500Z"),
    vevent(END, "RRULE:FREQ=SECONDLY", summary="晨跑"),
)
PATHS = ["/api/v1/timetable/import", "/api/v1/classes/import"]


@pytest.fixture
async def client(served: ServedEdge) -> AsyncIterator[httpx2.AsyncClient]:
    async with served.client(await served.key()) as client:
        yield client


async def stored(served: ServedEdge) -> list[int]:
    """How many terms, events, section rows, classes and items there are."""
    async with served.edge.engine.connect() as conn:
        tables = (terms, schedule_events, schedules, task_classes, task_items)
        return [await conn.scalar(select(func.count()).select_from(table)) or 0 for table in tables]


async def import_calendar(client: httpx2.AsyncClient, content: bytes = CALENDAR, **sent: Any) -> httpx2.Response:
    headers = {"Content-Type": "text/calendar"} | sent.pop("headers", {})
    return await client.post("/api/v1/timetable/import", content=content, headers=headers, params=sent)


async def import_tasks(client: httpx2.AsyncClient, content: bytes, **headers: str) -> httpx2.Response:
    return await client.post(
        "/api/v1/classes/import", content=content, headers={"Content-Type": "application/json"} | headers
    )


async def test_an_import_answers_what_is_stored_and_what_is_not(served: ServedEdge, client: httpx2.AsyncClient) -> None:
    """The term, its courses with their meetings, what has no section, and what was skipped and why."""
    answer = await import_calendar(client)
    assert answer.status_code == 201, answer.text
    view = answer.json()
    assert answer.headers["location"] == f"/api/v1/terms/{view['term']['id']}"
    assert (view["term"]["first_monday"], view["term"]["weeks"], view["term"]["zone"]) == (
        "2026-08-31",
        3,
        "Asia/Shanghai",
    )
    meeting = {"day_of_week": 1, "slot_start": 1, "slot_end": 2, "weeks": [1, 2, 3]}
    course = {"name": "高等数学", "location": "A-101", "teacher": "", "embeddable": False, "meetings": [meeting]}
    assert view["courses"] == [course]
    [lunch] = view["timed_events"]
    assert (lunch["name"], lunch["starts_at"]) == ("午餐会", "2026-08-31T04:05:00Z")
    assert view["counts"] == {"courses": 1, "section_rows": 6, "timed_events": 1, "tasks": 0, "skipped": 1}
    [skipped] = view["skipped"]
    assert (skipped["uid"], skipped["name"], skipped["code"]) == ("u-1", "晨跑", "unsupported")
    assert "FREQ=SECONDLY is not supported" in skipped["reason"]
    assert await stored(served) == [1, 2, 6, 0, 0]
    term = (await client.get(answer.headers["location"])).json()
    assert {name: term[name] for name in view["term"]} == view["term"]


async def test_a_dry_run_answers_the_same_and_stores_nothing(served: ServedEdge, client: httpx2.AsyncClient) -> None:
    """Only the id of the term is missing."""
    dry = await import_calendar(client, dry_run="true", weeks=9)
    assert dry.status_code == 200
    assert "location" not in dry.headers
    assert await stored(served) == [0, 0, 0, 0, 0]
    view = (await import_calendar(client, weeks=9)).json()
    view["term"]["id"] = None
    assert view == dry.json()


async def test_a_calendar_goes_into_an_empty_term_once(client: httpx2.AsyncClient) -> None:
    """The second time nothing changes, which is said by the status and an empty difference (IMPORT-29)."""
    draft = {"first_monday": "2026-08-31", "weeks": 18, "zone": "Asia/Shanghai"}
    term_id = (await client.post("/api/v1/terms", json=draft)).json()["id"]
    first = await import_calendar(client, term_id=term_id)
    assert (first.status_code, first.json()["term"]["id"]) == (201, term_id)
    assert first.json()["difference"] is None
    second = await import_calendar(client, term_id=term_id)
    assert (second.status_code, second.json()["term"]["id"]) == (200, term_id)
    assert second.json()["difference"] == {"courses": [], "timed_events": [], "displaced": [], "tasks_left": []}
    assert (await client.get(f"/api/v1/terms/{term_id}")).json()["timetable_version"] == 2


async def test_a_changed_calendar_tells_the_difference(client: httpx2.AsyncClient) -> None:
    """What comes, goes and changes, of a dry run and of the import (IMPORT-29)."""
    first = (await import_calendar(client)).json()
    changed = vcalendar(
        vevent(END, "RRULE:FREQ=WEEKLY;COUNT=2", "LOCATION:B-202"),
        vevent("DESCRIPTION:第5节", "CATEGORIES:可嵌入", summary="讲座"),
    )
    dry = await import_calendar(client, changed, term_id=first["term"]["id"], dry_run="true")
    done = await import_calendar(client, changed, term_id=first["term"]["id"])
    assert (dry.status_code, done.status_code, dry.json()) == (200, 201, done.json())
    [maths, lecture] = done.json()["difference"]["courses"]
    assert (maths["kind"], maths["before"]["location"], maths["after"]["location"]) == ("changed", "A-101", "B-202")
    gone = {"day_of_week": 1, "slot_start": 1, "slot_end": 2, "weeks": [3]}
    assert (maths["meetings_gone"], maths["meetings_come"]) == ([gone], [])
    assert (lecture["kind"], lecture["event_id"], lecture["before"]) == ("added", None, None)
    [lunch] = done.json()["difference"]["timed_events"]
    assert (lunch["kind"], lunch["before"]["name"], lunch["after"]) == ("removed", "午餐会", None)
    assert (await client.get(f"/api/v1/terms/{first['term']['id']}")).json()["timetable_version"] == 2


async def test_a_twin_of_a_term_is_made_only_when_it_is_asked_for(
    served: ServedEdge, client: httpx2.AsyncClient
) -> None:
    """The refusal and the dry run name the term that there is (IMPORT-31)."""
    term_id = (await import_calendar(client)).json()["term"]["id"]
    refused = await import_calendar(client)
    assert (refused.status_code, refused.json()["code"]) == (409, "same_timetable")
    assert refused.json()["term_id"] == term_id
    assert (await import_calendar(client, dry_run="true")).json()["same_as"] == term_id
    assert await stored(served) == [1, 2, 6, 0, 0]
    assert (await import_calendar(client, new="true")).status_code == 201
    both = await import_calendar(client, new="true", term_id=term_id)
    assert (both.status_code, both.json()["code"]) == (422, "invalid_input")
    assert await stored(served) == [2, 4, 12, 0, 0]


@pytest.mark.parametrize(
    ("content", "sent", "code", "told"),
    [
        (b"", {}, "invalid_calendar", "no complete VCALENDAR"),
        (b"\x89PNG\r\n\x1a\n", {}, "invalid_calendar", "not UTF-8 at byte 0"),
        (vcalendar(), {}, "invalid_calendar", "holds no event"),
        (vcalendar(vevent(END, "RRULE:FREQ=SECONDLY")), {}, "invalid_calendar", "FREQ=SECONDLY is not supported"),
        (
            CALENDAR,
            {"first_monday": "2026-09-01"},
            "invalid_term",
            "2026-09-01 is a Tuesday: give the Monday of week 1",
        ),
        (CALENDAR, {"first_monday": "1"}, "invalid_request", "query.first_monday"),
        (CALENDAR, {"weeks": 61}, "invalid_request", "query.weeks"),
        (CALENDAR, {"zone": "Mars/Base"}, "invalid_term", "zone 'Mars/Base' is unknown"),
        (CALENDAR, {"dry_run": "maybe"}, "invalid_request", "query.dry_run"),
        (CALENDAR, {"term_id": "01K6F0Q2M3N4P5R6S7T8V9W0XB", "weeks": 9}, "invalid_input", "leave out weeks=9"),
    ],
)
async def test_what_cannot_be_imported_is_said(
    served: ServedEdge, client: httpx2.AsyncClient, content: bytes, sent: dict[str, Any], code: str, told: str
) -> None:
    """A problem quotes what is wrong, and nothing is stored."""
    answer = await import_calendar(client, content, **sent)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert told in answer.json()["detail"]
    assert await stored(served) == [0, 0, 0, 0, 0]


async def test_a_problem_lists_what_was_skipped(client: httpx2.AsyncClient) -> None:
    """Where nothing is left to be stored."""
    answer = await import_calendar(client, vcalendar(vevent(END, "EXRULE:FREQ=WEEKLY")))
    [skipped] = answer.json()["skipped"]
    assert (skipped["name"], skipped["code"]) == ("高等数学", "unsupported")


@pytest.mark.parametrize(
    "media_type", [None, "text/calendar; charset=utf-8", "Text/Calendar", "application/octet-stream"]
)
async def test_a_calendar_may_come_as_these_types(client: httpx2.AsyncClient, media_type: str | None) -> None:
    """Also as none at all."""
    request = client.build_request("POST", "/api/v1/timetable/import", content=CALENDAR)
    request.headers.pop("content-type", None)
    if media_type:
        request.headers["content-type"] = media_type
    assert (await client.send(request)).status_code == 201


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("media_type", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text"])
async def test_other_types_are_refused(
    served: ServedEdge, client: httpx2.AsyncClient, path: str, media_type: str
) -> None:
    """With the type to send instead."""
    answer = await client.post(path, content=CALENDAR, headers={"Content-Type": media_type})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
    assert "-H 'Content-Type: " in answer.json()["detail"]
    assert await stored(served) == [0, 0, 0, 0, 0]


@pytest.mark.parametrize("announced", [True, False])
@pytest.mark.parametrize(("path", "size"), [(PATHS[0], 5_000_001), (PATHS[0], 20_000_000), (PATHS[1], 1_000_001)])
async def test_an_upload_that_is_too_large_is_refused(
    served: ServedEdge, client: httpx2.AsyncClient, path: str, size: int, announced: bool
) -> None:
    """Whether or not its size is said beforehand, the client is told how much is allowed."""
    answer = await client.post(path, content=b" " * size if announced else pieces(size))
    assert (answer.status_code, answer.json()["code"]) == (413, "upload_too_large")
    assert "are allowed" in answer.json()["detail"]
    assert await stored(served) == [0, 0, 0, 0, 0]


async def pieces(size: int) -> AsyncIterator[bytes]:
    for start in range(0, size, 50_000):
        yield b" " * min(50_000, size - start)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("length", ["Content-Length: 100000000", "Transfer-Encoding: chunked"])
async def test_somebody_who_goes_on_sending_is_cut_off(served: ServedEdge, path: str, length: str) -> None:
    """Of a hundred megabytes most are not even taken in."""
    address = urlsplit(served.url)
    head = [f"POST {path} HTTP/1.1", f"Host: {address.netloc}", f"Authorization: Bearer {await served.key()}", length]
    _, writer = await asyncio.open_connection(address.hostname, address.port)
    async with closing(writer):
        writer.write("\r\n".join([*head, "", ""]).encode())
        sent = await send_until_refused(writer, 100_000_000, chunked="chunked" in length)
    assert sent < 100_000_000
    assert await stored(served) == [0, 0, 0, 0, 0]


@asynccontextmanager
async def closing(writer: asyncio.StreamWriter) -> AsyncIterator[None]:
    """Close a connection in the end, also one that the other side has broken off."""
    try:
        yield
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def send_until_refused(writer: asyncio.StreamWriter, whole: int, chunked: bool) -> int:
    """Send pieces until all are sent or nobody takes them any more; how much was sent."""
    piece, sent = b" " * 50_000, 0
    framed = b"%x\r\n%b\r\n" % (len(piece), piece) if chunked else piece
    with suppress(ConnectionError):
        while sent < whole:
            writer.write(framed)
            await writer.drain()
            sent += len(piece)
    return sent


async def test_the_same_key_imports_a_calendar_once(served: ServedEdge, client: httpx2.AsyncClient) -> None:
    """The same answer with the same term; with another file the key is refused."""
    headers = {"Idempotency-Key": "k"}
    first, second = await asyncio.gather(*(import_calendar(client, headers=headers) for _ in range(2)))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert await stored(served) == [1, 2, 6, 0, 0]
    other = await import_calendar(client, vcalendar(vevent(END)), headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert await stored(served) == [1, 2, 6, 0, 0]


async def test_others_are_served_while_a_slow_file_is_read(served: ServedEdge, client: httpx2.AsyncClient) -> None:
    """A file of many exceptions is answered in the end; the same person asks for other things meanwhile."""
    slow = vcalendar(vevent(END, "EXDATE;VALUE=DATE:" + ",".join(["20260907"] * 150_000)))
    reading = asyncio.create_task(import_calendar(client, slow))
    served_meanwhile = 0
    while not reading.done():
        assert (await client.get("/api/v1/terms")).status_code == 200
        served_meanwhile += 1
    answer = reading.result()
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_calendar")
    assert served_meanwhile >= 10
    assert await stored(served) == [0, 0, 0, 0, 0]


@pytest.mark.parametrize("name", ["tasks.json", "exchange-tasks.json"])
async def test_a_task_list_becomes_classes(served: ServedEdge, client: httpx2.AsyncClient, name: str) -> None:
    """The answer has the classes as they are stored, and term and window as the list gives them."""
    content = (EXAMPLES / name).read_bytes()
    given = json.loads(content)
    answer = await import_tasks(client, content)
    assert answer.status_code == 201, answer.text
    view = answer.json()
    assert [entry["name"] for entry in view["classes"]] == [entry["name"] for entry in given["classes"]]
    for entry in view["classes"]:
        assert (await client.get(f"/api/v1/classes/{entry['id']}")).json() == entry
    assert view["term"]["first_monday"] == given["term"]["first_monday"]
    assert len(view["term"]["sections"]) == 12
    assert view["window"].keys() == {"first", "last"}
    counts = await stored(served)
    assert counts == [0, 0, 0, len(given["classes"]), sum(len(entry["items"]) for entry in given["classes"])]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no JSON"),
        (b'{"classes": []}', "classes is []: there is nothing to plan: list at least one"),
        (b'{"classes": [{"name": "x", "items": ["y"]}], "color": "red"}', "color is unknown: remove it"),
        (
            b'{"classes": [{"name": "x", "items": ["y"]}, {"name": "z", "items": [""]}]}',
            "classes.1.items.0.content is ''",
        ),
        (b"[" * 900_000, "no JSON"),
        (
            b'{"classes": [{"name": "x", "items": [' + b"3," * 400_000 + b"3]}]}",
            "at most 500 items after validation, not 400001",
        ),
        (
            b'{"term": {"first_monday": "2026-08-31", "weeks": 9}, "classes": [{"name": "x", "items": ["y"]}],'
            b' "window": {"first": "2027-01-01", "last": "2027-01-02"}}',
            "window: 2027-01-01 is outside the term",
        ),
    ],
)
async def test_a_task_list_with_any_fault_is_refused_whole(
    served: ServedEdge, client: httpx2.AsyncClient, content: bytes, told: str
) -> None:
    """The problem names the place and the value, and no class is stored."""
    answer = await import_tasks(client, content)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_tasks")
    assert told in answer.json()["detail"]
    assert await stored(served) == [0, 0, 0, 0, 0]


async def test_the_same_key_imports_a_task_list_once(served: ServedEdge, client: httpx2.AsyncClient) -> None:
    """The same classes, stored once."""
    content = (EXAMPLES / "tasks.json").read_bytes()
    calls = [import_tasks(client, content, **{"Idempotency-Key": "k"}) for _ in range(2)]
    first, second = await asyncio.gather(*calls)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert (await stored(served))[3] == 3
    other = await import_tasks(client, b'{"classes": [{"name": "x", "items": ["y"]}]}', **{"Idempotency-Key": "k"})
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


async def test_a_stranger_cannot_import_into_a_term(served: ServedEdge, client: httpx2.AsyncClient) -> None:
    """It is not found, as if it had never been."""
    draft = {"first_monday": "2026-08-31", "weeks": 18}
    term_id = (await client.post("/api/v1/terms", json=draft)).json()["id"]
    async with served.client(await served.key("stranger")) as stranger:
        answer = await import_calendar(stranger, term_id=term_id)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert await stored(served) == [1, 0, 0, 0, 0]
