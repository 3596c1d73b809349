"""The calls of the HTTP API that give files, and those for feeds (rules EXPORT-1 to EXPORT-14 and FEED-1 to FEED-4)."""

from typing import Literal, TypeVar
from urllib.parse import quote

from pydantic import BaseModel, ValidationError

from api.schemas.feeds import FeedDraft, FeedView, OpenedFeedView
from api.schemas.pages import Page
from domain.schedule.state import Locale
from runtime.client.refusals import unknown_form
from runtime.client.sending import Sender

Answer = TypeVar("Answer", bound=BaseModel)


class Exports:
    """One API as one user sees it; each method is one route and raises what the route refuses with."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    async def term(self, term_id: str, form: Literal["ics", "csv"], alarm_minutes: int | None = None) -> bytes:
        """A term as a file; of a table no alarm is asked for."""
        params = {"alarm": alarm_minutes}
        return await self._sender.send("GET", f"terms/{_part(term_id)}/export.{form}", repeatable=True, params=params)

    async def week(self, term_id: str, week: int, form: Literal["svg", "png"], locale: Locale) -> bytes:
        """A week of a term as a picture."""
        path = f"terms/{_part(term_id)}/weeks/{week}/image.{form}"
        return await self._sender.send("GET", path, repeatable=True, params={"locale": locale})

    async def open_feed(self, draft: FeedDraft) -> OpenedFeedView:
        """A new feed; should its answer be lost, so is its address, and another one is to be made."""
        said = draft.model_dump(mode="json")
        return self._read(OpenedFeedView, await self._sender.send("POST", "feeds", repeatable=False, json=said))

    async def feeds(self, cursor: str | None = None, limit: int = 200) -> Page[FeedView]:
        """A page of the feeds, newest first."""
        params = {"cursor": cursor, "limit": limit}
        return self._read(Page[FeedView], await self._sender.send("GET", "feeds", repeatable=True, params=params))

    async def revoke_feed(self, feed_id: str) -> None:
        """Let the address of a feed lead nowhere."""
        await self._sender.send("DELETE", f"feeds/{_part(feed_id)}", repeatable=True)

    def _read(self, kind: type[Answer], content: bytes) -> Answer:
        try:
            return kind.model_validate_json(content)
        except ValidationError as error:
            raise unknown_form(self._sender.url, error) from None


def _part(given: str) -> str:
    return quote(given, safe="")
