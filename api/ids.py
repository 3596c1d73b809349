"""Ids in addresses: what has not even the form of an id is not found either (rules DATA-1 and EDGE-7)."""

from collections.abc import Callable
from typing import Annotated

from fastapi import Path, Query
from pydantic import AfterValidator, WithJsonSchema

from domain.errors import InvalidInput, NotFound
from domain.ids import ULID_SCHEMA, checked_ulid
from domain.preparation.errors import PreparationNotFound


def _id_of(noun: str, absent: type[NotFound] = NotFound) -> Callable[[str], str]:
    def checked(text: str) -> str:
        try:
            return checked_ulid(text)
        except InvalidInput:
            raise absent(f"{noun} {text[:40]!r} does not exist: check the id") from None

    return checked


_SCHEMA = WithJsonSchema(ULID_SCHEMA)

RunId = Annotated[str, Path(description="id of a run"), AfterValidator(_id_of("run")), _SCHEMA]
SessionId = Annotated[str, Path(description="id of a session"), AfterValidator(_id_of("session")), _SCHEMA]
TermId = Annotated[str, Path(description="id of a term"), AfterValidator(_id_of("term")), _SCHEMA]
ClassId = Annotated[str, Path(description="id of a class"), AfterValidator(_id_of("class")), _SCHEMA]
TurnId = Annotated[str, Path(description="id of a turn"), AfterValidator(_id_of("turn")), _SCHEMA]
CommitId = Annotated[str, Path(description="id of a commit"), AfterValidator(_id_of("commit")), _SCHEMA]
MemoryId = Annotated[str, Path(description="id of a memory"), AfterValidator(_id_of("memory")), _SCHEMA]
FeedId = Annotated[str, Path(description="id of a feed"), AfterValidator(_id_of("feed")), _SCHEMA]
PreparationId = Annotated[
    str,
    Path(description="id of a preparation"),
    AfterValidator(_id_of("preparation", PreparationNotFound)),
    _SCHEMA,
]
TaskId = Annotated[
    str,
    Path(description="task id of a preparation, as the report of its session was answered"),
    AfterValidator(_id_of("preparation", PreparationNotFound)),
    _SCHEMA,
]
ItemId = Annotated[str, Path(description="id of an item"), AfterValidator(_id_of("item")), _SCHEMA]
OptionalTermId = Annotated[str, AfterValidator(_id_of("term")), _SCHEMA] | None
ConversationId = Annotated[str, Query(description="id of a session"), AfterValidator(_id_of("session")), _SCHEMA]
