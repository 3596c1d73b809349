"""Revisions of previews (rule DATA-12)."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import NotFound, RevisionMismatch
from storage.previews import PreviewRecord, latest_preview, load_preview, save_preview
from tests.storage.world import World, new_id


def _next(preview: PreviewRecord, **changes: Any) -> PreviewRecord:
    return replace(preview, revision=preview.revision + 1, parent_revision=preview.revision, **changes)


async def test_a_revision_comes_back_as_it_was_saved(world: World, conn: AsyncConnection) -> None:
    """An edit by hand, which no run made, too."""
    second = _next(world.preview, run_id=None, completed=False, summary="按你的调整")
    await save_preview(world.owner, conn, second)
    assert await load_preview(world.owner, conn, world.session.id, 1) == world.preview
    assert await load_preview(world.owner, conn, world.session.id, 2) == second
    assert await latest_preview(world.owner, conn, world.session.id) == second


async def test_a_session_without_a_preview_has_none(world: World, conn: AsyncConnection) -> None:
    """Neither a newest one nor any other."""
    assert await latest_preview(world.owner, conn, new_id()) is None
    with pytest.raises(NotFound, match=r"revision 7 of the preview of session .* does not exist"):
        await load_preview(world.owner, conn, world.session.id, 7)


async def test_only_the_newest_revision_can_be_followed(world: World, conn: AsyncConnection) -> None:
    """Not an older one, none that does not exist, and nothing starts again at 1 or leaves a gap."""
    second = _next(world.preview)
    await save_preview(world.owner, conn, second)
    for stale in (world.preview, second, _next(_next(second)), replace(second, revision=4, parent_revision=2)):
        with pytest.raises(RevisionMismatch, match=f"revision {stale.revision} cannot follow"):
            await save_preview(world.owner, conn, stale)
    assert await latest_preview(world.owner, conn, world.session.id) == second


async def test_of_two_saved_at_the_same_time_one_counts(engine: AsyncEngine, own_world: World) -> None:
    """The other has to read it first."""

    async def save(summary: str) -> str:
        async with engine.begin() as conn:
            await save_preview(own_world.owner, conn, _next(own_world.preview, summary=summary))
        return summary

    outcomes = await asyncio.gather(save("left"), save("right"), return_exceptions=True)
    [saved] = [outcome for outcome in outcomes if isinstance(outcome, str)]
    assert [type(outcome) for outcome in outcomes if outcome != saved] == [RevisionMismatch]
    async with engine.connect() as conn:
        latest = await latest_preview(own_world.owner, conn, own_world.session.id)
    assert latest is not None
    assert latest.summary == saved


async def test_unknown_ids_are_quoted(world: World, conn: AsyncConnection) -> None:
    """Of the session, the term and the run."""
    for wrong, message in (
        (replace(world.preview, session_id="nothing"), "session 'nothing'"),
        (_next(world.preview, term_id="nothing"), "term 'nothing'"),
        (_next(world.preview, run_id="nothing"), "run 'nothing'"),
    ):
        with pytest.raises(NotFound, match=f"{message} does not exist"):
            await save_preview(world.owner, conn, wrong)
