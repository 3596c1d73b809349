"""Weeks, days and moments over HTTP (rules EDGE-25 to EDGE-27 and READ-1 to READ-4)."""

from datetime import UTC, date, datetime

import pytest
from temporalio.testing import WorkflowEnvironment

from services.issue_key import issue_key
from tests.edge import OWNER, ServedEdge, served_edge
from tests.storage.world import World, make_world, store_world


async def stored(served: ServedEdge) -> World:
    """A course with a guest in sections 5 and 6 of the Tuesday of week 3."""
    world = make_world(OWNER)
    async with served.edge.engine.begin() as connection:
        await store_world(world, connection)
    return world


async def test_a_week_shows_its_days_and_a_day_alone_is_the_same(served: ServedEdge) -> None:
    """A guest stands in its host, with its class; clock times are those of the term's zone."""
    world = await stored(served)
    async with served.client(await served.key()) as client:
        week = (await client.get(f"/api/v1/terms/{world.term_id}/weeks/3")).json()
        day = (await client.get(f"/api/v1/terms/{world.term_id}/days/2026-09-22")).json()
    assert (week["term_id"], week["week"], week["timetable_version"]) == (world.term_id, 3, 1)
    assert [one["date"] for one in week["days"]] == [f"2026-09-{number}" for number in range(21, 28)]
    assert week["days"][1] == day
    assert [one["entries"] for one in week["days"] if one["date"] != day["date"]] == [[]] * 6
    host, guest = day["entries"]
    assert host == {
        "event_id": world.course.id,
        "type": "course",
        "name": world.secret,
        "location": world.secret,
        "teacher": world.secret,
        "can_be_embedded": True,
        "item_id": None,
        "class_id": None,
        "class_name": None,
        "starts_at": "2026-09-22T14:00:00+08:00",
        "ends_at": "2026-09-22T15:40:00+08:00",
        "done": False,
        "section_from": 5,
        "section_to": 6,
        "host_event_id": None,
    }
    assert (guest["event_id"], guest["host_event_id"], guest["type"]) == (world.guest.id, world.course.id, "task")
    assert (guest["item_id"], guest["class_id"]) == (world.guest.item_id, world.tasks.row.id)
    assert (day["week"], day["day_of_week"], day["timed_events"]) == (3, 2, [])


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("weeks/21", "out_of_term"),
        ("weeks/0", "invalid_request"),
        ("weeks/61", "invalid_request"),
        ("weeks/x", "invalid_request"),
        ("days/2026-09-06", "out_of_term"),
        ("days/2027-01-25", "out_of_term"),
        ("days/9999-12-31", "out_of_term"),
        ("days/1790000000", "invalid_request"),
        ("days/2026-02-30", "invalid_request"),
    ],
)
async def test_what_the_term_does_not_have_is_refused(served: ServedEdge, place: str, code: str) -> None:
    """The message says what there is."""
    world = await stored(served)
    async with served.client(await served.key()) as client:
        refused = await client.get(f"/api/v1/terms/{world.term_id}/{place}")
    assert (refused.status_code, refused.json()["code"]) == (422, code)


async def test_the_whole_term_can_be_read(served: ServedEdge) -> None:
    """From its first week to its last day."""
    world = await stored(served)
    async with served.client(await served.key()) as client:
        for number in (1, world.term.weeks):
            week = (await client.get(f"/api/v1/terms/{world.term_id}/weeks/{number}")).json()
            assert date.fromisoformat(week["days"][0]["date"]) == world.term.date_of(number, 1)
        last = await client.get(f"/api/v1/terms/{world.term_id}/days/{world.term.last_day}")
    assert (last.json()["week"], last.json()["day_of_week"]) == (20, 7)


async def test_today_and_now_by_the_clock_of_the_api(database: str, temporal: WorkflowEnvironment) -> None:
    """A task whose end has passed is done; what goes on has its end, what comes next its day and start."""
    moment = datetime(2026, 9, 22, 6, 30, tzinfo=UTC)
    async with served_edge(database, temporal.client, lambda: moment) as served:
        world = await stored(served)
        key = (await issue_key(OWNER, served.edge.engine, moment)).text
        async with served.client(key) as client:
            now = (await client.get("/api/v1/timetable/now")).json()
            moment = datetime(2026, 9, 22, 7, 40, tzinfo=UTC)
            today = (await client.get("/api/v1/timetable/today")).json()
            week = (await client.get(f"/api/v1/terms/{world.term_id}/weeks/3")).json()
            after = (await client.get("/api/v1/timetable/now")).json()
            moment = datetime(2026, 9, 1, tzinfo=UTC)
            holidays = (await client.get("/api/v1/timetable/now")).json()
            refused = await client.get("/api/v1/timetable/today")
    assert (now["at"], now["term_id"]) == ("2026-09-22T14:30:00+08:00", world.term_id)
    assert [entry["ends_at"] for entry in now["now"]["entries"]] == ["2026-09-22T15:40:00+08:00"] * 2
    assert [entry["done"] for entry in today["entries"]] == [False, True]
    assert (today["date"], today["term_id"]) == ("2026-09-22", world.term_id)
    assert {name: today[name] for name in week["days"][1]} == week["days"][1]
    assert (now["next"], after["now"]["entries"], after["next"]) == (None, [], None)
    assert (holidays["term_id"], holidays["now"]) == (None, None)
    following = holidays["next"]
    assert (following["date"], following["starts_at"]) == ("2026-09-22", "2026-09-22T14:00:00+08:00")
    assert (refused.status_code, refused.json()["code"]) == (404, "no_term_today")
    assert "the next one begins on 2026-09-07" in refused.json()["detail"]
