"""Weeks and days as people read them (rules EDGE-25 to EDGE-27 and READ-1)."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from domain.schedule.week import DayView, EventFacts, SectionTaken, Standing, TimedEvent, days_of
from domain.term.calendar import Term

TERM = Term(first_monday=date(2026, 9, 7), weeks=18)
MONDAY = date(2026, 9, 21)
MONDAY_NOON = datetime(2026, 9, 21, 4, tzinfo=UTC)
BEFORE = datetime(2026, 9, 1, tzinfo=UTC)
WEEK = [MONDAY + timedelta(days=n) for n in range(7)]


def ulid(number: int) -> str:
    return f"01K0000000000000000000{number:04d}"


def taken(number: int, *sections: int, day: int = 1, host: int | None = None) -> list[SectionTaken]:
    event = EventFacts(ulid(number), "course", f"课{number}")
    return [SectionTaken(day, section, event, None if host is None else ulid(host)) for section in sections]


def runs(day: DayView) -> list[tuple[str, int, int, str | None]]:
    return [(e.event_id, e.section_from, e.section_to, e.host_event_id) for e in day.entries]


def monday(*sections: SectionTaken, now: datetime = BEFORE) -> DayView:
    return days_of(TERM, [MONDAY], Standing(sections), now)[0]


def test_an_entry_tells_all_of_its_event() -> None:
    """With its instants in the zone of the term."""
    facts = EventFacts(ulid(1), "task", "第一章", "图书馆", "王老师", False, ulid(2), ulid(3), "概率论")
    day = monday(SectionTaken(1, 3, facts), SectionTaken(1, 4, facts))
    assert (day.date, day.week, day.day_of_week, day.timed_events) == (MONDAY, 3, 1, ())
    assert [entry.model_dump(mode="json") for entry in day.entries] == [
        {
            "event_id": ulid(1),
            "type": "task",
            "name": "第一章",
            "location": "图书馆",
            "teacher": "王老师",
            "can_be_embedded": False,
            "item_id": ulid(2),
            "class_id": ulid(3),
            "class_name": "概率论",
            "starts_at": "2026-09-21T10:15:00+08:00",
            "ends_at": "2026-09-21T11:55:00+08:00",
            "done": False,
            "section_from": 3,
            "section_to": 4,
            "host_event_id": None,
        }
    ]


def test_a_hole_makes_two_entries() -> None:
    """And sections of two events side by side are two anyway."""
    day = monday(*taken(1, 1, 2, 5), *taken(2, 3, 4))
    assert runs(day) == [(ulid(1), 1, 2, None), (ulid(2), 3, 4, None), (ulid(1), 5, 5, None)]


def test_a_guest_follows_its_host() -> None:
    """Whether it takes all of the host's sections or some."""
    day = monday(*taken(2, 5, 6, host=9), *taken(3, 2, host=8), *taken(9, 5, 6), *taken(8, 1, 2, 3))
    assert runs(day) == [
        (ulid(8), 1, 3, None),
        (ulid(3), 2, 2, ulid(8)),
        (ulid(9), 5, 6, None),
        (ulid(2), 5, 6, ulid(9)),
    ]


def test_guests_of_two_hosts_side_by_side_are_two_entries() -> None:
    """Though the guest is one and its sections are consecutive."""
    day = monday(*taken(8, 1), *taken(9, 2), *taken(1, 1, host=8), *taken(1, 2, host=9))
    assert runs(day) == [
        (ulid(8), 1, 1, None),
        (ulid(1), 1, 1, ulid(8)),
        (ulid(9), 2, 2, None),
        (ulid(1), 2, 2, ulid(9)),
    ]


def test_a_week_has_seven_days_even_when_nothing_stands() -> None:
    """From Monday to Sunday, each with its date."""
    days = days_of(TERM, WEEK, Standing(tuple(taken(1, 4, day=7))), BEFORE)
    assert [(day.date, day.day_of_week, len(day.entries)) for day in days] == [
        (day, day.isoweekday(), int(day.isoweekday() == 7)) for day in WEEK
    ]


