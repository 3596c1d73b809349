from collections.abc import Iterator

import pytest

from tests.activities.models.asked import answering
from tests.model_server.server import ModelServer


@pytest.fixture(scope="session")
def running_model() -> Iterator[ModelServer]:
    with ModelServer(answering()) as server:
        yield server


@pytest.fixture
def server(running_model: ModelServer) -> ModelServer:
    """A model that answers well until it is told otherwise."""
    running_model.requests.clear()
    running_model.well_behaved(answering())
    return running_model
