"""From violated constraints to the errors of the domain (rule DATA-4)."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import DaywrightError, NotFound


def not_found(noun: str, row_id: str) -> NotFound:
    """The error for an object that this owner does not have, whether or not somebody else has it."""
    return NotFound(f"{noun} {row_id!r} does not exist: check the id")


@asynccontextmanager
async def refusing(conn: AsyncConnection, refusals: Mapping[str, DaywrightError]) -> AsyncIterator[None]:
    """Turn the violation of a named constraint into its error; the transaction around it stays usable."""
    with translated(refusals):
        async with conn.begin_nested():
            yield


@contextmanager
def translated(refusals: Mapping[str, DaywrightError]) -> Iterator[None]:
    """The same without a savepoint, and so without its two round trips; the transaction is spent."""
    try:
        yield
    except IntegrityError as error:
        refusal = refusals.get(_constraint_of(error))
        if refusal is None:
            raise
        raise refusal from None


def _constraint_of(error: IntegrityError) -> str:
    cause = error.orig.__cause__ if error.orig else None
    return getattr(cause, "constraint_name", None) or ""
