"""The command line beside a served API."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import forking
from tests.runtime.cli.shell import Shell
from tests.runtime.client.place import Place
from tests.runtime.client.place import place as place


@pytest.fixture(scope="session", autouse=True)
def forking_server() -> Iterator[None]:
    """The server that forks for commands ends with the session."""
    yield
    forking.stop()


@pytest.fixture
async def shell(place: Place, tmp_path: Path) -> Shell:
    """A terminal that knows the API and the key of the week's owner."""
    return Shell(place, tmp_path)
