"""The calls of the HTTP API, typed (rules CLI-2 and CLI-3)."""

import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import quote

from pydantic import BaseModel, ValidationError

from api.schemas.chat import ChatBody, TurnEnd, TurnEventView, TurnView
from api.schemas.classes import ClassView, ItemView
from api.schemas.commits import CommitView, ForeseenConfirmView
from api.schemas.imports import ImportedTasksView, ImportView
from api.schemas.memories import AddedMemoryView, MemoryView, MeView
from api.schemas.pages import Page
from api.schemas.previews import HandEdits, PreviewView, RevisionView
from api.schemas.reminders import DeletionValue, ReminderValue
from api.schemas.runs import (
    AnswerBody,
    AnswerTaken,
    PlanOrder,
    PlanRestOrder,
    RefineOrder,
    RunAccepted,
    RunEventView,
    RunView,
)
from api.schemas.sessions import EntryKind, LogEntryView, SessionView
from api.schemas.sign_in import LinkView
from api.schemas.terms import TermView
from api.schemas.trace import TraceView
from domain.context.plan.answer import PlanAnswer
from domain.context.plan.contract import TargetType
from domain.context.recall.item import RecallAnswer
from domain.preview.hand_edits import Edit
from domain.schedule.today import NowView, TodayView
from domain.schedule.week import WeekView
from domain.term.calendar import Term
from runtime.client.address import Address
from runtime.client.chat import converse
from runtime.client.events import PATIENCE_SECONDS, follow_run
from runtime.client.exports import Exports
from runtime.client.overrides import Overrides
from runtime.client.preparations import Preparations
from runtime.client.refusals import unknown_form
from runtime.client.sending import Params, Sender

Answer = TypeVar("Answer", bound=BaseModel)
Item = TypeVar("Item", bound=BaseModel)

_MOST = 200


@dataclass(frozen=True, slots=True)
class TermWish:
    """What is said of the term of a calendar file; what is None is guessed from the file.

    Attributes:
        term_id: a term that is stored already; nothing else is then said of it.
        displace: whether tasks may lose the places that courses now need.
        new: whether a new term may hold the very same as another.
    """

    first_monday: date | None = None
    weeks: int | None = None
    zone: str | None = None
    term_id: str | None = None
    displace: bool = False
    new: bool = False


