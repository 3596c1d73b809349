"""How soon the page is there in a real browser, with many tasks in a plan, at a first visit and at a later one."""

import asyncio
import json
import os
import statistics
from dataclasses import dataclass

from playwright.async_api import Browser, StorageState

from bench.report import BenchRow, at_most
from runtime.client.api import TermWish
from runtime.embedded.stack import running_stack
from runtime.settings import Settings
from storage.engine import create_engine
from storage.migrate import upgrade
from tests.e2e.page.chromium import program, running_browser
from tests.e2e.page.visits import DESK, EXAMPLES, FIRST_MONDAY, Visit, drawn, visiting

LOADS = 9
CLASSES, TASKS = 10, 150
WEEKS = (5, 9)
_PAINTED = """[
  performance.getEntriesByName("first-contentful-paint")[0].startTime,
  performance.getEntriesByName("daywright:drawn")[0].startTime,
  document.querySelectorAll("#main [data-task]").length,
  document.querySelectorAll("#tray .chg").length,
]"""


@dataclass(frozen=True)
class _Load:
    """What one load of the page took, in milliseconds, and what it then showed."""

    painted: float
    drawn: float
    tiles: int
    changes: int


def rows() -> list[BenchRow]:
    """Measure on a stack of its own; the plan is a preview, so each of its tasks is also a change in the tray."""
    try:
        program()
    except RuntimeError as missing:
        return [BenchRow("page, not measured", str(missing), "", None, "no aim")]
    os.environ.update(DAYWRIGHT_RATE_LIMIT="1000000/minute", DAYWRIGHT_RUN_RATE_LIMIT="1000000/minute")
    return asyncio.run(_measured())


async def _measured() -> list[BenchRow]:
    settings = Settings().model_copy(update={"database_url": None, "temporal_address": None})
    async with running_stack(settings, upgrade, ephemeral=True) as stack, running_browser() as browser:
        engine = create_engine(stack.database_url)
        try:
            async with visiting(browser, engine, stack.api_url) as visits:
                return await _loads(browser, await visits.new())
        finally:
            await engine.dispose()


async def _loads(browser: Browser, visit: Visit) -> list[BenchRow]:
    await _plan(visit)
    signed_in = await visit.context.storage_state()
    first = [await _cold(browser, signed_in, visit.url) for _ in range(LOADS + 1)]
    later = [await _warm(visit) for _ in range(LOADS + 1)]
    # The first of each warms up what is compiled once.
    return [*_figures("first visit", first[1:]), *_figures("later visit", later[1:])]


async def _plan(visit: Visit) -> None:
    """The example timetable, and as many tasks as are asked for, all of them placed."""
    wish = TermWish(first_monday=FIRST_MONDAY, weeks=18)
    imported = await visit.api.import_timetable((EXAMPLES / "timetable.ics").read_bytes(), wish)
    each = TASKS // CLASSES
    classes = [
        {"name": f"课 {n}", "items": [f"第 {m} 章 习题" for m in range(1, each + 1)]} for n in range(1, CLASSES + 1)
    ]
    await visit.api.import_classes(json.dumps({"classes": classes}).encode())
    assert imported.term.id is not None
    preview = await visit.plan(imported.term.id, WEEKS)
    placed = sum(entry.type == "task" for entry in preview.entries)
    assert placed == TASKS, placed


async def _cold(browser: Browser, signed_in: StorageState, url: str) -> _Load:
    """In a browser that has kept nothing but its cookie."""
    context = await browser.new_context(viewport={"width": DESK[0], "height": DESK[1]}, storage_state=signed_in)
    page = await context.new_page()
    await page.goto(f"{url}/")
    await drawn(page)
    load = _Load(*await page.evaluate(_PAINTED))
    await context.close()
    return load


async def _warm(visit: Visit) -> _Load:
    await visit.open()
    return _Load(*await visit.page.evaluate(_PAINTED))


def _figures(name: str, loads: list[_Load]) -> list[BenchRow]:
    ((tiles, changes),) = {(load.tiles, load.changes) for load in loads}
    assert tiles >= TASKS // 6, tiles
    assert changes == TASKS, changes
    label = f"page, {TASKS} tasks, {name}"
    painted = statistics.median(load.painted for load in loads)
    whole = statistics.median(load.drawn for load in loads)
    return [
        at_most(f"{label}: first contentful paint, median", painted, "ms", 1000),
        at_most(f"{label}: {tiles} tiles of its week and {changes} changes drawn, median", whole, "ms", 1000),
    ]
