"""The description tells what the API does: every operation is asked with data of its form and beyond it."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from schemathesis import Case

from tests.api.conformance import Asker, described_api
from tests.api.watched import Watched

SCHEMA = described_api(max_examples=5)


@pytest.fixture(scope="module")
def asker(watched: Watched) -> Iterator[Asker]:
    asker = Asker(watched)
    yield asker
    asker.close()


@SCHEMA.parametrize()
@settings(suppress_health_check=list(HealthCheck))
def test_every_operation_does_what_it_declares(case: Case[Any], asker: Asker) -> None:
    """No mistake of ours, nothing undeclared, nothing accepted that was not described, nothing written by a refusal."""
    asker.aim(case)
    response = asker.ask(case)
    if response.status_code < 300 and (case.method == "DELETE" or case.path == "/api/v1/runs"):
        # What is gone, or has a run, answers the next cases less.
        asker.become_somebody()
