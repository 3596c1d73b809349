"""Days that are held as other days, over HTTP and in the database (rules OVERRIDE-1 to OVERRIDE-15)."""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest
from sqlalchemy import select

from domain.schedule.row_diff import Place
from domain.schedule.rows import ItemRow
from services.import_tasks import import_tasks
from services.read_tasks import read_tasks
from storage.tables import schedule_events, schedules, task_items, term_overrides
from tests.edge import OWNER, ServedEdge
from tests.services.calendar_text import vcalendar, vevent
from tests.services.test_import_again import place

WEEKLY = "RRULE:FREQ=WEEKLY;COUNT=8"
MATHS = vevent("DESCRIPTION:第1-2节", WEEKLY, "LOCATION:A-101")
LAB = vevent("DESCRIPTION:第3-4节", WEEKLY, summary="实验", start="DTSTART;TZID=Asia/Shanghai:20260901T101500")
TALK = vevent(
    "DESCRIPTION:第5-6节",
    WEEKLY,
    "CATEGORIES:可嵌入",
    summary="讲座",
    start="DTSTART;TZID=Asia/Shanghai:20260903T140000",
)
ONCE = vevent("DESCRIPTION:第9节", summary="班会", start="DTSTART;TZID=Asia/Shanghai:20261001T190000")
FILE = vcalendar(MATHS, LAB, TALK, ONCE)
# Tuesday of week 6 is held on a Sunday of week 3, and three days have no classes.
PROPOSED: list[dict[str, Any]] = [
    {"day": "2026-09-20", "as_week": 6, "as_day_of_week": 2},
    {"day": "2026-10-01", "as_week": None, "as_day_of_week": None},
    {"day": "2026-10-05", "as_week": None, "as_day_of_week": None},
    {"day": "2026-10-06", "as_week": None, "as_day_of_week": None},
]


@dataclass(frozen=True)
class Holding:
    """A person whose term has the file in it."""

    served: ServedEdge
    client: httpx2.AsyncClient
    term_id: str
    imported: dict[str, Any]

    @property
    def address(self) -> str:
        return f"/api/v1/terms/{self.term_id}/overrides"

    async def again(self, content: bytes, **params: str) -> httpx2.Response:
        headers = {"Content-Type": "text/calendar"}
        asked = {"term_id": self.term_id, **params}
        return await self.client.post("/api/v1/timetable/import", content=content, params=asked, headers=headers)

    async def decide(self, **body: Any) -> httpx2.Response:
        params = body.pop("params", {})
        return await self.client.post(self.address, json=body, params=params)

    async def rows(self, *tables: Any) -> list[list[tuple[Any, ...]]]:
        """Every row of tables; of courses and their sections if none are named."""
        async with self.served.edge.engine.connect() as conn:
            found = tables or (schedule_events, schedules)
            return [sorted(map(tuple, await conn.execute(select(table))), key=str) for table in found]

    async def version(self) -> int:
        return int((await self.client.get(f"/api/v1/terms/{self.term_id}")).json()["timetable_version"])

    async def held(self, day: str) -> list[tuple[str, int, int]]:
        """What stands on a day, with its sections."""
        entries = (await self.client.get(f"/api/v1/terms/{self.term_id}/days/{day}")).json()["entries"]
        return [(one["name"], one["section_from"], one["section_to"]) for one in entries]


@pytest.fixture
async def holding(served: ServedEdge) -> AsyncIterator[Holding]:
    async with served.client(await served.key()) as client:
        headers = {"Content-Type": "text/calendar"}
        imported = (await client.post("/api/v1/timetable/import", content=FILE, headers=headers)).json()
        yield Holding(served, client, imported["term"]["id"], imported)


def days(views: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: view[name] for name in ("day", "as_week", "as_day_of_week")} for view in views]


