"""The activities of preparations as their workflow sees them; ``activities`` has classes with the same names."""

from temporalio import activity

from workflows.preparation_messages import (
    AdjustOrder,
    ConfirmOrder,
    PreparationLook,
    PreparationNow,
    PreparationOutcome,
    PreparationStepInput,
)


class PreparationSteps:
    """What a preparation does, each but ``look`` one ledgered step a call (rules PREP-26 and PREP-29 to PREP-37)."""

    @activity.defn(name="prep.look")
    async def look(self, look: PreparationLook) -> PreparationNow:
        """See where the preparation stands, and let it go on where its time has come."""
        raise NotImplementedError

    @activity.defn(name="prep.read")
    async def read(self, step: PreparationStepInput) -> PreparationOutcome:
        """Read the weather and the room, as far as they can be read."""
        raise NotImplementedError

    @activity.defn(name="prep.recall")
    async def recall(self, step: PreparationStepInput) -> PreparationOutcome:
        """Recall what the person decided in like cases."""
        raise NotImplementedError

    @activity.defn(name="prep.recommend")
    async def recommend(self, step: PreparationStepInput) -> PreparationOutcome:
        """Record what is recommended: ``now``, ``when_confirmed`` or ``never`` says what becomes of it."""
        raise NotImplementedError

    @activity.defn(name="prep.command")
    async def command(self, step: PreparationStepInput) -> PreparationOutcome:
        """Have the devices do what another step made up; ``superseded`` where a person changed some of it meanwhile."""
        raise NotImplementedError

    @activity.defn(name="prep.notify")
    async def notify(self, step: PreparationStepInput) -> PreparationOutcome:
        """Tell the person what was recommended, and how to change it."""
        raise NotImplementedError

    @activity.defn(name="prep.record_adjustment")
    async def adjust(self, step: PreparationStepInput, order: AdjustOrder) -> PreparationOutcome:
        """Record what a person changes."""
        raise NotImplementedError

    @activity.defn(name="prep.record_confirmation")
    async def confirm(self, step: PreparationStepInput, order: ConfirmOrder) -> PreparationOutcome:
        """Record a person's word."""
        raise NotImplementedError


class PreparationModelSteps:
    """What a preparation asks of a model, each one ledgered step a call."""

    @activity.defn(name="prep.ask")
    async def ask(self, step: PreparationStepInput) -> PreparationOutcome:
        """Ask a model for the settings of the room."""
        raise NotImplementedError
