"""The pictures of the README, made of the page as it is; `make pictures` keeps them."""

import os
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.async_api import expect

from tests.e2e.page.hands import REFINE, planned, say
from tests.e2e.page.visits import DESK, PHONE, Visits

KEPT: Final = Path(__file__).parents[3] / "docs" / "pictures"
SEEN: Final[dict[str, tuple[tuple[int, int], Literal["light", "dark"]]]] = {
    "week-desk": (DESK, "light"),
    "week-dark": (DESK, "dark"),
    "week-phone": (PHONE, "light"),
}


async def test_pictures_show_a_refined_week(visits: Visits, tmp_path: Path) -> None:
    """Each shows changes with their old places; they are kept where the variable says so."""
    folder = KEPT if os.environ.get("DAYWRIGHT_PICTURES") else tmp_path
    folder.mkdir(parents=True, exist_ok=True)
    visit = await planned(visits, still=True)
    page = visit.page
    await say(page, REFINE)
    await expect(page.locator("#tray .rev")).to_contain_text("2")
    await expect(page.locator("#talk .sum .saved").last).to_contain_text("2")
    for name, ((width, height), scheme) in SEEN.items():
        await page.set_viewport_size({"width": width, "height": height})
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        await expect(page.locator("#tray .chg").first).to_be_visible()
        await page.screenshot(path=folder / f"{name}.png")
        assert (folder / f"{name}.png").stat().st_size > 20_000


@pytest.mark.parametrize("name", sorted(SEEN))
def test_the_readme_shows_each_picture(name: str) -> None:
    readme = (KEPT.parents[1] / "README.md").read_text(encoding="utf-8")
    assert f"docs/pictures/{name}.png" in readme
    assert (KEPT / f"{name}.png").is_file()
