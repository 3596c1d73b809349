"""The page as it is loaded, in a browser that holds it to its policy: its panels, and what it says by itself."""

from datetime import timedelta
from itertools import product

from playwright.async_api import expect

from domain.schedule.state import ScheduleState
from domain.tools.registry import run_tool
from runtime.clock import now
from runtime.embedded.stack import Stack
from storage.engine import create_engine
from storage.previews import load_preview
from tests.e2e.page.hands import open_menu, serious
from tests.e2e.page.visits import Visit, Visits

_FITS = """async ([task, places]) => {
  const root = document.querySelector("script[type=module]").src;
  const load = (file) => import(root.replace("main.js", file));
  const [{ state }, { fitOf }] = await Promise.all([load("app/store.js"), load("plan/fit.js")]);
  return places.map((place) => fitOf(state.preview, task, place).fits);
}"""

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
    for label in ("Classes and tasks", "Exchanged days", "Calendar feeds", "Settings"):
        await open_menu(page, label)
        await expect(page.get_by_role("dialog", name=label)).to_be_visible()
        await expect(page.get_by_text("Loading")).to_have_count(0)
        assert await serious(visit) == []
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(menu).to_be_focused()


async def test_a_room_is_adjusted_confirmed_and_forgotten_where_a_notice_leads(visits: Visits) -> None:
    """What is applied is every value of the room, whichever was changed."""
    visit = await visits.new(language="en-GB", dark=True, still=True)
    begin = now() + timedelta(minutes=10)
    meeting = {"meeting_start": begin.isoformat(), "meeting_end": (begin + timedelta(hours=1)).isoformat()}
    made = await visit.api.preparations.make({"room_id": "<b>A-101</b>", "prep_type": "confirm", **meeting})
    await visit.open(f"/?preparation={made.id}")
    panel = visit.page.locator("#panel")
    await expect(panel.get_by_role("heading", name="<b>A-101</b>")).to_be_visible()
    await expect(panel.get_by_role("button", name="Confirm and execute")).to_be_visible()
    await panel.get_by_label("Temperature", exact=True).fill("21.5")
    assert await serious(visit) == []
    await panel.get_by_role("button", name="Apply now").click()
    await expect(panel.get_by_text("Applied.")).to_be_visible()
    one = await visit.api.preparations.one(made.id)
    assert one.snapshots[-1].snapshot.keys() == one.ranges.keys()
    assert one.snapshots[-1].snapshot["hvac_target_temp"] == 21.5
    await panel.get_by_role("button", name="Confirm and execute").click()
    await expect(panel.get_by_text("It is prepared, and can be adjusted")).to_be_visible()
    assert (await visit.api.preparations.one(made.id)).values["hvac_target_temp"] == 21.5
    await panel.get_by_text("What was learned", exact=True).click()
    await expect(panel.get_by_text("you adjusted it")).to_be_visible()
    await panel.get_by_role("button", name="Forget what was learned").click()
    await panel.get_by_role("button", name="Forget it").click()
    await expect(panel.get_by_text("Forgotten.")).to_be_visible()
    assert await serious(visit) == []


async def test_reminders_and_memories_are_kept_corrected_and_taken_back(visits: Visits) -> None:
    visit = await visits.new(language="en-GB")
    await visit.import_example()
    await visit.open()
    page, panel = visit.page, visit.page.locator("#panel")
    await open_menu(page, "Reminders")
    await panel.get_by_label("Remind me of").fill("<i>hand in</i>")
    await panel.get_by_role("button", name="Set it").click()
    await expect(panel.locator("bdi", has_text="<i>hand in</i>")).to_be_visible()
    assert await serious(visit) == []
    session = (await visit.api.sessions()).items[0].id
    assert [each.prompt for each in (await visit.api.reminders(session)).items] == ["<i>hand in</i>"]
    await panel.get_by_role("button", name="Take it back").click()
    await expect(panel.get_by_text("No reminder waits.")).to_be_visible()
    await page.keyboard.press("Escape")
    await open_menu(page, "What is remembered")
    await panel.get_by_label("What it is").fill("no work on Sundays")
    await panel.get_by_role("button", name="Remember it").click()
    await panel.get_by_role("button", name="Correct").click()
    await panel.locator(".editing").fill("no work on Saturdays")
    await panel.get_by_role("button", name="Save").click()
    await expect(panel.get_by_text("before: no work on Sundays")).to_be_visible()
    assert await serious(visit) == []
    await panel.get_by_role("button", name="Forget").click()
    await panel.get_by_role("button", name="Forget it").click()
    await expect(panel.get_by_text("Nothing is remembered here yet.")).to_be_visible()
    assert (await visit.api.memories()).items == ()


async def test_every_place_fits_on_the_page_exactly_where_the_tool_takes_it(visits: Visits, stack: Stack) -> None:
    """Every day and section of the window for tasks that begin anywhere, onto courses, open courses and each other.

    The page says it before anything is asked (rule PAGE-33).
    """
    visit = await visits.new()
    preview = await visit.plan_example()
    await visit.open()
    state = await _state(visit, stack, preview.session, preview.revision)
    tasks = [entry for entry in preview.entries if entry.status == "suggested"][::5]
    compared = set()
    for task, length in [(entry.state_id, entry.section_to - entry.section_from) for entry in tasks]:
        where = list(product(preview.window.day_mapping, range(1, 13)))
        places = [
            {"week": day.week, "day_of_week": day.day_of_week, "section_from": first, "section_to": first + length}
            for day, first in where
        ]
        said = await visit.page.evaluate(_FITS, [task, places])
        taken = [_takes(state, task, day.day_index, first) for day, first in where]
        assert said == taken
        compared |= set(taken)
    assert compared == {True, False}


def _takes(state: ScheduleState, task: int, day: int, first: int) -> bool:
    arguments = {"task_id": task, "new_day": day, "new_slot_start": first}
    return run_tool(state, "move", arguments)[1].ok


async def _state(visit: Visit, stack: Stack, session: str, revision: int) -> ScheduleState:
    engine = create_engine(stack.database_url)
    async with engine.connect() as connection:
        newest = await load_preview(visit.user, connection, session, revision)
    await engine.dispose()
    return ScheduleState.model_validate_json(newest.state)
