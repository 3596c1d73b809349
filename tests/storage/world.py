"""One of everything that a person may own."""

import json
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from itertools import count

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.canonical import checksum
from domain.commit.images import Images
from domain.context.person.facts import Fact
from domain.context.recall.item import KeptItem
from domain.events import StageEvent
from domain.optimise.placement_problem import PlacementGroup
from domain.preparation.keys import Range
from domain.preparation.readings import Weather
from domain.preparation.sessions import Session
from domain.preparation.snapshots import Snapshot
from domain.schedule.rows import ClassRow, EventRow, ItemRow, SectionRow
from domain.term.calendar import Term
from domain.term.overrides import Override, StandingOverride
from storage.api_keys import ApiKeyRecord, insert_api_key
from storage.classes import ClassRecord, insert_class
from storage.commits import CommitRecord, insert_commit
from storage.feeds import FeedRecord, insert_feed
from storage.idempotency import remember
from storage.identities import Identity, insert_identity
from storage.inputs import Input, insert_input
from storage.learned_messages import Place, note_learned
from storage.logins import LinkRecord, LoginRecord, insert_link, insert_login
from storage.memories import Memory, insert_memory
from storage.model_calls import ModelCall, write_model_call
from storage.overrides import save_overrides
from storage.pending_reminders import PendingReminder, insert_pending
from storage.prep_snapshots import insert_snapshot
from storage.preparations import PreparationRecord, insert_preparation
from storage.previews import PreviewRecord, save_preview
from storage.profiles import ProfileRecord, ensure_profile, save_profile
from storage.recall_items import index_items
from storage.reminder_deliveries import ReminderDelivery, insert_delivery
from storage.run_events import append_events
from storage.run_questions import RunQuestion, insert_question
from storage.runs import RunRecord, insert_run
from storage.schedule import EventDetails, insert_event
from storage.sessions import SessionEntry, SessionRecord, append_session_events, insert_session
from storage.steps import StepRecord, write_step
from storage.terms import insert_term
from storage.turn_events import append_turn_events
from storage.turns import TurnRecord, insert_turn
from storage.users import ensure_user
from storage.weather_readings import keep_weather

_NUMBERS = count(1)


def new_id() -> str:
    """An id that no test has had before; they ascend."""
    return f"01K00000000000000000{next(_NUMBERS):06d}"


@dataclass(frozen=True, slots=True)
class World:
    """What one person owns; every text in it holds ``secret``."""

    owner: str
    secret: str
    at: datetime
    term_id: str
    term: Term
    override: StandingOverride
    course: EventRow
    guest: EventRow
    tasks: ClassRecord
    session: SessionRecord
    run: RunRecord
    step: StepRecord
    call: ModelCall
    question: RunQuestion
    preview: PreviewRecord
    commit: CommitRecord
    turn: TurnRecord
    schedule_id: str
    delivery: ReminderDelivery
    images: Images
    memory: Memory
    typed: Input
    profile: ProfileRecord
    identity: Identity
    api_key: ApiKeyRecord
    link: LinkRecord
    login: LoginRecord
    feed: FeedRecord
    kept: KeptItem
    preparation: PreparationRecord
    snapshot: Snapshot

    def digest_of(self, noun: str) -> str:
        """The digest under which a credential of this person is stored."""
        return checksum(f"{noun} of {self.owner}")


