"""The command line beside a served API."""

from pathlib import Path

import pytest

from tests.runtime.cli.shell import Shell
from tests.runtime.client.place import Place
from tests.runtime.client.place import place as place


@pytest.fixture
async def shell(place: Place, tmp_path: Path) -> Shell:
    """A terminal that knows the API and the key of the week's owner."""
    return Shell(place, tmp_path)
