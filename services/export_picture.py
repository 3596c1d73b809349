"""A picture in SVG as one in PNG, drawn with the fonts of the system (rule EXPORT-14)."""

import asyncio
import re
from collections.abc import Sequence

import resvg_py

from domain.export.errors import FontsMissing
from domain.export.week_picture import FONTS

SYSTEM_FONTS: tuple[str, ...] | None = None
"""Draws with the fonts of the system."""

_CHINESE = re.compile(r"[㐀-鿿豈-﫿\U00020000-\U0003ffff]")
_PACKAGE = "fonts-noto-cjk"
# No letter, so that no font has it: it looks as a letter looks that no font has.
_NO_LETTER = "\U0003fff0"
_ZOOM = 2.0


async def drawn(svg: str, font_files: Sequence[str] | None = SYSTEM_FONTS) -> bytes:
    """The picture as PNG, twice as large.

    Args:
        font_files: the only fonts to draw with; None for those of the system.

    Raises:
        FontsMissing: no font has Latin letters, or none has Chinese ones and the picture has some.
    """
    return await asyncio.to_thread(_drawn, svg, font_files)


def _drawn(svg: str, font_files: Sequence[str] | None) -> bytes:
    _check("Latin", "A", font_files)
    if found := _CHINESE.search(svg):
        _check("Chinese", found[0], font_files)
    return _rendered(svg, _ZOOM, font_files)


def _check(script: str, letter: str, font_files: Sequence[str] | None) -> None:
    if _sample(letter, font_files) in (_sample("", font_files), _sample(_NO_LETTER, font_files)):
        advice = f"install one, such as the Debian package {_PACKAGE}, and ask again, or ask for the SVG"
        raise FontsMissing(f"no font of the server has {script} letters such as {letter!r}: {advice}", letter=letter)


def _sample(text: str, font_files: Sequence[str] | None) -> bytes:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" font-family="{FONTS}">'
    return _rendered(f'{svg}<text x="4" y="24" font-size="20">{text}</text></svg>', 1.0, font_files)


def _rendered(svg: str, zoom: float, font_files: Sequence[str] | None) -> bytes:
    own = font_files is not None
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, zoom=zoom, skip_system_fonts=own, font_files=list(font_files) if font_files else None
        )
    )
