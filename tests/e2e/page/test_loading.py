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
