"""Recall over the calendar: timetable, previews and reminders (rule RECALL-15)."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.context.plan.planner import make_plan
from domain.context.recall.item import RecallAnswer
from domain.reminders.change import CHANGE_KIND, Create, Reminder, encode_change
from domain.schedule.rows import EventRow, SectionRow
from domain.term.calendar import Term
from services.make_term import make_term
from services.recall import recall
from services.reminder_desk import stored_id
from services.reminders import pending_of
from services.ulids import ascending_ulids
from storage.pending_reminders import delete_pending, insert_pending
from storage.previews import PreviewRecord, expire_revisions, save_preview
from storage.reminder_deliveries import ReminderDelivery, insert_delivery
from storage.schedule import EventDetails, insert_events
from storage.sessions import SessionEntry, SessionRecord, append_session_events, insert_session
from storage.turns import TurnRecord, insert_turn

ZONE = ZoneInfo("Asia/Shanghai")
TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
NOW = datetime(2026, 9, 3, 22, tzinfo=ZONE)
"""A Thursday evening in the first week."""


@pytest.fixture
async def term_id(engine: AsyncEngine, owner: str) -> str:
    """A term with a course on Mondays and Fridays, and a conference all through the night to Saturday."""
    made = (await make_term(owner, engine, TERM)).id
    course, night, *rows = ascending_ulids(6)
    places = [(1, 5, 1), (1, 5, 2), (2, 1, 1), (3, 1, 1)]
    sections = tuple(SectionRow(row, course, *place) for row, place in zip(rows, places, strict=True))
    opens = datetime(2026, 9, 4, 22, tzinfo=ZONE)
    async with engine.begin() as conn:
        await insert_events(
            owner,
            conn,
            made,
            [
                (EventRow(course, "course", "高等数学", sections=sections), EventDetails("教三301", "王老师")),
                (EventRow(night, "course", "观星"), EventDetails(starts_at=opens, ends_at=opens + timedelta(hours=6))),
            ],
        )
    return made


async def asked(owner: str, engine: AsyncEngine, query: str, now: datetime = NOW) -> RecallAnswer:
    async with engine.connect() as conn:
        return await recall(owner, conn, make_plan(query, now), now)


async def session(owner: str, conn: AsyncConnection) -> str:
    [session_id] = ascending_ulids(1)
    await insert_session(owner, conn, SessionRecord(session_id, NOW))
    return session_id


def texts(answer: RecallAnswer) -> list[str]:
    return [item.text for item in answer.items]


async def test_the_timetable_is_read_by_the_time_that_is_meant(engine: AsyncEngine, owner: str, term_id: str) -> None:
    """Sections of a day as one item, with place and teacher; what lasts over midnight once, on both days."""
    tomorrow = await asked(owner, engine, "明天有什么课")
    assert texts(tomorrow) == ["高等数学 教三301 王老师", "观星"]
    lesson = tomorrow.items[0]
    assert (lesson.source, lesson.target_type, lesson.status) == ("calendar", "calendar_event", "open")
    assert lesson.event_at == datetime(2026, 9, 4, 8, tzinfo=ZONE)
    assert [(each.date, len(each.items)) for each in tomorrow.timeline] == [(date(2026, 9, 4), 2)]
    assert texts(await asked(owner, engine, "后天有什么安排")) == ["观星"]
    assert texts(await asked(owner, engine, "大后天有什么安排")) == []
    later = await asked(owner, engine, "昨天上了什么课", NOW + timedelta(days=2))
    assert [item.status for item in later.items] == ["done", "done"]


async def test_without_a_time_the_next_of_its_name_is_told(engine: AsyncEngine, owner: str, term_id: str) -> None:
    """Not each week's lesson."""
    found = await asked(owner, engine, "高等数学课在哪个教室")
    assert [item.event_at for item in found.items] == [datetime(2026, 9, 4, 8, tzinfo=ZONE)]


async def test_previews_suggest_until_they_expire(engine: AsyncEngine, owner: str, term_id: str) -> None:
    """The newest revision only."""
    entry = {"week": 1, "day_of_week": 5, "section_from": 5, "section_to": 6, "name": "复习概率论", "state_id": 4}
    async with engine.begin() as conn:
        session_id = await session(owner, conn)
        first = PreviewRecord(session_id, 1, term_id, 1, "", True, _body(entry | {"name": "旧的"}), "{}", NOW)
        await save_preview(owner, conn, first)
        second = replace(first, revision=2, parent_revision=1, body=_body(entry))
        await save_preview(owner, conn, second)
    found = await asked(owner, engine, "明天下午有什么任务")
    assert texts(found) == ["复习概率论"]
    assert found.items[0].event_at == datetime(2026, 9, 4, 14, tzinfo=ZONE)
    assert found.items[0].target_type == "todo"
    async with engine.begin() as conn:
        await expire_revisions(owner, conn, session_id, NOW)
    assert texts(await asked(owner, engine, "明天下午有什么任务")) == []


def _body(*entries: dict[str, object]) -> dict[str, object]:
    return {"candidate_plans": [{"week": 1, "entries": list(entries)}]}


async def test_reminders_are_found_before_and_after_they_are_told(engine: AsyncEngine, owner: str) -> None:
    """By when they are due; by when they were set where what was said is asked for; open, then done."""
    due = datetime(2026, 9, 4, 9, tzinfo=ZONE)
    create = Create(Reminder("schedule-1", "给导师回邮件\x00", 39_600, f"{due.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.000Z"))
    async with engine.begin() as conn:
        session_id = await session(owner, conn)
        entry = SessionEntry(CHANGE_KIND, encode_change(create))
        [event] = await append_session_events(owner, conn, session_id, [entry], NOW)
        await insert_pending(owner, conn, pending_of(session_id, event.seq, [create]))
    found = await asked(owner, engine, "明天有什么安排")
    assert [(item.source, item.status, item.event_at) for item in found.items] == [("calendar", "open", due)]
    assert len((await asked(owner, engine, "今天我说过要提醒我什么")).items) == 1
    async with engine.begin() as conn:
        await _tell(owner, conn, session_id, due)
    told = await asked(owner, engine, "今天有什么安排", due + timedelta(hours=2))
    assert [(item.status, item.event_at) for item in told.items] == [("done", due)]


async def _tell(owner: str, conn: AsyncConnection, session_id: str, at: datetime) -> None:
    [turn_id] = ascending_ulids(1)
    turn = TurnRecord(turn_id, session_id, 1, "reminder", "zh-CN", at, "completed", started_at=at, finished_at=at)
    await insert_turn(owner, conn, turn)
    await delete_pending(owner, conn, session_id, stored_id("schedule-1"))
    await insert_delivery(owner, conn, ReminderDelivery(session_id, stored_id("schedule-1"), turn_id, 2, 3, at))


async def test_what_is_left_out_is_not_told(engine: AsyncEngine, owner: str) -> None:
    """Such as the message that is being answered."""
    async with engine.begin() as conn:
        session_id = await session(owner, conn)
        said = [SessionEntry("message", {"role": "user", "text": text}) for text in ("合同要签字", "我说过合同吗")]
        await append_session_events(owner, conn, session_id, said, NOW)
    plan = make_plan("我说过合同吗", NOW)
    async with engine.connect() as conn:
        found = await recall(owner, conn, plan, NOW, leave_out=[f"chat:{session_id}:2"])
    assert texts(found) == ["合同要签字"]
