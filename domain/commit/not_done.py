"""A placed task that was not done: its event goes, its item waits again (rule READ-7)."""

from collections.abc import Collection, Iterator

from domain.commit.changes import CommitChange
from domain.commit.images import EventImage, Images, ItemImage, SectionImage, Touched
from domain.commit.standing import Host, Standing
from domain.commit.undo import stretches_of


def taken_out(event: EventImage, rows: Collection[SectionImage]) -> Images:
    """The rows that change when the event of an item is taken out.

    Args:
        rows: the sections that belong to the event or point at it.
    """
    item_id = event.item_id or ""
    waits: Touched[ItemImage] = Touched(
        before=ItemImage(id=item_id, status="arranged"), after=ItemImage(id=item_id, status="pending")
    )
    return Images(events=(Touched(before=event),), sections=tuple(_sections(event, rows)), items=(waits,))


def _sections(event: EventImage, rows: Collection[SectionImage]) -> Iterator[Touched[SectionImage]]:
    for row in sorted(rows, key=lambda row: row.place):
        left = None if row.event_id == event.id else row.model_copy(update={"guest_event_id": None})
        yield Touched(before=row, after=left)


def change_of(event: EventImage, rows: Collection[SectionImage], host: EventImage | None) -> CommitChange:
    """What that changes, as people and programs are told.

    Args:
        rows: the sections that belong to the event or point at it.
        host: the event in which it is embedded, if it is.
    """
    stood = Standing(
        places=stretches_of(row.place for row in rows),
        host=Host(event_id=host.id, name=host.name) if host else None,
    )
    return CommitChange(task=event.name, kind="taken_back", item_id=event.item_id, event_id=event.id, before=stood)
