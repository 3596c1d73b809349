"""The description tells what the API does: every operation is asked with data of its form and beyond it."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.generation.meta import TestPhase
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.schemas import BaseSchema

from tests.api.conformance import Asker, described_api
from tests.api.routes import ROUTES, Route
from tests.api.watched import Watched
from tests.sample import is_passed_over, stride

# Of the boundary cases, of which there are hundreds to an operation, so many are passed over for one that is tried;
# 1 tries all of them, in a quarter of an hour.
_STRIDE = 12
# Said by the test, since settings of a test, even those of the profile, hide what the schema says.
_EXAMPLES = 100 // stride(_STRIDE)


@cache
def _described() -> BaseSchema:
    return described_api()


@pytest.fixture(scope="module")
def asker(watched: Watched) -> Iterator[Asker]:
    asker = Asker(watched)
    yield asker
    asker.close()


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_operation_does_what_it_declares(route: Route, asker: Asker) -> None:
    """No mistake of ours, nothing undeclared, nothing accepted that was not described, nothing written by a refusal."""
    _each_case(route)(asker=asker)


def _each_case(route: Route) -> Callable[..., None]:
    """What asks an operation for all its cases.

    The library's own decorator makes them where tests are listed, which every process that shares the tests does.
    """
    schema = _described()
    return build_operation_test(
        config=schema.config,
        operation=schema[route.path][route.method],
        test_func=_ask,
        given_kwargs={},
        feedback=FeedbackSources(),
    )


@settings(max_examples=_EXAMPLES, suppress_health_check=list(HealthCheck))
def _ask(case: Case[Any], asker: Asker) -> None:
    if _is_left_out(case):
        return
    asker.aim(case)
    response = asker.ask(case)
    if response.status_code < 300 and (case.method == "DELETE" or case.path == "/api/v1/runs"):
        # What is gone, or has a run, answers the next cases less.
        asker.become_somebody()


def _is_left_out(case: Case[Any]) -> bool:
    """Whether it is a boundary case outside the sample, which is the same in every run."""
    if case.meta is None or case.meta.phase.name is not TestPhase.COVERAGE:
        return False
    told = f"{case.method} {case.path} {case.path_parameters} {case.query} {case.headers} {case.body!r}"
    return is_passed_over(told, _STRIDE)
