"""What an import changes in a term that held a timetable, on the terminal (rules IMPORT-29 and IMPORT-30)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import get_args

from rich.console import Console

from domain.timetable.course import Course, Meeting, TimedEvent
from domain.timetable.difference import CourseDifference, Difference, DifferenceKind, TimedDifference
from runtime.cli.render.cells import printable
from runtime.cli.render.lists import moment

_MARKS = {"added": "+", "removed": "-", "changed": "~"}
_COLOURS = {"added": "green", "removed": "red", "changed": "yellow"}


def show_difference(console: Console, difference: Difference, zone: str) -> None:
    """Print what comes, goes and changes, a head and a line for each fact, and the tasks that lose their places."""
    if difference.is_empty:
        console.print("Nothing changes: the timetable is as the file says.")
    for course in difference.courses:
        _show(console, course, _of_course(course))
    for event in difference.timed_events:
        _show(console, event, _of_times(event, zone))
    for task in difference.displaced:
        console.print(f"! {printable(task.message)}", style="magenta", markup=False, highlight=False, soft_wrap=True)


def counted(difference: Difference) -> str:
    """How much of each there is, in a few words."""
    kinds = Counter(one.kind for one in difference.courses) + Counter(one.kind for one in difference.timed_events)
    told = [f"{kinds[kind]} {kind}" for kind in get_args(DifferenceKind)]
    tasks = len(difference.displaced)
    return ", ".join([*told, f"{tasks} task{'' if tasks == 1 else 's'} displaced"])


def _show(console: Console, one: CourseDifference | TimedDifference, lines: Iterable[str]) -> None:
    now = one.after or one.before
    name = now.name if now else ""
    if one.before and one.after and one.before.name != one.after.name:
        name = f"{one.before.name} → {one.after.name}"
    head = f"{_MARKS[one.kind]} {printable(name)}"
    console.print(head, style=_COLOURS[one.kind], markup=False, highlight=False, soft_wrap=True)
    for line in lines:
        console.print(f"    {printable(line)}", style="dim", markup=False, highlight=False, soft_wrap=True)


def _of_course(one: CourseDifference) -> Iterator[str]:
    yield from _meetings("comes", one.meetings_come)
    yield from _meetings("goes", one.meetings_gone)
    if one.before and one.after:
        yield from _changed("place", one.before.location, one.after.location)
        yield from _changed("teacher", one.before.teacher, one.after.teacher)
        yield from _changed("takes tasks", _yes(one.before), _yes(one.after))


def _meetings(word: str, meetings: Iterable[Meeting]) -> Iterator[str]:
    yield from (f"{word}: {meeting}" for meeting in meetings)


def _changed(fact: str, before: str, after: str) -> Iterator[str]:
    if before != after:
        yield f"{fact}: {before or 'none'} → {after or 'none'}"


def _yes(course: Course) -> str:
    return "yes" if course.embeddable else "no"


def _of_times(one: TimedDifference, zone: str) -> Iterator[str]:
    if one.before and one.after:
        yield from _changed("time", _times(one.before, zone), _times(one.after, zone))
        yield from _changed("place", one.before.location, one.after.location)
    elif event := one.before or one.after:
        yield _times(event, zone)


def _times(event: TimedEvent, zone: str) -> str:
    return f"{moment(event.starts_at, zone)} to {moment(event.ends_at, zone)}"
