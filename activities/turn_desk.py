"""What the steps of turns work with."""

from dataclasses import dataclass, field

from temporalio.client import Client

from activities.turn_ledger import TurnLedger
from activities.turn_words import message_at
from domain.turns.memory import TurnMemory
from services.run_rules import USUAL_RULES, RunRules
from workflows.messages import TurnStep


@dataclass(frozen=True, slots=True)
class TurnDesk:
    """What the steps of turns work with.

    Attributes:
        endpoint: id of the endpoint whose model may be asked in turns that begin here; None where there is none.
        rules: those of the runs that turns start.
    """

    ledger: TurnLedger
    client: Client
    endpoint: str | None = None
    rules: RunRules = field(default=USUAL_RULES)

    async def message(self, step: TurnStep, memory: TurnMemory) -> str:
        """The person's words."""
        async with self.ledger.engine.connect() as connection:
            return await message_at(step.user_id, connection, step.session_id, memory.message_seq)
