"""What the workflow of a preparation does, each but the look one ledgered step (rules PREP-29 to PREP-36)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.contextvars import bound_contextvars
from temporalio import activity

from activities.failures import translated_errors
from activities.heartbeat import beating
from activities.preparation_outside import deliver, read_outside, tell
from activities.preparation_ports import PreparationPorts
from domain.preparation.readings import Readings
from domain.preparation.recommending import Recommendation, answer_form, by_model, by_rules
from services.advance_preparation import advance_preparation
from services.preparation_ledger import ledger_end
from services.preparation_steps import PreparationStep, StepTold, find_told, read_standing
from services.recall_decisions import recall_for_preparation
from services.record_readings import record_readings, told_by
from services.record_recommendation import record_recommendation
from services.record_word import ranges_of, record_adjustment, record_confirmation
from services.reminder_desk import Clock
from storage.clock import database_clock
from workflows.preparation_messages import (
    AdjustOrder,
    ConfirmOrder,
    PreparationLook,
    PreparationNow,
    PreparationOutcome,
    PreparationStepInput,
)
from workflows.preparation_ports import PreparationSteps


@dataclass(frozen=True, slots=True)
class PreparationWorks:
    """What preparations work with.

    Attributes:
        now: the time at which calls are made.
        clock: by which they go on.
        ports: what they reach outside.
        endpoint: id of the endpoint whose model is asked; None where there is none.
    """

    engine: AsyncEngine
    now: Callable[[], datetime]
    clock: Clock = database_clock
    ports: PreparationPorts = field(default_factory=PreparationPorts)
    endpoint: str | None = None


class StoredPreparationSteps(PreparationSteps):
    """One transaction each, with what is outside of it before; one that is asked again finds what was done."""

    def __init__(self, works: PreparationWorks) -> None:
        self._works = works

    @activity.defn(name="prep.look")
    async def look(self, look: PreparationLook) -> PreparationNow:
        """See where the preparation stands, and let it go on where its time has come."""
        engine, owner, preparation_id = self._works.engine, look.user_id, look.preparation_id
        with translated_errors():
            now = await advance_preparation(owner, engine, preparation_id, self._works.clock)
            status, wait = now.status or "gone", now.wait.total_seconds()
            if not look.begins:
                return PreparationNow(status, wait)
            async with engine.connect() as conn:
                end = await ledger_end(owner, conn, preparation_id)
        return PreparationNow(status, wait, end.next_step, end.unsent, end.untold)

    @activity.defn(name="prep.read")
    async def read(self, step: PreparationStepInput) -> PreparationOutcome:
        """Read the weather and the room, as far as they can be read; one that was read is not read again."""
        works, owner, named = self._works, step.user_id, _named(step, "read")

        async def do() -> StepTold:
            standing = await read_standing(owner, works.engine, step.preparation_id, works.clock)
            weather, room, ranges = await read_outside(owner, works.ports, standing)
            return await record_readings(owner, works.engine, named, (weather, room), ranges, works.clock)

        told = await self._once(step, named, do)
        return _outcome(step, told, asks=works.endpoint is not None)

    @activity.defn(name="prep.recall")
    async def recall(self, step: PreparationStepInput) -> PreparationOutcome:
        """Recall what the person decided at like temperatures."""
        works, owner, named = self._works, step.user_id, _named(step, "recall")

        async def do() -> StepTold:
            temp = (await self._readings(step)).outdoor_temp
            return await recall_for_preparation(owner, works.engine, named, temp, works.clock)

        return _outcome(step, await self._once(step, named, do))

    @activity.defn(name="prep.recommend")
    async def recommend(self, step: PreparationStepInput) -> PreparationOutcome:
        """Record what is recommended: ``now``, ``when_confirmed`` or ``never`` says what becomes of it."""
        works, owner, named = self._works, step.user_id, _named(step, "recommend")

        async def do() -> StepTold:
            recommendation = await self._recommendation(step)
            return await record_recommendation(owner, works.engine, named, recommendation, works.clock)

        return _outcome(step, await self._once(step, named, do))

    @activity.defn(name="prep.command")
    async def command(self, step: PreparationStepInput) -> PreparationOutcome:
        """Have the devices do what another step made up; ``superseded`` where a person changed some of it meanwhile."""
        works = self._works
        with translated_errors(), bound_contextvars(preparation=step.preparation_id):
            async with beating():
                told = await deliver(works.engine, works.clock, works.ports.devices, step)
        return _outcome(step, told)

    @activity.defn(name="prep.notify")
    async def notify(self, step: PreparationStepInput) -> PreparationOutcome:
        """Tell the person what was recommended, and how to change it."""
        works = self._works
        with translated_errors(), bound_contextvars(preparation=step.preparation_id):
            async with beating():
                told = await tell(works.engine, works.clock, works.ports.notifications, step)
        return _outcome(step, told)

    @activity.defn(name="prep.record_adjustment")
    async def adjust(self, step: PreparationStepInput, order: AdjustOrder) -> PreparationOutcome:
        """Record what a person changes."""
        named = PreparationStep(step.preparation_id, step.step, "adjust", order.request_id)
        works = self._works
        with translated_errors():
            told = await record_adjustment(
                step.user_id, works.engine, named, order.operator_id, order.values, works.clock
            )
        return _outcome(step, told)

    @activity.defn(name="prep.record_confirmation")
    async def confirm(self, step: PreparationStepInput, order: ConfirmOrder) -> PreparationOutcome:
        """Record a person's word."""
        named = PreparationStep(step.preparation_id, step.step, "confirm", order.request_id)
        works = self._works
        with translated_errors():
            told = await record_confirmation(step.user_id, works.engine, named, order.operator_id, works.clock)
        return _outcome(step, told)

    async def _once(
        self, step: PreparationStepInput, named: PreparationStep, do: Callable[[], Awaitable[StepTold]]
    ) -> StepTold:
        with translated_errors(), bound_contextvars(preparation=step.preparation_id):
            async with beating():
                done = await find_told(step.user_id, self._works.engine, named)
                return done or await do()

    async def _readings(self, step: PreparationStepInput) -> Readings:
        """What was read in this round; where that step failed, the weather that was reported."""
        told = await told_by(step.user_id, self._works.engine, step.preparation_id, step.of)
        if "readings" in told:
            return Readings.model_validate(told["readings"])
        facts = (await read_standing(step.user_id, self._works.engine, step.preparation_id)).record.session
        return Readings(outdoor_temp=facts.weather_temp, condition=facts.weather_condition)

    async def _recommendation(self, step: PreparationStepInput) -> Recommendation:
        works, readings = self._works, await self._readings(step)
        record = (await read_standing(step.user_id, works.engine, step.preparation_id)).record
        ranges, told = ranges_of(record), await told_by(step.user_id, works.engine, step.preparation_id, step.answer)
        if "answer" not in told or record.recalled is None:
            return by_rules(readings, ranges)
        form = answer_form(ranges)
        answer = {key: told["answer"].get(key) for key in form.model_fields} | {"reason": ""}
        return by_model(form.model_validate(answer), readings, ranges)


def _named(step: PreparationStepInput, name: str) -> PreparationStep:
    return PreparationStep(step.preparation_id, step.step, name, [step.of, step.answer])


def _outcome(step: PreparationStepInput, told: StepTold, *, asks: bool = False) -> PreparationOutcome:
    return PreparationOutcome(told.verdict, step.step, told.brief, told.decided_by, told.told.get("seq", 0), asks)
