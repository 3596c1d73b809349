"""Plan the rest again: a plan run for what was not done today, from now on (rule READ-8)."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio.client import Client

from domain.errors import InvalidWindow, NothingToPlace
from domain.plan.rest import first_section
from domain.requests import PlanRequest
from domain.schedule.state import Locale
from domain.term.calendar import SECTIONS_PER_DAY, Term
from domain.term.clock import day_span
from services.once import id_once
from services.read_now import local_day, term_today
from services.run_rules import USUAL_RULES, RunRules
from services.start_run import RunOrder, launch, make_run
from services.ulids import ascending_ulids
from storage.placed_items import load_undone
from storage.runs import RunRecord, load_run
from storage.terms import TermRecord

USUAL_DAYS = 7
_MOST_CLASSES = 100


@dataclass(frozen=True, slots=True)
class RestWish:
    """What is said about the rest.

    Attributes:
        session_id: the session in which it is planned; None for a new one.
        last: last day of the plan; None for six days after today, or the last of the term.
        idempotency_key: the caller's; the same key gives the same run, whatever was said not to be done since.
    """

    session_id: str | None = None
    last: date | None = None
    locale: Locale = "zh-CN"
    idempotency_key: str | None = None


async def plan_rest(
    owner: str, engine: AsyncEngine, client: Client, wish: RestWish, now: datetime, rules: RunRules = USUAL_RULES
) -> RunRecord:
    """The plan run of today's tasks that were said not to be done, none of which it places before now.

    Raises:
        NoTermToday: no term holds today.
        NothingToPlace: nothing of today was said not to be done, or it has been arranged again.
        InvalidWindow: no section is left from now to the last day.
        DaywrightError: otherwise as ``start_run`` does.
    """
    async with engine.begin() as connection:
        run = await _reserve(owner, connection, wish, now)
    await launch(owner, client, run, rules)
    return run


async def _reserve(owner: str, connection: AsyncConnection, wish: RestWish, now: datetime) -> RunRecord:
    session_id, new_id = ascending_ulids(2)
    # As it was sent: what there is to be planned differs from moment to moment.
    body = {"session": wish.session_id, "last": str(wish.last) if wish.last else None, "locale": wish.locale}
    run_id = await id_once(owner, connection, "plan_rest", wish.idempotency_key, body, new_id)
    if run_id != new_id:
        return await load_run(owner, connection, run_id)
    request = await _request(owner, connection, wish, now)
    order = RunOrder(wish.session_id, request)
    return await make_run(owner, connection, order, (session_id, run_id), now, only_unended=True)


async def _request(owner: str, connection: AsyncConnection, wish: RestWish, now: datetime) -> PlanRequest:
    record = await term_today(owner, connection, now)
    undone = await _undone(owner, connection, record, now)
    class_ids = tuple(dict.fromkeys(class_id for _, class_id in undone))[:_MOST_CLASSES]
    first, last = _window(record.term, now, wish.last)
    return PlanRequest(
        term_id=record.id,
        first=first,
        last=last,
        class_ids=class_ids,
        locale=wish.locale,
        item_ids=tuple(item_id for item_id, class_id in undone if class_id in class_ids),
        not_before=now,
    )


async def _undone(owner: str, connection: AsyncConnection, record: TermRecord, now: datetime) -> list[tuple[str, str]]:
    today = local_day(record.term, now)
    span = day_span(record.term, today, today)
    undone = await load_undone(owner, connection, record.id, record.term.position(today), span)
    if not undone:
        raise NothingToPlace(f"no task of {today} waits: say which of them was not done first")
    return undone


def _window(term: Term, now: datetime, wished: date | None) -> tuple[date, date]:
    """First and last day: from today, or from tomorrow once the last section of today has begun."""
    today = local_day(term, now)
    first = today if first_section(term, today, now) <= SECTIONS_PER_DAY else today + timedelta(days=1)
    last = wished or min(today + timedelta(days=USUAL_DAYS - 1), term.last_day)
    if last < first:
        raise InvalidWindow(f"no section is left from now to {last}: give a later last day, up to {term.last_day}")
    return first, last
