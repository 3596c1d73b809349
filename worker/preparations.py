"""The activities of preparations, as one worker process serves them."""

from typing import Any

from activities.preparation import PreparationWorks, StoredPreparationSteps


def preparation_steps(works: PreparationWorks) -> list[Any]:
    """Every activity of a preparation but the one that asks a model."""
    steps = StoredPreparationSteps(works)
    return [
        steps.look,
        steps.read,
        steps.recall,
        steps.recommend,
        steps.command,
        steps.notify,
        steps.adjust,
        steps.confirm,
    ]
