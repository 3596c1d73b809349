"""The calls of the HTTP API for days that are held as other days (rules OVERRIDE-1 to OVERRIDE-14)."""

import secrets
from typing import TypeVar
from urllib.parse import quote

from pydantic import BaseModel, ValidationError

from api.schemas.overrides import OverridesChangedView, OverridesDraft, OverrideView, ProposalView
from api.schemas.pages import Page
from domain.schedule.state import Locale
from runtime.client.refusals import unknown_form
from runtime.client.sending import Sender

Answer = TypeVar("Answer", bound=BaseModel)


class Overrides:
    """One API as one user sees it; each method is one route and raises what the route refuses with."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    async def standing(self, term_id: str) -> Page[OverrideView]:
        """The days of a term that are held otherwise."""
        return self._read(Page[OverrideView], await self._sender.send("GET", _path(term_id), repeatable=True))

    async def proposals(self, term_id: str, locale: Locale) -> Page[ProposalView]:
        """What the public calendar proposes."""
        path, params = f"{_path(term_id)}/proposals", {"locale": locale}
        return self._read(Page[ProposalView], await self._sender.send("GET", path, repeatable=True, params=params))

    async def change(
        self, term_id: str, draft: OverridesDraft, *, displace: bool, dry_run: bool
    ) -> OverridesChangedView:
        """Accept and remove overrides, all or none; done once however often it is sent."""
        params = {"displace": "true" if displace else None, "dry_run": "true" if dry_run else None}
        headers = {"Idempotency-Key": secrets.token_hex(16)}
        said = draft.model_dump(mode="json")
        content = await self._sender.send(
            "POST", _path(term_id), repeatable=True, params=params, headers=headers, json=said
        )
        return self._read(OverridesChangedView, content)

    def _read(self, kind: type[Answer], content: bytes) -> Answer:
        try:
            return kind.model_validate_json(content)
        except ValidationError as error:
            raise unknown_form(self._sender.url, error) from None


def _path(term_id: str) -> str:
    return f"terms/{quote(term_id, safe='')}/overrides"
