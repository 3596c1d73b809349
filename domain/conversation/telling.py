"""Wording an answer while keeping book of all that it may say (rules CHAT-16 and CHAT-19)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from itertools import groupby
from typing import TypeVar

from domain.conversation.agenda import Agenda, AgendaRow
from domain.conversation.answer_words import MONTHS, WEEKDAYS, say
from domain.conversation.facts import Facts, Held
from domain.conversation.questions import Question
from domain.schedule.state import Locale

_Part = TypeVar("_Part")
MOST_ROWS = 24
"""Rows that one sentence lists; of more their number is told."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer and what it rests on.

    Attributes:
        text: one or a few sentences.
        rows: ids of the events and items it used, each once, in the order in which it speaks of them.
        facts: all that another wording of it may say.
    """

    text: str
    rows: tuple[str, ...] = ()
    facts: Facts = field(default_factory=Facts)


@dataclass
class Telling:
    """The words of one answer in the making."""

    agenda: Agenda
    locale: Locale
    _rows: dict[str, None] = field(default_factory=dict)
    _days: set[date] = field(default_factory=set)
    _weeks: set[int] = field(default_factory=set)
    _sections: set[tuple[int, int]] = field(default_factory=set)
    _clocks: set[time] = field(default_factory=set)
    _counts: set[int] = field(default_factory=set)
    _names: set[str] = field(default_factory=set)
    _told: dict[str, set[AgendaRow]] = field(default_factory=dict)

    def say(self, key: str, **values: object) -> str:
        """A sentence or a part of one; whole numbers in it become counts that may be told."""
        self._counts |= {value for value in values.values() if isinstance(value, int)}
        said = say(self.locale, key, **values)
        return said[:1].upper() + said[1:] if said.endswith((".", "。")) else said

    def day(self, day: date) -> str:
        """Week, day of the week and date."""
        week, weekday = self.agenda.term.position(day)
        self._days.add(day)
        self._weeks.add(week)
        name = WEEKDAYS[self.locale][weekday - 1]
        return say(self.locale, "day", week=week, weekday=name, date=self.calendar_day(day))

    def calendar_day(self, day: date) -> str:
        """Month and day of the month."""
        self._days.add(day)
        month = MONTHS[day.month - 1] if self.locale == "en" else day.month
        return say(self.locale, "date", month=month, day=day.day)

    def week(self, week: int) -> str:
        """The name of a week."""
        self._weeks.add(week)
        return say(self.locale, "week_name", week=week)

    def days(self, days: Sequence[date]) -> str:
        """Days that are told of as a whole: a week, the term, a range, or one by one."""
        term = self.agenda.term
        if len(days) == 1:
            return self.day(days[0])
        if len(days) == 7 * term.weeks or not days:
            return say(self.locale, "whole_term")
        if len(days) == 7 and days[0].isoweekday() == 1 and days[-1] - days[0] == timedelta(days=6):
            return self.week(term.position(days[0])[0])
        if days[-1] - days[0] == timedelta(days=len(days) - 1):
            return say(self.locale, "days_range", first=self.day(days[0]), last=self.day(days[-1]))
        return self.listed(self.day(day) for day in days)

    def about(self, question: Question) -> str:
        """The days and, where they are said, the sections or the time of day that a question is about."""
        told = self.days(question.days)
        if question.clock is not None:
            self._clocks.add(question.clock)
            return say(self.locale, "at_clock", days=told, clock=f"{question.clock:%H:%M}")
        if not question.sections:
            return told
        runs = self.listed(self.run(*run) for run in runs_of(question.sections))
        return f"{told}{runs}" if self.locale == "zh-CN" else f"{told}, {runs}"

    def run(self, first: int, last: int) -> str:
        """A run of sections by their numbers."""
        self._sections.add((first, last))
        self._clocks |= {self.agenda.term.sections[first - 1].start, self.agenda.term.sections[last - 1].end}
        return say(self.locale, "section" if first == last else "sections", first=first, last=last)

    def timed_run(self, first: int, last: int) -> str:
        """A run of sections with its clock times."""
        table = self.agenda.term.sections
        clock = self.clock(table[first - 1].start, table[last - 1].end)
        return self.inside(self.run(first, last), [clock])

    def clock(self, start: time, end: time) -> str:
        """From one time of day to another."""
        shown = [each.replace(second=0, microsecond=0) for each in (start, end)]
        self._clocks |= set(shown)
        return say(self.locale, "clock", start=f"{shown[0]:%H:%M}", end=f"{shown[1]:%H:%M}")

    def listed(self, parts: Iterable[str]) -> str:
        """Parts of equal rank."""
        return say(self.locale, "listed").join(parts)

    def name(self, name: str) -> str:
        """A name on one line."""
        shown = one_line(name)
        self._names |= {name, shown}
        return shown

    def noun(self, kind: str) -> str:
        """Courses, tasks, or both."""
        return say(self.locale, f"kind.{kind}")

    def counted(self, kind: str, count: int) -> str:
        """So many courses or tasks."""
        return self.say(f"{'one' if count == 1 else 'some'}.{kind}", count=count)

    def use(self, row: AgendaRow) -> None:
        """Keep that a row is used: all that it holds may be told."""
        self._rows[row.id] = None
        self._days.add(row.day)
        self._weeks.add(row.week)
        if row.first:
            self._sections.add((row.first, row.last))
        self._clocks |= {row.starts_at.time().replace(microsecond=0), row.ends_at.time().replace(microsecond=0)}
        self._counts |= {row.length, row.minutes}
        self._names |= {one_line(text) for text in (row.name, row.place, row.teacher, row.group) if text}

    def use_id(self, row_id: str) -> None:
        """Keep that a row without a place is used."""
        self._rows[row_id] = None

    def row(self, row: AgendaRow) -> str:
        """A row without its day."""
        self.use(row)
        self._told.setdefault(one_line(row.name), set()).add(row)
        clock = self.clock(row.starts_at.time(), row.ends_at.time())
        facts = [self.run(row.first, row.last)] if row.first else []
        facts += [clock, *([self.name(row.place)] if row.place else [])]
        facts += [say(self.locale, "suggested")] if row.suggested else []
        facts += [say(self.locale, "is_done")] if row.done else []
        return self.inside(self.name(row.name), facts)

    def rows(self, rows: Sequence[AgendaRow], *, dated: bool = True) -> str:
        """Rows in the order of time, by day; of more than a sentence holds the number of the others."""
        for row in rows:
            self.use(row)
        parts = []
        for day, group in groupby(rows[:MOST_ROWS], key=lambda row: row.day):
            told = self.listed(self.row(row) for row in group)
            parts.append(self.say("on_day", day=self.day(day), rows=told) if dated else told)
        told = self.parted(parts)
        rest = len(rows) - MOST_ROWS
        return self.say("more", rows=told, count=rest) if rest > 0 else told

    def names(self, names: Sequence[str]) -> str:
        """Names, each once as often as it is given; of more than a sentence holds the number of the others."""
        told = self.listed(self.name(name) for name in names[:MOST_ROWS])
        rest = len(names) - MOST_ROWS
        return self.say("more", rows=told, count=rest) if rest > 0 else told

    def some(self, parts: Sequence[_Part], tell: Callable[[_Part], str]) -> str:
        """Parts as they are told; of more than a sentence holds the number of the others."""
        told = self.parted([tell(part) for part in parts[:MOST_ROWS]])
        rest = len(parts) - MOST_ROWS
        return self.say("more", rows=told, count=rest) if rest > 0 else told

    def parted(self, parts: Sequence[str]) -> str:
        """Longer parts of equal rank."""
        return say(self.locale, "parted").join(parts)

    def inside(self, name: str, facts: Sequence[str]) -> str:
        """A name with facts in brackets."""
        return say(self.locale, "inside", name=name, facts=say(self.locale, "facts").join(facts))

    def weeks(self, runs: Sequence[tuple[int, int]]) -> str:
        """Runs of weeks."""
        self._weeks |= {week for run in runs for week in range(run[0], run[1] + 1)}
        keys = ("week_name" if first == last else "week_run" for first, last in runs)
        return self.listed(say(self.locale, key, week=run[0], last=run[1]) for key, run in zip(keys, runs, strict=True))

    def count(self, *counts: int) -> None:
        """Numbers that may be told."""
        self._counts |= set(counts)

    def answer(self, *sentences: str) -> Answer:
        """The answer that these sentences make up."""
        told = [sentence for sentence in sentences if sentence]
        text = ("" if self.locale == "zh-CN" else " ").join(told)
        return Answer(text, tuple(self._rows), self._facts(text))

    def _facts(self, text: str) -> Facts:
        for name in sorted(self._names, key=len, reverse=True):
            text = text.replace(name, " ")
        others = (one_line(name) for name in self.agenda.names)
        unsaid = (name for name in others if len(name) > 1 and name not in self._names)
        return Facts(
            today=self.agenda.today,
            week=self.agenda.week,
            weeks=frozenset(self._weeks),
            weekdays=frozenset(day.isoweekday() for day in self._days),
            dates=frozenset(self._days),
            sections=frozenset(self._sections),
            clocks=frozenset(clock.replace(second=0) for clock in self._clocks),
            counts=frozenset(self._counts),
            names=frozenset(name for name in self._names if name),
            held=tuple(_held(name, self._told[name]) for name in sorted(self._told)),
            # What the sentence itself holds is no name in it, such as a course that is called "week".
            others=frozenset(name for name in unsaid if name.casefold() not in text.casefold()),
        )


def _held(name: str, rows: Iterable[AgendaRow]) -> Held:
    listed = list(rows)
    clocks = {at.time().replace(second=0, microsecond=0) for row in listed for at in (row.starts_at, row.ends_at)}
    return Held(
        name=name,
        weekdays=tuple(sorted({row.weekday for row in listed})),
        sections=tuple(sorted({(row.first, row.last) for row in listed if row.first})),
        clocks=tuple(sorted(clocks)),
    )


def one_line(name: str) -> str:
    """A name in which nothing can begin a line or steer a terminal."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


def runs_of(sections: Iterable[int]) -> list[tuple[int, int]]:
    """Sections as first and last ones of runs, ascending."""
    runs: list[tuple[int, int]] = []
    for section in sorted(set(sections)):
        if runs and runs[-1][1] + 1 == section:
            runs[-1] = (runs[-1][0], section)
        else:
            runs.append((section, section))
    return runs
