"""A stranger who knows every id of somebody else sees nothing, changes nothing, and cannot tell that it exists."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

import storage
from domain.commit.images import EventImage, Images, Touched
from domain.context.recall.ranges import EARLIEST, LATEST, Axes, Span
from domain.context.recall.words import probes_of, words_of
from domain.errors import NotFound
from domain.events import StageEvent
from domain.preparation.readings import Weather
from domain.schedule.rows import ItemRow
from domain.schedule.week import Standing
from domain.term.window import Window
from domain.timetable.held import HeldTerm
from storage.learned_messages import Place as MessagePlace
from storage.live_turns import Place
from storage.notifications import Notifications
from storage.pending_reminders import PendingReminder
from storage.preparations import HistoryQuery
from storage.recall_log import LoggedEntry
from storage.recall_search import Wanted
from storage.schedule import NO_DETAILS
from storage.sessions import SessionEntry
from storage.tables import metadata
from storage.users import ensure_user
from storage.zones import KnownZones
from tests.storage.conftest import Shared
from tests.storage.world import World, new_id


def _functions_with(parameter: str) -> list[Callable[..., Any]]:
    modules = [importlib.import_module(f"storage.{module.name}") for module in pkgutil.iter_modules(storage.__path__)]
    public = [
        function
        for module in modules
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if not name.startswith("_") and function.__module__ == module.__name__
    ]
    return [function for function in public if parameter in inspect.signature(function).parameters]


FUNCTIONS = _functions_with("owner")
OWNERLESS = {
    "storage.api_keys.find_api_key",
    "storage.clock.database_clock",
    "storage.feeds.find_feed",
    "storage.hurry.hurry",
    "storage.logins.find_link",
    "storage.logins.find_login",
    "storage.pending_reminders.sleepless_reminders",
    "storage.preparations.open_preparations",
    "storage.previews.untimed_previews",
    "storage.refusals.refusing",
    "storage.recall_log.unkept_sessions",
    "storage.reminder_log.sessions_with_changes",
    "storage.runs.open_runs",
    "storage.turns.blocked_sessions",
    "storage.turns.open_turns",
    "storage.users.ensure_user",
    "storage.users.list_users",
}
"""Users have no owner, a credential names its own (rule CRED-3), and the reconciler goes through all runs (EDGE-50),
previews (PREVIEW-20), turns, sessions, reminders and preparations; the clock is everybody's, and
hurrying reads nothing."""


ALL_TIME = Span(EARLIEST, LATEST)


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__name__}"


def _arguments(function: Callable[..., Any], world: World) -> dict[str, Any]:
    """The victim's ids and, for what is to be stored, a new id beside them."""
    again: dict[str, dict[str, Any]] = {
        "storage.classes.insert_class": {
            "record": replace(world.tasks, row=replace(world.tasks.row, id=new_id(), name="mine", items=()))
        },
        "storage.classes.update_class": {
            "record": replace(world.tasks, row=replace(world.tasks.row, name="mine", items=()))
        },
        "storage.recall_log.keep_said": {
            "entries": [LoggedEntry(7, world.at, "message", {"role": "user", "text": "mine"})]
        },
        "storage.learned_messages.note_learned": {"place": MessagePlace(world.session.id, 2)},
        "storage.learned_messages.take_out_messages": {"places": [MessagePlace(world.session.id, 1)]},
        "storage.recall_items.index_items": {"items": [world.kept.model_copy(update={"ref": "mine"})]},
        "storage.schedule.insert_events": {"events": [(replace(world.course, id=new_id(), sections=()), NO_DETAILS)]},
        "storage.term_rows.terms_like": {"courses": 1},
        "storage.terms.insert_term": {"term_id": new_id()},
        "storage.terms.next_term": {"day": world.term.first_monday - timedelta(days=7)},
        "storage.runs.finish_run": {"status": "failed"},
        "storage.runs.advance_run": {"events": 1},
        "storage.live_turns.follow_turn": {"after": Place()},
        "storage.turn_events.tell_in_turn": {"before": {"mine": 0}},
        "storage.turns.advance_turn": {"events": 1},
        "storage.turns.close_turn_and_next": {"status": "failed"},
        "storage.turns.queue_turn": {"turn_id": new_id()},
        "storage.run_events.tell_meanwhile": {"before": {"mine": 0}},
        "storage.commits.insert_commit": {"record": replace(world.commit, id=new_id())},
        "storage.commit_rows.load_section_images": {"event_ids": [world.course.id]},
        "storage.memories.update_memory": {"memory": replace(world.memory, text="mine")},
        "storage.memories.weightiest_memories": {"kinds": ["note"]},
        "storage.preparations.insert_preparation": {
            "record": replace(world.preparation, session=world.preparation.session.model_copy(update={"id": new_id()}))
        },
        "storage.preparations.list_history": {"wanted": HistoryQuery()},
        "storage.preparations.list_preparations": {"before": None},
        "storage.preparations.save_preparation": {"record": replace(world.preparation, status="cancelled")},
        "storage.weather_readings.keep_weather": {"weather": Weather(temp=1, condition="mine", read_at=world.at)},
        "storage.profiles.save_profile": {"record": replace(world.profile, profile={})},
        "storage.commit_rows.load_event_images": {"item_ids": [world.tasks.row.items[0].id]},
    }
    known: dict[str, Any] = {
        "term_id": world.term_id,
        "term": world.term,
        "standing": [world.override],
        "window": Window.between(world.term, world.term.first_monday, world.term.last_day),
        "event": replace(world.course, id=new_id(), sections=()),
        "rows": [replace(row, id=new_id()) for row in world.course.sections],
        "class_id": world.tasks.row.id,
        "class_ids": [world.tasks.row.id],
        "items": [ItemRow(new_id(), "mine", 9)],
        "item_id": world.tasks.row.items[1].id,
        "item_ids": [item.id for item in reversed(world.tasks.row.items[1:])],
        "content": "mine",
        "week": 3,
        "day": world.term.first_monday,
        "after": (1, 1),
        "place": (3, 2),
        "span": (world.at, world.at + timedelta(weeks=20)),
        "session_id": world.session.id,
        "session": replace(world.session, id=new_id(), title="mine", parent_id=world.session.id),
        "entries": [SessionEntry("mine")],
        "at": world.at,
        "run_id": world.run.id,
        "run": replace(world.run, id=new_id()),
        "status": "paused",
        "turn": replace(world.turn, id=new_id(), seq=2, status="queued"),
        "turn_id": world.turn.id,
        "origin": "person",
        "locale": "en",
        "kind": "mine",
        "reminders": [PendingReminder(world.session.id, '"mine"', 1, 1)],
        "schedule_id": world.schedule_id,
        "schedule_ids": [world.schedule_id],
        "memory": replace(world.memory, id=new_id(), text="mine"),
        "memory_id": world.memory.id,
        "typed": replace(world.typed, id=new_id(), text="mine"),
        "input_id": world.typed.id,
        "identity": world.identity,
        "provider": world.identity.provider,
        "subject": world.identity.subject,
        "seed_length": 1,
        "delivery": world.delivery,
        "fork_id": new_id(),
        "title": "mine",
        "parent_id": world.session.id,
        "code": "mine",
        "detail": "mine",
        "owner_kind": "run",
        "owner_id": world.run.id,
        "step": world.step.step,
        "record": world.step,
        "call": world.call,
        "steps": [world.step.step],
        "question": replace(world.question, question_id="q2", step=2, closed_at=world.at),
        "question_id": world.question.question_id,
        "answer": "mine",
        "argument_hash": "f" * 64,
        "events": [StageEvent(stage="mine")],
        "last": 50,
        "after_step": -1,
        "stage": "schedule_refine.react.tool_call",
        "after_seq": 0,
        "limit": 50,
        "operation": "run.start",
        "key": "key",
        "body_hash": "d" * 64,
        "result": {},
        "preview": world.preview,
        "revision": world.preview.revision,
        "commit_id": world.commit.id,
        "actor": "mine",
        "attempt": new_id(),
        "problem": {"code": "mine"},
        "event_ids": [world.course.id],
        "row_ids": [row.id for row in world.course.sections],
        "places": [],
        "images": Images(events=(Touched(before=EventImage(id=world.course.id, name="mine", created_at=world.at)),)),
        "api_key": replace(world.api_key, id=new_id()),
        "key_id": world.api_key.id,
        "key_hash": "e" * 64,
        "link": replace(world.link, id=new_id()),
        "link_id": world.link.id,
        "login": replace(world.login, id=new_id()),
        "login_id": world.login.id,
        "words": world.secret,
        "source": "chat",
        "refs": [world.kept.ref],
        "wanted": Wanted("chat"),
        "probes": probes_of(words_of([world.secret])),
        "axes": Axes(ALL_TIME, ALL_TIME),
        "opens": EARLIEST,
        "closes": LATEST,
        "token_hash": "e" * 64,
        "feed": replace(world.feed, id=new_id()),
        "feed_id": world.feed.id,
        "secret_hash": "e" * 64,
        "preparation_id": world.preparation.id,
        "preparation_ids": [world.preparation.id],
        "snapshot": world.snapshot.model_copy(update={"values": {"note": "mine"}}),
        "booker_id": world.preparation.session.booker_id,
        "room_id": world.preparation.session.room_id,
    } | again.get(_name(function), {})
    parameters = inspect.signature(function).parameters.values()
    wanted = [p.name for p in parameters if p.name in known or p.default is inspect.Parameter.empty]
    return {name: known[name] for name in wanted if name not in ("owner", "conn", "engine", "notifications")}


