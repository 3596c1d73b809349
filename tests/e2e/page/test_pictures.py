"""The pictures of the README, made of the page as it is; `make pictures` keeps them."""

import os
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import expect

from tests.e2e.page.visits import DESK, PHONE, Device, Visits

KEPT: Final = Path(__file__).parents[3] / "docs" / "pictures"
REFINE: Final = "把第5周周四到周五的任务均匀分散到周一到周三"
SEEN: Final[dict[str, Device]] = {
    "week-desk": {"size": DESK, "still": True},
    "week-dark": {"size": DESK, "still": True, "dark": True},
    "week-phone": {"size": PHONE, "still": True},
}


async def test_pictures_show_a_refined_week(visits: Visits, tmp_path: Path) -> None:
    """Each shows changes with their old places; they are kept where the variable says so."""
    folder = KEPT if os.environ.get("DAYWRIGHT_PICTURES") else tmp_path
    folder.mkdir(parents=True, exist_ok=True)
    for name, device in SEEN.items():
        visit = await visits.new(**device)
        await visit.plan_example()
        await visit.open()
        await visit.page.locator("#talk textarea").evaluate("(field) => field.focus()")
        await visit.page.evaluate(
            """(text) => import(document.querySelector("script[type=module]").src.replace("main.js", "talk/talk.js"))
            .then((talk) => talk.sendMessage(text))""",
            REFINE,
        )
        await expect(visit.page.locator("#tray .chg.sel, #tray .chg").first).to_be_visible()
        await expect(visit.page.locator("#tray .rev")).to_contain_text("2")
        await visit.page.screenshot(path=folder / f"{name}.png")
        assert (folder / f"{name}.png").stat().st_size > 20_000


@pytest.mark.parametrize("name", sorted(SEEN))
def test_the_readme_shows_each_picture(name: str) -> None:
    readme = (KEPT.parents[1] / "README.md").read_text(encoding="utf-8")
    assert f"docs/pictures/{name}.png" in readme
    assert (KEPT / f"{name}.png").is_file()
