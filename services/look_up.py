"""Look up the answer to a question about timetable and plan (rules CHAT-15 to CHAT-18)."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.conversation.agenda import Agenda, AgendaRow, Waiting, rows_of
from domain.conversation.answers import answer, no_term
from domain.conversation.facts import Facts
from domain.conversation.planned import with_preview
from domain.preview.body import PreviewBody
from domain.schedule.state import Locale, ScheduleState
from domain.schedule.week import Standing, days_of
from domain.term.calendar import Term
from domain.term.clock import day_span
from services.read_now import find_term_today
from storage.classes import load_classes
from storage.occurrences import load_standing_of_term
from storage.previews import PreviewRecord, latest_preview, list_revisions
from storage.sessions import load_session
from storage.terms import TermRecord, list_terms, load_term, next_term


@dataclass(frozen=True, slots=True)
class LookedUp:
    """An answer and what it rests on.

    Attributes:
        text: one or a few sentences in the language of the person.
        rows: ids of the events and items it used, each once, in the order in which it speaks of them.
        facts: all that another wording of it may say.
    """

    text: str
    rows: tuple[str, ...]
    facts: Facts


async def look_up(
    owner: str, connection: AsyncConnection, message: str, locale: Locale, now: datetime, session_id: str
) -> LookedUp:
    """The answer to a question, read from what this owner's timetable and the session's preview hold at ``now``.

    Raises:
        NotFound: this owner has no such session.
    """
    agenda = await read_agenda(owner, connection, now, session_id)
    found = no_term(locale) if agenda is None else answer(message, agenda, locale)
    return LookedUp(found.text, found.rows, found.facts)


async def read_agenda(owner: str, connection: AsyncConnection, now: datetime, session_id: str) -> Agenda | None:
    """All that a question of a session may be about; None where this owner has no term.

    The term is that of the living preview that waits for a confirm, else the one that holds today, the next one to
    begin, or the newest.

    Raises:
        NotFound: this owner has no such session.
    """
    preview = await _open_preview(owner, connection, session_id)
    record = await _term(owner, connection, now, preview)
    if record is None:
        return None
    agenda = await _timetable(owner, connection, record, now)
    if preview is None:
        return agenda
    groups = {record.row.id: record.row.name for record in await load_classes(owner, connection)}
    state = ScheduleState.model_validate_json(preview.state)
    return with_preview(agenda, PreviewBody.model_validate(preview.body), state, groups)


async def _open_preview(owner: str, connection: AsyncConnection, session_id: str) -> PreviewRecord | None:
    """The newest revision of the session's preview while it lives; one that is confirmed is the timetable by now."""
    preview = await latest_preview(owner, connection, session_id)
    if preview is None:
        await load_session(owner, connection, session_id)
        return None
    newest = await list_revisions(owner, connection, session_id, limit=1)
    return preview if newest and newest[0].commit_id is None else None


async def _term(
    owner: str, connection: AsyncConnection, now: datetime, preview: PreviewRecord | None
) -> TermRecord | None:
    if preview is not None:
        return await load_term(owner, connection, preview.term_id)
    found = await find_term_today(owner, connection, now)
    found = found or await next_term(owner, connection, now.astimezone(UTC).date() - timedelta(days=1))
    return found or next(iter(await list_terms(owner, connection, limit=1)), None)


async def _timetable(owner: str, connection: AsyncConnection, record: TermRecord, now: datetime) -> Agenda:
    term = record.term
    span = day_span(term, term.first_monday, term.last_day)
    taken, timed = await load_standing_of_term(owner, connection, record.id, span)
    rows: tuple[AgendaRow, ...] = ()
    for week in range(1, term.weeks + 1):
        rows += rows_of(days_of(term, _days(term, week), Standing(taken.get(week, ()), timed), now))
    waiting = tuple(
        Waiting(item.id, item.content, one.row.name)
        for one in await load_classes(owner, connection)
        for item in one.row.items
        if item.status == "pending"
    )
    local = now.astimezone(ZoneInfo(term.zone))
    return Agenda(term, local, rows, waiting, standing=rows)


def _days(term: Term, week: int) -> list[date]:
    return [term.date_of(week, day) for day in range(1, 8)]
