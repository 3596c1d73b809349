"""Items of a class: added, shown, changed, removed; each change raises the version of the class."""

from fastapi import APIRouter, Response

from api.declared import IdempotencyKey, IfMatch, etag, links, matched_version, problems, versioned
from api.edge import CurrentEdge, Owner
from api.ids import ClassId, ItemId
from api.schemas.classes import ItemDraft, ItemPatch, ItemView
from domain.schedule.rows import ItemRow
from services.add_item import add_item
from services.change_item import change_item
from services.remove_item import remove_item
from storage.items import ItemRecord, load_item

router = APIRouter(prefix="/classes/{class_id}/items", tags=["classes"])

_HERE = {"class_id": "$request.path.class_id", "item_id": "$response.body#/id"}
_LINKS = {
    "Show": links("show_item", _HERE, "the item"),
    "Change": links("change_item", {**_HERE, "header.If-Match": "$response.header.ETag"}, "its content or place"),
    "Remove": links("remove_item", {**_HERE, "header.If-Match": "$response.header.ETag"}, "the item"),
}


@router.post(
    "", status_code=201, operation_id="add_item", responses=versioned(201, _LINKS) | problems(404, 412, body=True)
)
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


@router.get("/{item_id}", operation_id="show_item", responses=versioned(200) | problems(404))
async def show(class_id: ClassId, item_id: ItemId, edge: CurrentEdge, owner: Owner, response: Response) -> ItemView:
    """Show a task; its ``ETag`` is the version of its class."""
    async with edge.reads.connect() as connection:
        return _tagged(await load_item(owner, connection, class_id, item_id), response)


@router.patch("/{item_id}", operation_id="change_item", responses=versioned(200) | problems(404, 412, 428, body=True))
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
