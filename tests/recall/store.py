"""A store of 5,000 items over all sources: the facts, a timetable, and much else that a student says in a summer."""

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.context.plan.contract import TextSource
from domain.context.recall.importance import importance_of
from domain.context.recall.item import KeptItem
from domain.context.recall.kinds import kind_of
from domain.context.recall.reading import item_of
from domain.schedule.rows import EventRow, SectionRow
from domain.term.calendar import Term
from services.ulids import ascending_ulids
from storage.recall_items import index_items
from storage.schedule import EventDetails, insert_events
from storage.sessions import SessionEntry, SessionRecord, append_session_events, insert_session
from storage.terms import insert_term
from storage.users import ensure_user
from tests.recall.facts import FACTS, ZONE, Fact

OWNER = "ann"
TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
COURSES = {
    "线性代数": ((1, 1), (3, 3)),
    "操作系统": ((2, 1), (4, 5)),
    "高等数学": ((1, 3), (5, 1)),
    "大学物理": ((2, 5), (5, 5)),
    "大学英语": ((3, 1), (4, 1)),
}
"""Each twice a week, on a day of the week from a section on, for two sections."""

_ITEMS = 5_000
_SHARES: tuple[tuple[TextSource, float], ...] = (("chat", 0.55), ("meinput", 0.27), ("memory_v2", 0.18))
_FIRST, _LAST = datetime(2026, 6, 20, tzinfo=ZONE), datetime(2026, 9, 14, tzinfo=ZONE)

_WHO = ("刘洋", "何静", "马超", "吴迪", "郑爽", "韩梅", "冯刚", "许诺", "Tom", "Jenny", "Kevin", "Maria")
_WHAT = (
    "高数作业",
    "英语口语",
    "概率论",
    "编译原理",
    "马原",
    "电路实验",
    "体育课",
    "选修课",
    "社团",
    "志愿活动",
    "毕业设计",
    "讲座",
)
_WHERE = ("一教", "二教", "图书馆", "操场", "咖啡馆", "宿舍", "西门", "实验楼", "library", "cafeteria")
_ZH = (
    "{who}问我{what}写完了没有",
    "在{where}碰到{who}，聊了聊{what}",
    "{what}真的好难，得多花点时间",
    "把{what}的笔记发给{who}了",
    "{who}约我去{where}讨论{what}",
    "{where}今天人特别多，没找到座位",
    "{what}的会议推迟了，{who}通知的",
    "记得提醒{who}带{what}的资料",
    "{who}觉得{what}不用太紧张",
    "决定先做{what}，再做别的",
    "{what}要交的东西都准备好了",
    "我不喜欢在{where}学{what}",
    "重要的是把{what}弄明白",
    "{who}生病了，没来上{what}",
    "考试前和{who}在{where}复习{what}",
    "{who}推荐了一本讲{what}的书",
)
_EN = (
    "{who} asked me about the homework again",
    "met {who} at the {where}, talked about the project",
    "I should review my notes before the next quiz",
    "{who} said the meeting was boring",
    "the {where} was closed, so I went home",
    "{who} likes the new teacher more than I do",
    "remember to send {who} the slides",
    "I agreed with {who} that the deadline is too early",
)


async def fill(engine: AsyncEngine) -> dict[str, str]:
    """Store everything; the id of each fact and of each row of the timetable by its key."""
    async with engine.begin() as conn:
        await ensure_user(OWNER, conn)
        ids = await _timetable(conn) | await _facts(conn)
        texts = _ITEMS - len(ids)
        await index_items(OWNER, conn, [*fillers(texts)])
    return ids


def fillers(count: int, seed: int = 7) -> Iterator[KeptItem]:
    """Items that answer none of the queries, though they share words with them."""
    dice = random.Random(seed)
    sources = [source for source, _ in _SHARES]
    for number in range(count):
        source = dice.choices(sources, [share for _, share in _SHARES])[0]
        said = _FIRST + timedelta(seconds=dice.randrange(int((_LAST - _FIRST).total_seconds())))
        pattern = dice.choice(_ZH if dice.random() < 0.75 else _EN)
        text = pattern.format(who=dice.choice(_WHO), what=dice.choice(_WHAT), where=dice.choice(_WHERE))
        begins = said + timedelta(hours=dice.randrange(1, 24)) if dice.random() < 0.3 and said < _LAST - _DAY else None
        yield KeptItem(
            source=source,
            ref=f"filler-{number}",
            target_type=kind_of(text),
            text=f"{text}（{number}）" if dice.random() < 0.1 else text,
            mention_at=said.astimezone(UTC),
            event_start=begins,
            event_end=begins and begins + timedelta(hours=1),
            importance=importance_of(text, names_time=begins is not None),
        )


_DAY = timedelta(days=2)


async def _facts(conn: AsyncConnection) -> dict[str, str]:
    """What was said goes through the log of a session, as it does in life."""
    [session_id] = ascending_ulids(1)
    await insert_session(OWNER, conn, SessionRecord(session_id, min(fact.at for fact in FACTS)))
    ids = {}
    for fact in sorted(FACTS, key=lambda fact: fact.at):
        if fact.source == "chat":
            entry = SessionEntry("message", {"role": "user", "text": fact.text, "origin": "person"})
            [event] = await append_session_events(OWNER, conn, session_id, [entry], fact.at)
            ids[fact.key] = f"chat:{session_id}:{event.seq}"
        else:
            await index_items(OWNER, conn, [_kept(fact)])
            ids[fact.key] = f"{fact.source}:{fact.key}"
    return ids


def _kept(fact: Fact) -> KeptItem:
    return item_of(fact.source, fact.key, fact.text, fact.at)


async def _timetable(conn: AsyncConnection) -> dict[str, str]:
    [term_id] = ascending_ulids(1)
    await insert_term(OWNER, conn, term_id, TERM)
    ids, events = {}, []
    for name, places in COURSES.items():
        event_id, *row_ids = ascending_ulids(1 + TERM.weeks * len(places) * 2)
        taken = [
            (week, day, at) for week in range(1, TERM.weeks + 1) for day, first in places for at in (first, first + 1)
        ]
        rows = tuple(SectionRow(row, event_id, *place) for row, place in zip(row_ids, taken, strict=True))
        events.append((EventRow(event_id, "course", name, sections=rows), EventDetails(location="教三")))
        for week, day, first in taken[::2]:
            on = TERM.date_of(week, day)
            begins = datetime.combine(on, TERM.sections[first - 1].start, ZONE).astimezone(UTC)
            ids[f"course:{name}:{on:%m%d}"] = f"calendar:event:{event_id}@{begins:%Y%m%dT%H%M}"
    await insert_events(OWNER, conn, term_id, events)
    return ids
