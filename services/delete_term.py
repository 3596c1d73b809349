"""Remove a term with everything that stands in it."""

from sqlalchemy.ext.asyncio import AsyncEngine

from storage.feeds import delete_feeds_of_term
from storage.items import release_items
from storage.overrides import delete_overrides_of_term
from storage.schedule import clear_timetable
from storage.terms import delete_term as delete_stored
from storage.terms import lock_term


async def delete_term(owner: str, engine: AsyncEngine, term_id: str, version: int | None = None) -> None:
    """Remove a term, its events and their sections; tasks that stood there wait again (rule EDGE-24).

    Args:
        version: the version of its timetable that the caller has seen; None removes whichever there is.

    Raises:
        VersionMismatch: the timetable was changed by somebody else since.
        InUse: a run was started for the term, or a preview is kept of it.
        NotFound: this owner has no such term.
    """
    async with engine.begin() as conn:
        await lock_term(owner, conn, term_id, version)
        await release_items(owner, conn, term_id)
        await clear_timetable(owner, conn, term_id)
        await delete_feeds_of_term(owner, conn, term_id)
        await delete_overrides_of_term(owner, conn, term_id)
        await delete_stored(owner, conn, term_id)