def make_world(owner: str) -> World:
    """All of it, not stored yet."""
    secret, at, term_id = f"机密 of {owner}", datetime(2026, 9, 7, 8, 0, tzinfo=UTC), new_id()
    items = tuple(ItemRow(new_id(), f"{secret} {order}", order) for order in (1, 2, 3))
    class_id, course_id, guest_id = new_id(), new_id(), new_id()
    wishes = PlacementGroup(class_id, "rapid", frozenset({1, 2}), frozenset({6, 7}), frozenset({3, 4}), False)
    rows = tuple(SectionRow(new_id(), course_id, 3, 2, section, guest_id) for section in (5, 6))
    session = SessionRecord(id=new_id(), created_at=at, title=secret)
    run = RunRecord(new_id(), session.id, term_id, "refine", 1, {"text": secret}, at)
    turn = TurnRecord(new_id(), session.id, 1, "person", "zh-CN", at, "running", "refine", run.id, started_at=at)
    schedule_id = json.dumps(secret)
    return World(
        owner=owner,
        secret=secret,
        at=at,
        term_id=term_id,
        term=Term(first_monday=date(2026, 9, 7), weeks=20),
        override=StandingOverride(override=Override(day=date(2026, 9, 23))),
        course=EventRow(course_id, "course", secret, can_be_embedded=True, sections=rows),
        guest=EventRow(guest_id, "task", secret, item_id=items[0].id),
        tasks=ClassRecord(ClassRow(class_id, secret, items, total_slots=6), wishes),
        session=session,
        run=run,
        step=_step(run, secret),
        call=_call(run, secret, at),
        question=RunQuestion(run.id, "q1", 1, [secret], at),
        preview=PreviewRecord(session.id, 1, term_id, 1, secret, True, {"text": secret}, secret, at, run_id=run.id),
        commit=_commit(session, term_id, secret, at),
        turn=turn,
        schedule_id=schedule_id,
        delivery=ReminderDelivery(session.id, schedule_id, turn.id, 2, 3, at),
        images=Images(),
        memory=Memory(secret, "note", at, session_id=session.id, id=new_id()),
        typed=Input(new_id(), secret, "WeChat", at, at),
        profile=ProfileRecord({"name": Fact(at, secret)}, {"likes": Fact(at, secret)}, {}, at),
        identity=Identity("wechat", f"subject-of-{owner}", at),
        api_key=ApiKeyRecord(new_id(), f"dw_{next(_NUMBERS):08d}", secret, at, at + timedelta(days=90)),
        link=LinkRecord(new_id(), at, at + timedelta(minutes=10)),
        login=LoginRecord(new_id(), at, at + timedelta(days=30)),
        feed=FeedRecord(new_id(), secret, at, term_id, 15),
        kept=_kept(session, secret, at),
        preparation=_preparation(session, secret, at),
        snapshot=Snapshot(recorded_at=at, source="user_adjust", operator_id=secret, values={"note": secret}),
    )


def _preparation(session: SessionRecord, secret: str, at: datetime) -> PreparationRecord:
    facts = Session(
        id=new_id(),
        session_id=session.id,
        meeting_id=secret,
        room_id=secret,
        zone="Asia/Shanghai",
        booker_id=secret,
        booker_name=secret,
        meeting_start=at,
        meeting_end=at + timedelta(hours=1),
        prep_trigger_at=at,
        prep_type="confirm",
        weather_condition=secret,
    )
    return PreparationRecord(facts, "unconfirmed", at, ranges={secret: Range(kind="switch")}, recalled=())


def _kept(session: SessionRecord, secret: str, at: datetime) -> KeptItem:
    return KeptItem(
        source="chat",
        ref=f"{session.id}:99",
        session_id=session.id,
        target_type="note",
        text=secret,
        mention_at=at,
        event_start=at,
        event_end=at,
        importance=0.5,
    )


def _step(run: RunRecord, secret: str) -> StepRecord:
    return StepRecord(
        owner_kind="run",
        owner_id=run.id,
        step=1,
        name="react",
        argument_hash="a" * 64,
        memory=f'{{"text":"{secret}"}}',
        state=f'{{"b":1.0,"a":"{secret}"}}',
        state_hash="b" * 64,
        decided_by="policy",
        verdict="done",
        brief=secret,
        tool="move",
        arguments={"text": secret},
        result={"text": secret},
    )


def _call(run: RunRecord, secret: str, at: datetime) -> ModelCall:
    return ModelCall(
        owner_kind="run",
        owner_id=run.id,
        step=1,
        attempt=1,
        endpoint="default",
        model="small",
        mode="json_schema",
        prompt={"system": secret, "user": secret, "schema": "react"},
        answer=secret,
        reasoning=secret,
        outcome="given",
        problem="",
        prompt_tokens=100,
        completion_tokens=20,
        tokens_estimated=False,
        started_at=at,
        seconds=1.5,
    )


