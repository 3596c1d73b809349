"""An agenda with what a preview suggests (rule CHAT-17)."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC

from domain.conversation.agenda import Agenda, AgendaRow, Shown, Waiting
from domain.preview.body import PreviewBody
from domain.preview.entries import Entry
from domain.schedule.state import ScheduleState
from domain.term.clock import section_span


def with_preview(agenda: Agenda, body: PreviewBody, state: ScheduleState, groups: Mapping[str, str]) -> Agenda:
    """The agenda in which the days of the preview are as it shows them, and what waits is what it leaves.

    Args:
        agenda: of the timetable.
        body: the preview.
        state: the state that it shows.
        groups: names of the classes of tasks by their ids.
    """
    shown = Shown(
        window=body.window,
        changes=body.diff.timetable,
        latest=body.diff.previous,
        ids={task.state_id: str(task.source_id) for task in state.tasks},
        names={task.state_id: task.name for task in state.tasks},
    )
    known = {row.id: row for row in agenda.standing}
    planned = (_row(agenda, entry, shown, known, groups) for entry in body.entries)
    kept = (row for row in agenda.rows if not row.first or body.window.day_of(row.week, row.weekday) is None)
    waiting = tuple(
        Waiting(str(task.source_id), task.name, task.category) for task in state.tasks if task.status == "pending"
    )
    rows = tuple(sorted((*kept, *planned), key=lambda row: row.order))
    return replace(agenda, rows=rows, waiting=waiting, shown=shown)


def _row(
    agenda: Agenda, entry: Entry, shown: Shown, known: Mapping[str, AgendaRow], groups: Mapping[str, str]
) -> AgendaRow:
    standing = known.get(str(entry.source_id))
    day = agenda.term.date_of(entry.week, entry.day_of_week)
    starts_at, ends_at = section_span(agenda.term, day, entry.section_from, entry.section_to)
    over = ends_at.astimezone(UTC) <= agenda.now.astimezone(UTC)
    return AgendaRow(
        id=str(entry.source_id),
        kind=entry.type,
        name=entry.name,
        day=day,
        week=entry.week,
        weekday=entry.day_of_week,
        first=entry.section_from,
        last=entry.section_to,
        starts_at=starts_at,
        ends_at=ends_at,
        place=standing.place if standing else "",
        teacher=standing.teacher if standing else "",
        group=standing.group if standing else groups.get(str(entry.class_id or ""), ""),
        done=over and entry.type == "task" and entry.status == "existing",
        suggested=entry.status == "suggested",
        host=shown.ids.get(entry.embed_host or 0, ""),
        item=standing.item if standing else str(entry.source_id) if entry.source == "task_item" else "",
    )