class Api:
    """One API as one user sees it; each method is one route and raises what the route refuses with.

    What makes something carries a key of its own, so that it is done once however often it is sent.
    """

    def __init__(self, address: Address) -> None:
        self.url = address.url
        self._sender = Sender(address)
        self.exports = Exports(self._sender)
        self.overrides = Overrides(self._sender)
        self.preparations = Preparations(self._sender)

    async def __aenter__(self) -> Self:
        """Ready to be asked; no connection is made yet."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close every connection."""
        await self._sender.close()

    async def start_run(self, order: PlanOrder | RefineOrder) -> RunAccepted:
        """Start a run."""
        return await self._make(RunAccepted, "runs", json=order.model_dump(mode="json"))

    async def plan_rest(self, order: PlanRestOrder) -> RunAccepted:
        """Plan what was not done today again, from now on."""
        return await self._make(RunAccepted, "agent/plan-rest", json=order.model_dump(mode="json"))

    async def not_done(self, item_id: str) -> CommitView:
        """Say that a placed task was not done."""
        return await self._make(CommitView, f"items/{_part(item_id)}/not-done")

    async def run(self, run_id: str) -> RunView:
        """A run as it stands."""
        return await self._get(RunView, f"runs/{_part(run_id)}")

    async def runs(self, cursor: str | None = None, limit: int = _MOST, session_id: str | None = None) -> Page[RunView]:
        """A page of the runs, newest first."""
        return await self._get(Page[RunView], "runs", {"session_id": session_id, "cursor": cursor, "limit": limit})

    async def trace(self, run_id: str, cursor: str | None = None) -> TraceView:
        """A page of what a run did."""
        return await self._get(TraceView, f"runs/{_part(run_id)}/trace", {"cursor": cursor})

    async def cancel_run(self, run_id: str) -> RunView:
        """Ask a run to stop."""
        return await self._ask(RunView, "POST", f"runs/{_part(run_id)}/cancel")

    async def answer_run(self, run_id: str, question_id: str, text: str) -> AnswerTaken:
        """Answer the question of a paused run; the same answer twice counts once."""
        said = AnswerBody(question_id=question_id, answer=text).model_dump(mode="json")
        return await self._ask(AnswerTaken, "POST", f"runs/{_part(run_id)}/answer", json=said)

    def follow(
        self, run_id: str, after: int = 0, patience_seconds: float = PATIENCE_SECONDS
    ) -> AsyncGenerator[RunEventView, None]:
        """Every event of a run after the one with this number, once and in order, until it has ended."""
        return follow_run(self._sender, _part(run_id), after, patience_seconds)

    def say(
        self, said: ChatBody, patience_seconds: float = PATIENCE_SECONDS
    ) -> AsyncGenerator[TurnEventView | TurnEnd, None]:
        """Say something; every event of the turn that answers it, once and in order, then how it ended."""
        return converse(self._sender, said, patience_seconds)

    async def cancel_turn(self, turn_id: str) -> TurnView:
        """Ask a turn to stop."""
        return await self._ask(TurnView, "POST", f"agent/chat/{_part(turn_id)}/cancel")

    async def session(self, session_id: str) -> SessionView:
        """A session."""
        return await self._get(SessionView, f"sessions/{_part(session_id)}")

    async def sessions(self, cursor: str | None = None, limit: int = _MOST) -> Page[SessionView]:
        """A page of the sessions, newest first."""
        return await self._get(Page[SessionView], "sessions", {"cursor": cursor, "limit": limit})

    async def session_log(
        self, session_id: str, cursor: str | None = None, limit: int = _MOST, kind: EntryKind | None = None
    ) -> Page[LogEntryView]:
        """A page of the log of a session, newest first; of one kind where that is named."""
        asked = {"cursor": cursor, "limit": limit, "kind": kind}
        return await self._get(Page[LogEntryView], f"sessions/{_part(session_id)}/log", asked)

    async def session_children(
        self, session_id: str, cursor: str | None = None, limit: int = _MOST
    ) -> Page[SessionView]:
        """A page of what was opened inside a session or forked from it, newest first."""
        asked = {"cursor": cursor, "limit": limit}
        return await self._get(Page[SessionView], f"sessions/{_part(session_id)}/children", asked)

    async def fork_session(self, session_id: str, length: int | None = None, title: str | None = None) -> SessionView:
        """Fork a session from the first entries of its log, or from all of them."""
        asked = {"length": length, "title": title}
        said = {name: value for name, value in asked.items() if value is not None}
        return await self._make(SessionView, f"sessions/{_part(session_id)}/fork", json=said)

    async def end_session(self, session_id: str) -> SessionView:
        """End a session; twice is once."""
        return await self._ask(SessionView, "POST", f"sessions/{_part(session_id)}/end")

    async def resume_session(self, session_id: str) -> SessionView:
        """Resume a session; twice is once."""
        return await self._ask(SessionView, "POST", f"sessions/{_part(session_id)}/resume")

    async def rename_session(self, session_id: str, title: str) -> SessionView:
        """Give a session another title; the same twice is once."""
        return await self._ask(SessionView, "PATCH", f"sessions/{_part(session_id)}", json={"title": title})

    async def set_reminder(self, session_id: str, prompt: str, after_seconds: int) -> ReminderValue:
        """Set a reminder in a session."""
        draft = {"prompt": prompt, "after_seconds": after_seconds}
        return await self._make(ReminderValue, f"sessions/{_part(session_id)}/reminders", json=draft)

    async def reminders(self, session_id: str) -> Page[ReminderValue]:
        """Every reminder of a session that waits, in the order in which they were set."""
        return await self._get(Page[ReminderValue], f"sessions/{_part(session_id)}/reminders")

    async def delete_reminder(self, session_id: str, reminder_id: str) -> DeletionValue:
        """Take a reminder back."""
        path = f"sessions/{_part(session_id)}/reminders/{_part(reminder_id)}"
        return await self._ask(DeletionValue, "DELETE", path)

    async def open_session(self, title: str = "") -> SessionView:
        """Open a session."""
        return await self._make(SessionView, "sessions", json={"title": title})

    async def preview(self, session_id: str, revision: int | None = None) -> PreviewView:
        """A revision of the preview of a session, the newest if none is named."""
        asked = {"conversation_id": session_id, "revision": revision}
        return await self._get(PreviewView, "agent/schedule-preview", asked)

    async def revisions(self, session_id: str, cursor: str | None = None, limit: int = _MOST) -> Page[RevisionView]:
        """A page of the revisions of a preview, newest first."""
        asked = {"conversation_id": session_id, "cursor": cursor, "limit": limit}
        return await self._get(Page[RevisionView], "agent/schedule-preview/revisions", asked)

    async def edit_preview(self, session_id: str, edits: Sequence[Edit], revision: int) -> PreviewView:
        """Edit a preview by hand while this is its newest revision."""
        order = HandEdits(conversation_id=session_id, edits=tuple(edits)).model_dump(mode="json")
        return await self._make(PreviewView, "agent/schedule-state", json=order, headers=_if_match(revision))

    async def step_back(self, session_id: str, target: int, revision: int) -> PreviewView:
        """Make an earlier revision the newest again while this is the newest."""
        order = {"conversation_id": session_id, "revision": target}
        return await self._make(PreviewView, "agent/schedule-preview/revert", json=order, headers=_if_match(revision))

    async def foresee_confirm(self, session_id: str) -> ForeseenConfirmView:
        """What a confirm of the newest revision would write now."""
        return await self._get(ForeseenConfirmView, f"previews/{_part(session_id)}/confirm")

    async def confirm(self, session_id: str, revision: int) -> CommitView:
        """Write the preview of a session into the timetable while this is its newest revision."""
        path, headers = f"previews/{_part(session_id)}/confirm", _if_match(revision)
        return await self._make(CommitView, path, headers=headers)

    async def undo(self, commit_id: str) -> CommitView:
        """Take back what a commit wrote."""
        return await self._make(CommitView, f"commits/{_part(commit_id)}/undo")

    async def commits(self, cursor: str | None = None, limit: int = _MOST) -> Page[CommitView]:
        """A page of the commits, newest first."""
        return await self._get(Page[CommitView], "commits", {"cursor": cursor, "limit": limit})

    async def commit(self, commit_id: str) -> CommitView:
        """A commit."""
        return await self._get(CommitView, f"commits/{_part(commit_id)}")

    async def terms(self, cursor: str | None = None, limit: int = _MOST) -> Page[TermView]:
        """A page of the terms, newest first."""
        return await self._get(Page[TermView], "terms", {"cursor": cursor, "limit": limit})

    async def term(self, term_id: str) -> TermView:
        """A term."""
        return await self._get(TermView, f"terms/{_part(term_id)}")

    async def delete_term(self, term_id: str, version: int) -> None:
        """Remove a term with everything that stands in it while its timetable has this version."""
        await self._sender.send("DELETE", f"terms/{_part(term_id)}", repeatable=True, headers=_if_match(version))

    async def today(self) -> TodayView:
        """What stands today."""
        return await self._get(TodayView, "timetable/today")

    async def now(self) -> NowView:
        """What goes on, and what comes next."""
        return await self._get(NowView, "timetable/now")

    async def week(self, term_id: str, week: int) -> WeekView:
        """What stands in a week of a term."""
        return await self._get(WeekView, f"terms/{_part(term_id)}/weeks/{week}")

    async def make_term(self, term: Term) -> TermView:
        """Make a term in which nothing stands yet."""
        return await self._make(TermView, "terms", json=term.model_dump(mode="json"))

    async def import_timetable(self, content: bytes, wish: TermWish, dry_run: bool = False) -> ImportView:
        """Store a calendar file as the timetable of a term; a dry run says what would be stored."""
        said = {**asdict(wish), "dry_run": dry_run}
        params = {
            name: ("true" if value else None) if isinstance(value, bool) else value for name, value in said.items()
        }
        headers = {"Content-Type": "text/calendar"}
        return await self._make(ImportView, "timetable/import", content=content, params=params, headers=headers)

    async def import_classes(self, content: bytes) -> ImportedTasksView:
        """Store the classes of a task list, all of them or none."""
        headers = {"Content-Type": "application/json"}
        return await self._make(ImportedTasksView, "classes/import", content=content, headers=headers)

    async def classes(self, cursor: str | None = None, limit: int = _MOST) -> Page[ClassView]:
        """A page of the classes with their items, newest first."""
        return await self._get(Page[ClassView], "classes", {"cursor": cursor, "limit": limit})

    async def class_(self, class_id: str) -> ClassView:
        """A class with its items."""
        return await self._get(ClassView, f"classes/{_part(class_id)}")

    async def delete_class(self, class_id: str, version: int) -> None:
        """Remove a class with its items while it has this version."""
        await self._sender.send("DELETE", f"classes/{_part(class_id)}", repeatable=True, headers=_if_match(version))

    async def add_item(self, class_id: str, content: str, order: int | None = None) -> ItemView:
        """Add a task to a class, at a place or at its end."""
        place = {} if order is None else {"order": order}
        return await self._make(ItemView, f"classes/{_part(class_id)}/items", json={"content": content, **place})

    async def rename_item(self, class_id: str, item_id: str, content: str, version: int) -> ItemView:
        """Give a task other words while its class has this version."""
        path, headers = f"classes/{_part(class_id)}/items/{_part(item_id)}", _if_match(version)
        # Sent again it would meet the version that it made itself.
        return await self._ask(ItemView, "PATCH", path, repeatable=False, headers=headers, json={"content": content})

    async def remove_item(self, class_id: str, item_id: str, version: int) -> None:
        """Remove a task from its class while the class has this version."""
        path = f"classes/{_part(class_id)}/items/{_part(item_id)}"
        await self._sender.send("DELETE", path, repeatable=True, headers=_if_match(version))

    async def memories(
        self, cursor: str | None = None, limit: int = _MOST, kind: TargetType | None = None
    ) -> Page[MemoryView]:
        """A page of what is remembered, newest first; of one kind where that is named."""
        return await self._get(Page[MemoryView], "memories", {"cursor": cursor, "limit": limit, "kind": kind})

    async def memory(self, memory_id: str) -> MemoryView:
        """A memory."""
        return await self._get(MemoryView, f"memories/{_part(memory_id)}")

    async def add_memory(self, text: str, kind: TargetType, importance: float) -> AddedMemoryView:
        """Remember something, unless it is remembered already."""
        body = {"text": text, "kind": kind, "importance": importance}
        return await self._make(AddedMemoryView, "memories", json=body)

    async def correct_memory(self, memory_id: str, changes: Mapping[str, Any], version: int) -> MemoryView:
        """Change some of a memory while it has this version."""
        path, headers = f"memories/{_part(memory_id)}", _if_match(version)
        # Sent again it would meet the version that it made itself.
        return await self._ask(MemoryView, "PATCH", path, repeatable=False, headers=headers, json=dict(changes))

    async def forget_memory(self, memory_id: str, version: int) -> None:
        """Forget a memory while it has this version."""
        await self._sender.send("DELETE", f"memories/{_part(memory_id)}", repeatable=True, headers=_if_match(version))

    async def me(self) -> MeView:
        """Who asks, and what is known of them."""
        return await self._get(MeView, "auth/me")

    async def plan_context(self, query: str, user_id: str, now: str | None, locale: str) -> PlanAnswer:
        """What must be looked up before words are answered."""
        asked = {"query": query, "user_id": user_id, "now": now, "locale": locale}
        return await self._ask(PlanAnswer, "POST", "context/plan", json=asked)

    async def recall(self, planned: PlanAnswer, limit: int) -> RecallAnswer:
        """What a plan asks for; it is posted as it was answered."""
        asked = {**planned.model_dump(mode="json"), "limit": limit}
        return await self._ask(RecallAnswer, "POST", "temporal-recall/query", json=asked)

    async def sign_in_link(self) -> LinkView:
        """A new address that signs a browser in, once."""
        return await self._ask(LinkView, "POST", "auth/links")

    async def _get(self, kind: type[Answer], path: str, params: Params | None = None) -> Answer:
        return await self._ask(kind, "GET", path, params=params)

    async def _make(self, kind: type[Answer], path: str, **rest: Any) -> Answer:
        headers = {"Idempotency-Key": secrets.token_hex(16), **rest.pop("headers", {})}
        return await self._ask(kind, "POST", path, headers=headers, **rest)

    async def _ask(self, kind: type[Answer], method: str, path: str, *, repeatable: bool = True, **rest: Any) -> Answer:
        content = await self._sender.send(method, path, repeatable=repeatable, **rest)
        try:
            return kind.model_validate_json(content)
        except ValidationError as error:
            raise unknown_form(self.url, error) from None


async def every(pages: Callable[[str | None], Awaitable[Page[Item]]]) -> AsyncIterator[Item]:
    """Every item of a list, page after page."""
    cursor = None
    while True:
        page = await pages(cursor)
        for item in page.items:
            yield item
        cursor = page.next_cursor
        if cursor is None:
            return


def _if_match(version: int) -> dict[str, str]:
    return {"If-Match": f'"{version}"'}


def _part(given: str) -> str:
    """Something given as one part of an address, whatever it holds."""
    return quote(given, safe="")
