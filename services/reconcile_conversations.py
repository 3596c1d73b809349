"""Bring turns and reminders together with their workflows again where one was lost (rule REMIND-36)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Literal

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client, WorkflowExecutionStatus
from temporalio.service import RPCError

from domain.reminders.instants import milliseconds_of
from services.arm_reminders import arm, reminder_workflow_id
from services.end_turn import close_lost_turn
from services.rebuild_reminders import rebuild_reminders
from services.reminder_desk import LIVE_FOR, ReminderDesk
from services.run_rules import USUAL_RULES, RunRules
from services.start_turn import launch_turn, start_turn_workflow, workflow_id
from services.stop_turn import stop_meant
from services.workflow_status import status_of
from storage.advisory_locks import CONVERSATIONS, trying_lock
from storage.engine import is_outage
from storage.pending_reminders import OwnedReminder, sleepless_reminders
from storage.turns import OwnedTurn, TurnRecord, blocked_sessions, free_session, open_turns
from workflows.connection import is_away

# Younger turns are being started by those who asked for them.
_GRACE = timedelta(seconds=5)
# A workflow that runs has delivered by then, or waits for a turn to end.
_OVERDUE = timedelta(seconds=60)
_PAGE = 100

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Rejoined:
    """What was done.

    Attributes:
        started: turns whose workflow was started.
        lost: turns that were closed, because their workflow had ended.
        freed: sessions that go on.
        armed: workflows of reminders that were started, or told to look.
        rebuilt: sessions whose rows of reminders were made anew.
    """

    started: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    freed: tuple[str, ...] = ()
    armed: tuple[str, ...] = ()
    rebuilt: tuple[str, ...] = ()


async def reconcile_conversations(
    engine: AsyncEngine, client: Client, now: datetime, rules: RunRules = USUAL_RULES, *, first: bool = False
) -> Rejoined:
    """Go through the open turns and the reminders once; nothing where another process is at it.

    Args:
        first: whether this process has just begun: then the table of reminders is compared with the logs, and all that
            Temporal does not list are started.

    Raises:
        One of ``storage.engine.OUTAGES`` or ``workflows.connection.OUTAGES``: the database or Temporal is away; what
            was done until then stays done.
    """
    async with trying_lock(engine, CONVERSATIONS) as is_ours:
        if not is_ours:
            return Rejoined()
        started, lost = await _reconcile_turns(engine, client, now, rules)
        freed = await _free_sessions(engine, client, now, rules)
        rebuilt = await rebuild_reminders(engine) if first else ()
        return Rejoined(started, lost, freed, await _arm_all(engine, client, now, first), rebuilt)


async def _reconcile_turns(
    engine: AsyncEngine, client: Client, now: datetime, rules: RunRules
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Ids of the turns that were started, and of those that were closed."""
    done: dict[str, list[str]] = {"started": [], "lost": []}
    page = await _turns(engine, now, "")
    while page:
        for owned in page:
            outcome = await _tried(engine, client, owned, now, rules)
            if outcome is not None:
                done[outcome].append(owned.turn.id)
        page = await _turns(engine, now, page[-1].turn.id)
    return tuple(done["started"]), tuple(done["lost"])


async def _tried(
    engine: AsyncEngine, client: Client, owned: OwnedTurn, now: datetime, rules: RunRules
) -> Literal["started", "lost"] | None:
    """What was done about a turn; one that cannot be reconciled is left to the next time, and stops no other."""
    try:
        return await _reconcile_turn(engine, client, owned, now, rules)
    except Exception as error:
        if is_outage(error) or is_away(error) or isinstance(error, RPCError):
            raise
        _log.warning("turn could not be reconciled", turn=owned.turn.id, exc_info=error)
        return None


async def _reconcile_turn(
    engine: AsyncEngine, client: Client, owned: OwnedTurn, now: datetime, rules: RunRules
) -> Literal["started", "lost"] | None:
    if owned.turn.status != "running":
        if owned.turn.kind == "cancel":
            # Whoever said it may have died before the turn at work was told (rule TURN-9).
            await stop_meant(owned.owner, engine, client, owned.turn, rules)
        return None
    status = await status_of(client, workflow_id(owned.turn))
    if status is None:
        # A workflow that Temporal has lost begins again at step 0 and finds each step that was done in the ledger.
        return "started" if await start_turn_workflow(owned.owner, client, owned.turn, rules) else None
    if status is WorkflowExecutionStatus.RUNNING:
        return None
    return "lost" if await _close(engine, client, owned, now, rules) else None


async def _turns(engine: AsyncEngine, now: datetime, after: str) -> list[OwnedTurn]:
    async with engine.connect() as connection:
        return await open_turns(connection, now - _GRACE, after, _PAGE)


async def _close(engine: AsyncEngine, client: Client, owned: OwnedTurn, now: datetime, rules: RunRules) -> bool:
    closing = await close_lost_turn(owned.owner, engine, owned.turn.id, now)
    if closing is not None and closing.following is not None:
        await launch_turn(owned.owner, client, closing.following, rules)
    return closing is not None


async def _free_sessions(engine: AsyncEngine, client: Client, now: datetime, rules: RunRules) -> tuple[str, ...]:
    """Sessions whose active turn has ended without making way for the next."""
    async with engine.connect() as connection:
        blocked = await blocked_sessions(connection, _PAGE)
    for owner, session_id in blocked:
        async with engine.begin() as connection:
            following: TurnRecord | None = await free_session(owner, connection, session_id, now)
        if following is not None:
            await launch_turn(owner, client, following, rules)
    return tuple(session_id for _, session_id in blocked)


async def _arm_all(engine: AsyncEngine, client: Client, now: datetime, first: bool) -> tuple[str, ...]:
    running = await _running(client) if first else frozenset()
    due_before = None if first else milliseconds_of(now - _OVERDUE)
    armed: list[str] = []
    after = ("", "")
    while page := await _sleepless(engine, now, due_before, after):
        missing = [each for each in page if each.reminder.armed_at is None or _name(each) not in running]
        armed += await _arm_page(ReminderDesk(engine, client), missing, now)
        after = page[-1].reminder.session_id, page[-1].reminder.schedule_id
    return tuple(armed)


async def _arm_page(desk: ReminderDesk, missing: Iterable[OwnedReminder], now: datetime) -> list[str]:
    armed: list[str] = []
    for (owner, session_id), group in groupby(missing, lambda each: (each.owner, each.reminder.session_id)):
        ids = await arm(owner, desk, [each.reminder for each in group], now)
        armed += [reminder_workflow_id(session_id, each) for each in ids]
    return armed


async def _sleepless(
    engine: AsyncEngine, now: datetime, due_before: int | None, after: tuple[str, str]
) -> list[OwnedReminder]:
    async with engine.connect() as connection:
        return await sleepless_reminders(connection, now - LIVE_FOR, due_before, after, _PAGE)


async def _running(client: Client) -> frozenset[str]:
    """Names of the workflows of reminders that Temporal lists; a younger one may be missing, which does no harm."""
    found = client.list_workflows("WorkflowType = 'Reminder' AND ExecutionStatus = 'Running'", page_size=1000)
    return frozenset([each.id async for each in found])


def _name(owned: OwnedReminder) -> str:
    return reminder_workflow_id(owned.reminder.session_id, owned.reminder.schedule_id)
