"""Every row that a commit touches, as it was and as it is then (rules CONFIRM-6 and UNDO-1)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from domain.schedule.row_diff import EventRef, Place, RowDiff

Image = TypeVar("Image", bound=BaseModel)


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class EventImage(_Frozen):
    """All columns of an event."""

    id: str
    type: Literal["course", "task"] = "task"
    name: str
    location: str = ""
    teacher: str = ""
    can_be_embedded: bool = False
    item_id: str | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    created_at: datetime


class SectionImage(_Frozen):
    """A section row: one section that an event takes, and the guest in it."""

    id: str
    event_id: str
    week: int
    day_of_week: int
    section: int
    guest_event_id: str | None = None

    @property
    def place(self) -> Place:
        """The section of the term that it takes."""
        return Place(self.week, self.day_of_week, self.section)


class ItemImage(_Frozen):
    """What a commit may change of a class item; its words and its rank are not its business."""

    id: str
    status: Literal["pending", "arranged"]


class Touched(_Frozen, Generic[Image]):
    """A row before and after; None where there is none."""

    before: Image | None = None
    after: Image | None = None

    @property
    def reversed(self) -> "Touched[Image]":
        """The way back."""
        return self.model_copy(update={"before": self.after, "after": self.before})

    @property
    def row_id(self) -> str:
        """Id of the row."""
        row = self.before if self.before is not None else self.after
        return str(getattr(row, "id", ""))


class Images(_Frozen):
    """The rows that a commit touches, each once; writing them goes from every ``before`` to its ``after``."""

    events: tuple[Touched[EventImage], ...] = ()
    sections: tuple[Touched[SectionImage], ...] = ()
    items: tuple[Touched[ItemImage], ...] = ()

    @property
    def reversed(self) -> "Images":
        """The images of the way back."""
        return Images(
            events=tuple(touched.reversed for touched in self.events),
            sections=tuple(touched.reversed for touched in self.sections),
            items=tuple(touched.reversed for touched in self.items),
        )


@dataclass(frozen=True, slots=True)
class RowsBefore:
    """The rows that a difference speaks of.

    Attributes:
        sections: every section row of the days, by place.
        leaving: the events that go, by id.
        new_events: the event to be made for each item, by item id.
    """

    sections: Mapping[Place, SectionImage]
    leaving: Mapping[str, EventImage]
    new_events: Mapping[str, EventImage]


def images_of(diff: RowDiff, rows: RowsBefore, ids: Iterator[str]) -> Images:
    """The images of carrying out a difference.

    Args:
        ids: ids of section rows to be made.
    """
    leaving = [rows.leaving[event_id] for event_id in diff.events_deleted]
    coming = [rows.new_events[new.item_id] for new in diff.events_created]
    events: list[Touched[EventImage]] = [
        *(Touched(before=event) for event in leaving),
        *(Touched(after=event) for event in coming),
    ]
    items, sections = tuple(_items(leaving, coming)), tuple(_sections(diff, rows, ids))
    return Images(events=tuple(events), sections=sections, items=items)


def _items(leaving: Iterable[EventImage], coming: Iterable[EventImage]) -> Iterator[Touched[ItemImage]]:
    for event in leaving:
        if event.item_id is not None:
            pending, arranged = _both(event.item_id)
            yield Touched(before=arranged, after=pending)
    for event in coming:
        pending, arranged = _both(event.item_id or "")
        yield Touched(before=pending, after=arranged)


def _both(item_id: str) -> tuple[ItemImage, ItemImage]:
    return ItemImage(id=item_id, status="pending"), ItemImage(id=item_id, status="arranged")


def _sections(diff: RowDiff, rows: RowsBefore, ids: Iterator[str]) -> Iterator[Touched[SectionImage]]:
    def event_id(ref: EventRef) -> str:
        return ref.event_id or rows.new_events[ref.item_id].id

    guests = {place: event_id(ref) for place, ref in diff.pointers_set}
    inserted = {place for place, _ in diff.sections_inserted}
    for place in diff.sections_deleted:
        yield Touched(before=rows.sections[place])
    for place, owner in diff.sections_inserted:
        where = {"week": place.week, "day_of_week": place.day_of_week, "section": place.section}
        row = SectionImage(id=next(ids), event_id=event_id(owner), guest_event_id=guests.get(place), **where)
        yield Touched(after=row)
    for place in sorted({*diff.pointers_cleared, *guests} - inserted):
        row = rows.sections[place]
        yield Touched(before=row, after=row.model_copy(update={"guest_event_id": guests.get(place)}))
