"""Classes of tasks: added, listed, shown, changed, removed."""

from fastapi import APIRouter, Response

from api.declared import Cursor, IdempotencyKey, IfMatch, Limit, answers, etag, matched_version, problems
from api.edge import CurrentEdge, Owner
from api.ids import ClassId
from api.items import item_view
from api.links import of_class, of_page
from api.schemas.classes import ClassDraft, ClassPatch, ClassView
from api.schemas.pages import Page, id_before, page_of
from services.add_class import add_class
from services.change_class import change_class
from services.delete_class import delete_class
from storage.classes import StoredClass, list_classes, load_class

router = APIRouter(prefix="/classes", tags=["classes"])

_MADE = answers(201, "Location", "ETag", go_on=of_class(shown=True))
_LISTED = answers(200, go_on=of_page("list_classes", of_class("/items/0")))
_SHOWN = answers(200, "ETag", go_on=of_class(shown=True))


@router.post("", status_code=201, operation_id="add_class", responses=_MADE | problems(404, body=True))
async def create(
    draft: ClassDraft, edge: CurrentEdge, owner: Owner, response: Response, key: IdempotencyKey = None
) -> ClassView:
    """Add a class of tasks that wait for a place."""
    stored = await add_class(owner, edge.engine, draft, key)
    response.headers["Location"] = f"/api/v1/classes/{stored.id}"
    return _tagged(stored, response)


@router.get("", operation_id="list_classes", responses=_LISTED | problems())
async def index(edge: CurrentEdge, owner: Owner, limit: Limit = 50, cursor: Cursor = None) -> Page[ClassView]:
    """List the classes with their items, newest first."""
    before = id_before(cursor)
    async with edge.reads.connect() as connection:
        found = await list_classes(owner, connection, before=before, limit=limit + 1)
    return page_of(found, limit, class_view)


@router.get("/{class_id}", operation_id="show_class", responses=_SHOWN | problems(404))
async def show(class_id: ClassId, edge: CurrentEdge, owner: Owner, response: Response) -> ClassView:
    """Show a class with its items; its ``ETag`` is the version that changes of either have to name."""
    async with edge.reads.connect() as connection:
        return _tagged(await load_class(owner, connection, class_id), response)


@router.patch("/{class_id}", operation_id="change_class", responses=_SHOWN | problems(404, 412, 428, body=True))
async def change(
    class_id: ClassId,
    patch: ClassPatch,
    edge: CurrentEdge,
    owner: Owner,
    response: Response,
    if_match: IfMatch = None,
) -> ClassView:
    """Change the name of a class or what it asks of a placement; what is left out stays."""
    version = matched_version(if_match)
    return _tagged(await change_class(owner, edge.engine, class_id, patch, version), response)


@router.delete("/{class_id}", status_code=204, operation_id="remove_class", responses=problems(404, 409, 412, 428))
async def remove(class_id: ClassId, edge: CurrentEdge, owner: Owner, if_match: IfMatch = None) -> None:
    """Remove a class with its items. One of which an item stands in a timetable stays: ``in_use``, with ``item_id``."""
    await delete_class(owner, edge.engine, class_id, matched_version(if_match))


def _tagged(stored: StoredClass, response: Response) -> ClassView:
    response.headers["ETag"] = etag(stored.version)
    return class_view(stored)


def class_view(stored: StoredClass) -> ClassView:
    """A class as programs see it."""
    row, wishes = stored.record.row, stored.record.preferences
    return ClassView(
        id=row.id,
        name=row.name,
        total_slots=row.total_slots,
        strategy=wishes.strategy,
        allow_embed=wishes.allow_embed,
        excluded_sections=tuple(sorted(wishes.excluded_sections)),
        excluded_days_of_week=tuple(sorted(wishes.excluded_days_of_week)),
        preferred_sections=tuple(sorted(wishes.preferred_sections)),
        version=stored.version,
        created_at=stored.created_at,
        items=tuple(map(item_view, row.items)),
    )
