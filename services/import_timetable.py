"""Import a file as the timetable of a term (IMPORT-1 to IMPORT-12, IMPORT-17 to IMPORT-21, IMPORT-29 to IMPORT-32)."""

import hashlib
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import InvalidCalendar, InvalidInput, SameTimetable
from domain.term.calendar import Term
from domain.timetable.choice import NO_CONSENT, Consent, TermChoice
from domain.timetable.course import Timetable
from domain.timetable.difference import Difference
from domain.timetable.guess import NOTHING_SAID, nothing_usable
from domain.timetable.report import ImportReport
from services.once import id_once
from services.read_in_child import FileReaders
from services.read_timetable import read_timetable
from services.replace_timetable import look_at_replacement, replace_timetable, term_with
from services.term_overrides import count_proposals
from services.ulids import ascending_ulids
from storage.idempotency import add_to_answer, load_answer
from storage.term_rows import lock_new_terms
from storage.terms import insert_term, load_term, lock_term, raise_version
from storage.users import ensure_user

_OPERATION = "import_timetable"


async def import_timetable(
    owner: str,
    engine: AsyncEngine,
    *,
    content: bytes,
    choice: TermChoice = NOTHING_SAID,
    consent: Consent = NO_CONSENT,
    dry_run: bool = False,
    idempotency_key: str | None = None,
    readers: FileReaders | None = None,
) -> ImportReport:
    """Let a term hold the courses of a file, in one transaction: a new term of this owner or one that is there.

    Args:
        content: the bytes of the file.
        choice: what is said of the term; the rest is guessed from the file.
        consent: what the import may do beside that.
        dry_run: report only what would be stored.
        idempotency_key: the caller's; the same key gives the report of the same term.
        readers: the children that read, which all imports of a process share.

    Raises:
        InvalidCalendar: the file is no calendar, breaks a bound, or holds nothing that can be stored.
        InvalidTerm: what is said and what is guessed make no term.
        InvalidInput: a second term is agreed to and one that is there is named.
        NotFound: this owner has no such term, or the term that the key made has been removed.
        TasksDisplaced: tasks would lose their places, and may not.
        SameTimetable: a new term would be the twin of another, and may not.
        IdempotencyKeyReused: the key came with another file or another choice before.
        RateLimited, Unavailable: other files are being read.
    """
    asked = _Import(owner, engine, content, choice, consent, idempotency_key)
    term, timetable = await asked.read(readers or FileReaders())
    if timetable.is_empty:
        raise _nothing_in(term, timetable)
    done = await asked.looked_at(term, timetable) if dry_run else await asked.stored(term, timetable)
    proposed = await count_proposals(owner, engine, term, done.term_id, timetable)
    return _report(term, timetable, done, proposed)


def _report(term: Term, timetable: Timetable, done: "_Done", proposed: int) -> ImportReport:
    if done.difference is not None:
        # Tasks stand where they stood, whatever the file says.
        timetable = timetable.model_copy(update={"tasks": ()})
    return ImportReport(
        term_id=done.term_id,
        term=term,
        courses=timetable.courses,
        timed_events=timetable.timed_events,
        tasks=timetable.tasks,
        section_rows=timetable.section_rows,
        skipped=timetable.skipped,
        difference=done.difference,
        same_as=done.same_as,
        proposals=proposed,
    )


def _nothing_in(term: Term, timetable: Timetable) -> InvalidCalendar:
    if not timetable.skipped:
        return InvalidCalendar("the calendar holds no event: choose another export")
    finding = f"nothing in the file can be stored in the term {term.first_monday} to {term.last_day}"
    return nothing_usable(finding, timetable.skipped)


@dataclass(frozen=True, slots=True)
class _Done:
    """What became of a term, or would; members as of a report."""

    term_id: str | None
    difference: Difference | None = None
    same_as: str | None = None


@dataclass(frozen=True, slots=True)
class _Import:
    """One import: the file, where it is to go, and what it may do there."""

    owner: str
    engine: AsyncEngine
    content: bytes
    choice: TermChoice
    consent: Consent
    key: str | None

    async def read(self, readers: FileReaders) -> tuple[Term, Timetable]:
        """The term and the timetable in it, worked out in a child."""
        choice = self.choice
        if choice.term_id is not None:
            if self.consent.twin:
                raise InvalidInput(f"the term {choice.term_id!r} is there already: name it, or ask for a new one")
            async with self.engine.connect() as conn:
                choice = TermChoice.of((await load_term(self.owner, conn, choice.term_id)).term)
        return await readers.read(self.owner, InvalidCalendar, read_timetable, self.content, choice)

    async def looked_at(self, term: Term, timetable: Timetable) -> _Done:
        """What would become of the term."""
        async with self.engine.connect() as conn:
            if self.choice.term_id is None:
                return _Done(None, same_as=await term_with(self.owner, conn, term, timetable))
            found = await look_at_replacement(self.owner, conn, self.choice.term_id, timetable)
            return _Done(self.choice.term_id, found.difference if found else None)

    async def stored(self, term: Term, timetable: Timetable) -> _Done:
        """What became of the term in which the timetable now stands."""
        [mark] = ascending_ulids(1)
        async with self.engine.begin() as conn:
            await ensure_user(self.owner, conn)
            first = await id_once(self.owner, conn, _OPERATION, self.key, self._body(), mark)
            term_id = self.choice.term_id or first
            if first != mark:
                return await self._done_before(conn, term_id)
            if self.choice.term_id is None:
                await self._make(conn, term_id, term, timetable)
                return _Done(term_id)
            return _Done(term_id, await self._replace(conn, term_id, timetable))

    async def _make(self, conn: AsyncConnection, term_id: str, term: Term, timetable: Timetable) -> None:
        await lock_new_terms(self.owner, conn)
        if not self.consent.twin and (twin := await term_with(self.owner, conn, term, timetable)) is not None:
            raise _same(twin, term)
        await insert_term(self.owner, conn, term_id, term)
        await replace_timetable(self.owner, conn, term_id, timetable, displace=False)

    async def _replace(self, conn: AsyncConnection, term_id: str, timetable: Timetable) -> Difference | None:
        await lock_term(self.owner, conn, term_id)
        difference = await replace_timetable(self.owner, conn, term_id, timetable, displace=self.consent.displace)
        if difference is None or not difference.is_empty:
            await raise_version(self.owner, conn, term_id)
        if difference is not None and self.key is not None:
            told = {"difference": difference.model_dump(mode="json")}
            await add_to_answer(self.owner, conn, _OPERATION, self.key, told)
        return difference

    async def _done_before(self, conn: AsyncConnection, term_id: str) -> _Done:
        """What the key did first."""
        await load_term(self.owner, conn, term_id)
        told = (await load_answer(self.owner, conn, _OPERATION, self.key or "")).get("difference")
        return _Done(term_id, Difference.model_validate(told) if told is not None else None)

    def _body(self) -> dict[str, Any]:
        choice = self.choice
        agreed = {name: True for name in ("displace", "twin") if getattr(self.consent, name)}
        return {
            "file": hashlib.sha256(self.content).hexdigest(),
            "first_monday": choice.first_monday and choice.first_monday.isoformat(),
            "weeks": choice.weeks,
            "zone": choice.zone,
            "sections": choice.sections and [section.model_dump(mode="json") for section in choice.sections],
            "term_id": choice.term_id,
            **agreed,
        }


def _same(term_id: str, term: Term) -> SameTimetable:
    message = (
        f"term {term_id!r} from {term.first_monday} holds this timetable already: use that term, "
        "or make another with new (--new)"
    )
    return SameTimetable(message, term_id=term_id)
