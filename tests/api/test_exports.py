"""Files of a term, and feeds, over HTTP (rules EXPORT-1 to EXPORT-14 and FEED-1 to FEED-5)."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from xml.etree import ElementTree

import httpx2
import pytest
from icalendar import Calendar
from sqlalchemy import select
from temporalio.testing import WorkflowEnvironment

from domain.canonical import checksum
from services.import_timetable import import_timetable
from storage.tables import feeds
from tests.edge import OWNER, ServedEdge, served_edge
from tests.services.calendar_text import vcalendar, vevent

END = "DTEND;TZID=Asia/Shanghai:20260831T094000"


@dataclass(frozen=True)
class Exporting:
    """An API whose user has a term of one course."""

    served: ServedEdge
    term_id: str
    mine: httpx2.AsyncClient
    others: httpx2.AsyncClient
    nobody: httpx2.AsyncClient

    @property
    def term(self) -> str:
        return f"/api/v1/terms/{self.term_id}"


@pytest.fixture
async def exporting(served: ServedEdge) -> AsyncIterator[Exporting]:
    """The owner, somebody else, and somebody without a key."""
    content = vcalendar(vevent(END, "RRULE:FREQ=WEEKLY;COUNT=3", "CATEGORIES:可嵌入", summary="=高等数学"))
    report = await import_timetable(OWNER, served.edge.engine, content=content)
    async with (
        served.client(await served.key()) as mine,
        served.client(await served.key("newcomer")) as others,
        served.client(None) as nobody,
    ):
        yield Exporting(served, report.term_id or "", mine, others, nobody)


async def test_what_is_exported_is_the_same_table_elsewhere(exporting: Exporting) -> None:
    """From either file; a calendar with alarms if asked for; the files say what they are."""
    calendar = await exporting.mine.get(f"{exporting.term}/export.ics", params={"alarm": 10})
    table = await exporting.mine.get(f"{exporting.term}/export.csv")
    assert [answer.headers["content-type"] for answer in (calendar, table)] == [
        "text/calendar; charset=utf-8",
        "text/csv; charset=utf-8",
    ]
    assert "attachment" in calendar.headers["content-disposition"]
    assert calendar.text.count("TRIGGER:-PT10M\r\n") == 1
    for answer, said in ((calendar, {}), (table, {"first_monday": "2026-08-31"})):
        headers = {"Content-Type": "application/octet-stream"}
        url = "/api/v1/timetable/import"
        imported = await exporting.others.post(url, content=answer.content, params=said, headers=headers)
        [course] = imported.json()["courses"]
        assert (course["name"], course["embeddable"], imported.json()["skipped"]) == ("=高等数学", True, [])
        assert course["meetings"] == [{"day_of_week": 1, "slot_start": 1, "slot_end": 2, "weeks": [1, 2, 3]}]
        again = await exporting.others.delete(
            f"/api/v1/terms/{imported.json()['term']['id']}", headers={"If-Match": "*"}
        )
        assert again.status_code == 204


async def test_a_week_is_a_picture(exporting: Exporting) -> None:
    """In SVG in either language; in PNG, or it is said which fonts are missing; no week, no picture."""
    svg = await exporting.mine.get(f"{exporting.term}/weeks/2/image.svg", params={"locale": "en"})
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert "Week 2, 2026-09-07 to 2026-09-13" in {text.text for text in ElementTree.fromstring(svg.text).iter()}
    assert "=高等数学" in svg.text
    png = await exporting.mine.get(f"{exporting.term}/weeks/2/image.png")
    assert png.content.startswith(b"\x89PNG") or png.json()["code"] == "fonts_missing"
    beyond = await exporting.mine.get(f"{exporting.term}/weeks/4/image.svg")
    assert (beyond.status_code, beyond.json()["code"]) == (422, "out_of_term")


async def test_a_feed_is_read_without_a_key_until_it_is_revoked(exporting: Exporting) -> None:
    """Its address is shown once and stored as a digest; what has not changed is not sent again."""
    made = (await exporting.mine.post("/api/v1/feeds", json={"name": "手机", "alarm_minutes": 5})).json()
    path = made["url"].removeprefix(exporting.served.url)
    secret = path.removeprefix("/feeds/").removesuffix(".ics")
    listed = (await exporting.mine.get("/api/v1/feeds")).json()["items"]
    assert listed == [{name: value for name, value in made.items() if name != "url"}]
    assert secret not in str(listed)
    async with exporting.served.edge.engine.connect() as connection:
        [stored] = (await connection.execute(select(feeds))).all()
    assert stored.secret_hash == checksum(secret)
    assert secret not in map(str, stored)

    first = await exporting.nobody.get(path)
    assert [str(entry["SUMMARY"]) for entry in Calendar.from_ical(first.content).walk("VEVENT")] == ["=高等数学"]
    tag = first.headers["etag"]
    same = await exporting.nobody.get(path, headers={"If-None-Match": f'"other", W/{tag}'})
    assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
    await import_timetable(OWNER, exporting.served.edge.engine, content=vcalendar(vevent(END, summary="物理")))
    changed = await exporting.nobody.get(path, headers={"If-None-Match": tag})
    assert (changed.status_code, len(Calendar.from_ical(changed.content).walk("VEVENT"))) == (200, 2)

    assert (await exporting.others.get("/api/v1/feeds")).json()["items"] == []
    assert (await exporting.others.delete(f"/api/v1/feeds/{made['id']}")).status_code == 404
    assert (await exporting.mine.delete(f"/api/v1/feeds/{made['id']}")).status_code == 204
    for gone in (path, f"/feeds/{'x' * 43}.ics", "/feeds/x.ics"):
        answer = await exporting.nobody.get(gone)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert secret not in answer.text
    assert (await exporting.mine.delete(f"/api/v1/feeds/{made['id']}")).status_code == 404


async def test_a_feed_of_one_term_goes_with_it(exporting: Exporting) -> None:
    """And is of no term of somebody else's."""
    body = {"term_id": exporting.term_id}
    assert (await exporting.others.post("/api/v1/feeds", json=body)).status_code == 404
    url = (await exporting.mine.post("/api/v1/feeds", json=body)).json()["url"]
    assert (await exporting.nobody.get(url)).status_code == 200
    assert (await exporting.mine.delete(exporting.term, headers={"If-Match": "*"})).status_code == 204
    assert (await exporting.nobody.get(url)).status_code == 404


async def test_an_address_is_asked_only_so_often(database: str, temporal: WorkflowEnvironment) -> None:
    """With a credential's rate; other addresses are counted apart (FEED-5)."""
    async with served_edge(database, temporal.client, rate="2/minute") as served, served.client(None) as nobody:
        codes = [(await nobody.get(f"/feeds/{'a' * 43}.ics")).status_code for _ in range(3)]
        assert codes == [404, 404, 429]
        assert (await nobody.get(f"/feeds/{'b' * 43}.ics")).status_code == 404
