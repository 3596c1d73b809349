"""A reminder: waits until it is due, in a session that is live and idle (rules REMIND-30 to REMIND-35)."""

import asyncio
from datetime import timedelta

from temporalio import workflow

with workflow.unsafe.imports_passed_through():
    from workflows.messages import ReminderClaim, ReminderInput, ReminderLook, TurnInput
    from workflows.policies import local_commit_options
    from workflows.ports import ReminderSteps

from workflows.timers import until
from workflows.turn_start import begin_turn

# A session that is freed tells its reminders; one that was not told finds out by itself.
_BUSY_PAUSE = timedelta(seconds=60)
_GO_ON = "go on"


# A mistake of ours stops it only until it is mended: what is stored must be delivered.
@workflow.defn(name="Reminder")
class Reminder:
    """Waits for one reminder, and delivers whatever is due first in its session. Its id is ``reminder:{session}:{id}``.

    A cancel says that the session has ended; it goes on if that is not so any more (rule REMIND-31).
    """

    @workflow.init
    def __init__(self, reminder: ReminderInput) -> None:
        self._reminder = reminder
        self._is_told = False
        self._claim = _claim(reminder)

    @workflow.run
    async def run(self, reminder: ReminderInput) -> str:
        """Why it ended: the reminder is ``gone``, its session ``cold``, or the log ``corrupt``."""
        # A delivery under way is carried through, with the start of its turn.
        watching = asyncio.create_task(self._watch())
        while not watching.done():
            try:
                await asyncio.shield(watching)
            except asyncio.CancelledError:
                self._is_told = True
        ending = watching.result()
        if ending == _GO_ON:
            workflow.continue_as_new(self._reminder)
        return ending

    @workflow.signal(name="session.idle")
    def idle(self) -> None:
        """Look now: the session is idle, or has changed otherwise."""
        self._is_told = True

    async def _watch(self) -> str:
        look = await self._look()
        while True:
            if look.verdict == "due":
                look = await self._deliver()
            elif look.verdict in ("wait", "busy"):
                is_told = await self._is_woken(look)
                if not is_told and (look.is_segment or workflow.info().is_continue_as_new_suggested()):
                    return _GO_ON
                look = await self._look() if is_told else await self._deliver()
            elif self._is_told:
                look = await self._look()
            else:
                return look.verdict

    async def _is_woken(self, look: ReminderLook) -> bool:
        pause = _BUSY_PAUSE if look.verdict == "busy" else timedelta(seconds=look.wait_seconds)
        return await until(lambda: self._is_told, pause, f"the reminder waits ({look.verdict})")

    async def _look(self) -> ReminderLook:
        self._is_told = False
        look = await workflow.execute_local_activity_method(
            ReminderSteps.look, self._claim, summary="see how the reminder stands", **local_commit_options()
        )
        return await self._begun(look)

    async def _deliver(self) -> ReminderLook:
        """Deliver what is due first and start its turn; how the own reminder stands then."""
        self._is_told = False
        look = await workflow.execute_local_activity_method(
            ReminderSteps.deliver, self._claim, summary="deliver what is due", **local_commit_options()
        )
        return await self._begun(look)

    async def _begun(self, look: ReminderLook) -> ReminderLook:
        """Start the turn that the claim came to, be it an attempt ago; the next delivery has a claim of its own."""
        if look.turn_id:
            user, session = self._reminder.user_id, self._reminder.session_id
            await begin_turn(TurnInput(user, session, look.turn_id, look.turn_seq))
            self._claim = _claim(self._reminder)
        return look


def _claim(given: ReminderInput) -> ReminderClaim:
    """The same in every attempt at a task, whose time is another each time; so the workflow's beginning dates it."""
    begun_at = round(workflow.info().start_time.timestamp() * 1000)
    return ReminderClaim(given.user_id, given.session_id, given.schedule_id, begun_at, workflow.uuid4().hex)
