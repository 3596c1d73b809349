"""What the workflows of reminders do."""

from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio import activity
from ulid import ULID

from activities.failures import translated_errors
from services.deliver_reminder import Claim, ReminderState, deliver_reminder, look_at_reminder
from services.reminder_desk import Clock
from storage.clock import database_clock
from workflows.messages import ReminderClaim, ReminderLook
from workflows.ports import ReminderSteps


class StoredReminderSteps(ReminderSteps):
    """One transaction each; one that is asked again finds what was done.

    Args:
        hardened: whether due messages say that their content is data (rule REMIND-23).
        clock: by which reminders are due.
    """

    def __init__(self, engine: AsyncEngine, *, hardened: bool = False, clock: Clock = database_clock) -> None:
        self._engine = engine
        self._hardened = hardened
        self._clock = clock

    @activity.defn(name="reminder.look")
    async def look(self, claim: ReminderClaim) -> ReminderLook:
        """See how the reminder stands, and find the turn of a delivery whose outcome was lost."""
        with translated_errors():
            state = await look_at_reminder(claim.user_id, self._engine, self._clock, self._made(claim))
        return _told(state)

    @activity.defn(name="reminder.deliver")
    async def deliver(self, claim: ReminderClaim) -> ReminderLook:
        """Deliver the earliest due reminder of the session, and see how this one stands then."""
        with translated_errors():
            state = await deliver_reminder(claim.user_id, self._engine, self._clock, self._made(claim))
        return _told(state)

    def _made(self, claim: ReminderClaim) -> Claim:
        return Claim(claim.session_id, claim.schedule_id, _turn_id(claim), self._hardened)


def _turn_id(claim: ReminderClaim) -> str:
    """The id of the turn that the attempt begins, however often it is made (rule REMIND-33)."""
    return str(ULID.from_bytes(claim.claimed_at.to_bytes(6, "big") + bytes.fromhex(claim.claim)[:10]))


def _told(state: ReminderState) -> ReminderLook:
    turn = state.turn
    return ReminderLook(
        state.verdict,
        state.wait.total_seconds(),
        state.is_segment,
        turn.id if turn else "",
        turn.seq if turn else 0,
    )
