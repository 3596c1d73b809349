"""Stop a turn: one at work ends what it does and says so, one that waits is never begun (rule TURN-9)."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio.client import Client

from domain.errors import Unavailable
from domain.turns.wording import say
from services.end_turn import TurnEnding, end_turn, locale_in
from services.run_rules import USUAL_RULES, RunRules
from services.start_turn import start_turn_workflow
from storage.sessions import lock_session
from storage.turn_events import read_turn_events
from storage.turns import TurnRecord, load_turn
from workflows.connection import OUTAGES, is_away


async def stop_turn(
    owner: str, engine: AsyncEngine, client: Client, turn_id: str, now: datetime, rules: RunRules = USUAL_RULES
) -> TurnRecord:
    """Ask a turn that is at work to stop, or close one that is queued; one that has ended is left as it is.

    The answer is the turn as it is then: one at work ends a moment later.

    Raises:
        NotFound: no such turn of this owner.
        Unavailable: Temporal does not answer; nothing was changed.
    """
    async with engine.begin() as connection:
        turn = await load_turn(owner, connection, turn_id)
        if turn.status == "queued":
            turn = await _taken_back(owner, connection, turn, now)
    if turn.status == "running":
        await tell_to_stop(owner, client, turn, rules)
    return turn


async def stop_meant(
    owner: str, engine: AsyncEngine, client: Client, cancelling: TurnRecord, rules: RunRules = USUAL_RULES
) -> None:
    """Tell the turn to stop for which a queued message was said, if it is still at work.

    Raises:
        Unavailable: Temporal does not answer.
    """
    async with engine.connect() as connection:
        target = await turn_to_stop(owner, connection, cancelling.id)
    if target is not None and target.status == "running":
        await tell_to_stop(owner, client, target, rules)


async def turn_to_stop(owner: str, connection: AsyncConnection, turn_id: str) -> TurnRecord | None:
    """The turn that was at work when the message of this one was said to stop it; None where it stops none.

    Raises:
        NotFound: this owner has no such turn.
    """
    told = await read_turn_events(owner, connection, turn_id, limit=1)
    stopped = told[0].data.get("stops") if told else None
    return None if stopped is None else await load_turn(owner, connection, str(stopped))


async def tell_to_stop(owner: str, client: Client, turn: TurnRecord, rules: RunRules = USUAL_RULES) -> None:
    """Tell the workflow of a turn to stop; one that Temporal does not know yet is started with that.

    Raises:
        Unavailable: Temporal does not answer.
    """
    try:
        await start_turn_workflow(owner, client, turn, rules, stopped=True)
    except OUTAGES as error:
        if not is_away(error):
            raise
        raise Unavailable("the turn could not be stopped, Temporal does not answer: try again in a moment") from error


async def _taken_back(owner: str, connection: AsyncConnection, turn: TurnRecord, now: datetime) -> TurnRecord:
    await lock_session(owner, connection, turn.session_id)
    turn = await load_turn(owner, connection, turn.id, lock=True)
    if turn.status != "queued":
        return turn
    text = say(locale_in(turn), "stopped.queued")
    await end_turn(owner, connection, turn, 0, TurnEnding("cancelled", text, "cancelled"), now)
    return await load_turn(owner, connection, turn.id)
