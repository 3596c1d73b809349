"""What people do with the page from the first visit on, with real runs (rules PAGE-10 to PAGE-55)."""

import re
from pathlib import Path

from playwright.async_api import Route, expect

from api.schemas.runs import RefineOrder
from tests.e2e.page.hands import (
    MOST_ACTIONS,
    REFINE,
    Actions,
    drag,
    focused,
    is_too_wide,
    open_menu,
    placed,
    planned,
    say,
    serious,
    tab_to,
)
from tests.e2e.page.visits import PHONE, Visits


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
    """Hostile names of courses, classes and tasks and hostile words are shown as text, of which nothing is run."""
    table = tmp_path / "课表.csv"
    course = "<img src=x onerror=document.title='run'>"
    rows = [f"{name},{day},1,2,王,A-101,1-18" for day, name in enumerate((course, "\u202e学数", "课" * 300), start=1)]
    table.write_text("\n".join(["课程名称,星期,开始节数,结束节数,老师,地点,周数", *rows]), encoding="utf-8")
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
    for name in (course, "学数", "课" * 40):
        await expect(page.locator("#week .course .nm", has_text=name)).to_be_visible()
    await act.click("确认 4 处改动")
    await act.click("写入课表")
    await expect(page.locator("#result")).to_contain_text("已写入 4 处改动。")
    assert act.count <= MOST_ACTIONS
    assert len(await placed(visit)) == 4
    await say(page, course)
    await expect(page.locator("#talk blockquote", has_text=course)).to_be_visible()
    assert await page.locator("img").count() == 0
    assert "run" not in await page.title()
    assert not await is_too_wide(page)


async def test_a_plan_is_refined_in_words_kept_used_again_and_stepped_through(visits: Visits) -> None:
    """The old place of the first change is taken by another one: that is said, and nothing happens."""
    visit = await planned(visits)
    page = visit.page
    await say(page, REFINE)
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
    await drag(page, task, course)
    await expect(page.locator(".carried.bad")).to_be_visible()
    await expect(page.locator(".hand-bar .problem")).to_contain_text("放不下")
    assert await serious(visit) == []
    assert (await visit.api.preview(session)).revision == 1
    await page.keyboard.press("Escape")
    await expect(page.locator(".carried")).to_have_count(0)
    await drag(page, page.locator(f'[data-task="{number}"]'), page.locator(".bed .s9"), column=page.locator("#d7"))
    await expect(page.locator(".rev")).to_contain_text("2")
    moved = page.locator(f'[data-task="{number}"]')
    assert (await moved.get_attribute("data-day"), await moved.get_attribute("data-from")) == ("7", "9")
    await page.get_by_role("button", name="撤销").first.click()
    await expect(page.locator(".rev")).to_contain_text("3")
    assert await page.locator(f'[data-task="{number}"][data-day="7"]').count() == 0
    opened = page.locator("#week .host:not(:has(.guest)) .hd").first
    day = await opened.get_attribute("data-day")
    await drag(page, page.locator(f'[data-task="{number}"]'), opened)
    await expect(page.locator(f'.guest[data-task="{number}"][data-day="{day}"]')).to_be_visible()


async def test_an_answer_that_is_lost_costs_nothing_and_what_happened_meanwhile_is_there(visits: Visits) -> None:
    """The words are sent again as the same turn; what was done while no page was open is there when one is."""
    visit = await planned(visits)
    visit.provokes("ERR_FAILED")
    page = visit.page

    async def lose(route: Route) -> None:
        await route.fetch()
        await route.abort()

    await page.route("**/api/v1/agent/chat", lose, times=1)
    await say(page, REFINE)
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