async def test_what_is_proposed_is_accepted_kept_and_taken_back(holding: Holding) -> None:
    """The import says how much there is; accepted together it is held, imported again nothing changes, removed the very
    rows are back."""
    assert holding.imported["proposals"] == 4
    proposed = (await holding.client.get(f"{holding.address}/proposals", params={"locale": "en"})).json()["items"]
    assert days(proposed) == PROPOSED
    assert (proposed[0]["comes"], proposed[1]["goes"]) == (["实验"], ["讲座", "班会"])
    before = await holding.rows()
    dry = (await holding.decide(overrides=PROPOSED, params={"dry_run": "true"})).json()
    assert await holding.rows() == before
    done = (await holding.decide(overrides=PROPOSED)).json()
    assert done == dry | {"timetable_version": 2}
    assert {one["before"]["name"]: one["kind"] for one in done["difference"]["courses"]} == dict.fromkeys(
        ("高等数学", "实验", "讲座", "班会"), "changed"
    )
    assert await holding.held("2026-09-20") == [("实验", 3, 4)]
    assert await holding.held("2026-10-01") == await holding.held("2026-10-05") == []
    assert (await holding.client.get(holding.address)).json()["items"] == PROPOSED
    standing = (await holding.client.get(f"{holding.address}/proposals")).json()["items"]
    assert [one["standing"] for one in standing] == PROPOSED
    again = await holding.again(FILE)
    assert (again.status_code, again.json()["difference"]["courses"], again.json()["proposals"]) == (200, [], 0)
    assert (await holding.decide(overrides=PROPOSED)).json()["difference"]["courses"] == []
    assert await holding.version() == 2
    for one in reversed(PROPOSED):
        assert (await holding.client.delete(f"{holding.address}/{one['day']}")).status_code == 200
    assert await holding.rows() == before
    assert await holding.rows(term_overrides) == [[]]


async def test_tasks_in_the_way_wait_again_only_where_that_is_agreed_to(holding: Holding) -> None:
    """One stands where a course comes, one in a course that goes; the same key gives the first answer."""
    engine, client = holding.served.edge.engine, holding.client
    tasks = {"classes": [{"name": "背单词", "items": ["第一章", "第二章"]}]}
    [stored] = (await import_tasks(OWNER, engine, read_tasks(json.dumps(tasks).encode()))).classes
    free, guest = stored.record.row.items
    await place(engine, holding.term_id, free, [Place(3, 7, 4)], OWNER)
    await place(engine, holding.term_id, guest, [Place(5, 4, 5)], OWNER)
    before = await holding.rows(schedule_events, schedules, term_overrides, task_items)
    refused = await holding.decide(overrides=PROPOSED)
    assert (refused.status_code, refused.json()["code"]) == (409, "tasks_displaced")
    assert [(task["task"], task["code"]) for task in refused.json()["displaced"]] == [
        ("第一章", "section_taken"),
        ("第二章", "host_moved"),
    ]
    assert "nothing was changed" in refused.json()["detail"]
    assert await holding.rows(schedule_events, schedules, term_overrides, task_items) == before
    sent: dict[str, Any] = {"headers": {"Idempotency-Key": "k"}, "params": {"displace": "true"}}
    done = await client.post(holding.address, json={"overrides": PROPOSED}, **sent)
    assert [task["item_id"] for task in done.json()["difference"]["displaced"]] == [free.id, guest.id]
    assert await holding.version() == 2
    async with engine.connect() as conn:
        assert set(await conn.scalars(select(task_items.c.status))) == {"pending"}
    await place(engine, holding.term_id, free, [Place(5, 4, 6)], OWNER)
    back = await client.delete(f"{holding.address}/2026-10-01")
    assert (back.status_code, [task["task"] for task in back.json()["displaced"]]) == (409, ["第一章"])
    assert (await client.post(holding.address, json={"overrides": PROPOSED}, **sent)).json() == done.json()
    other = await client.post(holding.address, json={"overrides": PROPOSED[:1]}, **sent)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


