"""Asking a model for the settings of a room, as ledgered steps of their own (rules PREP-20, PREP-27 and PREP-31)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from temporalio import activity
from temporalio.exceptions import ApplicationError

from activities.asking import taken
from activities.failures import translated_errors
from activities.heartbeat import beating
from activities.model_rows import row_of
from activities.models.client import ModelClients
from activities.models.faults import ModelFault
from activities.models.reply import Reply
from activities.preparation import PreparationWorks
from domain.models.patience import Patience
from domain.models.prompt import Prompt
from domain.preparation.briefing import briefing
from domain.preparation.readings import Readings
from domain.preparation.recommending import recommendation_message, recommendation_prompt
from services.preparation_steps import PreparationStep, StepTold, find_told, read_standing
from services.record_readings import record_answer, told_by, was_forgotten
from services.record_word import ranges_of
from storage.model_calls import ModelCall, read_model_calls, write_model_call
from storage.preparations import PreparationRecord, lock_preparation
from workflows.preparation_messages import PreparationOutcome, PreparationStepInput
from workflows.preparation_ports import PreparationModelSteps

# A step that kills its worker each time must not be tried for ever.
_MOST_ATTEMPTS = 20


class LedgeredPreparationModelSteps(PreparationModelSteps):
    """Each ask calls the model once and stores what came of it; the rules recommend where that is of no use."""

    def __init__(self, works: PreparationWorks, clients: ModelClients, patience: Patience) -> None:
        self._works = works
        self._clients = clients
        self._patience = patience

    @activity.defn(name="prep.ask")
    async def ask(self, step: PreparationStepInput) -> PreparationOutcome:
        """Ask a model for the settings of the room.

        The verdict is ``given`` where an answer came, ``away`` or ``refused`` where none did, ``forgotten`` where the
        history was forgotten meanwhile, and ``skipped`` where nothing is asked.
        """
        asking = _Asking(self._works, self._clients, self._patience, step, activity.info().attempt)
        with translated_errors():
            async with beating():
                told = await find_told(step.user_id, self._works.engine, asking.named) or await asking.done()
        return PreparationOutcome(told.verdict, step.step, told.brief, told.decided_by)


@dataclass(slots=True)
class _Asking:
    """One attempt at one ask."""

    works: PreparationWorks
    clients: ModelClients
    patience: Patience
    step: PreparationStepInput
    attempt: int
    call: ModelCall | None = None
    earlier: Sequence[ModelCall] = field(default_factory=tuple)

    @property
    def named(self) -> PreparationStep:
        """The step."""
        return PreparationStep(self.step.preparation_id, self.step.step, "ask", self.step.of)

    async def done(self) -> StepTold:
        """What came of it, recorded.

        Raises:
            ApplicationError: the call failed and is made again; it says when.
        """
        works, owner = self.works, self.step.user_id
        record = (await read_standing(owner, works.engine, self.step.preparation_id, works.clock)).record
        told = await self._asked(record)
        return await record_answer(owner, works.engine, self.named, told, self.call, record, works.clock)

    async def _asked(self, record: PreparationRecord) -> StepTold:
        if record.recalled is None or record.status != "preparing" or self.works.endpoint is None:
            return StepTold("skipped", "nothing to ask")
        if self.attempt > _MOST_ATTEMPTS:
            return StepTold("away", "asking was broken off again and again")
        prompt = await self._prompt(record)
        self.earlier = await self._failed_before()
        began, endpoint = self.works.now(), (self.works.endpoint, self._model(self.works.endpoint))
        within = self.patience.call(taken(self.earlier), taken(self.earlier))
        try:
            reply = await self.clients.ask(self.works.endpoint, prompt, within=within)
        except ModelFault as fault:
            # Waiting for a place at the endpoint is no time of the call, but it is time of the preparation.
            fault.seconds = max(fault.seconds, (self.works.now() - began).total_seconds())
            row = row_of(self.step, self.attempt, endpoint, prompt, began, fault)
            return await self._failed(record, row, fault)
        self.call = row_of(self.step, self.attempt, endpoint, prompt, began, reply)
        return _given(reply)

    async def _prompt(self, record: PreparationRecord) -> Prompt:
        told = await told_by(self.step.user_id, self.works.engine, record.id, self.step.of)
        readings, ranges = Readings.model_validate(told.get("readings", {})), ranges_of(record)
        message = recommendation_message(readings, ranges, record.locale)
        facts, recalled = record.session, record.recalled or ()
        name = facts.booker_name or facts.booker_id
        briefed = briefing(message, name, recalled, readings.outdoor_temp, record.locale)
        return recommendation_prompt(briefed, ranges, record.locale)

    def _model(self, endpoint: str) -> str:
        return next((known.model for known in self.clients.endpoints if known.id == endpoint), "")

    async def _failed_before(self) -> Sequence[ModelCall]:
        """The calls of earlier attempts at this step; all of them failed."""
        step = self.step
        if self.attempt == 1:
            return ()
        async with self.works.engine.connect() as connection:
            return await read_model_calls(step.user_id, connection, "preparation", step.preparation_id, [step.step])

    async def _failed(self, asked: PreparationRecord, row: ModelCall, fault: ModelFault) -> StepTold:
        """Raised while there is patience; then the rules recommend."""
        brief = f"the model was asked: {fault.kind}"
        if not fault.retryable:
            self.call = row
            return StepTold("refused", brief)
        spent = taken((*self.earlier, row))
        pause = self.patience.pause(len(self.earlier) + 1, fault.retry_after_seconds, spent, spent)
        if pause is not None:
            await self._put_off(asked, replace(row, wait_seconds=pause))
        self.call = row
        return StepTold("away", brief)

    async def _put_off(self, asked: PreparationRecord, row: ModelCall) -> None:
        """Store the failed call by itself, unless it was forgotten, and have the next attempt made after its pause."""
        async with self.works.engine.begin() as connection:
            record = await lock_preparation(self.step.user_id, connection, self.step.preparation_id)
            if not was_forgotten(asked, record):
                await write_model_call(self.step.user_id, connection, row)
        pause = timedelta(seconds=row.wait_seconds)
        # What lies behind the fault may quote the endpoint, and is written into logs with its cause.
        raise ApplicationError(
            f"the model was asked: {row.outcome}", type=f"model_{row.outcome}", next_retry_delay=pause
        ) from None


def _given(reply: Reply) -> StepTold:
    """The values; why they are recommended stands with the call, and is forgotten with it."""
    told = reply.answer.model_dump(mode="json", exclude={"reason"})
    values = {key: value for key, value in told.items() if value is not None}
    return StepTold("given", f"the model gave {len(values)} values", {"answer": values}, "model")
