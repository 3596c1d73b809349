"""Why a commit was refused, as a value that is kept and told again (rule CONFIRM-8)."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from domain import errors
from domain.commit.conflicts import Conflict
from domain.commit.undo import Dependent
from domain.commit.wording import tell
from domain.errors import DaywrightError
from domain.schedule.state import Locale

_KINDS: dict[str, type[DaywrightError]] = {
    kind.code: kind
    for kind in (
        errors.CommitConflict,
        errors.AlreadyConfirmed,
        errors.RevisionOutdated,
        errors.RevisionMismatch,
        errors.RunInProgress,
        errors.PreviewNotFound,
        errors.UndoConflict,
        errors.NotArranged,
        errors.InUse,
    )
}


class Problem(BaseModel):
    """A refusal: stable code, sentence, and what a program needs beside it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    message: str
    facts: dict[str, Any]

    @classmethod
    def of(cls, error: DaywrightError) -> "Problem":
        """The problem of an error."""
        return cls(code=error.code, message=error.message, facts=dict(error.facts))

    def error(self, **facts: object) -> DaywrightError:
        """The error again, with more facts where it has none of that name."""
        return _KINDS.get(self.code, errors.Conflict)(self.message, **{**facts, **self.facts})


def conflicting(locale: Locale, found: Sequence[Conflict]) -> Problem:
    """The refusal of a confirm by what is in its way."""
    message = tell(locale, "conflicts", count=len(found), first=found[0].message)
    return Problem(code=errors.CommitConflict.code, message=message, facts={"conflicts": _listed(found)})


def depended_on(locale: Locale, found: Sequence[Dependent]) -> Problem:
    """The refusal of an undo by what rests on the commit."""
    message = tell(locale, "undo.conflicts", count=len(found), first=found[0].message)
    return Problem(code=errors.UndoConflict.code, message=message, facts={"dependents": _listed(found)})


def _listed(found: Sequence[Conflict] | Sequence[Dependent]) -> list[dict[str, Any]]:
    return [one.model_dump(mode="json") for one in found]
