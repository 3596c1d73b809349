"""PNG by the fonts of a server (rule EXPORT-14)."""

from pathlib import Path

import pytest

from domain.export.errors import FontsMissing
from domain.export.week_picture import FONTS
from services.export_picture import drawn

LATIN_FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
LATIN = (
    f'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20" font-family="{FONTS}">'
    '<text x="2" y="15" font-size="14">Week</text></svg>'
)
CHINESE = LATIN.replace("Week", "Week 周")


async def test_without_fonts_it_is_said_what_to_install() -> None:
    """Not a picture without letters, whether or not the text is Chinese."""
    for picture in (LATIN, CHINESE):
        with pytest.raises(FontsMissing, match=r"Latin letters such as 'A'.*fonts-noto-cjk") as refusal:
            await drawn(picture, ())
        assert refusal.value.facts == {"letter": "A"}


@pytest.mark.skipif(not LATIN_FONT.exists(), reason="no font with Latin letters alone is installed here")
async def test_chinese_needs_a_font_that_has_it() -> None:
    """A font with Latin letters alone draws English, and refuses Chinese by the letter that it lacks."""
    assert (await drawn(LATIN, [str(LATIN_FONT)])).startswith(b"\x89PNG")
    with pytest.raises(FontsMissing, match="Chinese letters such as '周'"):
        await drawn(CHINESE, [str(LATIN_FONT)])


async def test_the_fonts_of_the_system_draw_twice_as_large() -> None:
    """The size stands in the head of the file."""
    try:
        png = await drawn(CHINESE)
    except FontsMissing as refusal:
        pytest.skip(refusal.message)
    assert (png[:4], png[16:24]) == (b"\x89PNG", bytes((0, 0, 0, 120, 0, 0, 0, 40)))
    assert png != await drawn(CHINESE.replace("周", "年"))
