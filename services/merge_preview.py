"""Merge a preview with the timetable as it is now, under the locks of a confirm (rules CONFIRM-3 and CONFIRM-4)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.commit.admission import SessionNow
from domain.commit.changes import placed_by
from domain.commit.merge import LiveItem, Merge, Placed, live_state, merge
from domain.commit.standing import Stretch
from domain.commit.wishes import Wish, touched_of, wishes_of
from domain.schedule.rows import EventRow
from domain.schedule.state import ScheduleState
from domain.term.calendar import Term
from domain.term.window import Window
from storage.commit_bases import ConfirmBase
from storage.commit_rows import lock_items
from storage.schedule import load_events


@dataclass(frozen=True, slots=True)
class MergedPreview:
    """A merge, and the rows that it was made of.

    Attributes:
        events: the timetable of the days that the preview speaks of.
        items: the class items that it speaks of, by id.
    """

    merge: Merge
    events: list[EventRow]
    items: Mapping[str, LiveItem]

    @property
    def item_of_event(self) -> dict[str, str]:
        """The item that each event carries out, by event id."""
        of_items = {item.event_id: item.id for item in self.items.values() if item.event_id}
        return of_items | {event.id: event.item_id for event in self.events if event.item_id}


async def merge_preview(
    owner: str, conn: AsyncConnection, base: ConfirmBase, state: ScheduleState, session: SessionNow
) -> MergedPreview:
    """What a confirm of the revision comes to now; the items are locked.

    Args:
        base: the revision and its locked term.
        state: of the revision.
        session: with what its own commits placed.
    """
    wishes = wishes_of(state, touched_of(base.body))
    own = placed_by(commit.changes for _, commit in sorted(session.applied.items()))
    items = await lock_items(owner, conn, [wish.row_id for wish in wishes if wish.is_item])
    window = _window_of(base.term.term, state.window, _own_places(wishes, own))
    events = await load_events(owner, conn, base.term.id, window)
    live = live_state(window, events, items.values(), state.locale)
    return MergedPreview(merge(live, wishes, items, own), events, items)


def _own_places(wishes: Iterable[Wish], own: Mapping[str, Placed]) -> list[Stretch]:
    """Where the session's own commits put what the preview speaks of."""
    theirs = (own[wish.row_id].standing for wish in wishes if wish.is_item and wish.row_id in own)
    return [place for standing in theirs for place in standing.places]


def _window_of(term: Term, window: Window, places: Iterable[Stretch]) -> Window:
    """The window, or a wider one in which all the places lie too."""
    outside = [place for place in places if window.day_of(place.week, place.day_of_week) is None]
    if not outside:
        return window
    edges = [(day.week, day.day_of_week) for day in (window.day_mapping[0], window.day_mapping[-1])]
    days = [term.date_of(*edge) for edge in (*edges, *((place.week, place.day_of_week) for place in outside))]
    return Window.between(term, min(days), max(days))