def _commit(session: SessionRecord, term_id: str, secret: str, at: datetime) -> CommitRecord:
    change = {"task": secret, "kind": "placed", "event_id": new_id()}
    return CommitRecord(
        id=new_id(),
        term_id=term_id,
        kind="confirm",
        status="applied",
        actor="dw_abcd1234",
        locale="zh-CN",
        created_at=at,
        session_id=session.id,
        revision=1,
        summary=secret,
        changes=[change],
        timetable_version=1,
    )


def another_run(world: World) -> RunRecord:
    """A run like the stored one, under a new id."""
    return replace(world.run, id=new_id())


async def store_world(world: World, conn: AsyncConnection) -> None:
    """Store all of it."""
    await _store_timetable(world, conn)
    await _store_run(world, conn)
    await _store_conversation(world, conn)
    await _store_credentials(world, conn)
    await _store_memory(world, conn)
    await insert_preparation(world.owner, conn, world.preparation)
    await insert_snapshot(world.owner, conn, world.preparation.id, world.snapshot, world.at)
    weather = Weather(temp=35, condition=world.secret, read_at=world.at)
    await keep_weather(world.owner, conn, world.preparation.session.room_id, weather)


async def _store_timetable(world: World, conn: AsyncConnection) -> None:
    details = EventDetails(location=world.secret, teacher=world.secret)
    await ensure_user(world.owner, conn)
    await insert_term(world.owner, conn, world.term_id, world.term)
    await save_overrides(world.owner, conn, world.term_id, [world.override])
    await insert_class(world.owner, conn, world.tasks)
    await insert_event(world.owner, conn, world.term_id, world.guest, details)
    await insert_event(world.owner, conn, world.term_id, world.course, details)


async def _store_run(world: World, conn: AsyncConnection) -> None:
    event = StageEvent(stage="schedule_refine.react.tool_call", detail=world.secret, data={"text": world.secret})
    entry = SessionEntry("message", {"role": "user", "text": world.secret, "origin": "person"})
    await insert_session(world.owner, conn, world.session)
    await append_session_events(world.owner, conn, world.session.id, [entry], world.at)
    await insert_run(world.owner, conn, world.run)
    await write_step(world.owner, conn, world.step)
    await write_model_call(world.owner, conn, world.call)
    await insert_question(world.owner, conn, world.question)
    await append_events(world.owner, conn, world.run.id, world.step.step, [event], world.at)
    await save_preview(world.owner, conn, world.preview)
    await insert_commit(world.owner, conn, world.commit, world.images)
    await remember(world.owner, conn, "run.start", "key", "c" * 64, {"text": world.secret})


async def _store_conversation(world: World, conn: AsyncConnection) -> None:
    event = StageEvent(stage="turn.reply", detail=world.secret, data={"text": world.secret})
    reminder = PendingReminder(world.session.id, world.schedule_id, 1, 1)
    await insert_turn(world.owner, conn, world.turn)
    await append_turn_events(world.owner, conn, world.turn.id, 1, [event], world.at)
    await insert_pending(world.owner, conn, [reminder])
    await insert_delivery(world.owner, conn, world.delivery)
    await index_items(world.owner, conn, [world.kept])


async def _store_credentials(world: World, conn: AsyncConnection) -> None:
    await insert_api_key(world.owner, conn, world.api_key, world.digest_of("key"))
    await insert_link(world.owner, conn, world.link, world.digest_of("link"))
    await insert_login(world.owner, conn, world.login, world.digest_of("login"))
    await insert_feed(world.owner, conn, world.feed, world.digest_of("feed"))


async def _store_memory(world: World, conn: AsyncConnection) -> None:
    await insert_memory(world.owner, conn, world.memory)
    await note_learned(world.owner, conn, world.memory.id, Place(world.session.id, 1))
    await insert_input(world.owner, conn, world.typed)
    await ensure_profile(world.owner, conn, world.at)
    await save_profile(world.owner, conn, world.profile)
    await insert_identity(world.owner, conn, world.identity)
