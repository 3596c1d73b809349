"""What people do with the page from the first visit on, with real runs (rules PAGE-10 to PAGE-55)."""

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, Route, expect

from api.schemas.runs import RefineOrder
from tests.e2e.page.visits import PHONE, Visit, Visits

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
    return [found for found in await visit.violations() if found.startswith(("serious", "critical"))]


async def planned(visits: Visits, **device: object) -> Visit:
    """Somebody who sees the plan of the example."""
    visit = await visits.new(**device)  # type: ignore[arg-type]
    await visit.plan_example()
    await visit.open()
    await visit.page.locator("#go").wait_for()
    return visit


async def test_a_sample_week_is_confirmed_in_eight_actions_at_most(visits: Visits) -> None:
    """From an empty account; what was confirmed stands in the timetable, and undoing takes it out again."""
    visit = await visits.new(language="en-GB")
    page, act = visit.page, Actions(visit.page)
    assert await serious(visit) == []
    await act.click("Try a sample week")
    await act.click("Plan it")
    await expect(page.locator("#go")).to_be_enabled()
    await expect(page.locator("#week .sug").first).to_be_visible()
    assert await serious(visit) == []
    await act.click("Confirm 10 changes")
    assert await serious(visit) == []
    await act.click("Write it")
    await expect(page.locator("#result")).to_contain_text("10 changes written.")
    await expect(page.locator("#week .have").first).to_be_visible()
    assert act.count <= MOST_ACTIONS
    assert len(await placed(visit)) == 10
    await page.locator("#result").get_by_role("button", name="Undo").click()
    await page.get_by_role("button", name="Take it back").click()
    await expect(page.locator("#result")).to_contain_text("Taken back")
    assert await placed(visit) == []


async def test_a_file_of_ones_own_is_confirmed_in_eight_actions_at_most(visits: Visits, tmp_path: Path) -> None:
    """Hostile names among the tasks are shown as text; nothing of them is run and nothing grows too wide."""
    table = tmp_path / "课表.csv"
    table.write_text(
        "课程名称,星期,开始节数,结束节数,老师,地点,周数\n<i>高等数学</i>,1,1,2,王,A-101,1-16\n", encoding="utf-8"
    )
    hostile = ["<img src=x onerror=document.title='run'>", "\u202egnp.exe", "长" * 200, "🧪 " * 40]
    visit = await visits.new()
    visit.provokes("status of 422")
    page, act = visit.page, Actions(visit.page)
    await act.choose(str(table))
    await expect(page.get_by_role("heading", name="课表.csv 里有")).to_be_focused()
    assert (await visit.api.terms()).items == ()
    await act.click("导入")
    await act.fill("类名", "<b>类</b>")
    await act.fill("任务，每行一个", "\n".join(hostile))
    await act.click("加入并开始排")
    await expect(page.locator("#go")).to_be_enabled()
    for text in hostile:
        await expect(page.locator("#tray .nm", has_text=text.strip()).first).to_be_visible()
    assert await page.locator("#tray img, #week img, #talk img").count() == 0
    assert "run" not in await page.title()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await act.click("确认 4 处改动")
    await act.click("写入课表")
    await expect(page.locator("#result")).to_contain_text("已写入 4 处改动。")
    assert act.count <= MOST_ACTIONS
    assert len(await placed(visit)) == 4


async def test_a_plan_is_refined_in_words_kept_used_again_and_stepped_through(visits: Visits) -> None:
    """The old place of the first change is taken by another one: that is said, and nothing happens."""
    visit = await planned(visits)
    page = visit.page
    await page.locator("#talk textarea").fill(REFINE)
    await page.keyboard.press("Control+Enter")
    await expect(page.locator(".rev")).to_contain_text("2")
    await expect(page.locator("#tray .chg").first).to_be_visible()
    await expect(page.locator("#week .ghost").first).to_be_visible()
    await expect(page.locator("#talk")).to_contain_text("spread_even")
    changes = await page.locator("#tray .chg").count()
    assert await page.locator("#week .no").filter(has_text=str(changes)).count() == 2
    visit.provokes("status of 409")
    await page.locator("#tray .keep").first.click()
    await expect(page.locator("#tray .problem")).to_be_visible()
    await page.locator("#tray .keep").last.click()
    await expect(page.locator("#tray .chg.kept")).to_have_count(1)
    await expect(page.locator("#week .no").filter(has_text=str(changes))).to_have_count(0)
    assert await page.locator("#tray .chg").count() == changes
    await page.get_by_role("button", name="重新采用").click()
    await expect(page.locator("#tray .chg.kept")).to_have_count(0)
    await page.get_by_role("button", name="上一版").click()
    await expect(page.locator("#go")).to_be_disabled()
    await page.get_by_role("button", name="用这一版").click()
    await expect(page.locator("#go")).to_be_enabled()


