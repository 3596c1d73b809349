"""The calls of the HTTP API for a person's preparations (rules PREP-25 and CLI-50)."""

import secrets
from collections.abc import Mapping
from typing import Any, TypeVar
from urllib.parse import quote

from pydantic import BaseModel, ValidationError

from api.schemas.pages import Page
from api.schemas.preparation import DecisionView, ForgottenView, PreparationDetailView, PreparationView
from api.schemas.preparation_context import ContextView
from domain.schedule.state import Locale
from runtime.client.refusals import unknown_form
from runtime.client.sending import Params, Sender

Answer = TypeVar("Answer", bound=BaseModel)

_SESSIONS = "preparation/sessions"
_HISTORY = "preparation/history"


class Preparations:
    """One API as one user sees it; each method is one route and raises what the route refuses with."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    async def make(self, draft: Mapping[str, Any]) -> PreparationView:
        """Have a room prepared; done once however often it is sent."""
        return await self._post(PreparationView, _SESSIONS, draft)

    async def page(self, cursor: str | None = None, limit: int = 200) -> Page[PreparationView]:
        """A page of the preparations, newest first."""
        return await self._get(Page[PreparationView], _SESSIONS, {"cursor": cursor, "limit": limit})

    async def one(self, preparation_id: str) -> PreparationDetailView:
        """A preparation with what happened in it."""
        return await self._get(PreparationDetailView, _path(preparation_id))

    async def change(self, preparation_id: str, changes: Mapping[str, Any]) -> PreparationView:
        """Give a meeting other times, or call it off; the same twice is once."""
        content = await self._sender.send("PATCH", _path(preparation_id), repeatable=True, json=dict(changes))
        return self._read(PreparationView, content)

    async def adjust(self, preparation_id: str, values: Mapping[str, Any]) -> PreparationDetailView:
        """Let a room have other settings; done once however often it is sent."""
        return await self._post(PreparationDetailView, f"{_path(preparation_id)}/adjust", {"values": dict(values)})

    async def confirm(self, preparation_id: str) -> PreparationDetailView:
        """Let what was recommended be executed; done once however often it is sent."""
        return await self._post(PreparationDetailView, f"{_path(preparation_id)}/confirm")

    async def context(
        self, preparation_id: str, current_temp: float | None = None, locale: Locale | None = None
    ) -> ContextView:
        """What a model is told for a preparation."""
        asked = {"currentTemp": current_temp, "locale": locale}
        return await self._get(ContextView, f"{_path(preparation_id)}/context", asked)

    async def history(
        self, cursor: str | None = None, limit: int = 200, booker_id: str | None = None, room_id: str | None = None
    ) -> Page[DecisionView]:
        """A page of what was decided in preparations."""
        asked = {"cursor": cursor, "limit": limit, "booker_id": booker_id, "room_id": room_id}
        return await self._get(Page[DecisionView], _HISTORY, asked)

    async def forget(self, booker_id: str | None = None) -> ForgottenView:
        """Forget what was decided, by one booker or by all; the same twice is once."""
        content = await self._sender.send("DELETE", _HISTORY, repeatable=True, params={"booker_id": booker_id})
        return self._read(ForgottenView, content)

    async def _get(self, kind: type[Answer], path: str, params: Params | None = None) -> Answer:
        return self._read(kind, await self._sender.send("GET", path, repeatable=True, params=params))

    async def _post(self, kind: type[Answer], path: str, said: Mapping[str, Any] | None = None) -> Answer:
        headers = {"Idempotency-Key": secrets.token_hex(16)}
        body = {} if said is None else {"json": dict(said)}
        return self._read(kind, await self._sender.send("POST", path, repeatable=True, headers=headers, **body))

    def _read(self, kind: type[Answer], content: bytes) -> Answer:
        try:
            return kind.model_validate_json(content)
        except ValidationError as error:
            raise unknown_form(self._sender.url, error) from None


def _path(preparation_id: str) -> str:
    return f"{_SESSIONS}/{quote(preparation_id, safe='')}"
