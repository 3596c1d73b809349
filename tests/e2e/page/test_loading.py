"""The page as it is loaded: signed in or not, in a browser that holds it to its policy."""

from playwright.async_api import expect

from tests.e2e.page.visits import Visits

# A browser tells of every answer that is a refusal; this one is how the page learns that nobody is signed in.
SIGNED_OUT = r"Failed to load resource.*status of 401"


async def test_a_stranger_sees_how_to_sign_in_and_axe_finds_nothing(visits: Visits) -> None:
    visit = await visits.stranger(language="en-GB")
    visit.provokes(SIGNED_OUT)
    await visit.open()
    assert "daywright open" in await visit.page.inner_text("main")
    assert await visit.violations() == []


async def test_a_person_signs_in_by_a_link_and_out_by_the_menu(visits: Visits) -> None:
    """What is shown before the week is there says what to do; after signing out nothing of it is left."""
    visit = await visits.new(language="en-GB")
    visit.provokes(SIGNED_OUT)
    await visit.page.get_by_role("button", name="Menu").click()
    await visit.page.get_by_role("button", name="Sign out").click()
    await visit.page.get_by_text("daywright open", exact=True).wait_for()
    assert await visit.page.get_by_role("button", name="Menu").count() == 0


async def test_the_week_is_drawn_and_changed_and_named_in_the_title(visits: Visits) -> None:
    visit = await visits.new()
    await visit.plan_example()
    await visit.open()
    page = visit.page
    await page.get_by_role("button", name="第 5 周", exact=True).click()
    await page.get_by_role("heading", name="第 5 周 9月28日 – 10月4日").wait_for()
    await page.get_by_role("button", name="下一周：第 6 周").click()
    await expect(page).to_have_title("第 6 周 · 10月5日 – 10月11日 · Daywright")
    run = page.get_by_role("link", name="在 Temporal 里看这次运行")
    assert "/workflows/plan" in (await run.get_attribute("href") or "")
    await page.get_by_role("button", name="EN").click()
    await page.get_by_role("heading", name="Week 6 5 Oct – 11 Oct").wait_for()
    assert await page.evaluate("document.documentElement.lang") == "en"


async def test_a_week_that_could_not_be_read_is_read_when_the_server_answers_again(visits: Visits) -> None:
    """A line says so meanwhile; nobody has to do anything."""
    visit = await visits.new(language="en-GB")
    visit.provokes("net::ERR_INTERNET_DISCONNECTED")
    await visit.import_example()
    await visit.open()
    page, weeks = visit.page, visit.page.get_by_role("navigation", name="Weeks")
    await visit.context.set_offline(True)
    await weeks.get_by_role("button", name="Previous week").click()
    await expect(page.get_by_text("The server does not answer; trying again")).to_be_visible()
    await expect(page.get_by_role("button", name="Try again")).to_be_visible(timeout=30_000)
    await visit.context.set_offline(False)
    await expect(page.locator(".offline")).to_have_count(0, timeout=30_000)
    await expect(page.locator("#week").get_by_text("高等数学").first).to_be_visible()


async def test_panels_are_loaded_when_they_are_opened_and_give_the_focus_back(visits: Visits) -> None:
    visit = await visits.new(language="en-GB")
    await visit.import_example()
    await visit.open()
    page, menu = visit.page, visit.page.get_by_role("button", name="Menu")
    for label in ("Classes and tasks", "Exchanged days", "Settings"):
        await menu.click()
        await page.get_by_role("button", name=label).click()
        await expect(page.get_by_role("dialog", name=label)).to_be_visible()
        await expect(page.get_by_text("Loading")).to_have_count(0)
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(menu).to_be_focused()
