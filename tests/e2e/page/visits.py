"""People in front of the page: each with an account, a browser of their own, and an eye on what it complains of."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack
from uuid import uuid4

from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page
from sqlalchemy.ext.asyncio import AsyncEngine

from api.schemas.previews import PreviewView
from api.schemas.runs import PlanOrder
from runtime.client.address import Address
from runtime.client.api import Api, TermWish
from runtime.clock import now
from services.issue_key import issue_key

EXAMPLES = Path(__file__).parents[3] / "examples"
DESK, PHONE = (1440, 900), (390, 844)
FIRST_MONDAY = date(2026, 8, 31)

# What Playwright itself waits with evaluates text in the page, which the page's policy forbids.
_UNTIL_DRAWN = """new Promise((done) => new PerformanceObserver((marks) => {
  if (marks.getEntriesByName("daywright:drawn").length) done();
}).observe({ type: "mark", buffered: true }))"""

Language = Literal["zh-CN", "en-GB"]


class Device(TypedDict, total=False):
    """What somebody sits in front of: a desk, in Chinese and by day, unless said otherwise.

    Attributes:
        moment: what the clock of the browser says at first, where it is not the time of the machine.
        still: whether they want nothing to move.
    """

    size: tuple[int, int]
    language: Language
    dark: bool
    still: bool
    moment: datetime


@dataclass
class Eye:
    """What a browser complains of: errors and warnings, refusals of the page's policy among them.

    Attributes:
        allowed: patterns of complaints that a test provokes.
    """

    seen: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Hear everything that a page says from now on."""
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.seen.append(f"{error.name}: {error.message}\n{error.stack or ''}"))

    def complaints(self) -> list[str]:
        """What was seen and is not allowed."""
        return [text for text in self.seen if not any(re.search(pattern, text) for pattern in self.allowed)]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.seen.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")


@dataclass(frozen=True)
class Visit:
    """One person in front of the page.

    Attributes:
        page: the tab that was opened first.
        api: a client of the same person's, for what need not be done by hand.
        url: address of the page.
    """

    page: Page
    api: Api
    url: str
    user: str
    key: str
    context: BrowserContext
    eye: Eye

    async def open(self, path: str = "/", page: Page | None = None) -> None:
        """Load the page anew, until it has drawn what there is."""
        tab = page or self.page
        await tab.goto(self.url + path)
        await drawn(tab)

    async def sign_in(self) -> None:
        """Follow a link that works once, as a person does, to the page."""
        link = await self.api.sign_in_link()
        await self.page.goto(link.url)
        await self.page.wait_for_url(f"{self.url}/")
        await drawn(self.page)

    async def another_tab(self) -> Page:
        """The page in one more tab of the same browser."""
        tab = await self.context.new_page()
        self.eye.watch(tab)
        await self.open(page=tab)
        return tab

    def provokes(self, *patterns: str) -> None:
        """Take no notice of complaints that the test is about, such as ``status of 409``."""
        self.eye.allowed.extend(patterns)

    async def import_example(self) -> str:
        """Import the example timetable and its tasks by the API; the id of the term. The page is to be opened again."""
        wish = TermWish(first_monday=FIRST_MONDAY, weeks=18)
        imported = await self.api.import_timetable((EXAMPLES / "timetable.ics").read_bytes(), wish)
        await self.api.import_classes((EXAMPLES / "tasks.json").read_bytes())
        assert imported.term.id is not None
        return imported.term.id

    async def plan_example(self, weeks: tuple[int, int] = (5, 6)) -> PreviewView:
        """Import the example and plan its tasks into some weeks by the API; the preview that came of it."""
        return await self.plan(await self.import_example(), weeks)

    async def plan(self, term: str, weeks: tuple[int, int]) -> PreviewView:
        """Plan the tasks of all classes into some weeks of a term by the API; the preview that came of it."""
        classes = tuple(each.id for each in (await self.api.classes()).items)
        first = FIRST_MONDAY + timedelta(weeks=weeks[0] - 1)
        last = FIRST_MONDAY + timedelta(weeks=weeks[1], days=-1)
        days = {"first": first, "last": last}
        order = PlanOrder(kind="plan", term_id=term, class_ids=classes, locale="zh-CN", **days)
        run = await self.api.start_run(order)
        async for _ in self.api.follow(run.id):
            pass
        return await self.api.preview(run.session_id)

    async def violations(self, page: Page | None = None) -> list[str]:
        """What axe-core finds on the page as it is, each with its weight and where it is."""
        tab = page or self.page
        await tab.evaluate(AXE_SCRIPT)
        found = await tab.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [f"{each['impact']} {each['id']}: {each['help']}: {_places(each)}" for each in found["violations"]]


def _places(violation: dict[str, Any]) -> str:
    return ", ".join(" ".join(map(str, node["target"])) for node in violation["nodes"])


async def drawn(page: Page) -> None:
    """Wait until the page has drawn what there is, or that nobody is signed in."""
    await page.evaluate(_UNTIL_DRAWN)


class Visits:
    """Opens visits to a stack, and closes them."""

    def __init__(self, browser: Browser, engine: AsyncEngine, url: str) -> None:
        self._browser = browser
        self._engine = engine
        self._url = url
        self._open: list[Visit] = []

    async def stranger(self, **device: Unpack[Device]) -> Visit:
        """Somebody with an account whose browser is not signed in and has no page open."""
        user = f"visitor-{uuid4().hex[:12]}"
        key = (await issue_key(user, self._engine, now())).text
        context = await self._context(device)
        page, eye = await context.new_page(), Eye()
        eye.watch(page)
        if "moment" in device:
            await page.clock.install(time=device["moment"])
        visit = Visit(page, Api(Address(self._url, key)), self._url, user, key, context, eye)
        self._open.append(visit)
        return visit

    async def new(self, **device: Unpack[Device]) -> Visit:
        """Somebody with an empty account who has signed in and sees the page."""
        visit = await self.stranger(**device)
        await visit.sign_in()
        return visit

    async def _context(self, device: Device) -> BrowserContext:
        width, height = device.get("size", DESK)
        return await self._browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=width < 720,
            locale=device.get("language", "zh-CN"),
            color_scheme="dark" if device.get("dark") else "light",
            reduced_motion="reduce" if device.get("still") else "no-preference",
            timezone_id="Asia/Shanghai",
        )

    async def close(self) -> list[str]:
        """Close all of them; what their browsers complained of."""
        for visit in self._open:
            await visit.context.close()
            await visit.api.__aexit__(None, None, None)
        return [text for visit in self._open for text in visit.eye.complaints()]


@asynccontextmanager
async def visiting(browser: Browser, engine: AsyncEngine, url: str) -> AsyncIterator[Visits]:
    """What opens visits, which are closed when the context is left.

    Raises:
        AssertionError: a browser complained of something.
    """
    visits = Visits(browser, engine, url)
    complaints = ["not closed"]
    try:
        yield visits
    finally:
        complaints = await visits.close()
    assert complaints == [], "\n".join(complaints)
