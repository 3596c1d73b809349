"""What questions are asked about: the rows of a term, tasks that wait, and changes of a preview (rule CHAT-17)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from functools import cached_property
from typing import Literal

from domain.preview.body import PreviewChange
from domain.schedule.week import DayView, EntryView, TimedEventView
from domain.term.calendar import Term
from domain.term.window import Window


@dataclass(frozen=True, slots=True)
class AgendaRow:
    """One occurrence of a course or a task on a day.

    Attributes:
        id: of the event; of the item where only the preview has it.
        kind: a course or a task.
        group: name of the class of a task, empty where it has none.
        first, last: sections, both included; 0 for an event by the clock.
        starts_at, ends_at: in the zone of the term.
        done: a task whose end has passed.
        suggested: only the preview has it.
        host: id of the event in which it is embedded, empty where it is not.
        item: id of the item that a task carries out, empty where it has none.
    """

    id: str
    kind: Literal["course", "task"]
    name: str
    day: date
    week: int
    weekday: int
    first: int
    last: int
    starts_at: datetime
    ends_at: datetime
    place: str = ""
    teacher: str = ""
    group: str = ""
    done: bool = False
    suggested: bool = False
    host: str = ""
    item: str = ""

    @property
    def length(self) -> int:
        """Sections it takes; 0 by the clock."""
        return self.last - self.first + 1 if self.first else 0

    @property
    def minutes(self) -> int:
        """Minutes from its beginning to its end."""
        return int((self.ends_at.astimezone(UTC) - self.starts_at.astimezone(UTC)).total_seconds()) // 60

    @property
    def order(self) -> tuple[datetime, bool, str]:
        """Sort key: by beginning, hosts before guests."""
        return self.starts_at.astimezone(UTC), bool(self.host), self.id


@dataclass(frozen=True, slots=True)
class Waiting:
    """A task that has no place; ``id`` is that of its item."""

    id: str
    name: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """The preview of the session.

    Attributes:
        window: days it plans.
        changes: what differs from the timetable, with reasons.
        latest: what differs from the revision before.
        ids: id of the row behind each task of the preview, by its number.
        names: name of each, by its number.
    """

    window: Window
    changes: tuple[PreviewChange, ...]
    latest: tuple[PreviewChange, ...]
    ids: dict[int, str]
    names: dict[int, str]


@dataclass(frozen=True)
class Agenda:
    """All that a question may be about at a moment.

    Attributes:
        now: in the zone of the term.
        rows: what stands, in the order of time; of a preview together with what it suggests.
        waiting: tasks without a place, by class and order.
        shown: the preview, where the answer is about it.
        standing: what stands in the timetable alone.
    """

    term: Term
    now: datetime
    rows: tuple[AgendaRow, ...]
    waiting: tuple[Waiting, ...] = ()
    shown: Shown | None = None
    standing: tuple[AgendaRow, ...] = ()

    @property
    def today(self) -> date:
        """The day that it is in the zone of the term."""
        return self.now.date()

    @property
    def week(self) -> int:
        """The week that it is, counted on before week 1 and after the last one."""
        return (self.today - self.term.first_monday).days // 7 + 1

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of all courses, tasks and classes, each once."""
        named: tuple[AgendaRow | Waiting, ...] = (*self.rows, *self.standing, *self.waiting)
        return tuple(dict.fromkeys(name for one in named for name in (one.name, one.group) if name))

    def on(self, days: Iterable[date]) -> tuple[AgendaRow, ...]:
        """What stands on some days, in the order of time."""
        wanted = frozenset(days)
        return tuple(row for row in self.rows if row.day in wanted)

    def sections_of(self, row: AgendaRow) -> tuple[int, ...]:
        """Sections that a row takes, or that its clock times touch."""
        if row.first:
            return tuple(range(row.first, row.last + 1))
        begins = row.starts_at.time() if row.starts_at.date() == row.day else time.min
        ends = row.ends_at.time() if row.ends_at.date() == row.day else time.max
        return self.term.overlapping_sections(begins, ends)

    def taken(self, day: date) -> int:
        """Sections of a day on which something is, as bits; bit n is section n."""
        return sum(1 << section for section in {s for row in self.on([day]) for s in self.sections_of(row)})


def rows_of(days: Iterable[DayView]) -> tuple[AgendaRow, ...]:
    """The rows of some days of a timetable, in the order of time."""
    rows = (_row(day, event) for day in days for event in (*day.entries, *day.timed_events))
    return tuple(sorted(rows, key=lambda row: row.order))


def _row(day: DayView, event: TimedEventView) -> AgendaRow:
    entry = event if isinstance(event, EntryView) else None
    return AgendaRow(
        id=event.event_id,
        kind=event.type,
        name=event.name,
        day=day.date,
        week=day.week,
        weekday=day.day_of_week,
        first=entry.section_from if entry else 0,
        last=entry.section_to if entry else 0,
        starts_at=event.starts_at,
        ends_at=event.ends_at,
        place=event.location,
        teacher=event.teacher,
        group=event.class_name or "",
        done=event.done,
        host=(entry.host_event_id or "") if entry else "",
        item=event.item_id or "",
    )


def each_once(rows: Iterable[AgendaRow]) -> Iterator[AgendaRow]:
    """The first row of every event or item."""
    seen: set[str] = set()
    for row in rows:
        if row.id not in seen:
            seen.add(row.id)
            yield row


def without_preview(agenda: Agenda) -> Agenda:
    """The same with the timetable alone."""
    return replace(agenda, rows=agenda.standing, shown=None)
