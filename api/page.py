"""The page for people, served as the files that it is made of (rules PAGE-1 to PAGE-3)."""

from pathlib import Path
from typing import Final

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from api.page_files import ROOT, PageFiles
from domain.errors import NotFound

router = APIRouter(tags=["operation"])

STATIC: Final = Path(__file__).parent / "static"
_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types lit-html",
    )
)
_NEVER_CHANGED: Final = "public, max-age=31536000, immutable"
_pages: Final = PageFiles(STATIC)


@router.get("/", operation_id="show_front_page", response_class=HTMLResponse)
async def show() -> HTMLResponse:
    """Give the page; it needs no credential, what it shows does."""
    headers = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache"}
    return HTMLResponse(_pages.edition().html, headers=headers)


@router.get(ROOT + "/{version}/{name:path}", operation_id="show_page_file", include_in_schema=False)
async def file(version: str, name: str) -> Response:
    """Give a file of the page under the version that the page names, so that a browser asks for it once."""
    edition = _pages.edition()
    found = edition.files.get(name)
    if found is None:
        raise NotFound(f"the page has no file {name[:80]!r}: open /")
    headers = {"Cache-Control": _NEVER_CHANGED if version == edition.version else "no-cache"}
    return Response(found.content, media_type=found.media_type, headers=headers)