async def _outcome(function: Callable[..., Any], shared: Shared, conn: AsyncConnection) -> object:
    arguments = _arguments(function, shared.owner)
    try:
        if inspect.isasyncgenfunction(function):
            arguments |= {"engine": shared.engine, "notifications": Notifications(shared.engine)}
            return [event async for event in function(owner="stranger", **arguments)]
        async with conn.begin_nested():
            return await function(owner="stranger", conn=conn, **arguments)
    except NotFound as error:
        return error.message


async def _rows_of(conn: AsyncConnection, owner: str) -> dict[str, list[Any]]:
    tables = [table for table in metadata.sorted_tables if "user_id" in table.c]
    return {t.name: sorted(await conn.execute(select(t).where(t.c.user_id == owner)), key=str) for t in tables}


def test_every_function_but_those_for_users_takes_an_owner_first() -> None:
    """Owner, then connection; only what follows a run takes an engine before the owner."""
    for function in FUNCTIONS:
        names = list(inspect.signature(function).parameters)
        assert names[:2] in (["owner", "conn"], ["engine", "owner"])
    assert len(FUNCTIONS) >= 25


def test_few_functions_on_a_connection_take_no_owner() -> None:
    """What takes none is named here, so that another one is a decision and no slip."""
    assert {_name(function) for function in _functions_with("conn") if function not in FUNCTIONS} == OWNERLESS


async def test_the_victim_owns_a_row_of_every_table(conn: AsyncConnection, world: World) -> None:
    """Else the next test would prove little."""
    assert [name for name, rows in (await _rows_of(conn, world.owner)).items() if not rows] == []


@pytest.mark.parametrize("function", FUNCTIONS, ids=_name)
async def test_a_stranger_sees_and_changes_nothing(
    function: Callable[..., Any], shared: Shared, conn: AsyncConnection
) -> None:
    """Whatever is called with somebody else's ids finds nothing, and says so as for ids that never were."""
    await ensure_user("stranger", conn)
    before = await _rows_of(conn, shared.owner.owner)
    outcome = await _outcome(function, shared, conn)
    nothing: tuple[object, ...] = (
        None,
        (None, None),
        False,
        [],
        (),
        {},
        Standing(),
        KnownZones(None, ()),
        ({}, ()),
        HeldTerm(),
    )
    assert outcome in nothing or "does not exist" in str(outcome)
    assert shared.owner.secret not in str(outcome)
    assert await _rows_of(conn, shared.owner.owner) == before
