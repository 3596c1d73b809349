"""What the tests of the embedded stack share."""

import pytest


@pytest.fixture
def said() -> list[str]:
    """Sentences that were reported, in order; its ``append`` is the callable to report to."""
    return []