async def test_a_connection_that_is_cut_in_a_run_is_made_again_and_tells_nothing_twice(visits: Visits) -> None:
    """What was told of the run in the end is what a page tells that was never cut off."""
    visit = await planned(visits)
    visit.provokes("ERR_FAILED")
    page = visit.page

    async def cut(route: Route) -> None:
        answer = await route.fetch()
        events = (await answer.text()).split("\n\n")
        await route.fulfill(response=answer, body="\n\n".join(events[: len(events) // 2]) + "\n\n")

    await page.route("**/api/v1/agent/chat", cut, times=1)
    await page.route("**/api/v1/agent/chat/*/events", lambda route: route.abort(), times=1)
    await say(page, REFINE)
    await expect(page.locator("#talk .problem")).to_contain_text("连接断了，运行还在继续。")
    await expect(page.locator("#talk .lines")).to_contain_text(re.compile("已接上，补回 [0-9]+ 条进展。"))
    await expect(page.locator("#talk .sum .saved").last).to_have_text("预览已存为第 2 版")
    tools = await page.locator("#talk .tools li").all_inner_texts()
    other = await visit.another_tab()
    await expect(other.locator("#talk .sum .saved").last).to_have_text("预览已存为第 2 版")
    assert await other.locator("#talk .tools li").all_inner_texts() == tools
    assert tools[-1].endswith("hard_check")


async def test_two_windows_know_of_each_other(visits: Visits) -> None:
    """Who has something in hand is told of a newer revision, and what they put onto an older one is refused."""
    visit = await planned(visits)
    visit.provokes("status of 412")
    page, other = visit.page, await visit.another_tab()
    session = (await visit.api.sessions()).items[0].id
    task = page.locator("#week .sug button.tile").first
    await task.focus()
    await page.keyboard.press("Enter")
    await other.locator("#tray .keep").first.click()
    await expect(other.locator(".rev")).to_contain_text("第 2 版")
    await expect(page.locator("#tray")).to_contain_text("另一个窗口已改到第 2 版。")
    await page.locator(".hand-bar select").select_option(index=6)
    await page.locator(".hand-bar input").fill("9")
    await page.keyboard.press("Tab")
    await page.get_by_role("button", name="放下").click()
    await expect(page.locator("#tray .problem")).to_contain_text("另一个窗口已经改过这个预览")
    await expect(page.locator(".rev")).to_contain_text("第 2 版")
    await expect(page.locator("#tray")).not_to_contain_text("另一个窗口已改到")
    assert (await visit.api.preview(session)).revision == 2
    await task.focus()
    await page.keyboard.press("Enter")
    await other.locator("#tray .keep:not(.kept .keep)").first.click()
    await expect(other.locator(".rev")).to_contain_text("第 3 版")
    await expect(page.locator("#tray")).to_contain_text("另一个窗口已改到第 3 版。")
    await page.get_by_role("button", name="查看").click()
    await expect(page.locator(".rev")).to_contain_text("第 3 版")
    await expect(page.locator("#tray")).not_to_contain_text("另一个窗口已改到")


async def test_what_was_changed_since_is_named_where_a_commit_cannot_be_undone(visits: Visits) -> None:
    """Beside the plan and in the history, in the dark as by day."""
    visit = await planned(visits, dark=True, still=True)
    visit.provokes("status of 409")
    page = visit.page
    assert await serious(visit) == []
    await page.locator("#go").click()
    await page.locator("#write").wait_for()
    assert await serious(visit) == []
    await page.locator("#write").click()
    await expect(page.locator("#result")).to_be_focused()
    item = (await visit.api.classes()).items[0].items[0]
    await visit.api.not_done(item.id)
    await page.locator("#result").get_by_role("button", name="撤销").click()
    await page.locator("#undo-yes").click()
    await expect(page.locator("#tray .problem")).to_have_text(f"不能撤销：{item.content} 之后又被改过。")
    await open_menu(page, "写入记录")
    rows = page.locator("#panel .p-rows > li")
    await expect(rows).to_have_count(2)
    await rows.last.get_by_role("button", name="撤销").click()
    await rows.last.locator(".yes").click()
    await expect(rows.last.locator(".problem")).to_have_text(f"不能撤销：{item.content} 之后又被改过。")
    assert await serious(visit) == []


async def test_a_phone_shows_days_as_lists_and_moves_tasks_by_fields(visits: Visits) -> None:
    visit = await planned(visits, size=PHONE)
    page = visit.page
    assert not await is_too_wide(page)
    assert await serious(visit) == []
    task = page.locator("#week .sug button.tile").first
    number = await task.get_attribute("data-task")
    await task.click()
    await page.locator(".hand-bar select").select_option(index=6)
    await page.locator(".hand-bar input").fill("9")
    await page.locator(".hand-bar input").press("Tab")
    await page.get_by_role("button", name="放下").click()
    await expect(page.locator(f'[data-task="{number}"][data-day="7"][data-from="9"]')).to_have_count(1)
    await expect(page.locator("#strip a")).to_have_count(7)
    await page.get_by_role("button", name="展开对话").click()
    await expect(page.get_by_role("dialog", name="对话")).to_be_visible()
    await expect(page.locator("#talkh")).to_be_focused()
    assert await serious(visit) == []
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(page.locator("#talk .grip")).to_be_focused()
    await page.locator("#go").click()
    await page.locator("#write").click()
    await expect(page.locator("#result")).to_contain_text("已写入 16 处改动。")
    assert not await is_too_wide(page)


async def test_everything_is_done_by_keys_from_an_empty_account_to_undo(visits: Visits) -> None:
    visit = await visits.new(language="en-GB", still=True)
    page = visit.page
    await tab_to(page, "Try a sample week")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Plan it").wait_for()
    await tab_to(page, "Plan it")
    await page.keyboard.press("Enter")
    await expect(page.locator("#go")).to_be_enabled()
    await tab_to(page, "; course")
    while "; suggested" not in await focused(page):
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
