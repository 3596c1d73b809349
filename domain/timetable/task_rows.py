"""Tasks of a file that was made of a timetable: they come into a term where nothing stands (rule IMPORT-32)."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from domain.commit.images import EventImage, Images, SectionImage, Touched
from domain.timetable.calendar import Skipped
from domain.timetable.course import Cell, PlacedTask, Timetable, meetings_of
from domain.timetable.held import HeldTerm, cell_of


def with_tasks(
    images: Images, held: HeldTerm, tasks: Sequence[PlacedTask], ids: Iterator[str], now: datetime
) -> Images:
    """The rows that an import writes, with those of its tasks where the term is empty.

    Args:
        images: the rows of the courses.
        ids: ids of new rows, ascending.
        now: when the tasks are made.
    """
    if held.events or not tasks:
        return images
    made = [(task, _event(task, next(ids), now)) for task in tasks]
    guests = {cell: event.id for task, event in made if task.embedded for cell in task.cells()}
    rows = (row for task, event in made if not task.embedded for row in _rows(task, event, ids))
    own: list[Touched[SectionImage]] = [Touched(after=row) for row in rows]
    events: list[Touched[EventImage]] = [Touched(after=event) for _, event in made]
    sections = tuple(_hosting(touched, guests) for touched in (*images.sections, *own))
    return images.model_copy(update={"events": (*images.events, *events), "sections": sections})


def crowded_out(timetable: Timetable) -> PlacedTask | None:
    """The first task that stands where a course does, or as a guest where none does that takes tasks; None if none."""
    courses = {cell: course.embeddable for course in timetable.courses for cell in course.cells()}
    own = {cell: task.embeddable for task in timetable.tasks if not task.embedded for cell in task.cells()}
    hosts = own | courses

    def has_no_place(task: PlacedTask) -> bool:
        return any(not hosts.get(cell) if task.embedded else cell in courses for cell in task.cells())

    return next(filter(has_no_place, timetable.tasks), None)


def _event(task: PlacedTask, event_id: str, now: datetime) -> EventImage:
    return EventImage(id=event_id, type="task", name=task.name, can_be_embedded=task.embeddable, created_at=now)


def _rows(task: PlacedTask, event: EventImage, ids: Iterator[str]) -> Iterator[SectionImage]:
    for cell in sorted(task.cells()):
        yield SectionImage(id=next(ids), event_id=event.id, **cell._asdict())


def _hosting(touched: Touched[SectionImage], guests: dict[Cell, str]) -> Touched[SectionImage]:
    row = touched.after
    if row is None or cell_of(row) not in guests:
        return touched
    return touched.model_copy(update={"after": row.model_copy(update={"guest_event_id": guests[cell_of(row)]})})


def tasks_left(held: HeldTerm, tasks: Iterable[PlacedTask]) -> tuple[Skipped, ...]:
    """The tasks that an import does not bring into a term that holds a timetable, those left out that stand there."""
    if not held.events:
        return ()
    standing = {(event.name, frozenset(_cells(held, event))) for event in held.tasks}
    return tuple(_left(task) for task in tasks if (task.name, frozenset(task.cells())) not in standing)


def _cells(held: HeldTerm, task: EventImage) -> Iterator[Cell]:
    yield from held.rows_of(task.id)
    yield from map(cell_of, held.guests.get(task.id, ()))


def _left(task: PlacedTask) -> Skipped:
    places = "; ".join(map(str, meetings_of(task.cells())))
    reason = (
        f"a task of another timetable ({places}) does not come into a term that holds one: place it there, or import "
        "the file into a new term"
    )
    return Skipped(uid="", name=task.name, code="unsupported", reason=reason)
