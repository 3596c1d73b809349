"""Answers to questions, against direct queries over random timetables (rules CHAT-15 to CHAT-18)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.conversation.agenda import Agenda
from domain.conversation.answers import answer
from domain.conversation.faithful import invented
from domain.errors import NotFound
from domain.preview.body import PreviewHeader, preview_body
from domain.schedule.arrangement import arrange
from domain.schedule.occupancy import positions
from domain.schedule.rows import EventRow, SectionRow, load_state
from domain.schedule.state import Locale
from domain.steps import MoveNote
from domain.term.calendar import Term
from domain.term.window import Window
from services.add_class import add_class
from services.class_forms import NewClass
from services.look_up import LookedUp, look_up, read_agenda
from services.make_term import make_term
from services.open_session import open_session
from services.ulids import ascending_ulids
from storage.classes import load_classes
from storage.previews import PreviewRecord, save_preview
from storage.schedule import NO_DETAILS, EventDetails, insert_events, load_events
from storage.terms import list_terms

TERM = Term(first_monday=date(2026, 8, 31), weeks=8)
ZONE = ZoneInfo("Asia/Shanghai")
COURSES = ("高等数学", "大学英语", "线性代数", "Organic Chemistry", "体育")
GROUPS = {"概率论": ("第一章 事件", "第二章 变量", "第三章 分布"), "History": ("Essay on Rome", "Source reading")}
ZH = "一二三四五六日"
EN = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True)
class Asked:
    """A question and what a direct query says.

    Attributes:
        rows: ids of what it is about.
        says: each of these stands in the answer.
        days: exactly these are told of; None where that is not looked at.
    """

    message: str
    rows: frozenset[str]
    says: tuple[str, ...] = ()
    days: frozenset[date] | None = None

    @property
    def locale(self) -> Locale:
        return "en" if self.message.isascii() or self.message[0].isascii() else "zh-CN"


class Direct:
    """The timetable of one owner in statements of its own."""

    def __init__(self, connection: AsyncConnection, now: datetime) -> None:
        self.connection, self.now = connection, now
        self.taken: list[tuple[date, int, str, str, str]] = []
        self.timed: list[tuple[datetime, datetime, str]] = []

    async def read(self) -> "Direct":
        """All sections, hosts and guests, as day, section, event, kind and name."""
        for column in ("event_id", "guest_event_id"):
            found = await self.connection.execute(
                text(
                    "SELECT t.first_monday + 7 * (s.week - 1) + s.day_of_week - 1, s.section, e.id, e.type, e.name"
                    f" FROM schedules s JOIN schedule_events e ON e.id = s.{column} JOIN terms t ON t.id = s.term_id"
                )
            )
            self.taken += [tuple(row) for row in found]
        found = await self.connection.execute(
            text("SELECT starts_at, ends_at, id FROM schedule_events WHERE starts_at IS NOT NULL")
        )
        self.timed = [(row[0].astimezone(ZONE), row[1].astimezone(ZONE), row[2]) for row in found]
        return self

    def on(self, days: Iterable[date], sections: Iterable[int] = range(1, 13), kind: str = "") -> frozenset[str]:
        wanted, among = set(days), set(sections)
        found = {e for day, section, e, k, _ in self.taken if day in wanted and section in among and kind in ("", k)}
        if kind != "task" and among == set(range(1, 13)):
            found |= {e for starts, _ends, e in self.timed if starts.date() in wanted}
        return frozenset(found)

    def runs(self, days: Iterable[date], kind: str) -> list[tuple[str, date, int, int]]:
        """Event, day, first and last section of each occurrence."""
        found: list[tuple[str, date, int, int]] = []
        wanted = set(days)
        for day, section, event, k, _ in sorted(self.taken, key=lambda row: (row[2], row[0], row[1])):
            if day not in wanted or k != kind:
                continue
            if found and found[-1][:2] == (event, day) and found[-1][3] == section - 1:
                found[-1] = (event, day, found[-1][2], section)
            else:
                found.append((event, day, section, section))
        return found

    def load(self, day: date, kind: str = "") -> int:
        return len({section for d, section, _, k, _ in self.taken if d == day and kind in ("", k)})

    def free(self, day: date, sections: Iterable[int] = range(1, 13)) -> list[tuple[int, int]]:
        taken = {section for d, section, *_ in self.taken if d == day}
        runs: list[tuple[int, int]] = []
        for section in (n for n in sections if n not in taken):
            runs = (
                [*runs[:-1], (runs[-1][0], section)]
                if runs and runs[-1][1] == section - 1
                else [*runs, (section, section)]
            )
        return runs

    def spans(self, kind: str = "") -> list[tuple[datetime, datetime, str]]:
        """Beginning and end of each occurrence, in the zone of the term."""
        days = [TERM.first_monday + timedelta(days=n) for n in range(7 * TERM.weeks)]
        kinds = [kind] if kind else ["course", "task"]
        found = [
            (at(d, first, "start"), at(d, last, "end"), e) for k in kinds for e, d, first, last in self.runs(days, k)
        ]
        return found + ([] if kind == "task" else self.timed)


def at(day: date, section: int, edge: str) -> datetime:
    return datetime.combine(day, getattr(TERM.sections[section - 1], edge), ZONE)


def dated(day: date) -> str:
    return f"{day.month}月{day.day}日"


def sections_words(run: tuple[int, int]) -> str:
    return f"第{run[0]}–{run[1]}节" if run[0] < run[1] else f"第{run[0]}节"


@dataclass(frozen=True)
class World:
    """A random timetable and where it is asked about."""

    owner: str
    engine: AsyncEngine
    session_id: str
    random: Random
    now: datetime

    async def ask(self, connection: AsyncConnection, message: str, locale: Locale = "zh-CN") -> LookedUp:
        return await look_up(self.owner, connection, message, locale, self.now, self.session_id)

    async def agenda(self) -> Agenda:
        async with self.engine.connect() as connection:
            found = await read_agenda(self.owner, connection, self.now, self.session_id)
        assert found is not None
        return found

    async def asked(self, connection: AsyncConnection) -> list[Asked]:
        direct = await Direct(connection, self.now).read()
        return [one for about in (about_days, about_weeks, about_now, about_things) for one in about(self, direct)]


@pytest.fixture
def seed() -> int:
    """Which random timetable it is."""
    return 0


@pytest.fixture
async def world(seed: int, engine: AsyncEngine, owner: str) -> World:
    """Courses by the week, tasks of two classes of which some wait, and an event at noon."""
    random = Random(seed)
    term_id = (await make_term(owner, engine, TERM)).id
    places = {(week, day, start) for week in range(1, 9) for day in range(1, 8) for start in range(1, 12, 2)}
    events: list[tuple[EventRow, EventDetails]] = []
    for name in COURSES:
        for _ in range(2):
            weekly = (random.randint(1, 6), random.choice([1, 3, 5, 7, 9]))
            mine = sorted(place for place in places if place[1:] == weekly and random.random() < 0.8)
            places -= set(mine)
            if mine:
                events.append(_event(name, mine, EventDetails(f"R-{name[:2]}", f"T-{name[:2]}")))
    for group, items in GROUPS.items():
        added = await add_class(owner, engine, NewClass.model_validate({"name": group, "items": list(items)}))
        for item in added.record.row.items[:-1]:
            place = random.choice(sorted(places))
            places.remove(place)
            events.append(_event(item.content, [place], item=item.id))
    noon = datetime.combine(TERM.date_of(3, 2), datetime.min.time(), ZONE) + timedelta(hours=12, minutes=10)
    [timed_id] = ascending_ulids(1)
    timed = EventRow(timed_id, "course", "Seminar")
    events.append((timed, EventDetails(starts_at=noon, ends_at=noon + timedelta(minutes=45))))
    async with engine.begin() as connection:
        await insert_events(owner, connection, term_id, events)
        await connection.execute(
            text("UPDATE task_items SET status = 'arranged' WHERE id IN (SELECT item_id FROM schedule_events)")
        )
    now = at(TERM.date_of(random.randint(2, 7), random.randint(1, 5)), random.randint(1, 9), "start") + timedelta(
        minutes=7
    )
    return World(owner, engine, (await open_session(owner, engine, now)).id, random, now)


def _event(
    name: str, places: list[tuple[int, int, int]], details: EventDetails = NO_DETAILS, item: str | None = None
) -> tuple[EventRow, EventDetails]:
    event_id, *ids = ascending_ulids(1 + 2 * len(places))
    sections = [(week, day, section) for week, day, start in places for section in (start, start + 1)]
    rows = tuple(SectionRow(row, event_id, *place) for row, place in zip(ids, sections, strict=True))
    return EventRow(event_id, "task" if item else "course", name, False, item, rows), details


def about_days(world: World, direct: Direct) -> Iterator[Asked]:
    """What is on a day, in some sections, how much it is, and what is first and last."""
    today = world.now.date()
    for words, day in (("今天", today), ("明天", today + timedelta(days=1)), ("tomorrow", today + timedelta(days=1))):
        message = f"what do I have {words}" if words.isascii() else f"{words}都有什么"
        yield Asked(message, direct.on([day]), days=frozenset([day]))
    for _ in range(6):
        week, weekday = world.random.randint(1, 8), world.random.randint(1, 7)
        day = TERM.date_of(week, weekday)
        yield Asked(f"第{week}周周{ZH[weekday - 1]}有什么课", direct.on([day], kind="course"), (dated(day),))
        yield Asked(f"what tasks do I have on {EN[weekday - 1]} of week {week}", direct.on([day], kind="task"))
        first = world.random.choice([1, 3, 5, 7])
        among = range(first, first + 4)
        asked = f"第{week}周星期{ZH[weekday - 1]}第{first}到{first + 3}节有安排吗"
        yield Asked(asked, direct.on([day], among), (f"第{first}–{first + 3}节",))
        spans = [span for span in direct.spans("course") if span[0].date() == day]
        for message, key in (("first", min), ("last", max)):
            edge = 0 if message == "first" else 1
            chosen = {span[2] for span in spans if span[edge] == key(other[edge] for other in spans)}
            yield Asked(f"what is my {message} class on {EN[weekday - 1]} of week {week}", frozenset(chosen))
    soon = TERM.date_of(direct_week(world) + 1, 1)
    yield Asked("next Monday what do I have", direct.on([soon]), days=frozenset([soon]))
    three = direct.on([soon], [5, 6])
    yield Asked("下周一下午2点半有课吗", frozenset(three & direct.on([soon], [5])), (dated(soon),))


def direct_week(world: World) -> int:
    return (world.now.date() - TERM.first_monday).days // 7 + 1


def about_weeks(world: World, direct: Direct) -> Iterator[Asked]:
    """How many, which day is the fullest, which has nothing, when is one free."""
    for _ in range(4):
        week = world.random.randint(1, 8)
        days = [TERM.date_of(week, day) for day in range(1, 8)]
        runs = direct.runs(days, "course")
        timed = [one for one in direct.timed if one[0].date() in days]
        sections = sum(last - first + 1 for *_, first, last in runs)
        counted = (f"{len(runs) + len(timed)} 次课", f"共 {sections} 节") if runs or timed else ("没有课",)
        yield Asked(f"第{week}周一共多少节课", direct.on(days, kind="course"), counted)
        loads = {day: direct.load(day) for day in days}
        full = frozenset(day for day in days if loads[day] == max(loads.values()))
        yield Asked(f"第{week}周哪天最满", direct.on(full), (f"{max(loads.values())} 节",), full)
        empty = frozenset(day for day in days if loads[day] == min(loads.values()))
        yield Asked(f"which day of week {week} is the emptiest", direct.on(empty), (), empty)
        off = frozenset(day for day in days if not direct.on([day], kind="course"))
        yield Asked(f"第{week}周哪几天没课", frozenset(), tuple(map(dated, off)) or ("每天都有",), off)
        most = max((last - first + 1 for day in days for first, last in direct.free(day)), default=0)
        yield Asked(f"第{week}周最长的空闲是多久", frozenset(), (f"{most} 节",))
        day = world.random.choice(days)
        free = direct.free(day, range(5, 9))
        words = tuple(map(sections_words, free)) or ("没有空",)
        yield Asked(f"第{week}周周{ZH[day.weekday()]}下午有空吗", direct.on([day], range(5, 9)), words)


def about_now(world: World, direct: Direct) -> Iterator[Asked]:
    """What goes on, what comes next, which week it is."""
    going = frozenset(e for starts, ends, e in direct.spans() if starts <= world.now < ends)
    later = [span for span in direct.spans("course") if span[0] > world.now]
    soonest = frozenset(e for starts, _, e in later if starts == min(span[0] for span in later))
    if going:
        yield Asked("现在在干什么", going)
    yield Asked("下一节课是什么", soonest)
    yield Asked("when is my next class", soonest)
    yield Asked("今天第几周", frozenset(), (f"第{direct_week(world)}周",))
    yield Asked("how many weeks are left this term", frozenset(), (f"{TERM.weeks - direct_week(world)} more weeks",))
    yield Asked("课表有冲突吗", frozenset(), ("没有冲突",))


def about_things(world: World, direct: Direct) -> Iterator[Asked]:
    """When and where a course or task is, what is done, and what waits."""
    over = frozenset(e for _, ends, e in direct.spans("task") if ends <= world.now)
    placed = frozenset(e for *_, e in direct.spans("task"))
    for starts, _ends, event in direct.spans("task"):
        name = next(n for _d, _s, e, _k, n in direct.taken if e == event)
        ask = f"when is {name}" if name.isascii() else f"{name}排在哪天"
        yield Asked(ask, frozenset([event]), () if name.isascii() else (dated(starts.date()),))
    for name in COURSES:
        mine = frozenset(e for _d, _s, e, _k, n in direct.taken if n == name)
        if mine:
            message = f"which room is {name} in" if name.isascii() else f"{name}在哪个教室"
            yield Asked(message, mine, (f"R-{name[:2]}",))
            yield Asked(f"who teaches {name}" if name.isascii() else f"{name}谁教的", mine, (f"T-{name[:2]}",))
    yield Asked("哪些任务已经完成了", over, (f"{len(over)} 项",) if over else ("没有",))
    yield Asked("which tasks are not done this term", placed - over)


@pytest.mark.parametrize("seed", range(2))
async def test_answers_equal_direct_queries(world: World) -> None:
    """Rows, days and figures of more than fifty questions; and each answer holds but what its facts hold."""
    async with world.engine.connect() as connection:
        asked = await world.asked(connection)
        assert len(asked) > 50
        for one in asked:
            found = await world.ask(connection, one.message, one.locale)
            assert set(found.rows) == one.rows, (one, found)
            assert all(words in found.text for words in one.says), (one, found)
            assert one.days is None or found.facts.dates == one.days, (one, found)
            assert invented(found.text, found.facts) is None, found


async def test_both_languages_hold_the_same_facts(world: World) -> None:
    """Whatever is asked, in whichever language."""
    async with world.engine.connect() as connection:
        asked = await world.asked(connection)
    agenda = await world.agenda()
    for one in asked:
        chinese, english = answer(one.message, agenda, "zh-CN"), answer(one.message, agenda, "en")
        assert (chinese.rows, chinese.facts) == (english.rows, english.facts), one


async def test_tasks_that_wait_are_told_by_name(world: World) -> None:
    """With the ids of their items."""
    async with world.engine.connect() as connection:
        found = await world.ask(connection, "还有哪些任务没排")
        waiting = await connection.execute(text("SELECT id, content FROM task_items WHERE status = 'pending'"))
        rows = {row.id: row.content for row in waiting}
    assert set(found.rows) == set(rows)
    assert all(name in found.text for name in rows.values())


async def test_without_a_term_there_is_nothing_to_look_at(engine: AsyncEngine, owner: str) -> None:
    """The answer says so, and uses no row."""
    now = datetime(2026, 9, 7, tzinfo=UTC)
    session = await open_session(owner, engine, now)
    async with engine.connect() as connection:
        found = await look_up(owner, connection, "明天有什么课", "zh-CN", now, session.id)
    assert found == LookedUp("现在没有学期的课表可查：先导入一份课表。", (), found.facts)


async def test_a_session_of_somebody_else_is_not_found(world: World) -> None:
    async with world.engine.connect() as connection:
        with pytest.raises(NotFound):
            await look_up("eve", connection, "明天有什么课", "zh-CN", world.now, world.session_id)


@pytest.fixture
async def previewed(world: World) -> World:
    """The session has a preview of weeks 3 and 4 in which one of the waiting tasks has a place."""
    async with world.engine.begin() as connection:
        term = (await list_terms(world.owner, connection, limit=1))[0]
        window = Window.between(TERM, TERM.date_of(3, 1), TERM.date_of(4, 7))
        events = await load_events(world.owner, connection, term.id, window)
        classes = [record.row for record in await load_classes(world.owner, connection)]
        before = load_state(window, events, classes)
        task = next(task for task in before.tasks if task.status == "pending" and task.category == "概率论")
        place = positions(before, 2, (task.state_id,), allow_embed=False)[0]
        after = arrange(before, {task.state_id: place})
        header = PreviewHeader(session=world.session_id, revision=1, summary="", completed=True)
        note = MoveNote(task_id=task.state_id, rule="placement", decided_by="policy", clause="尽早开始")
        body = preview_body(header, before, after, [note])
        await save_preview(
            world.owner,
            connection,
            PreviewRecord(
                session_id=world.session_id,
                revision=1,
                term_id=term.id,
                timetable_version=1,
                summary="",
                completed=True,
                body=body.model_dump(mode="json"),
                state=after.model_dump_json(),
                created_at=world.now,
            ),
        )
    return world


async def test_questions_about_the_plan_are_answered_from_the_preview(previewed: World) -> None:
    """The task that it places is there, told as a suggestion; the timetable does not have it."""
    agenda = await previewed.agenda()
    [row] = [row for row in agenda.rows if row.suggested]
    for message in ("第三章排在哪天", "预览里有什么", f"第{row.week}周周{ZH[row.weekday - 1]}的任务有哪些"):
        found = answer(message, agenda, "zh-CN")
        assert row.id in found.rows, (message, found)
        assert invented(found.text, found.facts) is None
    assert "按预览" in answer("第三章排在哪天", agenda, "zh-CN").text
    week = answer(f"第{row.week}周有什么课", agenda, "zh-CN")
    assert row.id not in week.rows
    assert "按预览" not in week.text


async def test_reasons_are_those_of_the_preview(previewed: World) -> None:
    """In both languages with the same figures; a task that was not moved is told as such."""
    agenda = await previewed.agenda()
    assert agenda.shown is not None
    [change] = agenda.shown.changes
    chinese, english = (answer("为什么把第三章排在那天", agenda, locale) for locale in ("zh-CN", "en"))
    assert change.reason.text in chinese.text
    assert "first placement, asked as “尽早开始”" in english.text
    assert (chinese.rows, chinese.facts) == (english.rows, english.facts)
    assert invented(chinese.text, chinese.facts) is None
    assert invented(english.text, english.facts) is None
    assert "没有移动" in answer("为什么把高等数学放在周一", agenda, "zh-CN").text


async def test_reasons_of_the_newest_revision_come_first(previewed: World) -> None:
    """As the preview shows them; what it left where it was has the reason of its change of the timetable."""
    agenda = await previewed.agenda()
    assert agenda.shown is not None
    [change] = agenda.shown.changes
    moved = change.model_copy(update={"kind": "moved", "from_slots": change.to_slots})
    shown = replace(agenda.shown, latest=(moved,))
    newest = answer("why was chapter three moved?", replace(agenda, shown=shown), "en").text
    older = answer("why was chapter three moved?", replace(agenda, shown=replace(shown, latest=())), "en").text
    assert [" moved from " in each for each in (newest, older)] == [True, False]
    assert [" placed on " in each for each in (newest, older)] == [False, True]


async def test_what_waits_is_what_the_preview_leaves(previewed: World) -> None:
    """And a conflict is one with what came into the timetable since."""
    agenda = await previewed.agenda()
    [left] = agenda.waiting
    assert left.name == "Source reading"
    assert answer("which tasks are not placed", agenda, "en").rows == (left.id,)
    assert "没有冲突" in answer("方案有冲突吗", agenda, "zh-CN").text
    [row] = [row for row in agenda.rows if row.suggested]
    late = replace(row, id="late", kind="course", name="补课", suggested=False)
    grown = replace(agenda, standing=(*agenda.standing, late))
    assert set(answer("方案有冲突吗", grown, "zh-CN").rows) == {row.id, "late"}
