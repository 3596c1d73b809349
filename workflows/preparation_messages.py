"""What crosses between clients, the workflow of a preparation and its activities; as in ``workflows.messages``."""

from dataclasses import dataclass, field

ADJUST_UPDATE = "prep.adjust"
CONFIRM_UPDATE = "prep.confirm"
CHANGED_SIGNAL = "prep.changed"
"""Tells the workflow to read its preparation again: the meeting was moved, called off, or facts were reported anew."""

PreparationValue = bool | int | float | str


def preparation_workflow_id(preparation_id: str) -> str:
    """The id under which operators find the workflow of a preparation."""
    return f"prep:{preparation_id}"


@dataclass(frozen=True)
class PreparationInput:
    """Starts a preparation. Everything else about it stands in its row."""

    user_id: str
    preparation_id: str


@dataclass(frozen=True)
class PreparationLook:
    """Asks where a preparation stands.

    Attributes:
        begins: whether its workflow has just begun, and asks where an earlier one of it stopped.
    """

    user_id: str
    preparation_id: str
    begins: bool = False


@dataclass(frozen=True)
class PreparationNow:
    """Where a preparation stands.

    Attributes:
        status: as ``domain.preparation.sessions.Status`` has it, or ``gone``.
        wait_seconds: until it goes on by itself; zero where it does not wait.
        next_step: the first number that no step has yet.
        unsent: steps of which the devices or the person were not told all that they are to be, the oldest first.
        untold: the recommendation of which the person was not told; these three only where the workflow has just begun.
    """

    status: str
    wait_seconds: float = 0.0
    next_step: int = 0
    unsent: tuple[int, ...] = ()
    untold: tuple[int, ...] = ()


@dataclass(frozen=True)
class PreparationStepInput:
    """Names one ledgered step of a preparation; steps count from 0.

    Attributes:
        of: the step on which it builds; -1 for none.
        answer: the step that asked a model; -1 for none.
        word: of a notice, what it is about: ``executed``, ``recommended`` or ``confirm``.
    """

    user_id: str
    preparation_id: str
    step: int
    of: int = -1
    answer: int = -1
    word: str = ""


@dataclass(frozen=True)
class PreparationOutcome:
    """What a step hands back to its workflow.

    Attributes:
        verdict: the word on which the workflow branches.
        step: where the whole outcome lies in the ledger.
        brief: one line for operators, without a word of the person.
        decided_by: who gave the answer behind the step.
        seq: place of the row that was recorded; 0 for none.
        asks: whether a model may be asked next.
    """

    verdict: str
    step: int
    brief: str
    decided_by: str = ""
    seq: int = 0
    asks: bool = False


@dataclass(frozen=True)
class AdjustOrder:
    """A person's change of settings.

    Attributes:
        request_id: the same order sent again has the same one; also the id of the update.
        operator_id: whoever changes them.
        values: by key, checked.
    """

    request_id: str
    operator_id: str
    values: dict[str, PreparationValue] = field(default_factory=dict)


@dataclass(frozen=True)
class ConfirmOrder:
    """A person's word that what was recommended may be executed; the fields are those of ``AdjustOrder``."""

    request_id: str
    operator_id: str


@dataclass(frozen=True)
class PreparationAnswer:
    """What became of an order.

    Attributes:
        seq: place of the row that was recorded.
        code, message: of the error for which it was refused; empty where it was not.
    """

    seq: int = 0
    code: str = ""
    message: str = ""
