"""Terms: made, listed, shown, removed."""

from fastapi import APIRouter, Response

from api.declared import Cursor, IdempotencyKey, IfMatch, Limit, answers, etag, matched_version, problems
from api.edge import CurrentEdge, Owner
from api.ids import TermId
from api.links import of_page, of_term
from api.schemas.pages import Page, id_before, page_of
from api.schemas.terms import SectionView, TermDraft, TermView
from services.delete_term import delete_term
from services.make_term import make_term
from storage.terms import TermRecord, list_terms, load_term

router = APIRouter(prefix="/terms", tags=["terms"])

_MADE = answers(201, "Location", "ETag", go_on=of_term(shown=True))
_LISTED = answers(200, go_on=of_page("list_terms", of_term("/items/0")))
_SHOWN = answers(200, "ETag", go_on=of_term(shown=True))


@router.post("", status_code=201, operation_id="make_term", responses=_MADE | problems(404, body=True))
async def create(
    draft: TermDraft, edge: CurrentEdge, owner: Owner, response: Response, key: IdempotencyKey = None
) -> TermView:
    """Make a term in which nothing stands yet."""
    record = await make_term(owner, edge.engine, draft.term, key)
    response.headers["Location"] = f"/api/v1/terms/{record.id}"
    return _tagged(record, response)


@router.get("", operation_id="list_terms", responses=_LISTED | problems())
async def index(edge: CurrentEdge, owner: Owner, limit: Limit = 50, cursor: Cursor = None) -> Page[TermView]:
    """List the terms, newest first."""
    before = id_before(cursor)
    async with edge.reads.connect() as connection:
        found = await list_terms(owner, connection, before=before, limit=limit + 1)
    return page_of(found, limit, _view)


@router.get("/{term_id}", operation_id="show_term", responses=_SHOWN | problems(404))
async def show(term_id: TermId, edge: CurrentEdge, owner: Owner, response: Response) -> TermView:
    """Show a term; its ``ETag`` is the version of its timetable."""
    async with edge.reads.connect() as connection:
        return _tagged(await load_term(owner, connection, term_id), response)


@router.delete("/{term_id}", status_code=204, operation_id="remove_term", responses=problems(404, 409, 412, 428))
async def remove(term_id: TermId, edge: CurrentEdge, owner: Owner, if_match: IfMatch = None) -> None:
    """Remove a term with everything that stands in it. Tasks that stood there wait again.

    A term for which a run was started stays: ``in_use``.
    """
    await delete_term(owner, edge.engine, term_id, matched_version(if_match))


def _tagged(record: TermRecord, response: Response) -> TermView:
    response.headers["ETag"] = etag(record.timetable_version)
    return _view(record)


def _view(record: TermRecord) -> TermView:
    term = record.term
    return TermView(
        id=record.id,
        first_monday=term.first_monday,
        weeks=term.weeks,
        zone=term.zone,
        sections=tuple(SectionView(start=section.start, end=section.end) for section in term.sections),
        timetable_version=record.timetable_version,
        created_at=record.created_at,
    )
