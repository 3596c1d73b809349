"""Days of the timetable on the terminal, an event on a line (rule READ-6)."""

from datetime import UTC, datetime, time

from rich.console import Console

from domain.preview.places import weekday_name
from domain.schedule.week import DayView, EntryView, TimedEventView
from runtime.cli.render.cells import printable
from runtime.cli.render.lists import listing

_HEADS = ("when", "sections", "what", "where", "", "task")
_ID_SHOWN = 8


def show_day(console: Console, day: DayView, at: datetime | None = None) -> None:
    """Print a day under its name.

    Args:
        at: the moment by which it is told what goes on; None where that is not told.
    """
    console.print(day_title(day), style="bold")
    rows = [_row(event, day, at) for event in by_start(day)]
    console.print(listing(_HEADS, rows) if rows else "Nothing stands on this day.")


def day_title(day: DayView) -> str:
    """Weekday, date and week."""
    return f"{weekday_name(day.day_of_week, 'en')} {day.date}, week {day.week}"


def by_start(day: DayView) -> list[TimedEventView]:
    """What stands on a day by its starts, a guest after its host."""
    events: tuple[TimedEventView, ...] = (*day.entries, *day.timed_events)
    return sorted(events, key=lambda event: event.starts_at.astimezone(UTC))


def spoken(event: TimedEventView) -> str:
    """Name of an event, with its class where it has one."""
    name = printable(event.name)
    return f"{name} ({printable(event.class_name)})" if event.class_name else name


def held_by(event: TimedEventView) -> str:
    """Where it is and who teaches it."""
    return " ".join(filter(None, (event.location, event.teacher)))


def clocks(event: TimedEventView, day: DayView) -> str:
    """When it begins and ends, with a date where that is another day; ``all day`` from midnight to midnight."""
    if event.starts_at.time() == event.ends_at.time() == time():
        return "all day"
    return "–".join(
        f"{moment:%H:%M}" if moment.date() == day.date else f"{moment:%m-%d %H:%M}"
        for moment in (event.starts_at, event.ends_at)
    )


def _row(event: TimedEventView, day: DayView, at: datetime | None) -> tuple[str, ...]:
    inside = isinstance(event, EntryView) and event.host_event_id is not None
    return (
        clocks(event, day),
        _sections(event),
        f"↳ {spoken(event)}" if inside else spoken(event),
        held_by(event),
        "done" if event.done else "now" if _goes_on(event, at) else "",
        event.item_id[-_ID_SHOWN:] if event.item_id else "",
    )


def _goes_on(event: TimedEventView, at: datetime | None) -> bool:
    return at is not None and event.starts_at.astimezone(UTC) <= at.astimezone(UTC) < event.ends_at.astimezone(UTC)


def _sections(event: TimedEventView) -> str:
    if not isinstance(event, EntryView):
        return ""
    same = event.section_from == event.section_to
    return f"{event.section_from}" if same else f"{event.section_from}–{event.section_to}"
