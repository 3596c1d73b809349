"""The page on a stack like that of ``daywright dev``, in a real browser. Both are there once for a process of tests."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, expect

from runtime.embedded.ports import free_port
from runtime.embedded.stack import Stack, running_stack
from runtime.settings import Settings
from storage.engine import create_engine
from storage.migrate import upgrade
from tests import forking
from tests.e2e.page.chromium import require_browser, running_browser
from tests.e2e.page.visits import Visits, visiting

# What is waited for may take long on a machine that does much else at once.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
async def stack() -> AsyncIterator[Stack]:
    """PostgreSQL, Temporal, a worker and the API, as they are embedded."""
    require_browser()
    wanted = {
        "database_url": None,
        "temporal_address": None,
        "api_port": free_port(),
        "rate_limit": "100000/minute",
        "run_rate_limit": "1000/minute",
    }
    settings = Settings().model_copy(update=wanted)
    async with running_stack(
        settings,
        upgrade,
        ephemeral=True,
        worker_command=forking.command("runtime.worker"),
        api_command=forking.command("runtime.api"),
    ) as running:
        yield running


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One browser; each visit has its own cookies in it."""
    require_browser()
    async with running_browser() as running:
        yield running


@pytest.fixture
async def visits(stack: Stack, browser: Browser) -> AsyncIterator[Visits]:
    """What opens visits of people; whatever their browsers complain of fails the test."""
    engine = create_engine(stack.database_url)
    try:
        async with visiting(browser, engine, stack.api_url) as opened:
            yield opened
    finally:
        await engine.dispose()
