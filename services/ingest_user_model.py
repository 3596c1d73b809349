"""Merge what a program tells of a person into what is known (rules MEMORY-11 to MEMORY-14)."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.context.person.facts import Fact, check_profile, is_news, merged
from domain.context.person.snapshot import FactValue
from domain.errors import NotFound
from services.identities import resolve
from services.memories import correct, forget, remember
from services.memory_forms import CommitmentForm, Told
from services.once import id_once
from services.ulids import ascending_ulids
from storage.memories import Memory, NewMemory, load_memory
from storage.profiles import ProfileRecord, ensure_profile, load_profile, save_profile


async def ingest(
    caller: str,
    engine: AsyncEngine,
    told: Told,
    named: str | None,
    at: datetime,
    now: datetime,
    idempotency_key: str | None = None,
) -> str:
    """Merge it, all or nothing; for an idempotency key that came before with the same body nothing is done.

    Args:
        named: whom it is about, by one of the caller's names (rule MEMORY-20).
        at: as of when it holds.

    Returns:
        The user whom it is about.

    Raises:
        NotFound: the name is none of the caller's.
        InvalidInput: the zone or language is none, or more would be known than there is room for.
        IdempotencyKeyReused: the key came with something else before.
    """
    check_profile(told.profile)
    [new_id] = ascending_ulids(1)
    # As Python writes it, because half of a surrogate pair has no digest.
    body = {"told": ascii(told.model_dump(mode="python")), "user": named}
    async with engine.begin() as connection:
        owner = await resolve(connection, caller, named)
        if await id_once(owner, connection, "ingest_user_model", idempotency_key, body, new_id) == new_id:
            await _merge(owner, connection, told, at, now)
    return owner


async def _merge(owner: str, connection: AsyncConnection, told: Told, at: datetime, now: datetime) -> None:
    await ensure_profile(owner, connection, now)
    known = await load_profile(owner, connection, lock=True)
    assert known is not None
    record = ProfileRecord(
        profile=merged(known.profile, told.profile, at),
        preferences=merged(known.preferences, told.preferences, at),
        commitments=await _commitments(owner, connection, known, told, at),
        updated_at=now,
    )
    await save_profile(owner, connection, record)


async def _commitments(
    owner: str, connection: AsyncConnection, known: ProfileRecord, told: Told, at: datetime
) -> dict[str, Fact]:
    """By key the memories that the commitments are now, each newly remembered, corrected or forgotten."""
    became: dict[str, FactValue | None] = {}
    for key, form in told.commitments.items():
        fact = known.commitments.get(key)
        memory = await _memory(owner, connection, fact)
        if is_news(fact, at) and (memory is None or (memory.corrected_at or at) <= at):
            became[key] = await _settled(owner, connection, memory, form, at)
    return merged(known.commitments, became, at)


async def _memory(owner: str, connection: AsyncConnection, fact: Fact | None) -> Memory | None:
    """What a commitment became; None where the person has forgotten it since."""
    if fact is None or fact.value is None:
        return None
    try:
        return await load_memory(owner, connection, str(fact.value), lock=True)
    except NotFound:
        return None


async def _settled(
    owner: str, connection: AsyncConnection, memory: Memory | None, form: CommitmentForm | None, at: datetime
) -> str | None:
    """The id of the memory that a commitment is from now on; None where there is none any more."""
    if form is None:
        if memory is not None:
            await forget(owner, connection, memory.id)
        return None
    if memory is not None:
        given = {"text": form.text, "importance": form.importance, "status": form.status}
        return (await correct(owner, connection, memory.id, given, at)).id
    new = NewMemory(form.text, "commitment", at, form.importance, "ingest", status=form.status)
    return (await remember(owner, connection, new)).id
