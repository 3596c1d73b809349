"""What somebody does in front of the page, step by step, and what is seen of it elsewhere."""

import pytest
from playwright.async_api import Locator, Page

from tests.e2e.page.visits import Visit, Visits

REFINE = "把第5周周四到周五的任务均匀分散到周一到周三"
MOST_ACTIONS = 8


class Actions:
    """Counts what somebody does by hand: each click, each chosen file, each field that is filled."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.count = 0

    async def click(self, name: str) -> None:
        self.count += 1
        await self._page.get_by_role("button", name=name).first.click()

    async def choose(self, file: str) -> None:
        self.count += 1
        await self._page.locator(".drop input[type=file]").set_input_files(file)

    async def fill(self, label: str, text: str) -> None:
        self.count += 1
        await self._page.get_by_label(label).fill(text)


async def placed(visit: Visit) -> list[str]:
    """Names of the tasks that stand in the timetable of the newest term."""
    term = (await visit.api.terms()).items[0]
    weeks = [await visit.api.week(term.id, week) for week in range(1, term.weeks + 1)]
    entries = [entry for week in weeks for day in week.days for entry in day.entries]
    return sorted({entry.name for entry in entries if entry.type == "task"})


async def serious(visit: Visit) -> list[str]:
    """What axe-core finds that keeps people out."""
    return [found for found in await visit.violations() if found.startswith(("serious", "critical"))]


async def is_too_wide(page: Page) -> bool:
    """Whether the page has to be scrolled sideways."""
    return bool(await page.evaluate("document.documentElement.scrollWidth > innerWidth"))


async def planned(visits: Visits, **device: object) -> Visit:
    """Somebody who sees the plan of the example."""
    visit = await visits.new(**device)  # type: ignore[arg-type]
    await visit.plan_example()
    await visit.open()
    await visit.page.locator("#go").wait_for()
    return visit


async def say(page: Page, text: str) -> None:
    """Say something in the conversation."""
    await page.locator("#talk textarea").fill(text)
    await page.keyboard.press("Control+Enter")


async def open_menu(page: Page, name: str) -> None:
    """Open a panel by its name in the menu."""
    await page.locator(".menu > button").click()
    await page.locator(".menu-item", has_text=name).click()


async def drag(page: Page, what: Locator, row: Locator, column: Locator | None = None) -> None:
    """Take something by its upper left corner to a row, in the column of a day where one is named."""
    source, target = await what.bounding_box(), await row.bounding_box()
    across = await (column or row).bounding_box()
    assert source
    assert target
    assert across
    await page.mouse.move(source["x"] + 30, source["y"] + 12)
    await page.mouse.down()
    await page.mouse.move(source["x"] + 45, source["y"] + 20, steps=2)
    await page.mouse.move(across["x"] + 40, target["y"] + 12, steps=3)
    await page.mouse.up()


async def tab_to(page: Page, label: str) -> None:
    """Press Tab until what has focus says something."""
    for _ in range(60):
        await page.keyboard.press("Tab")
        if label in await focused(page):
            return
    pytest.fail(f"no stop of the tabulator says {label!r}")


async def focused(page: Page) -> str:
    """What the element that has focus is called, and what stands in it."""
    return str(await page.evaluate("(document.activeElement.ariaLabel || '') + document.activeElement.textContent"))
