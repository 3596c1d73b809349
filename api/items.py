"""Items of a class: added, shown, changed, removed; each change raises the version of the class."""

from fastapi import APIRouter, Response

from api.declared import IdempotencyKey, IfMatch, answers, etag, matched_version, problems
from api.edge import CurrentEdge, Owner
from api.ids import ClassId, ItemId
from api.links import of_item
from api.schemas.classes import ItemDraft, ItemPatch, ItemView
from domain.schedule.rows import ItemRow
from services.add_item import add_item
from services.change_item import change_item
from services.remove_item import remove_item
from storage.items import ItemRecord, load_item

router = APIRouter(prefix="/classes/{class_id}/items", tags=["classes"])

_MADE = answers(201, "Location", "ETag", go_on=of_item())
_SHOWN = answers(200, "ETag", go_on=of_item())


@router.post("", status_code=201, operation_id="add_item", responses=_MADE | problems(404, 412, body=True))
async def create(
    class_id: ClassId,
    draft: ItemDraft,
    edge: CurrentEdge,
    owner: Owner,
    response: Response,
    if_match: IfMatch = None,
    key: IdempotencyKey = None,
) -> ItemView:
    """Add a task to a class, at a place or at the end. ``If-Match`` may be left out here."""
    version = None if if_match is None else matched_version(if_match)
    record = await add_item(owner, edge.engine, class_id, draft, version, key)
    response.headers["Location"] = f"/api/v1/classes/{class_id}/items/{record.item.id}"
    return _tagged(record, response)


@router.get("/{item_id}", operation_id="show_item", responses=_SHOWN | problems(404))
async def show(class_id: ClassId, item_id: ItemId, edge: CurrentEdge, owner: Owner, response: Response) -> ItemView:
    """Show a task; its ``ETag`` is the version of its class."""
    async with edge.reads.connect() as connection:
        return _tagged(await load_item(owner, connection, class_id, item_id), response)


@router.patch("/{item_id}", operation_id="change_item", responses=_SHOWN | problems(404, 412, 428, body=True))
async def change(
    class_id: ClassId,
    item_id: ItemId,
    patch: ItemPatch,
    edge: CurrentEdge,
    owner: Owner,
    response: Response,
    if_match: IfMatch = None,
) -> ItemView:
    """Change the content of a task or its place in its class; the others close up or make room."""
    version = matched_version(if_match)
    return _tagged(await change_item(owner, edge.engine, class_id, item_id, patch, version), response)


@router.delete("/{item_id}", status_code=204, operation_id="remove_item", responses=problems(404, 409, 412, 428))
async def remove(class_id: ClassId, item_id: ItemId, edge: CurrentEdge, owner: Owner, if_match: IfMatch = None) -> None:
    """Remove a task from its class. One that stands in a timetable stays: ``in_use``."""
    await remove_item(owner, edge.engine, class_id, item_id, matched_version(if_match))


def _tagged(record: ItemRecord, response: Response) -> ItemView:
    response.headers["ETag"] = etag(record.class_version)
    return item_view(record.item)


def item_view(item: ItemRow) -> ItemView:
    """An item as programs see it."""
    return ItemView(id=item.id, content=item.content, order=item.order, status=item.status)
