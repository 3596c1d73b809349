"""The links of the description lead from what makes an object to everything that can be done with it."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case, Response
from schemathesis.generation.stateful.state_machine import APIStateMachine

from tests.api.conformance import Asker, described_api
from tests.api.likely import make_likely
from tests.api.routes import ROUTES
from tests.api.watched import Watched
from tests.sample import stride

_KNOWN = re.compile('[0-7][0-9A-HJKMNP-TV-Z]{25}|(?<="next_cursor":")[^"]+')
_BOUNDS = settings(
    max_examples=60 // min(stride(3), 3),
    stateful_step_count=15,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
# A stream of a run at work has no end; test_description follows one that has ended.
_ENDLESS = "follow_run"


def _described_links() -> Iterator[dict[str, Any]]:
    for route in ROUTES:
        for answer in route.operation["responses"].values():
            yield from answer.get("links", {}).values()


def test_every_object_is_reached_by_a_link() -> None:
    """Each operation that names an object in its address is where a link leads, with all that its address names."""
    reached = {(link["operationId"], name) for link in _described_links() for name in link["parameters"]}
    lacking = [
        (route.operation["operationId"], name)
        for route in ROUTES
        for name, place in route.parameters.items()
        if place == "path" and (route.operation["operationId"], name) not in reached
    ]
    assert lacking == []


@pytest.fixture
def asker(watched: Watched) -> Iterator[Asker]:
    asker = Asker(watched)
    yield asker
    asker.close()


def _walk(asker: Asker, answered: Counter[tuple[str, int]]) -> type[APIStateMachine]:
    """Somebody new in every scenario, who goes on from what was answered."""
    schema = described_api()
    # Our own links, none that are guessed from names.
    schema.config.phases.stateful.inference.algorithms = []
    machine: type[APIStateMachine] = schema.exclude(operation_id=_ENDLESS).as_state_machine()

    class Walk(machine):  # type: ignore[misc, valid-type]
        def setup(self) -> None:
            asker.become_somebody()
            self.known = set(_KNOWN.findall(str(asker.person.ids)))

        def before_call(self, case: Case[Any]) -> None:
            make_likely(case, self.known, asker.person)

        def call(self, case: Case[Any], **_: Any) -> Response:
            return asker.call(case)

        def validate_response(self, response: Response, case: Case[Any], **_: Any) -> None:
            answered[case.operation.label, response.status_code] += 1
            self.known.update(_KNOWN.findall(response.content.decode(errors="replace")))
            asker.validate(response, case, self.recorder)

    return Walk


def test_walks_along_the_links_end_well(asker: Asker) -> None:
    """Wherever they lead: no mistake of ours, nothing undeclared, nothing left by a refusal, nothing after its end."""
    answered: Counter[tuple[str, int]] = Counter()
    _walk(asker, answered).run(settings=_BOUNDS)
    succeeded = {label for label, status in answered if status < 300}
    # A walk that meets nothing but refusals would prove little. Ids are new each time, and with them the ways taken.
    assert len(succeeded) > len(ROUTES) // 4, answered