def test_an_event_by_the_clock_is_shown_on_every_day_it_touches() -> None:
    """Meeting a day at midnight is not touching it; times are told in the zone of the term."""
    midnight = datetime(2026, 9, 21, 16, 0, tzinfo=UTC)
    night = TimedEvent(
        EventFacts(ulid(1), "course", "夜车"), midnight - timedelta(hours=1), midnight + timedelta(hours=1)
    )
    evening = TimedEvent(EventFacts(ulid(2), "course", "讲座"), midnight - timedelta(hours=3), midnight)
    days = days_of(TERM, WEEK, Standing(timed_events=(night, evening)), BEFORE)
    assert [[event.name for event in day.timed_events] for day in days] == [
        ["讲座", "夜车"],
        ["夜车"],
        [],
        [],
        [],
        [],
        [],
    ]
    assert days[1].timed_events[0].starts_at.isoformat() == "2026-09-21T23:00:00+08:00"


@given(
    st.dictionaries(st.tuples(st.integers(1, 7), st.integers(1, 12)), st.tuples(st.integers(1, 3), st.booleans())),
    st.randoms(use_true_random=False),
)
def test_entries_are_the_longest_runs_of_the_sections(
    cells: dict[tuple[int, int], tuple[int, bool]], random: Random
) -> None:
    """Whatever order rows come in: together they take each section once, and no two of one event meet."""
    rows = [row for (day, section), (event, _) in cells.items() for row in taken(event, section, day=day)]
    rows += [row for (day, s), (host, busy) in cells.items() if busy for row in taken(4, s, day=day, host=host)]
    random.shuffle(rows)
    seen = []
    for day in days_of(TERM, WEEK, Standing(tuple(rows)), BEFORE):
        for entry in day.entries:
            seen += [
                (day.day_of_week, section, entry.event_id, entry.host_event_id)
                for section in range(entry.section_from, entry.section_to + 1)
            ]
            assert entry.starts_at < entry.ends_at
        for one, other in pairwise(sorted(runs(day), key=lambda run: (run[0], run[3] or "", run[1]))):
            assert (one[0], one[3]) != (other[0], other[3]) or one[2] + 1 < other[1]
        assert [entry.section_from for entry in day.entries] == sorted(entry.section_from for entry in day.entries)
    assert sorted(seen, key=str) == sorted(
        ((row.day_of_week, row.section, row.event.event_id, row.host_event_id) for row in rows), key=str
    )


@given(st.integers(-600, 1800), st.sampled_from(["UTC", "Asia/Shanghai", "America/New_York"]))
def test_a_task_is_done_once_its_end_has_passed(minutes: int, zone: str) -> None:
    """By the moment, whatever zone it is given in; each run of its sections by its own end; a course never is."""
    now = (datetime(2026, 9, 21, tzinfo=UTC) + timedelta(minutes=minutes)).astimezone(ZoneInfo(zone))
    task, course = EventFacts(ulid(1), "task", "第一章"), EventFacts(ulid(2), "course", "课")
    talk = TimedEvent(EventFacts(ulid(3), "task", "讲座"), datetime(2026, 9, 21, 3, tzinfo=UTC), MONDAY_NOON)
    sections = (*(SectionTaken(1, section, task) for section in (1, 2, 5)), SectionTaken(1, 3, course))
    [day] = days_of(TERM, [MONDAY], Standing(sections, (talk,)), now)
    ends = {entry.section_to: entry.ends_at for entry in day.entries}
    assert {entry.section_to: entry.done for entry in day.entries} == {2: ends[2] <= now, 3: False, 5: ends[5] <= now}
    assert [event.done for event in day.timed_events] == [now >= MONDAY_NOON]


def test_a_repeated_hour_is_told_apart() -> None:
    """Where clocks go back, what ends before that is done before clocks show its end a second time."""
    term = Term(first_monday=date(2026, 10, 19), weeks=2, zone="Europe/Berlin")
    facts = EventFacts(ulid(1), "task", "夜读")
    ends_at = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    standing = Standing(timed_events=(TimedEvent(facts, ends_at - timedelta(hours=1), ends_at),))
    again = (ends_at + timedelta(minutes=45)).astimezone(ZoneInfo("Europe/Berlin"))
    assert again.strftime("%H:%M") == "02:15"
    [day] = days_of(term, [date(2026, 10, 25)], standing, again)
    assert [event.done for event in day.timed_events] == [True]
