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
