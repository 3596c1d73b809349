"""Texts that are kept so that they are found again (rules RECALL-4 to RECALL-9)."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ARRAY, Text, bindparam, delete, func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.context.plan.contract import TextSource
from domain.context.recall.item import KeptItem
from domain.context.recall.terms import terms_of
from storage.json_texts import writable
from storage.refusals import not_found, translated
from storage.tables import recall_items

_LONGEST = 4_000


async def index_items(owner: str, conn: AsyncConnection, items: Sequence[KeptItem]) -> None:
    """Keep texts, in the transaction that writes what they are of; an item that is kept already is replaced.

    Of a text the first 4,000 characters are kept. A refusal spends the transaction.

    Raises:
        NotFound: no such owner, or the owner has no such session.
    """
    if not items:
        return
    sessions = ", ".join(sorted({item.session_id for item in items if item.session_id}))
    refusals = {
        "fk_recall_items_user_id": not_found("user", owner),
        "fk_recall_items_session_id": not_found("session", sessions),
    }
    with translated(refusals):
        await conn.execute(_KEEPING, [_values(owner, item) for item in items])


async def forget_items(owner: str, conn: AsyncConnection, source: TextSource, refs: Iterable[str]) -> None:
    """Remove what is kept of some rows of a source; nothing where nothing is."""
    table = recall_items.c
    kept = delete(recall_items).where(table.user_id == owner, table.source == source)
    await conn.execute(kept.where(table.ref.in_(list(refs))))


def place_lexeme(user_id: str, source: TextSource) -> str:
    """The term that every item of an owner has in a source; that of no text, which has no such sign."""
    return f"@{source}@{user_id}"


def _values(owner: str, item: KeptItem) -> dict[str, Any]:
    text = writable(item.text[:_LONGEST])
    lexemes = [place_lexeme(owner, item.source), *sorted(terms_of(text))]
    return {"user_id": owner, **item.model_dump(), "text": text, "lexemes": lexemes}


def _keeping() -> Any:
    given: dict[str, Any] = {name: bindparam(name) for name in ("user_id", *KeptItem.model_fields)}
    keeping = insert(recall_items).values(
        **given, terms=func.array_to_tsvector(bindparam("lexemes", type_=ARRAY(Text)))
    )
    renewed = {c.name: c for c in keeping.excluded if c.name not in ("user_id", "source", "ref")}
    return keeping.on_conflict_do_update(index_elements=["user_id", "source", "ref"], set_=renewed)


# Made once: building it takes longer than it takes to run.
_KEEPING = _keeping()
