"""The error tree."""

import pickle

import pytest

from domain import errors
from domain.context import errors as context_errors
from domain.errors import Conflict, DaywrightError, InUse, NotEnoughSlots, RunInProgress, TooManyRuns
from domain.preparation import errors as preparation_errors

MODULES = (vars(errors) | vars(context_errors) | vars(preparation_errors)).values()
TREE = [kind for kind in MODULES if isinstance(kind, type) and issubclass(kind, DaywrightError)]


def test_every_error_has_a_code_of_its_own() -> None:
    """A program that branches on a code branches on one error."""
    codes = [kind.code for kind in TREE]
    assert sorted(codes) == sorted(set(codes))
    assert len(TREE) > 25


def test_facts_stand_beside_the_message_and_not_in_it() -> None:
    """What a program needs it need not read out of a sentence."""
    error = RunInProgress("run 'r' is open: wait for it", run_id="r")
    assert (str(error), error.message, error.facts) == (error.message, "run 'r' is open: wait for it", {"run_id": "r"})
    assert DaywrightError("nothing beside it").facts == {}


def test_an_error_crosses_to_another_process_with_its_facts() -> None:
    """Solver processes raise for their parents."""
    crossed = pickle.loads(pickle.dumps(RunInProgress("run 'r' is open", run_id="r")))
    assert (type(crossed), crossed.message, crossed.facts) == (RunInProgress, "run 'r' is open", {"run_id": "r"})


def test_a_shortage_keeps_its_figures_as_facts_too() -> None:
    """They are read as attributes within, and as members of a problem outside."""
    error = NotEnoughSlots(3, 5, 2)
    assert error.message == "span=3: 5 slots needed, 2 free"
    assert error.facts == {"span": error.span, "required": error.required, "got": error.got}
    assert error.facts == {"span": 3, "required": 5, "got": 2}


@pytest.mark.parametrize("kind", [TooManyRuns, InUse, RunInProgress])
def test_what_only_the_present_state_forbids_is_a_conflict(kind: type[DaywrightError]) -> None:
    """The request is sound and may succeed later."""
    assert issubclass(kind, Conflict)