async def test_a_drag_onto_a_course_is_not_sent_and_onto_a_free_place_is(visits: Visits) -> None:
    visit = await planned(visits)
    page = visit.page
    session = (await visit.api.sessions()).items[0].id
    task = page.locator("#week .sug button.tile").first
    course = page.locator("#week .course:not(.host) button.tile").first
    number = await task.get_attribute("data-task")
    await _drag(page, task, course)
    await expect(page.locator(".carried.bad")).to_be_visible()
    await expect(page.locator(".hand-bar .problem")).to_contain_text("放不下")
    assert await serious(visit) == []
    assert (await visit.api.preview(session)).revision == 1
    await page.keyboard.press("Escape")
    await expect(page.locator(".carried")).to_have_count(0)
    await _drag(page, page.locator(f'[data-task="{number}"]'), page.locator(".bed .s9"), column=page.locator("#d7"))
    await expect(page.locator(".rev")).to_contain_text("2")
    moved = page.locator(f'[data-task="{number}"]')
    assert (await moved.get_attribute("data-day"), await moved.get_attribute("data-from")) == ("7", "9")
    await page.get_by_role("button", name="撤销").first.click()
    await expect(page.locator(".rev")).to_contain_text("3")
    assert await page.locator(f'[data-task="{number}"][data-day="7"]').count() == 0


async def _drag(page: Page, what: Locator, row: Locator, column: Locator | None = None) -> None:
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


async def test_an_answer_that_is_lost_costs_nothing_and_what_happened_meanwhile_is_there(visits: Visits) -> None:
    """The words are sent again as the same turn; what was done while no page was open is there when one is."""
    visit = await planned(visits)
    visit.provokes("ERR_FAILED")
    page = visit.page

    async def lose(route: Route) -> None:
        await route.fetch()
        await route.abort()

    await page.route("**/api/v1/agent/chat", lose, times=1)
    await page.locator("#talk textarea").fill(REFINE)
    await page.keyboard.press("Control+Enter")
    await expect(page.locator(".rev")).to_contain_text("2")
    await expect(page.locator("#talk blockquote", has_text=REFINE)).to_have_count(1)
    session = (await visit.api.sessions()).items[0].id
    assert len((await visit.api.runs(session_id=session)).items) == 2
    await page.goto("about:blank")
    order = RefineOrder(kind="refine", session_id=session, message="晚上不要安排")
    run = await visit.api.start_run(order)
    async for _ in visit.api.follow(run.id):
        pass
    await visit.open()
    await expect(page.locator(".rev")).to_contain_text("3")


async def test_two_windows_know_of_each_other(visits: Visits) -> None:
    visit = await planned(visits)
    visit.provokes("status of 412")
    other = await visit.another_tab()
    await other.locator("#go").wait_for()
    await other.locator("#tray .keep").first.click()
    await expect(other.locator(".rev")).to_contain_text("2")
    await visit.page.locator("#tray .keep").last.click()
    await expect(visit.page.locator(".rev")).to_contain_text("2")


async def test_a_phone_shows_days_as_lists_and_moves_tasks_by_fields(visits: Visits) -> None:
    visit = await planned(visits, size=PHONE)
    page = visit.page
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await serious(visit) == []
    task = page.locator("#week .sug button.tile").first
    number = await task.get_attribute("data-task")
    await task.click()
    await page.locator(".hand-bar select").select_option(index=6)
    await page.locator(".hand-bar input").fill("9")
    await page.locator(".hand-bar input").press("Tab")
    await page.get_by_role("button", name="放下").click()
    await expect(page.locator(f'[data-task="{number}"][data-day="7"][data-from="9"]')).to_have_count(1)


async def test_everything_is_done_by_keys_from_an_empty_account_to_undo(visits: Visits) -> None:
    visit = await visits.new(language="en-GB", still=True)
    page = visit.page
    await _tab_to(page, "Try a sample week")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Plan it").wait_for()
    await _tab_to(page, "Plan it")
    await page.keyboard.press("Enter")
    await expect(page.locator("#go")).to_be_enabled()
    await _tab_to(page, "; course")
    while "; suggested" not in await _focused(page):
        await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Shift+ArrowDown")
    while await page.locator(".carried.bad").count():
        await page.keyboard.press("Shift+ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.locator(".rev")).to_contain_text("Revision 2")
    await page.keyboard.press("Control+z")
    await expect(page.locator(".rev")).to_contain_text("Revision 3")
    await page.keyboard.press("Control+Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator("#write")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#result")).to_be_focused()
    await page.keyboard.press("Control+z")
    await expect(page.locator("#undo-yes")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#result")).to_contain_text("Taken back")
    assert await placed(visit) == []


async def _tab_to(page: Page, label: str) -> None:
    """Press Tab until what has focus says something."""
    for _ in range(60):
        await page.keyboard.press("Tab")
        if label in await _focused(page):
            return
    pytest.fail(f"no stop of the tabulator says {label!r}")


async def _focused(page: Page) -> str:
    """What the element that has focus is called, and what stands in it."""
    return str(await page.evaluate("(document.activeElement.ariaLabel || '') + document.activeElement.textContent"))
