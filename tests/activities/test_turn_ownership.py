"""No step of a turn tells or does anything for somebody else's ids (rules DATA-1 and TURN-5)."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from sqlalchemy import text
from temporalio.exceptions import ApplicationError
from temporalio.testing import ActivityEnvironment, WorkflowEnvironment

from activities.ledger import Ledger
from activities.models.client import ModelClients
from activities.turn_asks import LedgeredTurnModelSteps
from activities.turn_desk import TurnDesk
from activities.turn_ledger import TurnLedger
from domain.models.patience import Patience
from services.reminder_desk import ReminderDesk
from storage.users import ensure_user
from tests.clock import Clock
from tests.talk import MONDAY, Talk
from tests.week import OWNER, Week
from worker.turns import turn_steps
from workflows.messages import RunLook, TurnEnd, TurnStep

STRANGER = "stranger"
TABLES = ("steps", "turn_events", "session_events", "turns", "sessions", "runs", "pending_reminders")


@pytest.fixture
async def talk(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Talk]:
    """A turn that no worker works on."""
    async with Week.stored(database, temporal.client) as week:
        yield Talk(week, Clock(MONDAY))


def steps_of(talk: Talk) -> list[Callable[..., Any]]:
    ledger = TurnLedger(Ledger(talk.week.engine, talk.clock))
    desk = TurnDesk(ledger, talk.week.client, "default")
    asks = LedgeredTurnModelSteps(ledger, ModelClients(()), Patience())
    return [*turn_steps(desk, ReminderDesk(talk.week.engine, talk.week.client)), asks.ask]


async def rows(talk: Talk) -> dict[str, list[tuple[Any, ...]]]:
    async with talk.week.engine.connect() as connection:
        return {
            name: [tuple(row) for row in await connection.execute(text(f"select * from {name}"))] for name in TABLES
        }


async def test_every_step_of_a_turn_refuses_a_stranger(talk: Talk) -> None:
    """Whatever step it is, with all ids of the owner: not found, and not a row differs."""
    turn = await talk.say("帮我安排这周的作业")
    run = await talk.week.reserve(turn.session_id, talk.week.request)
    async with talk.week.engine.begin() as connection:
        await ensure_user(STRANGER, connection)
    before = await rows(talk)
    for step in steps_of(talk):
        given: Any = TurnStep(STRANGER, turn.session_id, turn.id, 0, "open")
        if step.__name__ == "reply":
            given = TurnEnd(STRANGER, turn.session_id, turn.id, 1, "reply", "completed")
        elif step.__name__ == "look_at_run":
            given = RunLook(STRANGER, run.id)
        with pytest.raises(ApplicationError) as refused:
            await ActivityEnvironment().run(step, given)
        assert refused.value.type in ("not_found", "ledger_mismatch"), step.__name__
        assert OWNER not in str(refused.value)
    assert await rows(talk) == before
