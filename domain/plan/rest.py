"""A plan of some items alone, from an instant on (rule PLAN-5)."""

from collections.abc import Collection
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from domain.schedule.state import ScheduleState
from domain.term.calendar import SECTIONS_PER_DAY, Term
from domain.term.clock import section_span
from domain.term.window import Window


def of_items(state: ScheduleState, item_ids: Collection[str]) -> ScheduleState:
    """The state without the pending tasks of any other item; the numbers of the tasks stay."""
    kept = tuple(task for task in state.tasks if task.status != "pending" or task.source_id in item_ids)
    return state.model_copy(update={"tasks": kept})


def first_section(term: Term, day: date, moment: datetime) -> int:
    """The first section of a day that does not begin before a moment; one more than there are where all of them do."""
    starts = (section_span(term, day, n, n)[0].astimezone(UTC) for n in range(1, SECTIONS_PER_DAY + 1))
    return next((n for n, start in enumerate(starts, start=1) if start >= moment.astimezone(UTC)), SECTIONS_PER_DAY + 1)


def from_now_on(first: date, last: date, zone: str, now: datetime) -> datetime | None:
    """The moment before which nothing of a window may begin: now where today lies in it, else none (rule PLAN-6)."""
    return now if first <= now.astimezone(ZoneInfo(zone)).date() <= last else None


def earliest_place(term: Term, window: Window, moment: datetime) -> tuple[int, int]:
    """Day of the window and section from which on nothing begins before a moment.

    It lies behind the last day where every section of the window begins before it.
    """
    for day in window.day_mapping:
        section = first_section(term, term.date_of(day.week, day.day_of_week), moment)
        if section <= SECTIONS_PER_DAY:
            return day.day_index, section
    return window.total_days + 1, 1
