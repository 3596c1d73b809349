"""The overrides in force in a term (rules OVERRIDE-1 and OVERRIDE-5)."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.term.overrides import KeptRow, Override, StandingOverride
from storage.refusals import not_found, refusing
from storage.tables import term_overrides


async def load_overrides(owner: str, conn: AsyncConnection, term_id: str) -> tuple[StandingOverride, ...]:
    """The overrides of a term by their days; none of a term that is not this owner's."""
    mine = (term_overrides.c.user_id == owner, term_overrides.c.term_id == term_id)
    rows = await conn.execute(select(term_overrides).where(*mine).order_by(term_overrides.c.day))
    return tuple(
        StandingOverride(
            override=Override(day=row.day, as_week=row.as_week, as_day_of_week=row.as_day_of_week),
            kept=tuple(map(KeptRow.model_validate, row.kept)),
        )
        for row in rows
    )


async def save_overrides(owner: str, conn: AsyncConnection, term_id: str, standing: Sequence[StandingOverride]) -> None:
    """Let these be all overrides of a term, which the caller has locked.

    Raises:
        NotFound: this owner has no such term.
    """
    await delete_overrides_of_term(owner, conn, term_id)
    values = [
        {
            "user_id": owner,
            "term_id": term_id,
            **one.override.model_dump(),
            "kept": [row.model_dump() for row in one.kept],
        }
        for one in standing
    ]
    if values:
        async with refusing(conn, {"fk_term_overrides_term_id": not_found("term", term_id)}):
            await conn.execute(insert(term_overrides), values)


async def delete_overrides_of_term(owner: str, conn: AsyncConnection, term_id: str) -> None:
    """Forget the overrides of a term; what stands in it stays as it is."""
    mine = (term_overrides.c.user_id == owner, term_overrides.c.term_id == term_id)
    await conn.execute(delete(term_overrides).where(*mine))
