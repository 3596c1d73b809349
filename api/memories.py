"""Memories: written down, listed, shown, corrected, forgotten."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from api.declared import Cursor, IdempotencyKey, IfMatch, Limit, answers, etag, matched_version, problems
from api.edge import CurrentEdge, Owner
from api.half_pairs import whole
from api.ids import MemoryId
from api.links import of_memory, of_page
from api.schemas.memories import AddedMemoryView, MemoryDraft, MemoryPatch, MemoryView
from api.schemas.pages import Page, id_before, page_of
from domain.context.plan.contract import TargetType
from services.add_memory import add_memory
from services.memories import correct, forget
from storage.memories import Memory, list_memories, load_memory

router = APIRouter(prefix="/memories", tags=["memory"])

_MADE = answers(201, "Location", "ETag", go_on=of_memory(shown=True))
_KNOWN = {
    200: answers(200, "ETag", go_on=of_memory(shown=True))[200]
    | {"model": AddedMemoryView, "description": "It was remembered already, in the same words: nothing was added."}
}
_LISTED = answers(200, go_on=of_page("list_memories", of_memory("/items/0")))
_SHOWN = answers(200, "ETag", go_on=of_memory(shown=True))
_Kind = Annotated[TargetType | None, Query(description="only memories of this kind")]


@router.post("", status_code=201, operation_id="add_memory", responses=_MADE | _KNOWN | problems(404, body=True))
async def create(
    draft: MemoryDraft, edge: CurrentEdge, owner: Owner, response: Response, key: IdempotencyKey = None
) -> AddedMemoryView:
    """Remember something; recall finds it from now on.

    What is remembered in the same words and of the same kind already, and is not done, is not added again: the answer
    is 200 with ``was_known`` and the memory as it is.
    """
    added = await add_memory(owner, edge.engine, draft, edge.now(), key)
    if added.is_known:
        response.status_code = 200
    else:
        response.headers["Location"] = f"/api/v1/memories/{added.memory.id}"
    shown = _tagged(added.memory, response)
    return AddedMemoryView(**shown.model_dump(), was_known=added.is_known)


@router.get("", operation_id="list_memories", responses=_LISTED | problems())
async def index(
    edge: CurrentEdge, owner: Owner, limit: Limit = 50, cursor: Cursor = None, kind: _Kind = None
) -> Page[MemoryView]:
    """List what is remembered, newest first, all of it or one kind."""
    before = id_before(cursor)
    async with edge.reads.connect() as connection:
        found = await list_memories(owner, connection, before=before, limit=limit + 1, kind=kind)
    return page_of(found, limit, memory_view)


@router.get("/{memory_id}", operation_id="show_memory", responses=_SHOWN | problems(404))
async def show(memory_id: MemoryId, edge: CurrentEdge, owner: Owner, response: Response) -> MemoryView:
    """Show a memory; its ``ETag`` is the version that a correction has to name."""
    async with edge.reads.connect() as connection:
        return _tagged(await load_memory(owner, connection, memory_id), response)


@router.patch("/{memory_id}", operation_id="correct_memory", responses=_SHOWN | problems(404, 412, 428, body=True))
async def change(
    memory_id: MemoryId,
    patch: MemoryPatch,
    edge: CurrentEdge,
    owner: Owner,
    response: Response,
    if_match: IfMatch = None,
) -> MemoryView:
    """Correct a memory, or say that it is done. Of another text it is kept when it came, and what was there before."""
    version = matched_version(if_match)
    async with edge.engine.begin() as connection:
        memory = await correct(owner, connection, memory_id, patch.named, edge.now(), version)
    return _tagged(memory, response)


@router.delete("/{memory_id}", status_code=204, operation_id="forget_memory", responses=problems(404, 412, 428))
async def remove(memory_id: MemoryId, edge: CurrentEdge, owner: Owner, if_match: IfMatch = None) -> None:
    """Forget a memory: its text is gone, and the messages that told it are gone from recall; the log of their session
    keeps them."""
    version = matched_version(if_match)
    async with edge.engine.begin() as connection:
        await forget(owner, connection, memory_id, version)


def _tagged(memory: Memory, response: Response) -> MemoryView:
    response.headers["ETag"] = etag(memory.version)
    return memory_view(memory)


def memory_view(memory: Memory) -> MemoryView:
    """A memory as programs see it."""
    was = memory.corrected_from
    return MemoryView(
        id=memory.id,
        kind=memory.kind,
        text=whole(memory.text),
        importance=memory.importance,
        origin=memory.origin,
        session_id=memory.session_id,
        status=memory.status,
        learned_at=memory.learned_at,
        corrected_at=memory.corrected_at,
        corrected_from=None if was is None else whole(was),
        version=memory.version,
    )