async def test_another_file_is_the_original_timetable_then(holding: Holding) -> None:
    """Its courses are held under the overrides, and it is what comes back; an export changes nothing (OVERRIDE-8)."""
    swapped: list[dict[str, Any]] = [
        {"day": "2026-09-07", "as_week": 2, "as_day_of_week": 2},
        {"day": "2026-09-08", "as_week": 2, "as_day_of_week": 1},
    ]
    await holding.decide(overrides=[*PROPOSED, *swapped])
    assert (await holding.held("2026-09-07"), await holding.held("2026-09-08")) == (
        [("实验", 3, 4)],
        [("高等数学", 1, 2)],
    )
    before = await holding.rows(schedule_events, schedules, term_overrides)
    export = (await holding.client.get(f"/api/v1/terms/{holding.term_id}/export.ics")).content
    assert (await holding.again(export)).status_code == 200
    assert await holding.rows(schedule_events, schedules, term_overrides) == before
    changed = vcalendar(MATHS, LAB.replace("第3-4节", "第7-8节"), TALK.replace("COUNT=8", "COUNT=3"))
    difference = (await holding.again(changed)).json()["difference"]
    assert {(one["before"]["name"], one["kind"]) for one in difference["courses"]} == {
        ("实验", "changed"),
        ("讲座", "changed"),
        ("班会", "removed"),
    }
    assert await holding.held("2026-09-20") == await holding.held("2026-09-07") == [("实验", 7, 8)]
    assert await holding.held("2026-10-06") == []
    removed = await holding.decide(removed=[one["day"] for one in (*PROPOSED, *swapped)])
    assert removed.json()["overrides"] == []
    assert await holding.held("2026-10-06") == [("实验", 7, 8)]
    assert await holding.held("2026-10-01") == []
    assert (await holding.again(changed)).status_code == 200


async def test_tasks_of_a_file_that_overrides_leave_no_place_are_told(holding: Holding) -> None:
    """A term where nothing stands yet may have overrides; of what stands in it nothing is lost in silence."""
    address = "/api/v1/terms"
    empty = (await holding.client.post(address, json={"first_monday": "2026-08-31", "weeks": 18})).json()["id"]
    sunday = PROPOSED[0]
    assert (await holding.client.post(f"{address}/{empty}/overrides", json={"overrides": [sunday]})).status_code == 200
    headers = {"Content-Type": "application/octet-stream"}
    await place(holding.served.edge.engine, holding.term_id, await an_item(holding), [Place(3, 7, 4)], OWNER)
    export = (await holding.client.get(f"{address}/{holding.term_id}/export.ics")).content
    params = {"term_id": empty}
    for dry_run in ("true", "false"):
        asked = {**params, "dry_run": dry_run}
        refused = await holding.client.post("/api/v1/timetable/import", content=export, params=asked, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
        assert refused.json()["detail"].startswith("'第一章' of the file stands where")
    await holding.client.delete(f"{address}/{empty}/overrides/{sunday['day']}")
    stored = await holding.client.post("/api/v1/timetable/import", content=export, params=params, headers=headers)
    assert (stored.status_code, stored.json()["counts"]["tasks"]) == (201, 1)


async def an_item(holding: Holding) -> ItemRow:
    tasks = {"classes": [{"name": "背单词", "items": ["第一章"]}]}
    [stored] = (await import_tasks(OWNER, holding.served.edge.engine, read_tasks(json.dumps(tasks).encode()))).classes
    return stored.record.row.items[0]


async def test_overrides_are_shown_and_refused_one_by_one_and_go_with_their_term(holding: Holding) -> None:
    """Each with the value that is wrong; a stranger finds nothing; the term takes its overrides with it."""
    client, day = holding.client, f"{holding.address}/2026-09-20"
    assert (await client.get(day)).json()["code"] == "not_found"
    assert (await client.delete(day)).json()["detail"] == "2026-09-20 has no override: it is held as itself already"
    put = await client.put(day, json={"as_week": 1, "as_day_of_week": 1})
    assert (put.status_code, (await client.get(day)).json()) == (200, put.json()["overrides"][0])
    for body, code in (
        ({"as_week": 1}, "invalid_input"),
        ({"as_week": 3, "as_day_of_week": 7}, "invalid_input"),
        ({"as_week": 40, "as_day_of_week": 1}, "out_of_term"),
        ({"as_week": 1, "as_day_of_week": 8}, "invalid_request"),
        ({"day": "2026-09-20"}, "invalid_request"),
    ):
        answer = await client.put(day, json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert (await client.put(f"{holding.address}/2027-09-20", json={})).json()["code"] == "out_of_term"
    async with holding.served.client(await holding.served.key("stranger")) as stranger:
        codes = [(await stranger.put(day, json={})).status_code, (await stranger.get(holding.address)).status_code]
        codes.append((await stranger.get(f"{holding.address}/proposals")).status_code)
    assert codes == [404, 404, 404]
    removed = await client.delete(f"/api/v1/terms/{holding.term_id}", headers={"If-Match": "*"})
    assert (removed.status_code, await holding.rows(term_overrides)) == (204, [[]])
