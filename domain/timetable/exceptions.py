"""Occurrences that a file moves, changes or cancels one by one (rule IMPORT-28)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from domain.timetable.calendar import CalendarEvent


def settled(events: Sequence[CalendarEvent]) -> tuple[CalendarEvent, ...]:
    """Events that say for themselves when they take place, in the order of the file.

    An occurrence that another entry stands for is removed from the event that repeats; an entry that only cancels one
    is gone with it.
    """
    replaced: defaultdict[str, list[datetime]] = defaultdict(list)
    for event in events:
        if event.replaces is not None:
            replaced[event.uid].append(event.replaces)
    return tuple(
        event if event.replaces is not None or not event.uid else _without(event, replaced.get(event.uid, []))
        for event in events
        if not event.cancelled
    )


def _without(event: CalendarEvent, moments: Sequence[datetime]) -> CalendarEvent:
    return replace(event, removed=(*event.removed, *moments)) if moments else event
