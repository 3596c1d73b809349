"""The Chromium of the machine, driven by Playwright, which brings none of its own."""

import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import pytest
from playwright.async_api import Browser, async_playwright

REQUIRED: Final = "BROWSER_REQUIRED"
"""Where this variable is set a missing browser is a failure; else the tests of the page are passed over."""
# Root has no sandbox in a container; the rest keeps the browser from asking its makers for anything.
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
)


@asynccontextmanager
async def running_browser() -> AsyncIterator[Browser]:
    """A browser without a window, until the context is left."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program(), args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            await browser.close()


def program() -> str:
    """Where the browser is.

    Raises:
        RuntimeError: it, or a font with Chinese characters, is not there; the message says what to install.
    """
    found = shutil.which("chromium")
    missing = [] if found else ["chromium"]
    if not _has_chinese_font():
        missing += ["fontconfig", "fonts-noto-cjk"]
    if missing or found is None:
        raise RuntimeError(f"the page cannot be tried: install the Debian packages {' '.join(missing)}")
    return found


def require_browser() -> None:
    """Pass the test over, or fail it where the browser is required, if there is none."""
    try:
        program()
    except RuntimeError as missing:
        if os.environ.get(REQUIRED):
            raise
        pytest.skip(str(missing))


def _has_chinese_font() -> bool:
    if shutil.which("fc-list") is None:
        return False
    return bool(subprocess.run(["fc-list", ":lang=zh"], capture_output=True, check=True).stdout.strip())
